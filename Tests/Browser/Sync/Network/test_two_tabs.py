"""Tabs of one browser share what waits: one sends for all, and each shows what is true."""

from playwright.sync_api import expect

from home import eventually
from offline import OPERATIONS


def test_of_two_tabs_one_sends_for_both(home):
    home.create("Robins")
    other = home.another_tab()
    held, sent = [], []
    home.page.context.route(OPERATIONS, lambda route: held.append(route) if not held else (sent.append(route.request.post_data_json), route.continue_()))
    home.tap()
    eventually(lambda: home.page.evaluate("1") and held)
    other.tap(times=2)
    other.shows("2")
    home.tap()
    held[0].continue_()
    for tab in (home, other):
        tab.wait_until_saved()
        tab.shows("4")
    # The other one may still see some of them in its storage, which is shared late, and repeat them.
    assert len(sent[0]) == 3 and len(sent) <= 2


def test_a_tap_that_another_tab_sent_before_this_one_could_hear_of_it_is_answered_here_too(home):
    home.create("Robins")
    other = home.another_tab()
    held = []
    other.page.route("**/sync/sender.js", lambda route: held.append(route))
    other.reload()
    other.tap()
    home.tap()
    home.wait_until_saved()
    home.shows("2")
    assert other.page.evaluate("1") and held
    # It is fetched, and then imported.
    other.page.route("**/sync/sender.js", lambda route: route.continue_())
    for route in held:
        route.continue_()
    other.shows("2")
    home.tap()
    other.shows("3")


def test_a_tab_whose_tap_another_one_sent_shows_the_same_number_everywhere(home):
    home.create("Robins")
    other = home.another_tab()
    other.page.evaluate("""() => {
        window.said = []
        document.addEventListener("fivebar-answer", () => {
            const { dataset } = document.querySelector("[data-counter]")
            said.push([dataset.count, document.querySelector("[data-count-text]").textContent])
        })
    }""")
    held = []
    home.page.context.route(OPERATIONS, lambda route: held.append(route) if not held else route.continue_())
    home.tap()
    eventually(lambda: home.page.evaluate("1") and held)
    other.tap()
    home.tap(times=2)
    held[0].continue_()
    other.wait_until_saved()
    eventually(lambda: other.page.evaluate("said.length > 0"))
    assert [number for number, text in other.page.evaluate("said") if number != text] == []


def test_a_page_that_rested_while_another_sent_its_taps_shows_what_is_true_when_one_comes_back(home):
    home.create("Robins")
    # It hears of nothing.
    home.page.add_init_script("window.BroadcastChannel = class { postMessage() {} close() {} }")
    home.reload()
    home.page.route(OPERATIONS, lambda route: route.abort())
    home.tap(times=2)
    expect(home.saving).to_have_text("Not saved yet. Trying again… 2 waiting.")
    other = home.another_tab()
    other.tap()
    other.wait_until_saved()
    home.page.unroute(OPERATIONS)
    home.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    home.shows("3")


def test_what_is_dropped_on_the_page_of_what_waits_is_drawn_in_no_tab_any_more(home):
    home.create("Robins")
    home.page.context.route(OPERATIONS, lambda route: route.abort())
    home.tap(times=2)
    expect(home.saving).to_have_text("Not saved yet. Trying again… 2 waiting.")
    other = home.page.context.new_page()
    other.goto(home.server.path("/waiting"))
    expect(other.locator("[data-sync]")).to_have_text("Not saved yet. Trying again… 2 waiting.")
    other.get_by_role("button", name="Remove: Robins, +1 × 2").click()
    other.get_by_role("dialog").get_by_role("button", name="Remove").click()
    home.shows("0")
    # The server may have had them: they are sent, and undone.
    home.page.context.unroute(OPERATIONS)
    # If it has not been tried again by itself, and its button is gone.
    other.evaluate("document.querySelector('[data-try]')?.click()")
    expect(other.locator("[data-lead]")).to_have_text("Nothing is waiting. Everything is saved.")
    home.shows("0")
    home.reload()
    home.shows("0")


def test_without_locks_as_on_plain_http_two_tabs_lose_and_double_nothing(visit):
    home = visit()
    home.page.context.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })")
    home.reload()
    home.create("Robins")
    other = home.another_tab()
    for tab in (home, other):
        tab.page.route(OPERATIONS, lambda route: route.abort())
        tab.tap(times=5)
    for tab in (home, other):
        tab.page.unroute(OPERATIONS)
    for tab in (home, other):
        tab.wait_until_saved()
    home.reload()
    home.shows("10")
