"""Invalid requests from people and machines: a clear response, nothing lost, no crash, and no information that is not
the sender's business."""

import json
import time
import uuid

import pytest
from problem_pages import is_a_clear_page
from visitor import Visitor


def test_a_title_of_two_hundred_letters_is_taken(visitor):
    for title in ("a" * 200, "🦜" * 200, "鳥" * 200):
        visitor.create(title)
        assert visitor.cards()[-1].title == title


def test_a_longer_title_is_refused_and_given_back(visitor):
    before = visitor.cards()
    title = "long " * 41
    answer = visitor.post("/counters", {"title": title, "suggestion": "Coffees", "operation": str(uuid.uuid4())})
    assert is_a_clear_page(answer, 422)
    assert answer.form("/counters").fields["title"].strip() == title.strip()
    assert visitor.cards() == before


def test_a_longer_new_title_is_refused_and_given_back(visitor):
    counter = visitor.create("Birds")
    answer = visitor.post(f"/counters/{counter}/title", {"title": "x" * 201})
    assert is_a_clear_page(answer, 422)
    assert answer.form("/title").fields["title"] == "x" * 201
    assert visitor.card(counter).title == "Birds"


@pytest.mark.parametrize("title", ["", " ", " \t \u3000 "], ids=["nothing", "a space", "wide spaces"])
def test_a_title_of_nothing_never_makes_a_nameless_counter(visitor, title):
    visitor.post("/counters", {"title": title, "suggestion": "Coffees", "operation": str(uuid.uuid4())})
    assert [card.title for card in visitor.cards()] in ([], ["Coffees"])
    counter = visitor.create("Birds")
    visitor.post(f"/counters/{counter}/title", {"title": title})
    assert visitor.card(counter).title.strip()


@pytest.mark.parametrize("title", [
    "👩‍👩‍👧‍👦 family", "شاي", "‮reversed", "<script>alert(1)</script>", "</title><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)', "{{count}} {{{marks}}}", "'; DROP TABLE counters; --", "a&amp;b", "%00%0d%0a", "C:\\x\\n",
])
def test_a_title_is_shown_as_it_was_typed_and_does_nothing(visitor, title):
    counter = visitor.create(title)
    assert visitor.card(counter).title == title
    text = visitor.get("/").text
    assert "<script>alert" not in text and "<img src=x" not in text and 'onmouseover="alert' not in text
    assert visitor.get(f"/counters/{counter}/title").form("/title").fields["title"] == title
    assert visitor.get(f"/counters/{counter}/reset").status == 200


@pytest.mark.parametrize("number", [
    "0", "-1", "abc", "1e3", "999999999", "9223372036854775808", "1%20", "%F0%9F%A6%9C", "1;2", "..%2f1", "1%00",
])
def test_a_number_that_is_no_counter_is_not_found(visitor, number):
    visitor.create()
    for path in (f"/counters/{number}/marks", f"/counters/{number}/deletion", f"/counters/{number}/reset"):
        # Apache refuses %2f and %00 by itself.
        assert visitor.post(path).status in (400, 404), path
    assert visitor.get(f"/counters/{number}/title").status in (400, 404)
    assert len(visitor.cards()) == 1


def test_another_persons_counter_is_not_found_by_any_verb(visitor, site):
    visitor.create("Mine too")
    counter = visitor.create("Mine")
    other = Visitor(site)
    # Numbers are counted within an account, and this one has only a first.
    other.create("Theirs")
    for path in ("marks", "erasures", "title", "collapse", "reset", "deletion", "restoration"):
        answer = other.post(f"/counters/{counter}/{path}", {"title": "Stolen", "collapsed": "yes"})
        assert is_a_clear_page(answer, 404), path
    assert other.get(f"/counters/{counter}/title").status == 404
    assert other.get(f"/counters/{counter}/reset").status == 404
    assert [(card.title, card.count, card.collapsed) for card in visitor.cards()] == [
        ("Mine too", 0, False), ("Mine", 0, False)]


def test_what_a_stale_page_counts_on_a_deleted_counter_comes_back_with_it(visitor):
    counter = visitor.create("Gone")
    visitor.post(f"/counters/{counter}/deletion")
    answer = visitor.post(f"/counters/{counter}/marks")
    assert answer.status == 303 and answer.header("Location").endswith("/trash")
    visitor.post(f"/counters/{counter}/restoration")
    assert visitor.count(counter) == 1


def test_a_form_from_another_site_is_refused(visitor, site):
    counter = visitor.create()
    strangers = [
        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": None}, {"Sec-Fetch-Site": None, "Origin": "null"},
        {"Sec-Fetch-Site": None, "Origin": "http://evil.example"},
        {"Sec-Fetch-Site": None, "Origin": f"https://{site.authority}"},
        {"Sec-Fetch-Site": None, "Origin": f"http://{site.authority}.evil.example"},
        {"Sec-Fetch-Site": "cross-site", "Origin": f"http://{site.authority}"},
    ]
    for headers in strangers:
        answer = visitor.post(f"/counters/{counter}/marks", **headers)
        assert is_a_clear_page(answer, 403), headers
    assert visitor.count(counter) == 0


def test_an_older_browser_is_known_by_its_origin(visitor, site):
    counter = visitor.create()
    headers = {"Sec-Fetch-Site": None, "Origin": f"http://{site.authority}"}
    assert visitor.post(f"/counters/{counter}/marks", **headers).status == 303
    assert visitor.count(counter) == 1


def test_a_page_nobody_made_is_not_found_with_a_way_home(visitor, site):
    answer = visitor.get("/nothing/here")
    assert is_a_clear_page(answer, 404)
    assert f"{site.base}/" in answer.page.links


