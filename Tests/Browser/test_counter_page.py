"""A counter by itself: its page, the whole screen, and the shortcuts that lead there."""

from playwright.sync_api import expect


def test_a_counter_on_the_whole_screen_is_counted_blindly(any_home):
    home = any_home
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.open(f"/counters/{counter}")
    home.page.get_by_role("link", name="Full screen").click()
    field = home.page.locator("[data-tap]")
    expect(field).to_be_visible()
    screen = home.page.viewport_size
    box = field.bounding_box()
    assert box["width"] >= 0.95 * screen["width"] and box["height"] >= 0.8 * screen["height"]
    for _ in range(3):
        home._press(field)
    number = home.page.locator("[data-count-text]")
    expect(number).to_have_text("3")
    if home.javascript:
        expect(home.page.locator("body[data-awake]")).to_be_attached()
        for key in ("ArrowUp", "+", "ArrowDown", "Space"):
            home.page.keyboard.press(key)
        expect(number).to_have_text("5")
        home.wait_until_saved()
    home.page.get_by_role("link", name="Exit full screen").click()
    expect(number).to_have_text("5" if home.javascript else "3")
    assert home.complaints == []


def test_a_step_a_colour_and_a_count_are_set_on_the_counters_page(any_home):
    home = any_home
    counter = home.create("Eggs").get_attribute("data-counter")
    home.wait_until_saved()
    home.open(f"/counters/{counter}")
    home.page.get_by_label("Each tap adds").fill("6")
    home.page.get_by_role("button", name="Save").first.click()
    home.shows("0", "Eggs")
    home.wait_until_awake()
    home.tap("Eggs", times=2)
    home.shows("12", "Eggs")
    home.wait_until_saved()
    home.open(f"/counters/{counter}")
    home.page.get_by_label("Set the count to").fill("30")
    home.page.get_by_role("button", name="Save").last.click()
    home.shows("30", "Eggs")
    home._press(home.page.get_by_role("button", name="Undo"))
    home.shows("12", "Eggs")
    home.open(f"/counters/{counter}")
    home._press(home.page.get_by_role("button", name="Colour 4"))
    expect(home.card("Eggs")).to_contain_class("color-3")


def test_a_shortcut_counts_once_for_each_opening(visit):
    home = visit()
    home.create("Robins")
    home.wait_until_saved()
    number = home.page.locator("[data-count-text]")
    home.open("/quick/last")
    expect(number).to_have_text("1")
    home.wait_until_saved()
    home.page.reload()
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    expect(number).to_have_text("1")
    home.open("/quick/last")
    expect(number).to_have_text("2")


def test_a_shortcut_counts_by_a_button_where_there_is_no_script(visit):
    home = visit(javascript=False)
    home.create("Robins")
    home.open("/quick/last")
    number = home.page.locator("[data-count-text]")
    expect(number).to_have_text("0")
    home._press(home.page.locator("[data-tap]"))
    expect(number).to_have_text("1")
