"""Whether everything is saved is said on every page, in words and a sign, and calmly."""

import re

import pytest
from playwright.sync_api import expect

from goals import make
from home import eventually

OPERATIONS = re.compile("/operations$")


def line(home):
    return home.page.locator(".sync-rest")


@pytest.mark.parametrize("path", ["/", "/goals", "/settings", "/feedback", "/statistics", "/counters/arrange"])
def test_a_page_says_at_its_end_that_all_is_up_to_date(home, path):
    home.create("Robins")
    home.tap()
    home.wait_until_saved()
    if path == "/goals":
        make(home)
    home.page.goto(home.server.path(path))
    expect(line(home)).to_have_text("Up to date")
    assert line(home).locator("a").evaluate("link => getComputedStyle(link, '::before').content").startswith('"✓"')
    expect(home.saving).to_be_empty()
    line(home).get_by_role("link").click()
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")


@pytest.mark.parametrize("path", ["/no/such/page", "/community", "/trash", "/offline"])
def test_where_there_is_nothing_to_save_only_what_waits_is_said(home, path):
    home.create("Robins")
    home.wait_until_saved()
    home.page.goto(home.server.path(path))
    expect(line(home)).to_have_text("Up to date")
    expect(line(home)).to_be_hidden()
    line(home).evaluate("line => { line.dataset.state = 'offline' }")
    expect(line(home)).to_be_visible()


def test_a_slow_server_is_told_of_and_then_that_all_is_up_to_date(home):
    home.create("Robins")
    held, is_slow = [], [True]
    home.page.context.route(OPERATIONS, lambda route: held.append(route) if is_slow else route.continue_())
    home.tap(times=3)
    expect(home.saving).to_have_text("Syncing… 3 waiting.")
    expect(home.saving).to_have_attribute("role", "status")
    expect(line(home)).to_have_text("Syncing… 3 waiting.")
    is_slow.clear()
    for route in held:
        route.continue_()
    expect(home.saving).to_have_text("Up to date")
    expect(line(home)).to_have_text("Up to date")
    home.says_all_is_saved()


def test_what_was_said_before_the_line_was_there_is_said_by_it_too(home):
    home.create("Robins")
    held, late, is_late = [], [], [True]
    # Never answered, so nothing more is said either.
    home.page.context.route(OPERATIONS, lambda route: held.append(route))
    home.page.context.route(re.compile("waiting/rest.js$"), lambda route: late.append(route) if is_late else route.continue_())
    home.tap(times=2)
    home.open("/settings")
    expect(home.saving).to_have_text("Syncing… 2 waiting.")
    is_late.clear()
    for route in late:
        route.continue_()
    expect(line(home)).to_have_text("Syncing… 2 waiting.")
    expect(line(home)).to_be_hidden()


def test_what_is_saved_at_once_is_not_talked_about(home):
    home.create("Robins")
    expect(home.page.locator("body[data-live]")).to_be_attached()
    home.page.evaluate("""() => {
        window.said = []
        const line = document.querySelector("[data-sync]")
        new MutationObserver(() => said.push(line.textContent)).observe(line, { childList: true, subtree: true, characterData: true })
    }""")
    for _ in range(5):
        home.tap()
        home.wait_until_saved()
    home.shows("5")
    assert home.page.evaluate("said") == []


def test_where_the_server_cannot_be_reached_no_line_says_that_all_is_up_to_date(home):
    for title in ("Robins", "Wrens"):
        home.create(title)
    expect(line(home)).to_have_text("Up to date")
    home.choose("Delete", "Robins")
    home.page.context.route(re.compile("/undo$"), lambda route: route.abort())
    home.page.locator(".notice").get_by_role("button", name="Undo").click()
    unreachable = "Can’t reach the server. Try again."
    expect(home.saving).to_have_text(unreachable)
    expect(line(home)).to_have_text(unreachable)
    # It is seen once.
    expect(line(home)).to_be_hidden()


