"""Fingers and keys: swipe, long press, drag, and the keyboard of a desk."""

import pytest
from playwright.sync_api import expect

from home import eventually


class Finger:
    """Touches the glass as a finger does, through the browser's own input."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def down(self, target, across=0.5):
        box = target.bounding_box()
        self.at = (box["x"] + box["width"] * across, box["y"] + box["height"] / 2)
        self._send("touchStart", self.at)

    def move(self, x=0, y=0, steps=8):
        for _ in range(steps):
            self.at = (self.at[0] + x / steps, self.at[1] + y / steps)
            self._send("touchMove", self.at)

    def up(self):
        self._send("touchEnd")


@pytest.fixture
def finger(home):
    home.create("Robins")
    home.tap("Robins", times=3)
    home.create("Wrens")
    home.wait_until_saved()
    return Finger(home.page)


def swipe(home, finger, title="Robins"):
    finger.down(home.field(title), across=0.7)
    finger.move(x=-240)
    finger.up()
    expect(home.card(title).locator(".card-behind")).to_be_visible()


def test_a_swipe_shows_what_lies_behind_and_counts_nothing(home, finger):
    swipe(home, finger)
    home.shows("3", "Robins")
    home.card("Robins").get_by_role("button", name="Colour").click()
    expect(home.card("Robins")).to_contain_class("color-1")
    home.card("Robins").locator(".behind--minus").click()
    home.shows("2", "Robins")
    home.wait_until_saved()
    home.open()
    home.shows("2", "Robins")
    expect(home.card("Robins")).to_contain_class("color-1")


def test_delete_behind_a_card_can_be_undone(home, finger):
    swipe(home, finger)
    home.card("Robins").get_by_role("button", name="Delete").click()
    expect(home.cards).to_have_count(1)
    home.page.get_by_role("button", name="Undo").click()
    home.shows("3", "Robins")


def test_a_swipe_too_short_falls_back_and_one_elsewhere_closes(home, finger):
    finger.down(home.field("Robins"), across=0.7)
    finger.move(x=-30)
    finger.up()
    expect(home.card("Robins").locator(".card-behind")).to_have_count(0)
    swipe(home, finger)
    swipe(home, finger, "Wrens")
    expect(home.card("Robins").locator(".card-behind")).to_have_count(0)
    home.shows("3", "Robins")


def test_a_page_is_scrolled_over_cards_without_counting(home, finger):
    for number in range(5):
        home.create(f"More {number}")
    home.page.evaluate("scrollTo(0, 0)")
    finger.down(home.field("Robins"))
    finger.move(y=-300)
    finger.up()
    eventually(lambda: home.page.evaluate("scrollY") > 100)
    home.shows("3", "Robins")


def test_a_long_press_on_the_title_renames_in_place(home, finger):
    finger.down(home.title_button("Robins"))
    field = home.page.get_by_role("textbox", name="Rename")
    expect(field).to_be_visible()
    finger.up()
    expect(field).to_be_focused()
    field.fill("Thrushes")
    home.page.keyboard.press("Enter")
    expect(home.title_button("Thrushes")).to_be_visible()
    expect(home.card("Thrushes")).not_to_contain_class("card--collapsed")
    home.open()
    home.shows("3", "Thrushes")


def test_escape_leaves_the_title_as_it_was(home, finger):
    finger.down(home.title_button("Robins"))
    field = home.page.get_by_role("textbox", name="Rename")
    expect(field).to_be_visible()
    finger.up()
    field.fill("Thrushes")
    home.page.keyboard.press("Escape")
    expect(home.title_button("Robins")).to_be_visible()
    home.open()
    home.shows("3", "Robins")


def test_a_long_press_on_the_minus_asks_to_reset(home, finger):
    finger.down(home.minus("Robins"))
    expect(home.page.get_by_role("heading", name="Set “Robins” back to 0?")).to_be_visible()
    finger.up()
    home.shows("3", "Robins")
    home.page.get_by_role("button", name="Reset", exact=True).click()
    home.shows("0", "Robins")
    home.page.get_by_role("button", name="Undo").click()
    home.shows("3", "Robins")


def test_the_keyboard_of_a_desk_does_it_all(visit):
    home = visit(desktop=True)
    for title in ("Robins", "Wrens", "Coffee"):
        home.create(title)
    home.page.keyboard.press("Escape")
    home.open()
    keys = home.page.keyboard
    keys.press("j")
    for key in ("+", "+", "=", "-"):
        keys.press(key)
    home.shows("2", "Robins")
    keys.press("j")
    keys.press("+")
    home.shows("1", "Wrens")
    keys.press("k")
    keys.press("ArrowUp")
    keys.press("+")
    home.shows("3", "Robins")
    # The last step first, whichever counter it was on.
    keys.press("u")
    home.shows("2", "Robins")
    keys.press("u")
    home.shows("0", "Wrens")
    home.wait_until_saved()
    home.open()
    home.shows("2", "Robins")
    home.shows("0", "Wrens")
    home.page.keyboard.press("n")
    expect(home.page.get_by_role("textbox", name="Title")).to_be_focused()
    # What is typed into a field is no command.
    home.page.keyboard.type("ju?e")
    home.page.keyboard.press("Enter")
    expect(home.card("ju?e")).to_be_visible()
    home.wait_until_awake()
    home.page.keyboard.press("?")
    expect(home.page.get_by_role("heading", name="Keys")).to_be_visible()
    assert home.complaints == []


@pytest.mark.parametrize("shape", ["phone", "desktop"])
def test_a_drag_changes_the_order(visit, shape):
    home = visit(desktop=shape == "desktop")
    for title in ("One", "Two", "Three"):
        home.create(title)
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    grip = home.page.locator("[data-place]", has_text="Three").locator("[data-grip]")
    with home.page.expect_response(lambda answer: "/place" in answer.url):
        if shape == "phone":
            finger = Finger(home.page)
            finger.down(grip)
            finger.move(y=-150, steps=15)
            finger.up()
        else:
            grip.hover()
            home.page.mouse.down()
            box = grip.bounding_box()
            home.page.mouse.move(box["x"] + 10, box["y"] - 130, steps=15)
            home.page.mouse.up()
    assert names(home) == ["Three", "One", "Two"]
    home.open()
    assert [home.cards.nth(place).locator("[data-name]").inner_text() for place in range(3)] == ["Three", "One", "Two"]


def names(home):
    return home.page.locator(".place-name").all_inner_texts()


def test_buttons_change_the_order(any_home):
    home = any_home
    for title in ("One", "Two", "Three"):
        home.create(title)
    home.open("/counters/arrange")
    expect(home.page.get_by_role("button", name="Move “One” up")).to_be_disabled()
    for order in (["One", "Three", "Two"], ["Three", "One", "Two"]):
        home._press(home.page.get_by_role("button", name="Move “Three” up"))
        eventually(lambda: names(home) == order)
    home._press(home.page.get_by_role("button", name="Move “Three” down"))
    eventually(lambda: names(home) == ["One", "Three", "Two"])
    home.page.wait_for_load_state("networkidle")
    home.open("/counters/arrange")
    assert names(home) == ["One", "Three", "Two"]


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
    home.page.get_by_role("link", name="Leave the full screen").click()
    expect(number).to_have_text("5" if home.javascript else "3")
    assert home.complaints == []


def test_a_step_a_colour_and_a_count_are_set_on_the_counters_page(any_home):
    home = any_home
    counter = home.create("Eggs").get_attribute("data-counter")
    home.wait_until_saved()
    home.open(f"/counters/{counter}")
    home.page.get_by_label("A tap counts").fill("6")
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


def test_all_counters_collapse_and_expand(any_home):
    home = any_home
    for title in ("One", "Two"):
        home.create(title)
    for name, state in (("Collapse all", "false"), ("Expand all", "true")):
        home.open("/counters/arrange")
        home._press(home.page.get_by_role("button", name=name))
        for title in ("One", "Two"):
            expect(home.title_button(title)).to_have_attribute("aria-expanded", state)


def test_a_quick_first_tap_is_no_long_press_however_late_its_module_comes(home):
    home.create("Robins")
    home.tap("Robins", times=2)
    home.wait_until_saved()
    home.open()
    late = []
    home.page.route("**/js/hold.js", lambda route: late.append(route))
    finger = Finger(home.page)
    finger.down(home.minus("Robins"))
    finger.up()
    home.shows("1", "Robins")
    eventually(lambda: late)
    with home.page.expect_response("**/js/hold.js"):
        late[0].continue_()
    # Longer than a long press takes, counted from when the module is there.
    home.page.evaluate("""async () => {
        await import(document.querySelector('script[src$="/js/home.js"]').src.replace("home.js", "hold.js"))
        await new Promise(done => setTimeout(done, 600))
    }""")
    expect(home.page.locator("dialog[open]")).to_have_count(0)
    home.shows("1", "Robins")


def test_a_title_that_cannot_be_is_told_with_what_was_typed(home, finger):
    finger.down(home.title_button("Robins"))
    field = home.page.get_by_role("textbox", name="Rename")
    expect(field).to_be_visible()
    finger.up()
    field.fill("x" * 201)
    home.page.keyboard.press("Enter")
    expect(home.page.get_by_role("textbox", name="Title")).to_have_value("x" * 201)
    expect(home.page.get_by_text("A title has at most 200 characters.")).to_be_visible()


def test_what_is_taken_back_by_a_key_waits_for_what_it_takes_back(visit):
    home = visit(desktop=True)
    home.create("Robins")
    home.open()
    home.page.route("**/marks", lambda route: route.abort())
    home.tap("Robins")
    home.page.keyboard.press("u")
    home.shows("0", "Robins")
    home.page.unroute("**/marks")
    home.wait_until_saved()
    home.open()
    home.shows("0", "Robins")
    # Both are in the history: nothing was refused.
    home.open(f"/counters/{home.card('Robins').get_attribute('data-counter')}/history")
    expect(home.page.locator(".entry")).to_have_count(2)
