"""User actions with plain forms and links, through every web server: the same everywhere."""

import uuid
from urllib.parse import urlsplit

from visitor import Visitor, at_once


def leads_to(answer, site, fragment):
    assert answer.status == 303, answer
    target = urlsplit(answer.location)
    assert (target.path, target.fragment) == (f"{site.base}/", fragment), answer.location
    assert target.netloc in ("", site.authority)
    return True


def test_a_counter_is_made_counted_renamed_reset_deleted_and_brought_back(visitor, site):
    assert visitor.cards() == []

    made = visitor.submit(visitor.get("/counters/new").form("/counters"), title="Birds & bees")
    home = visitor.follow(made)
    [card] = home.page.cards
    assert (card.title, card.count) == ("Birds & bees", 0)
    assert leads_to(made, site, f"tap-{card.id}")

    for _ in range(3):
        tapped = visitor.submit(home.form(f"/counters/{card.id}/marks"))
        assert leads_to(tapped, site, f"tap-{card.id}")
    assert visitor.count(card.id) == 3

    reduced = visitor.submit(home.form(f"/counters/{card.id}/erasures"))
    assert reduced.status == 303
    assert visitor.count(card.id) == 2

    renamed = visitor.submit(visitor.get(f"/counters/{card.id}/title").form("/title"), title="Swifts")
    assert visitor.follow(renamed).page.cards[0].title == "Swifts"

    question = visitor.get(f"/counters/{card.id}/reset")
    assert "Swifts" in question.text
    assert visitor.follow(visitor.submit(question.form("/reset"))).page.cards[0].count == 0

    visitor.tap(card.id)
    gone = visitor.follow(visitor.submit(visitor.get(f"/counters/{card.id}").form(f"/counters/{card.id}/deletion")))
    assert gone.page.cards == []
    back = visitor.follow(visitor.submit(gone.form("/undo")))
    assert [(card.title, card.count) for card in back.page.cards] == [("Swifts", 1)]


def test_the_trash_gives_a_counter_back(visitor):
    counter = visitor.create("Coffees")
    visitor.post(f"/counters/{counter}/deletion")
    trash = visitor.get("/trash")
    assert "Coffees" in trash.text
    assert visitor.submit(trash.form(f"/counters/{counter}/restoration")).status == 303
    assert visitor.card(counter).title == "Coffees"


def test_a_count_never_goes_below_nought(visitor):
    counter = visitor.create()
    assert visitor.post(f"/counters/{counter}/erasures").status == 303
    assert visitor.count(counter) == 0


def test_a_counter_is_collapsed_and_opened_by_its_title(visitor):
    counter = visitor.create()
    for collapsed in (True, True, False, False):
        answer = visitor.post(f"/counters/{counter}/collapse", {"collapsed": "yes" if collapsed else "no"})
        assert answer.status == 303
        assert visitor.card(counter).collapsed is collapsed


def test_twenty_quick_taps_count_twenty(visitor):
    counter = visitor.create()
    at_once(4, lambda _: [visitor.post(f"/counters/{counter}/marks") for _ in range(5)])
    assert visitor.count(counter) == 20


def test_a_tap_of_the_script_is_answered_with_the_count(visitor):
    counter = visitor.create()
    answer = visitor.tap(counter, operation=str(uuid.uuid4()))
    assert answer.status == 200 and answer.header("Content-Type").startswith("application/json")
    assert len(answer.body) < 1024
    assert '"count":"1"' in answer.text.replace(" ", "")


def test_a_tap_sent_again_counts_once_and_is_answered_as_before(visitor):
    counter, operation = visitor.create(), str(uuid.uuid4())
    first, second = (visitor.tap(counter, operation) for _ in range(2))
    assert first.status == second.status == 200
    assert '"count":"1"' in second.text.replace(" ", "")
    assert visitor.count(counter) == 1


def test_a_create_form_sent_twice_makes_one_counter(visitor):
    visitor.create("First")
    form = visitor.get("/counters/new").form("/counters")
    first, second = (visitor.submit(form, title="Twice") for _ in range(2))
    assert first.status == second.status == 303 and first.location == second.location
    assert [card.title for card in visitor.cards()] == ["First", "Twice"]


def test_a_counter_without_a_title_takes_the_suggested_one(visitor):
    form = visitor.get("/counters/new").form("/counters")
    assert form.fields["suggestion"]
    visitor.submit(form, title="")
    assert visitor.cards()[0].title == form.fields["suggestion"]


def test_another_browser_sees_nothing_of_it(visitor, site):
    visitor.create("Mine first")
    counter = visitor.create("Mine alone")
    other = Visitor(site)
    assert other.cards() == []
    other.create("Theirs")
    assert [card.title for card in other.cards()] == ["Theirs"]
    assert other.tap(counter).status == 404
    assert visitor.count(counter) == 0


def test_a_recovery_link_opens_the_account_again_and_is_written_down_nowhere(visitor, site, running):
    counter = visitor.create("Found again")
    visitor.tap(counter)
    answer = visitor.submit(visitor.get("/settings/devices").form("/settings/recovery"))
    page = visitor.follow(answer) if answer.status == 303 else answer
    link = page.text.split('id="recovery-link" value="')[1].split('"')[0]
    target = urlsplit(link)
    assert target.netloc == site.authority and target.path.startswith(f"{site.base}/recover/")

    newcomer = Visitor(site)
    asked = newcomer.ask("GET", target.path)
    assert asked.status == 200 and asked.header("Cache-Control") == "no-store"
    opened = newcomer.submit(asked.form(target.path))
    assert newcomer.follow(opened).page.cards[0].title == "Found again"
    assert newcomer.count(counter) == 1

    token = target.path.rsplit("/", 1)[1]
    assert len(token) >= 22
    assert token not in running.logs


def test_a_share_link_shows_a_counter_to_a_stranger_and_is_written_down_nowhere(visitor, site, running):
    counter = visitor.create("Seen by others")
    visitor.tap(counter)
    address = f"/counters/{counter}/share"
    page = visitor.follow(visitor.submit(visitor.get(address).form(address)))
    target = urlsplit(page.text.split('id="share-link" value="')[1].split('"')[0])
    assert target.netloc == site.authority and target.path.startswith(f"{site.base}/shared/")

    stranger = Visitor(site, is_newcomer=True)
    shown = stranger.ask("GET", target.path)
    assert shown.status == 200 and "Seen by others" in shown.text
    assert shown.header("X-Robots-Tag") == "noindex" and stranger.cookies == {}
    same = stranger.ask("GET", target.path, headers={"If-None-Match": shown.header("ETag")})
    assert same.status == 304 and same.body == b""

    visitor.submit(page.form(address))
    assert stranger.ask("GET", target.path).status == 404
    assert target.path.rsplit("/", 1)[1] not in running.logs
