"""Touch gestures: swipe and long press."""

import pytest
from playwright.sync_api import expect

from finger import Finger, swipe
from home import eventually
from pressing import RELEASED


@pytest.fixture
def finger(home):
    home.create("Robins")
    home.tap("Robins", times=3)
    home.create("Wrens")
    home.wait_until_saved()
    return Finger(home.page)


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


@pytest.mark.parametrize("collapsed", [False, True])
def test_the_name_stays_where_it_is_while_a_card_is_drawn_aside(home, finger, collapsed):
    name = home.card("Robins").locator(".card-name")
    if collapsed:
        home.title_button("Robins").click()
        expect(home.card("Robins")).to_contain_class("card--collapsed")
        expect(home.card("Robins")).not_to_contain_class("card--gliding")
    before = name.bounding_box()
    finger.down(home.title_button("Robins") if collapsed else home.field("Robins"), across=0.7)
    finger.move(x=-240)
    finger.up()
    buttons = home.card("Robins").locator(".behind")
    expect(buttons).to_have_count(3)
    # Its styles come with the first touch.
    expect(home.card("Robins").locator(".card-behind")).to_have_css("position", "absolute")
    # An answer may be drawn just now.
    eventually(lambda: name.bounding_box() == before)
    on_top = "(place, at) => { const box = place.getBoundingClientRect(); return place.contains(document.elementFromPoint(box.left + box.width * at, box.top + box.height / 2)) }"
    assert name.evaluate(on_top, 0.05)
    assert all(button.evaluate(on_top, at) for button in buttons.all() for at in (0.05, 0.5, 0.95))
    # One sees again all of the card as soon as it is closed.
    home.page.keyboard.press("Escape")
    expect(buttons).to_have_count(0)
    assert home.card("Robins").locator("[data-options]").evaluate(on_top, 0.5)


@pytest.mark.parametrize("language", ["en-GB", "fr", "ru"])
def test_a_word_behind_a_card_has_room_beside_it(visit, language):
    home = visit(locale=language)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Sec-Fetch-Site": "same-origin"})
    home.open()
    swipe(home, Finger(home.page))
    rooms = home.card("Robins").locator(".behind").evaluate_all(
        """buttons => buttons.map(button => {
            const words = document.createRange()
            words.selectNodeContents(button)
            return words.getBoundingClientRect().left - button.getBoundingClientRect().left
        })""")
    assert len(rooms) == 3 and min(rooms) > 11


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


@pytest.mark.parametrize("name", ["Robins", "Wrens"], ids=["below a button of the sheet", "beside the sheet"])
def test_a_long_press_on_the_minus_asks_to_reset_and_its_release_is_no_answer(home, finger, name):
    if name == "Wrens":
        home.tap("Wrens", times=3)
    finger.down(home.minus(name))
    expect(home.page.get_by_role("heading", name=f"Reset “{name}” to 0?")).to_be_visible()
    finger.up()
    home.shows("3", name)
    home.page.get_by_role("button", name="Reset", exact=True).click()
    home.shows("0", name)
    home.page.get_by_role("button", name="Undo").click()
    home.shows("3", name)


def test_a_quick_first_tap_is_no_long_press_however_late_its_module_comes(home):
    home.create("Robins")
    home.tap("Robins", times=2)
    home.wait_until_saved()
    home.open()
    late = []
    home.page.route("**/js/counters/card/hold.js", lambda route: late.append(route))
    finger = Finger(home.page)
    finger.down(home.minus("Robins"))
    finger.up()
    home.shows("1", "Robins")
    eventually(lambda: late)
    with home.page.expect_response("**/js/counters/card/hold.js"):
        late[0].continue_()
    # Longer than a long press takes, counted from when the module is there.
    home.page.evaluate("""async () => {
        await import(document.querySelector('script[src$="/js/counters/home.js"]').src.replace("home.js", "card/hold.js"))
        await new Promise(done => setTimeout(done, 600))
    }""")
    expect(home.page.locator("dialog[open]")).to_have_count(0)
    home.shows("1", "Robins")


def test_a_quick_press_is_no_long_one_however_late_its_release_is_heard(home, finger):
    home.tap("Wrens")
    home.minus("Robins").evaluate(RELEASED, 80)
    home.shows("2", "Robins")
    home.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(home.page.locator("dialog[open]")).to_have_count(0)


def test_a_press_that_is_just_long_enough_asks(home, finger):
    home.tap("Wrens")
    home.minus("Robins").evaluate(RELEASED, 510)
    expect(home.page.get_by_role("heading", name="Reset “Robins” to 0?")).to_be_visible()
    home.shows("3", "Robins")


def test_a_title_that_cannot_be_is_told_with_what_was_typed(home, finger):
    finger.down(home.title_button("Robins"))
    field = home.page.get_by_role("textbox", name="Rename")
    expect(field).to_be_visible()
    finger.up()
    field.fill("x" * 201)
    home.page.keyboard.press("Enter")
    expect(home.page.get_by_role("textbox", name="Name")).to_have_value("x" * 201)
    expect(home.page.get_by_text("Names can have up to 200 characters.")).to_be_visible()
