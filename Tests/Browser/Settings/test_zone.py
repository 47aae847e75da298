"""The time zone: the device's if a script sends it, otherwise the one chosen in settings."""

from datetime import datetime, timezone

import pytest
from playwright.sync_api import expect

from home import eventually

# A zone whose day is now the same as UTC's, so that what is drawn for either shows today.
DEVICE = "Asia/Tokyo" if datetime.now(timezone.utc).hour < 12 else "America/Denver"
# What its readers call it.
NAME = {"Asia/Tokyo": "Japan Standard Time", "America/Denver": "Mountain Time"}[DEVICE]


def test_without_javascript_the_zone_is_the_one_that_was_chosen(visit):
    home = visit(javascript=False, timezone_id=DEVICE)
    page = home.page
    home.open("/settings")
    expect(page.get_by_text("UTC (default until you choose one)")).to_be_visible()
    for zone, sentence in (("America/New_York", "America/New York (your choice)"),
                           ("", "UTC (default until you choose one)")):
        page.get_by_role("link", name="Time zone").click()
        page.get_by_label("If the device doesn’t say").select_option(zone)
        with page.expect_navigation():
            page.get_by_role("button", name="Save").click()
        assert page.url.endswith("/settings#zone")
        expect(page.get_by_text(sentence)).to_be_visible()
        home.open("/statistics")
        expect(page.get_by_text(f"Time zone: {zone.replace('_', ' ') or 'UTC'}")).to_be_visible()
        home.open("/settings")
    assert home.complaints == []


def test_with_javascript_it_is_the_device_that_says(visit):
    home = visit(timezone_id=DEVICE)
    home.page.get_by_role("link", name="Settings").click()
    # In the sheet over the counters, at its first opening.
    expect(home.page.get_by_text(f"{NAME} (from this device)")).to_be_visible()
    for path in ("/settings", "/settings/zone"):
        home.open(path)
        expect(home.page.get_by_text(f"{NAME} (from this device)")).to_be_visible()
    assert home.complaints == []


def zone_told(home):
    return next((cookie["value"] for cookie in home.page.context.cookies() if cookie["name"] == "fivebar-zone"), None)


def drawn_for(home):
    return home.page.locator("[data-zone]:not(dialog *)").get_attribute("data-zone")


@pytest.mark.parametrize("path", ["/", "/counters/new", "/goals", "/goals/new", "/statistics", "/search", "/feedback", "/trash", "/transfer", "/keyboard", "/community", "/tutorial", "/no/such/page", "/watch", "/watch/counters/new", "/watch/counters/7/reset"])
def test_whatever_page_a_device_opens_first_learns_its_zone(visit, path):
    home = visit(timezone_id=DEVICE, path=path)
    eventually(lambda: zone_told(home) == DEVICE)


@pytest.fixture
def furnished(visit):
    """Somebody with a counter and a goal, whose device has not said its zone."""
    home = visit(timezone_id=DEVICE)
    home.create("Robins")
    home.tap(times=3)
    home.wait_until_saved()
    home.open("/goals/new")
    home.page.get_by_label("Name").fill("Walk")
    with home.page.expect_navigation():
        home.page.get_by_role("button", name="Create").click()
    return home


