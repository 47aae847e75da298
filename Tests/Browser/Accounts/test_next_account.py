"""Unsent operations belong to their account: another account's counters have the same ids, and must not get them."""

import re

from playwright.sync_api import expect

from devices import newcomer, recovery_link  # noqa: F401
from goals import awake, dot, make
from home import eventually

OPERATIONS = re.compile("/operations$")


def test_what_waits_goes_with_the_account_that_is_deleted(newcomer):
    home = newcomer()
    home.create("Robins")
    home.page.context.route(OPERATIONS, lambda route: route.abort())
    home.tap(times=3)
    assert home.operations_kept() == 3
    home.page.goto(home.server.path("/settings/deletion"))
    home.page.get_by_label("Type “delete” to confirm").fill("delete")
    home.page.get_by_role("button", name="Delete account").click()
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Account deleted")
    home.wait_until_saved()
    home.page.context.unroute(OPERATIONS)
    home.page.goto(home.server.path("/counters/new"))
    home.page.get_by_label("Name").fill("Coffee")
    home.page.keyboard.press("Enter")
    home.wait_until_awake()
    home.page.wait_for_load_state("networkidle")
    home.shows("0", "Coffee")
    assert home.card("Coffee").get_attribute("data-counter") == "1"


def test_what_cannot_be_sent_waits_until_its_account_is_opened_here_again(newcomer):
    owner, home = newcomer(), newcomer()
    owner.create("Coffee")
    home.create("Robins")
    link, own = recovery_link(owner), recovery_link(home)
    home.open()
    home.page.context.route(OPERATIONS, lambda route: route.abort())
    home.tap("Robins", times=3)
    home.open_account(link)
    home.page.context.unroute(OPERATIONS)
    home.reload()
    home.tap("Coffee")
    home.shows("1", "Coffee")
    eventually(lambda: home.operations_kept() == 3)
    expect(home.saving).to_be_empty()
    home.open_account(own)
    home.wait_until_saved()
    home.reload()
    home.shows("3", "Robins")
    owner.open()
    owner.shows("1", "Coffee")


def test_a_tap_in_a_tab_that_is_still_another_accounts_counts_nowhere_else(newcomer):
    owner, home = newcomer(), newcomer()
    owner.create("Coffee")
    home.create("Robins")
    link, own = recovery_link(owner), recovery_link(home)
    home.open()
    # A tab that does not hear of it.
    home.page.context.route("**/events", lambda route: route.abort())
    home.reload()
    other = home.another_tab()
    other.open_account(link)
    home.page.evaluate("for (let taps = 0; taps < 2; taps += 1) document.querySelector('[data-tap]').click()")
    # It shows what is open here now.
    expect(home.card("Coffee")).to_be_visible()
    home.shows("0", "Coffee")
    assert home.operations_kept() == 2
    other.open_account(own)
    other.wait_until_saved()
    other.reload()
    other.shows("2", "Robins")


def test_no_clock_is_a_reason_to_forget_what_waits_for_another_account(home):
    home.create("Robins")
    home.page.evaluate("""() => localStorage.setItem("fivebar-operation-000000000001-999999999-00000000-0000-7000-8000-000000000000",
        JSON.stringify({ kind: "increment", change: { counter: 1, by: 1 }, account: "999999999" }))""")
    home.page.add_init_script("const now = Date.now; Date.now = () => now() + 1e11")
    home.reload()
    with home.page.expect_response(OPERATIONS):
        home.tap()
    assert home.page.evaluate("Object.keys(localStorage).some(key => key.includes('-999999999-'))")


def test_a_gesture_in_a_tab_that_is_still_another_accounts_changes_no_counter_of_this_one(newcomer):
    owner, home = newcomer(), newcomer()
    owner.create("Coffee")
    home.create("Robins")
    link = recovery_link(owner)
    home.open()
    home.page.context.route("**/events", lambda route: route.abort())
    home.reload()
    home.another_tab().open_account(link)
    # It is refused, and a page says why.
    with home.page.expect_navigation():
        home.fold("Robins")
    owner.open()
    expect(owner.field("Coffee")).to_be_visible()


def test_a_goals_page_never_becomes_the_one_of_another_account(newcomer):
    owner, home = newcomer(), newcomer()
    make(owner, "Read")
    make(home, "Draw")
    link = recovery_link(owner)
    home.page.context.route("**/events", lambda route: route.abort())
    home.open("/goals/1")
    awake(home)
    home.page.wait_for_load_state("networkidle")
    own = home.page.locator("html").get_attribute("data-account")
    home.another_tab().open_account(link)
    # One comes back to it.
    home.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Read")
    expect(home.page.locator("html")).not_to_have_attribute("data-account", own)


def test_a_day_of_another_accounts_goal_is_not_opened(newcomer):
    owner, home = newcomer(), newcomer()
    make(owner, "Read")
    today = make(home, "Draw")
    link = recovery_link(owner)
    home.page.context.route("**/events", lambda route: route.abort())
    home.open("/goals/1")
    awake(home)
    home.another_tab().open_account(link)
    dot(home, today).click()
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Read")
    expect(home.page.locator("dialog[open]")).to_have_count(0)


def test_a_draft_is_offered_to_nobody_else(newcomer):
    owner, home = newcomer(), newcomer()
    links = []
    for person, title in ((owner, "Coffee"), (home, "Robins")):
        person.create(title)
        person.tap(title)
        person.wait_until_saved()
        links.append(recovery_link(person))
    home.page.goto(home.server.path("/counters/1/entries/1/note"))
    home.page.locator("#note").fill("By the gate")
    eventually(lambda: home.page.evaluate("Object.keys(localStorage).some(key => key.includes('-draft-'))"))
    home.open_account(links[0])
    home.page.goto(home.server.path("/counters/1/entries/1/note"))
    expect(home.page.locator("#note")).to_have_value("")
    home.open_account(links[1])
    home.page.goto(home.server.path("/counters/1/entries/1/note"))
    expect(home.page.locator("#note")).to_have_value("By the gate")


def test_what_waits_is_sent_before_another_account_is_opened_here(newcomer):
    owner, home = newcomer(), newcomer()
    owner.create("Coffee")
    home.create("Robins")
    link, own = recovery_link(owner), recovery_link(home)
    home.open()
    home.page.context.route(OPERATIONS, lambda route: route.abort())
    home.tap("Robins", times=3)
    home.page.goto(home.server.path("/settings"))
    home.page.context.unroute(OPERATIONS)
    home.page.goto(link)
    home.wait_until_saved()
    home.press_open_here()
    home.page.wait_for_load_state("networkidle")
    home.shows("0", "Coffee")
    home.open_account(own)
    home.shows("3", "Robins")