def test_without_a_network_the_page_says_so_at_its_end_and_where_a_thumb_is(home):
    home.create("Robins")
    expect(line(home)).to_have_text("Up to date")
    home.page.context.set_offline(True)
    expect(line(home)).to_have_text("Offline. Saved here, sent later.")
    home.tap()
    expect(line(home)).to_have_text("Offline. Saved here, sent later. 1 waiting.")
    expect(home.saving).to_have_attribute("data-state", "offline")
    expect(home.saving).to_have_text("Offline. Saved here, sent later. 1 waiting.")
    # Seen once: both may be on the screen.
    expect(line(home)).to_be_hidden()
    home.page.context.set_offline(False)
    expect(line(home)).to_be_visible()
    expect(line(home)).to_have_text("Up to date")
    eventually(lambda: home.operations_kept() == 0)
    home.says_all_is_saved()


def test_the_number_that_waits_is_right_while_somebody_goes_on_counting(home):
    home.create("Robins")
    home.wait_until_saved()
    home.page.clock.install()
    home.page.context.set_offline(True)
    home.tap()
    expect(home.saving).to_contain_text("1 waiting.")
    home.page.clock.pause_at(home.page.evaluate("Date.now()") / 1_000 + 5)
    for number in (2, 3, 4):
        home.tap()
        home.page.clock.run_for(400)
        expect(home.saving).to_contain_text(f"{number} waiting.", timeout=1_000)
        # It is read aloud once it rests.
        expect(home.saving).to_have_attribute("aria-busy", "true")
    home.page.clock.run_for(1_500)
    expect(home.saving).not_to_have_attribute("aria-busy", "true")
    expect(home.saving).to_contain_text("4 waiting.")


def test_who_tries_again_is_told_that_the_server_does_not_answer(home):
    home.create("Robins")
    home.wait_until_saved()
    home.page.context.route("**/operations", lambda route: route.abort())
    home.tap()
    expect(home.saving).to_contain_text("1 waiting")
    home.open("/waiting")
    expect(home.page.locator("[data-rows] > li")).to_have_count(1)
    for _ in range(2):
        home.page.get_by_role("button", name="Try now").click()
        expect(home.page.locator("[data-told]")).to_have_text("Still no connection. Nothing was sent.")


def test_who_tries_again_is_not_told_that_nothing_was_sent_while_it_is_on_its_way(home):
    home.create("Robins")
    home.wait_until_saved()
    home.page.context.route(OPERATIONS, lambda route: route.abort())
    home.tap()
    expect(home.saving).to_contain_text("1 waiting")
    home.page.clock.install()
    home.open("/waiting")
    told = home.page.locator("[data-told]")
    expect(home.saving).to_contain_text("1 waiting")
    held = []
    home.page.context.unroute(OPERATIONS)
    home.page.context.route(OPERATIONS, lambda route: held.append(route))
    home.page.get_by_role("button", name="Try now").click()
    eventually(lambda: home.page.evaluate("1") and held)
    # Longer than people wait without a word.
    home.page.clock.run_for(1_500)
    expect(told).to_be_empty()
    held[0].abort()
    expect(told).to_have_text("Still no connection. Nothing was sent.")


def test_a_number_that_falls_is_said_now_and_then_though_it_is_told_again(home):
    home.create("Robins")
    home.wait_until_saved()
    # What begins says on its own how things stand.
    expect(home.page.locator("body[data-live]")).to_be_attached()
    home.page.clock.install()
    home.page.clock.pause_at(home.page.evaluate("Date.now()") / 1_000 + 5)
    # As where lists take longer than people wait without a word.
    home.page.evaluate("""async () => {
        const assets = document.querySelector("script[src*='/assets/']").src.replace(/js\\/.*/, "js/")
        const { tell } = await import(`${assets}sync/status.js`)
        tell("syncing", 1_400)
        tell("syncing", 900)
        tell("syncing", 900)
    }""")
    expect(home.saving).to_contain_text("1,400 waiting.")
    home.page.clock.run_for(2_500)
    expect(home.saving).to_contain_text("900 waiting.")