def test_a_wrong_method_is_refused(visitor):
    counter = visitor.create()
    for method, path in (("GET", f"/counters/{counter}/marks"), ("DELETE", "/"), ("PUT", f"/counters/{counter}/title")):
        answer = visitor.ask(method, visitor.site.base + path, headers={"Sec-Fetch-Site": "same-origin"})
        assert is_a_clear_page(answer, 405) and answer.header("Allow"), (method, path)
    assert visitor.head(f"/counters/{counter}/marks").status == 405
    options = visitor.ask("OPTIONS", f"{visitor.site.base}/counters/{counter}/marks")
    assert (options.status, options.header("Allow"), options.body) == (204, "OPTIONS, POST", b"")
    assert visitor.count(counter) == 0


@pytest.mark.parametrize("target", ["/%", "/%zz", "/counters/%ff/title", "/%c0%af", "/?%", "/?a=%ff&%zz=1", "/%00"])
def test_broken_percent_signs_and_letters_in_an_address_crash_nothing(visitor, target):
    assert visitor.get(target).status in ((200, 400, 404) if "?" in target else (400, 404))
    assert visitor.get("/").status == 200


@pytest.mark.parametrize("body", [
    b"title=%", b"title=%zz", b"title=%ff%fe", b"title=\xff\xfe", b"title=a%00b", b"&&==&title", b"\x00" * 100,
    b"title=a&title=b", b"{\"title\":1}", b"title[a]=1",
], ids=repr)
def test_broken_percent_signs_and_letters_in_a_form_crash_nothing(visitor, body):
    counter = visitor.create("Birds")
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
    answer = visitor.ask("POST", f"{visitor.site.base}/counters/{counter}/title", body, headers)
    assert answer.status in (303, 400, 422), answer
    assert visitor.card(counter).title.isprintable() or visitor.card(counter).title == "a\0b"


def test_a_form_that_is_no_form_is_refused(visitor):
    counter = visitor.create("Birds")
    headers = {"Content-Type": "application/octet-stream", "Sec-Fetch-Site": "same-origin"}
    answer = visitor.ask("POST", f"{visitor.site.base}/counters/{counter}/title", b"\x00\x01", headers)
    assert answer.status in (400, 415, 422), answer
    assert visitor.card(counter).title == "Birds"


def test_ten_megabytes_are_too_much_and_the_next_request_is_answered(visitor):
    counter = visitor.create("Birds")
    body = b"title=" + b"x" * 10_000_000
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
    answer = visitor.ask("POST", f"{visitor.site.base}/counters/{counter}/title", body, headers)
    assert is_a_clear_page(answer, 413)
    assert visitor.card(counter).title == "Birds"


def test_just_too_much_is_refused_with_a_page(visitor):
    counter = visitor.create("Birds")
    answer = visitor.post(f"/counters/{counter}/title", {"title": "x" * 65536})
    assert is_a_clear_page(answer, 413)
    assert visitor.card(counter).title == "Birds"


def test_a_long_message_is_taken_in_every_script_and_a_longer_one_given_back(visitor):
    """A character of Devanagari is two scalars here, and eighteen bytes in a form."""
    fields = {"operation": str(uuid.uuid4()), "message": "नि" * 4000}
    answer = visitor.post("/feedback", fields)
    assert answer.status == 303, answer
    assert "<h1" in visitor.follow(answer).text
    answer = visitor.post("/feedback", fields | {"message": "鳥" * 10_000})
    assert is_a_clear_page(answer, 422)
    assert "鳥" * 10_000 in answer.text
    assert is_a_clear_page(visitor.post("/feedback", fields | {"message": "x" * 330_000}), 413)


def test_a_days_note_is_taken_in_every_script_with_the_one_that_it_replaces(visitor):
    today = time.strftime("%Y-%m-%d", time.gmtime())
    goal = visitor.post("/goals", {
        "operation": str(uuid.uuid4()), "name": "Read", "color": "1", "start": today, "end": today, "reminder": ""}).location
    address = goal.split("#")[0].removeprefix(visitor.site.base) + f"/{today}"
    for note, seen in (("नि" * 2000, ""), ("मा" * 2000, "नि" * 2000)):
        answer = visitor.post(f"{address}/note", {"operation": str(uuid.uuid4()), "note": note, "seen": seen})
        assert answer.status == 303, answer
        assert note in visitor.get(address).text


def test_a_list_of_changes_is_taken_up_to_256_kb_and_no_further(visitor):
    counter = visitor.create()
    moment = int(time.time() * 1000)

    def send(number, letters):
        changes = [{"id": f"{moment >> 16:08x}-{moment & 0xffff:04x}-7000-8000-{place:06x}{letters % 2**24:06x}", "kind": "rename",
                    "change": {"counter": counter, "title": "x" * letters}, "at": moment, "offset": 0} for place in range(number)]
        return visitor.ask("POST", visitor.site.base + "/operations", json.dumps(changes),
                           {"Content-Type": "application/json", "Accept": "application/json", "Sec-Fetch-Site": "same-origin"})

    answer = send(400, 400)
    assert answer.status == 200, answer
    assert len(json.loads(answer.body)["receipts"]) == 400
    assert send(400, 600).status == 413


def test_a_header_cannot_be_smuggled_into_an_answer(visitor):
    counter = visitor.create()
    for path in (f"/counters/{counter}%0d%0aX-Evil:%201/marks", "/recover/a%0d%0aSet-Cookie:%20evil=1"):
        for answer in (visitor.post(path), visitor.get(path)):
            assert answer.header("X-Evil") is None and not answer.all("Set-Cookie"), answer
    visitor.post(f"/counters/{counter}/title", {"title": "a\r\nX-Evil: 1"})
    assert visitor.get("/").header("X-Evil") is None
