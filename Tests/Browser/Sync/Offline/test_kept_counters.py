"""The pages about counters without a network: kept with the list, though nobody has opened them, and as the list was."""

import re

from playwright.sync_api import expect

from counter_page import alone
from devices import recovery_link
from offline import go_offline, holds, is_kept, keeps_pages, kept, kept_at, make_many, titles  # noqa: F401
from pages import stays
from pane import is_closed, open_beside

PAGES = (("", "data-geometry"), ("/history", "history"), ("/statistics", "statistics"))


def open_page(home, path):
    home.page.goto(home.server.path(path))


def test_all_that_is_listed_opens_without_a_network_though_nobody_has_opened_or_counted_it(kept):
    counters = [kept.create(title).get_attribute("data-counter") for title in ("Robins", "Wrens", "Owls", "Larks", "Finches", "Swifts")]
    kept.open()
    for counter in counters:
        for page, text in PAGES:
            holds(kept, f"/counters/{counter}{page}", text)
    go_offline(kept)
    open_page(kept, f"/counters/{counters[0]}")
    expect(kept.page.locator("h1")).to_have_text("Robins")
    kept.page.locator("[data-counter] [data-tap]").first.click()
    open_page(kept, f"/counters/{counters[0]}/history")
    expect(kept.page.locator("[data-waiting-of] .history-count")).to_have_text("1")


def test_what_another_device_has_counted_is_on_the_pages_that_are_kept(kept, visit):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.open()
    holds(kept, f"/counters/{counter}/history", "Robins")
    link = recovery_link(kept)
    other = visit(desktop=True)
    other.open_account(link)
    other.tap(times=3)
    other.wait_until_saved()
    kept.open()
    for page in ("", "/history"):
        holds(kept, f"/counters/{counter}{page}", 'data-count="3"')
    other.tap()
    kept.shows("4")
    kept.open()
    holds(kept, f"/counters/{counter}/history", 'data-count="4"')


def test_a_device_that_saves_data_is_spared_what_nobody_has_opened(kept):
    kept.page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    kept.open()
    robins, wrens = (f"/counters/{kept.create(title).get_attribute('data-counter')}/statistics" for title in ("Robins", "Wrens"))
    kept.open()
    keeps_pages(kept)
    kept.tap("Wrens")
    kept.wait_until_saved()
    holds(kept, wrens, "Wrens")
    assert not kept.page.evaluate("async path => Boolean(await caches.match(path, { ignoreVary: true }))", robins)


def below_those_that_are_kept(home):
    """A counter so far down that none of its pages is kept, which was counted, and its number."""
    home.create("Bird 0")
    make_many(home, 34)
    home.open()
    home.tap("Bird 34", times=3)
    home.wait_until_saved()
    home.open()
    holds(home, "/", 'data-count="3"')
    return home.card("Bird 34").get_attribute("data-counter")


def test_a_counter_whose_page_is_not_kept_opens_all_the_same(kept):
    counter = below_those_that_are_kept(kept)
    go_offline(kept)
    kept.tap("Bird 34")
    for page in ("", "/full"):
        kept.open(f"/counters/{counter}{page}")
        shown = kept.page.locator("form[data-counter]")
        expect(kept.page.locator("h1")).to_have_text("Bird 34")
        expect(shown.locator("[data-count-text]")).to_have_text("4")
        expect(shown.locator("[data-marks] svg:visible")).to_have_count(1)
        shown.locator("[data-tap]").click()
        expect(shown.locator("[data-count-text]")).to_have_text("5")
        shown.locator("[data-minus]").click()
    kept.open(f"/counters/{counter}")
    # It does not know what was counted today by then.
    expect(kept.page.locator(".lately")).to_be_hidden()
    go_offline(kept, False)
    kept.wait_until_saved()
    expect(kept.page.locator(".lately")).to_contain_text("4")
    assert kept.server.count_of(counter) == 4


def made_offline(home):
    """Wrens, made and counted twice without a network, by itself."""
    home.create("Robins")
    home.open()
    holds(home, "/", "Robins")
    go_offline(home)
    home.create_by_hand("Wrens")
    home.tap("Wrens", times=2)
    home.choose("Details", "Wrens")
    expect(home.page.locator("h1#title")).to_have_text("Wrens")
    shown = alone(home.page)
    expect(shown.locator("[data-count-text]")).to_have_text("2")
    expect(home.page.get_by_role("link", name="History")).to_be_hidden()
    return shown


def test_a_counter_that_is_made_without_a_network_has_a_page_that_becomes_the_server_s(kept):
    shown = made_offline(kept)
    expect(kept.page).to_have_title("Wrens · Fivebar")
    shown.locator("[data-tap]").click()
    expect(shown.locator("[data-count-text]")).to_have_text("3")
    expect(kept.page.locator(".lately b").first).to_have_text("3")
    kept.page.locator("[name=color][value='3']").click()
    kept.page.get_by_role("button", name="+5").click()
    kept.page.reload()
    expect(shown.locator("[data-count-text]")).to_have_text("3")
    expect(shown).to_contain_class("color-3")
    expect(kept.page.get_by_role("button", name="+5")).to_have_attribute("aria-pressed", "true")
    shown.locator("[data-tap]").click()
    expect(shown.locator("[data-count-text]")).to_have_text("8")
    stays(kept.page)
    go_offline(kept, False)
    kept.wait_until_saved()
    expect(kept.page).to_have_url(re.compile(r"/counters/\d+$"))
    expect(shown).to_have_attribute("data-counter", re.compile(r"^\d+$"))
    expect(kept.page.get_by_role("link", name="History")).to_be_visible()
    # Undone where it is, though it was counted before it had a number.
    kept.page.get_by_role("button", name="Undo").click()
    expect(shown.locator("[data-count-text]")).to_have_text("3")
    kept.wait_until_saved()
    assert kept.page.evaluate("window.stays")
    assert kept.server.count_of(kept.page.url.rsplit("/", 1)[1]) == 3


