"""What a script reads of a typed number is what the server reads of it."""

import pytest
from playwright.sync_api import expect

from counter_page import count_field
from offline import go_offline

READ = """async ([text, grouping]) => {
    const script = document.querySelector("script[src*='/js/goals/form.js']").src
    const { typedNumber } = await import(new URL("../shell/numbers/typed.js", script))
    return typedNumber(text, grouping) ?? null
}"""


# As in TypedNumberTests of the server.
@pytest.mark.parametrize("grouping, typed, number", [
    (",", "1,234", 1234), (",", "12,345,678", 12_345_678), (",", "1 234", 1234), (",", "-1,234", -1234), (",", "+5", 5),
    (",", "\u22125", -5), (".", "1.234", 1234), (" ", "1\u202f234", 1234), (",", "１，２３４", 1234), (",", "３０", 30), (",", "٣٢١", 321),
    (",", " 7\u3000", 7), (",", "𝟏𝟐", 12), (",", "1,23", None), (",", "1.5", None), (",", "1.234", None), (",", ",123", None),
    (",", "1,,234", None), (",", "1,234,", None), (",", "1,234 567", None), (",", "1 2", None), (",", "1e3", None), (",", "", None),
    (",", "-", None), (",", "--5", None), (",", "二十", None), (".", "1,234", None), (",", "NaN", None),
])
def test_a_number_is_read_as_the_server_does(goal_form, grouping, typed, number):
    assert goal_form.page.evaluate(READ, [typed, grouping]) == number


@pytest.fixture(scope="module")
def goal_form(browser, server):
    from home import Home

    context = browser.new_context(locale="en-GB", service_workers="block")
    server.has_seen_the_tutorial(context)
    yield Home(context.new_page(), server).open("/goals/new")
    context.close()


def test_a_target_that_is_no_number_is_refused_in_the_servers_words_and_nothing_else_is_saved(home):
    home.create("Pages")
    home.open("/goals/new")
    home.page.wait_for_load_state("networkidle")
    home.page.get_by_label("Name").fill("Read")
    home.page.locator(".goal-follow > summary").click()
    home.page.get_by_label("Counter").select_option("Pages")
    target = home.page.locator("#target")
    target.fill("1.5")
    # Nobody of ours answers.
    home.page.route("**/goals", lambda route: route.fulfill(status=502, body="") if route.request.method == "POST" else route.fallback())
    home.page.get_by_role("button", name="Create").click()
    expect(target).to_have_attribute("aria-invalid", "true")
    expect(home.page.locator("#target-problem")).to_contain_text("1")
    assert home.operations_kept() == 0
    target.fill("３０")
    home.page.get_by_role("button", name="Create").click()
    expect(home.page).to_have_url(home.server.path("/goals"))
    home.wait_until_saved()
    home.page.unroute_all()
    home.open("/goals")
    home.page.get_by_role("link", name="Read").first.click()
    home.page.goto(home.page.url.split("#")[0] + "/edit")
    expect(target).to_have_value("30")


def test_the_undo_of_a_typed_number_that_waits_is_drawn_to_the_digit(home):
    counter = home.create("Grains").get_attribute("data-counter")
    # JavaScript's numbers are exact up to 2⁵³.
    home.server.set_count(counter, 2**53 + 101)
    home.open(f"/counters/{counter}")
    home.page.wait_for_load_state("networkidle")
    number = home.page.locator("form[data-counter] [data-count-text]")
    go_offline(home)
    count_field(home.page).fill("40")
    home.page.keyboard.press("Enter")
    expect(number).to_have_text("40")
    # The notice goes with the next action, and the page's own button undoes both.
    home.page.locator("[data-tap]").click()
    expect(number).to_have_text("41")
    for shown in ("40", "9,007,199,254,741,093"):
        home.page.locator("[data-undo-at]:not([data-counters])").click()
        expect(number).to_have_text(shown)
    go_offline(home, False)
    home.wait_until_saved()
    home.page.reload()
    expect(number).to_have_text("9,007,199,254,741,093")