PLACE_OF_FOCUS = "document.activeElement.getBoundingClientRect().top"
PLACES = {
    "settings": "/settings", "zone": "/settings/zone", "statistics": "/statistics", "history": "/counters/{counter}/history",
    "goals": "/goals", "goal": "/goals/{goal}", "day": "/goals/{goal}/{day}", "edit": "/goals/{goal}/edit", "new": "/goals/new",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_page_that_was_drawn_for_another_zone_is_drawn_anew_where_it_stands(furnished, place):
    home, page = furnished, furnished.page
    home.open("/goals")
    goal = page.locator(".goal-link").first.get_attribute("href").split("#")[0].split("/")[-1]
    home.open(f"/goals/{goal}")
    day = page.locator("[data-dots] a").nth(1).get_attribute("href")[-10:]
    home.open()
    path = PLACES[place].format(counter=home.card().get_attribute("data-counter"), goal=goal, day=day)
    page.context.clear_cookies(name="fivebar-zone")
    # So that there is somewhere to scroll to.
    page.add_init_script("""
        addEventListener("DOMContentLoaded", () => {
            const sheet = new CSSStyleSheet()
            sheet.replaceSync("main { padding-block-end: 200vh !important }")
            document.adoptedStyleSheets.push(sheet)
            window.isSame = true
        })""")
    held = []
    page.route(lambda address: address == home.server.path(path), lambda route: route.continue_() if route.request.is_navigation_request() else held.append(route))
    home.open(path)
    eventually(lambda: page.evaluate("1") and held)
    assert drawn_for(home) == "UTC"
    field = page.locator("main input[type=text], main input:not([type]), main textarea").first
    focused = field if field.count() else page.locator("main a, main button, main select").first
    focused.focus()
    if field.count():
        page.keyboard.type("mine")
    page.evaluate("scrollTo(0, 300)")
    page.evaluate("document.activeElement.isMine = true")
    stands = page.evaluate(PLACE_OF_FOCUS)
    held[0].continue_()
    expect(page.locator("[data-zone]:not(dialog *)")).to_have_attribute("data-zone", DEVICE)
    assert page.evaluate("[window.isSame, document.activeElement.isMine]") == [True, True]
    # A longer sentence above it does not push it away.
    eventually(lambda: abs(page.evaluate(PLACE_OF_FOCUS) - stands) < 2)
    if field.count():
        assert "mine" in field.input_value()
    assert len(held) == 1
    assert home.complaints == []


def test_a_page_is_drawn_anew_below_an_open_day_with_a_note_half_typed(furnished):
    home, page = furnished, furnished.page
    home.open("/goals")
    path = page.locator(".goal-link").first.get_attribute("href").split("#")[0]
    page.context.clear_cookies(name="fivebar-zone")
    held = []
    page.route(lambda address: address == home.server.path(path), lambda route: route.continue_() if route.request.is_navigation_request() else held.append(route))
    home.open(path)
    eventually(lambda: page.evaluate("1") and held)
    expect(page.locator("body[data-awake]")).to_be_attached()
    page.locator("[aria-current]").click()
    note = page.locator("dialog [data-note]")
    note.fill("Half a sen")
    held[0].continue_()
    expect(page.locator("[data-zone]:not(dialog *)")).to_have_attribute("data-zone", DEVICE)
    expect(note).to_have_value("Half a sen")
    expect(note).to_be_focused()
    # One dot alone is where Tab comes to.
    assert page.locator("[data-dots] [tabindex='0']").count() == 1
    assert page.locator("[data-dots] a:not([tabindex])").count() == 0


def test_a_page_with_a_mark_under_way_is_drawn_anew_once_it_is_answered(furnished):
    home, page = furnished, furnished.page
    home.open("/goals")
    path = page.locator(".goal-link").first.get_attribute("href").split("#")[0]
    page.context.clear_cookies(name="fivebar-zone")
    held, marks = [], []
    page.route(lambda address: address == home.server.path(path), lambda route: route.continue_() if route.request.is_navigation_request() else held.append(route))
    page.route("**/operations", lambda route: marks.append(route))
    home.open(path)
    eventually(lambda: page.evaluate("1") and held)
    expect(page.locator("body[data-awake]")).to_be_attached()
    dot = page.locator("[aria-current]")
    dot.press(" ")
    eventually(lambda: page.evaluate("1") and marks)
    held[0].continue_()
    # It is asked for again and again, and shows the mark all the while.
    eventually(lambda: page.evaluate("1") and len(held) > 1)
    assert drawn_for(home) == "UTC" and "done" in dot.get_attribute("class")
    page.unroute("**/operations")
    marks[0].continue_()
    home.wait_until_saved()
    held[1].continue_()
    expect(page.locator("[data-zone]:not(dialog *)")).to_have_attribute("data-zone", DEVICE)
    expect(page.locator("[data-dots] .done")).to_have_count(1)


def test_a_form_that_was_refused_is_not_replaced_by_the_page_of_its_address(furnished):
    home, page = furnished, furnished.page
    home.open("/goals/new")
    page.get_by_label("Name").fill("x" * 300)
    page.context.clear_cookies(name="fivebar-zone")
    with page.expect_response(lambda answer: answer.request.resource_type == "fetch" and answer.url.endswith("/goals")):
        page.get_by_role("button", name="Create").click()
    eventually(lambda: zone_told(home) == DEVICE)
    expect(page.get_by_label("Name")).to_have_value("x" * 300)


def test_who_travels_takes_an_open_page_along(visit):
    home = visit(timezone_id=DEVICE, path="/statistics")
    expect(home.page.locator("[data-zone]")).to_have_attribute("data-zone", DEVICE)
    home.page.evaluate("""() => {
        const of = Intl.DateTimeFormat.prototype.resolvedOptions
        Intl.DateTimeFormat.prototype.resolvedOptions = function () { return { ...of.call(this), timeZone: "Europe/Paris" } }
        document.dispatchEvent(new Event("visibilitychange"))
    }""")
    expect(home.page.locator("[data-zone]")).to_have_attribute("data-zone", "Europe/Paris")


@pytest.mark.parametrize("path", ["/statistics", "/settings/zone", "/settings"])
def test_a_zone_is_called_by_its_name_in_the_readers_language(visit, path):
    home = visit(locale="ru", timezone_id="America/New_York")
    eventually(lambda: zone_told(home) == "America/New_York")
    home.open(path)
    line = home.page.locator("[data-zone]").first
    expect(line).to_contain_text("Восточная Америка")
    expect(line).not_to_contain_text("America/New")


def test_without_a_script_a_zone_has_spaces_and_its_region_a_name(visit):
    home = visit(locale="ru", timezone_id="America/New_York", javascript=False)
    home.page.context.add_cookies([{"name": "fivebar-zone", "value": "America/New_York", "url": home.server.address}])
    home.open("/statistics")
    expect(home.page.locator("[data-zone]")).to_contain_text("America/New York")
    home.open("/settings/zone")
    expect(home.page.locator("optgroup[label='Америка'] > option", has_text="New York")).to_have_count(1)