def test_a_counter_that_is_made_without_a_network_opens_beside_the_list(visit):
    home = visit(service_workers="allow", desktop=True)
    is_kept(home)
    shown = made_offline(home)
    shown.locator("[data-tap]").click()
    home.shows("3", "Wrens")
    go_offline(home, False)
    home.wait_until_saved()
    expect(home.page).to_have_url(re.compile(r"/counters/\d+$"))
    expect(shown).to_have_attribute("data-counter", re.compile(r"^\d+$"))
    expect(shown.locator("[data-count-text]")).to_have_text("3")
    expect(home.card("Wrens")).to_have_attribute("aria-current", "true")
    shown.locator("[data-tap]").click()
    home.shows("4", "Wrens")


def test_a_page_of_a_counter_that_is_deleted_without_a_network_says_so(kept):
    last = below_those_that_are_kept(kept)
    first = kept.card("Bird 0").get_attribute("data-counter")
    kept.open(f"/counters/{first}")
    kept.open()
    holds(kept, f"/counters/{first}", "Bird 0")
    go_offline(kept)
    said = kept.page.get_by_role("heading", name="That counter was deleted")
    # The page of one of them is kept, and that of the other is not.
    for counter, title in ((first, "Bird 0"), (last, "Bird 34")):
        kept.choose("Delete", title)
        expect(kept.card(title)).to_have_count(0)
        for page in ("", "/full"):
            open_page(kept, f"/counters/{counter}{page}")
            expect(said).to_be_visible()
            expect(kept.page.locator("[data-tap]")).to_have_count(0)
        kept.page.get_by_role("link", name="Back to the counters").click()
        kept.wait_until_awake()
        expect(kept.card(title)).to_have_count(0)
    open_page(kept, f"/counters/{first}")
    expect(said).to_be_visible()
    # Once the server knows, it is its page that says so.
    go_offline(kept, False)
    expect(kept.page.get_by_role("link", name="Open the trash")).to_be_visible()


def test_one_beside_the_list_that_is_deleted_without_a_network_closes(visit):
    home = visit(service_workers="allow", desktop=True)
    is_kept(home)
    for title in ("Robins", "Wrens"):
        home.create(title)
    home.open()
    holds(home, f"/counters/{home.card('Wrens').get_attribute('data-counter')}", "Wrens")
    go_offline(home)
    open_beside(home, "Wrens")
    home.page.get_by_role("button", name="Delete").click()
    expect(titles(home)).to_have_text(["Robins"])
    is_closed(home)


def test_an_address_of_no_counter_says_that_there_is_no_network(kept):
    kept.create("Robins")
    kept.open()
    holds(kept, "/", "Robins")
    go_offline(kept)
    for name in ("77", "0198c5a0-0000-7000-8000-000000000000"):
        open_page(kept, f"/counters/{name}")
        expect(kept.page.locator("h1")).to_have_text("You’re offline")


def test_a_page_that_is_filled_in_has_what_is_set_and_called_on_the_counter(kept):
    counter = below_those_that_are_kept(kept)
    kept.page.request.post(kept.server.path(f"/counters/{counter}/step"), form={"number": "5"}, headers={"Origin": kept.server.address})
    kept.open()
    holds(kept, "/", 'data-step="5"')
    go_offline(kept)
    kept.choose("Rename", "Bird 34")
    kept.page.keyboard.type("Owls")
    kept.page.keyboard.press("Enter")
    for page in ("", "/full"):
        kept.open(f"/counters/{counter}{page}")
        expect(kept.page.locator("h1")).to_have_text("Owls")
        expect(kept.page).to_have_title("Owls · Fivebar")
        if not page:
            expect(kept.page.locator("[data-adjust] [aria-pressed=true][name=number]")).to_have_text("+5")


def test_one_that_is_refused_while_its_page_is_open_leads_to_the_reason(server_of_its_own, visit):
    with server_of_its_own(FIVEBAR_COUNTERS="1") as server:
        home = kept_at(server, visit)
        home.create("Robins")
        home.open()
        holds(home, "/", "Robins")
        go_offline(home)
        home.create_by_hand("Wrens")
        home.choose("Details", "Wrens")
        home.page.locator("form[data-counter] [data-tap]").click()
        go_offline(home, False)
        expect(home.page).to_have_url(server.path("/waiting"))
        expect(home.page.get_by_text("No room for another counter").first).to_be_visible()


def test_an_answer_that_comes_again_is_not_taken_for_what_is_so_now(kept, visit):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.open()
    holds(kept, f"/counters/{counter}", 'data-count="0"')
    other = visit(desktop=True)
    other.open_account(recovery_link(kept))
    kept.open()

    def loses_the_answer(route):
        route.fetch()
        route.abort()

    kept.page.context.route("**/operations", loses_the_answer)
    with kept.page.expect_event("requestfailed", lambda request: request.url.endswith("/operations")):
        kept.tap()
    other.open()
    other.tap(times=4)
    other.create("Wrens")
    other.wait_until_saved()
    with kept.page.expect_event("requestfailed", lambda request: request.url.endswith("/operations")):
        kept.open()
    kept.page.context.unroute("**/operations")
    kept.wait_until_saved()
    kept.shows("5", "Robins")
    go_offline(kept)
    kept.open()
    kept.shows("5", "Robins")
