"""A number on a counter's page: what was not changed in its field is not saved, and what was saved follows what is counted."""

from playwright.sync_api import expect

from counter_page import alone, count_field, own_page, press
from home import eventually


def test_a_number_that_is_saved_as_it_was_shown_undoes_nothing_that_was_counted_elsewhere(any_home):
    home, page = any_home, any_home.page
    counter = own_page(home).split("/")[-1]
    count_field(page).fill("120")
    press(home, page.get_by_role("button", name="Save").last)
    home.wait_until_saved()
    number = alone(page, "[data-count-text]")
    expect(number).to_have_text("120")
    expect(page.locator("#count")).to_have_value("120")
    page.wait_for_load_state("networkidle")
    # Not heard of here.
    page.route("**/counters/*", lambda route: route.abort() if route.request.resource_type == "fetch" else route.fallback())
    home.server.set_count(counter, 130)
    press(home, page.get_by_role("button", name="Save").last)
    page.unroute_all()
    home.reload()
    expect(number).to_have_text("130")
    assert home.server.count_of(counter) == 130


def test_a_number_that_was_typed_follows_what_is_counted_once_it_is_saved(home):
    counter = own_page(home).split("/")[-1]
    field = count_field(home.page)
    field.fill("40")
    home.page.keyboard.press("Enter")
    home.wait_until_saved()
    home.page.locator("[data-tap]").click()
    expect(field).to_have_value("41")
    # One's own taps may be what is to be undone by it.
    held = []
    home.page.route("**/operations", lambda route: route.continue_() if held else held.append(route))
    home.page.locator("[data-tap]").click()
    eventually(lambda: home.page.wait_for_timeout(1) or held)
    expect(field).to_have_value("42")
    field.fill("41")
    field.press("Enter")
    expect(alone(home.page, "[data-count-text]")).to_have_text("41")
    held[0].continue_()
    home.wait_until_saved()
    eventually(lambda: home.server.count_of(counter) == 41)
    assert alone(home.page).get_attribute("data-count") == "41"


def test_a_grouped_number_waits_for_the_network_and_what_is_none_is_said_at_its_field(home):
    counter = own_page(home).split("/")[-1]
    for address in ("**/count", "**/operations"):
        home.page.route(address, lambda route: route.abort())
    field, said = count_field(home.page), home.page.locator("#count-problem")
    for typed, problem in (("-5", "whole number"), ("3.5", "whole number"), ("9" * 20, "The largest number is 9,223,372,036,854,775,807.")):
        field.fill(typed)
        field.press("Enter")
        expect(said).to_contain_text(problem)
        expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("1,000")
    field.press("Enter")
    expect(said).to_have_count(0)
    expect(alone(home.page, "[data-count-text]")).to_have_text("1,000")
    expect(home.saving).to_contain_text("1 waiting")
    home.page.unroute_all()
    home.wait_until_saved()
    assert home.server.count_of(counter) == 1000
