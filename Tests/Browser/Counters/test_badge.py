"""The count of the counter used last, on an installed app's icon."""

import pytest
from playwright.sync_api import expect

from home import eventually
from settings import KEYS, open_settings, switch

NUMBER = "Show count on app icon"

# An installed app, in a browser that can number its icon.
NUMBERS = "navigator.setAppBadge = number => { sessionStorage.badge = number; return Promise.resolve() }"
INSTALLED = """
const match = matchMedia.bind(window)
window.matchMedia = query => query.includes("display-mode") ? { matches: true } : match(query)
"""
NUMBERS_NOTHING = "delete navigator.setAppBadge; delete Navigator.prototype.setAppBadge"


def number(home):
    return home.page.evaluate("sessionStorage.badge ?? null")


def carries(home, count):
    eventually(lambda: number(home) == count)


@pytest.fixture
def installed(home):
    """An installed app with two counters."""
    for title in ("Robins", "Coffee"):
        home.create(title)
    home.page.add_init_script(NUMBERS + INSTALLED)
    return home.open()


def test_the_icon_carries_the_count_of_the_counter_that_was_counted_on_last(installed):
    home = installed
    home.tap("Robins", times=3)
    carries(home, "3")
    home.tap("Coffee")
    carries(home, "1")
    home.take_back("Coffee")
    carries(home, "0")
    home.tap("Robins")
    carries(home, "4")
    home.wait_until_saved()
    # On the counter's own page, and after all that changes it without a tap.
    counter = home.card("Robins").get_attribute("data-counter")
    home.open(f"/counters/{counter}/full")
    home.page.locator("[data-tap]").click()
    carries(home, "5")
    home.wait_until_saved()
    home.open()
    home.choose("Reset", "Robins")
    home.page.get_by_role("button", name="Reset", exact=True).click()
    home.shows("0", "Robins")
    carries(home, "0")
    home.page.get_by_role("button", name="Undo").click()
    home.shows("5", "Robins")
    carries(home, "5")
    home.choose("Delete", "Robins")
    expect(home.cards).to_have_count(1)
    carries(home, "0")
    assert home.complaints == []


def test_what_is_counted_elsewhere_comes_to_the_icon(installed, visit):
    home = installed
    home.tap("Robins")
    carries(home, "1")
    other = visit(storage_state=home.page.context.storage_state())
    other.tap("Robins", times=2)
    carries(home, "3")
    # Another browser's last counter is its own.
    other.tap("Coffee", times=7)
    home.shows("7", "Coffee")
    assert number(home) == "3"


def test_the_number_can_be_switched_off(installed):
    home = installed
    home.tap("Robins", times=2)
    carries(home, "2")
    switch(home, NUMBER, False)
    carries(home, "0")
    home.open()
    home.tap("Robins")
    home.wait_until_saved()
    home.shows("3", "Robins")
    assert number(home) == "0"
    switch(home, NUMBER, True)
    carries(home, "3")


def test_a_page_in_a_browser_leaves_the_icon_alone_and_fetches_nothing_for_it(home):
    asked = []
    home.page.on("request", lambda request: asked.append(request.url))
    home.page.add_init_script(NUMBERS)
    home.create("Robins")
    home.tap("Robins", times=2)
    home.wait_until_saved()
    home.page.wait_for_load_state("networkidle")
    assert number(home) is None
    assert [address for address in asked if address.endswith("/badge.js")] == []


@pytest.mark.parametrize("place", ["sheet", "page"])
def test_the_number_is_offered_where_there_can_be_one(visit, place):
    for script, is_offered in ((NUMBERS, True), (NUMBERS_NOTHING, False)):
        home = visit()
        home.page.add_init_script(script)
        if place == "sheet":
            open_settings(home)
        else:
            home.open("/settings")
            expect(home.page.get_by_role("heading", name="Settings")).to_be_visible()
        box = home.page.locator("input[name=badge]")
        expect(box).to_be_checked()
        expect(home.page.get_by_label(NUMBER, exact=True)).to_have_count(1)
        home.page.wait_for_load_state("networkidle")
        expect(box).to_be_visible(visible=is_offered)


def test_without_scripts_no_number_is_offered_and_saving_leaves_it_on(visit):
    home = visit(desktop=True, javascript=False)
    switch(home, KEYS, False)
    expect(home.page.locator("input[name=badge]")).to_be_hidden()
    home.open()
    expect(home.page.locator("html[data-keys=off]")).to_have_count(1)
    expect(home.page.locator("html[data-app-badge]")).to_have_count(0)
