"""A counter on the whole screen."""

import pytest
from playwright.sync_api import expect

from counter_page import alone, own_page


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
    number = alone(home.page, "[data-count-text]")
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


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (320, 480)])
def test_on_the_whole_screen_a_long_name_ends_with_a_whole_line(home, width, height):
    path = own_page(home, "Robins seen from the kitchen window every morning " * 4)
    home.page.set_viewport_size({"width": width, "height": height})
    home.open(path + "/full")
    lines = home.page.locator(".full-head h1").evaluate("name => name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)")
    assert lines >= 1 and abs(lines - round(lines)) < 0.05
    assert home.page.locator(".full-field").bounding_box()["height"] >= 0.7 * height


def test_on_the_whole_screen_nothing_is_focused_that_is_not_seen(home):
    path = own_page(home)
    home.open(path + "/full")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    seen = set()
    for _ in range(8):
        home.page.keyboard.press("Tab")
        seen.add(home.page.evaluate("document.activeElement === document.body ? '' : document.activeElement.id || document.activeElement.className"))
    assert all(name.startswith(("tap-", "minus-", "icon-button full-close")) or not name for name in seen), seen


@pytest.mark.parametrize(("locale", "letters"), [("en-GB", 100), ("ru-RU", 100), ("ru-RU", 200), ("ja-JP", 200)])
def test_on_the_whole_screen_one_sees_that_something_waits(visit, locale, letters):
    home = visit(locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Origin": home.server.address})
    home.open()
    path = f"/counters/{home.card().get_attribute('data-counter')}"
    home.open(path + "/full")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    home.page.evaluate("letters => { document.documentElement.style.fontSize = `${letters}%` }", letters)
    home.page.context.set_offline(True)
    home.page.locator("[data-tap]").click(position={"x": 40, "y": 40})
    expect(home.saving).not_to_be_empty()
    box = home.saving.bounding_box()
    layers = home.page.evaluate("[document.querySelector('[data-sync]'), document.querySelector('.full')].map(one => Number(getComputedStyle(one).zIndex))")
    assert layers[0] > layers[1]
    # It covers neither the number nor a button.
    for other in ("[data-count-text]", "[data-minus]", "[data-undo-at]"):
        around = home.page.locator(other).bounding_box()
        assert around["y"] + around["height"] <= box["y"], other
    # It stands at the start of the foot, and away from the drawing.
    assert box["x"] <= 0.24 * letters and box["y"] > 0.9 * home.page.viewport_size["height"]
    home.page.context.set_offline(False)
    if locale == "en-GB":
        home.says_all_is_saved()


@pytest.mark.parametrize("way", ["close", "Escape"])
@pytest.mark.parametrize("comes_from", ["counter", "elsewhere"])
def test_back_does_not_open_the_full_screen_again(visit, way, comes_from):
    home = visit()
    counter = home.create("Robins").get_attribute("data-counter")
    address = home.server.path(f"/counters/{counter}")
    if comes_from == "counter":
        home.open(f"/counters/{counter}")
        home.page.locator(".way").first.click()
        expect(home.page).to_have_url(address + "/full")
    else:
        home.open(f"/counters/{counter}/full")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    if way == "close":
        home.page.locator("[data-leave]").click()
    else:
        home.page.keyboard.press("Escape")
    expect(home.page).to_have_url(address)
    home.page.go_back()
    expect(home.page).not_to_have_url(address + "/full")
    expect(home.cards).to_have_count(1)
