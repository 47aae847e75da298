"""Fingers that overlap, rest, slip and are cancelled: each tap counts once, whatever the other fingers do."""

import pytest
from playwright.sync_api import expect

from hand import counter, Hand  # noqa: F401
from home import eventually


def test_two_fingers_that_overlap_count_two(counter):
    hand = counter.hand
    hand.down(1, counter.field, across=0.3)
    hand.down(2, counter.field, across=0.6)
    hand.up(1)
    hand.up(2)
    counter.counts(2)


@pytest.fixture
def two_fingers(visit):
    """A phone with two counters, one finger on the first one, and another phone of the same person."""
    home = visit()
    home.create("Robins")
    home.number = home.create("Coffee").get_attribute("data-counter")
    expect(home.page.locator("body[data-live]")).to_be_attached()
    other = home.another_tab()
    home.hand = Hand(home.page)
    home.hand.tap(1, home.field("Robins"))
    home.wait_until_saved()
    home.page.evaluate("document.addEventListener('fivebar-refreshed', () => { window.isRefreshed = true })")
    home.hand.down(1, home.field("Robins"))
    return home, other


def test_a_card_is_not_replaced_under_a_second_finger(two_fingers):
    home, other = two_fingers
    home.hand.down(2, home.field("Coffee"))
    other.tap("Coffee")
    eventually(lambda: home.page.evaluate("window.isRefreshed"))
    home.hand.up(2)
    home.shows("2", "Coffee")
    home.hand.up(1)
    home.shows("2", "Robins")


def test_a_card_is_not_replaced_under_a_second_finger_that_was_down_before_pages_were_live(visit):
    home = visit()
    home.create("Robins")
    home.create("Coffee")
    other = home.another_tab()
    held, isReleased = [], []
    home.page.route("**/list/refresh.js*", lambda route: route.continue_() if isReleased else held.append(route))
    home.reload()
    home.page.evaluate("document.addEventListener('fivebar-refreshed', () => { window.isRefreshed = true })")
    hand = Hand(home.page)
    hand.down(1, home.field("Robins"))
    hand.down(2, home.field("Coffee"))
    eventually(lambda: home.page.evaluate("1") and held)
    isReleased.append(True)
    for request in held:
        request.continue_()
    expect(home.page.locator("body[data-live]")).to_be_attached()
    other.tap("Coffee")
    eventually(lambda: home.page.evaluate("window.isRefreshed"))
    hand.up(2)
    home.shows("2", "Coffee")
    hand.up(1)
    home.shows("1", "Robins")


#: Notes what is under the middle of the first field after each refresh, at the earliest moment at which a press could come.
UNDER_THE_FINGER = """() => {
    const box = document.querySelector("[data-tap]").getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    document.addEventListener("fivebar-refreshed", () => Promise.resolve().then(() => {
        const hit = document.elementFromPoint(x, y)
        window.under = hit.matches("[data-tap]") ? "field" : hit.outerHTML
    }))
}"""


def test_a_card_that_was_just_replaced_can_be_tapped_before_it_is_drawn(visit):
    home = visit()
    home.create("Robins")
    home.create("Coffee")
    expect(home.page.locator("body[data-live]")).to_be_attached()
    home.page.evaluate(UNDER_THE_FINGER)
    home.another_tab().tap("Robins")
    home.shows("1", "Robins")
    assert home.page.evaluate("window.under") == "field"


def test_a_card_that_is_deleted_elsewhere_does_not_leave_from_under_a_finger(two_fingers):
    home, other = two_fingers
    home.hand.down(2, home.field("Coffee"))
    other.choose("Delete", "Coffee")
    eventually(lambda: home.page.evaluate("window.isRefreshed"))
    home.hand.up(2)
    home.hand.up(1)
    expect(home.cards).to_have_count(1)
    assert home.server.count_of(home.number) == 1


def test_two_thumbs_drum(counter):
    hand = counter.hand
    hand.down(1, counter.field, across=0.3)
    for _ in range(20):
        hand.down(2, counter.field, across=0.6)
        hand.up(1)
        hand.down(1, counter.field, across=0.3)
        hand.up(2)
    hand.up(1)
    counter.counts(41)


def test_five_fingers_at_once_count_five(counter):
    for number in range(5):
        counter.hand.down(number, counter.field, across=0.2 + number * 0.12)
    for number in range(5):
        counter.hand.up(number)
    counter.counts(5)


def test_a_finger_that_rests_elsewhere_holds_up_nobody_and_counts_nothing(counter):
    hand = counter.hand
    hand.down(9, counter.home.page.locator("h1, header").first)
    for _ in range(10):
        hand.tap(1, counter.field)
    hand.up(9)
    counter.counts(10)


def test_a_finger_that_rests_on_the_field_counts_nothing_but_others_do(counter):
    hand = counter.hand
    hand.down(1, counter.field, across=0.3)
    hand.tap(2, counter.field, across=0.6)
    hand.clock += 0.7
    hand.up(1)
    counter.counts(1)


def test_one_finger_adds_while_another_takes_away(counter):
    hand = counter.hand
    hand.tap(1, counter.field)
    hand.tap(1, counter.field)
    hand.down(1, counter.field)
    hand.down(2, counter.minus, along=0.5)
    hand.up(1)
    hand.up(2)
    counter.counts(2)


def test_a_tap_may_slip_a_little_and_a_stroke_counts_nothing(counter):
    hand, near = counter.hand, 26 if counter.home.page.url.endswith("/full") else 10
    hand.down(1, counter.field)
    hand.slip(1, x=near / 2, y=near / 3)
    hand.up(1)
    counter.counts(1)
    hand.down(1, counter.field)
    for _ in range(8):
        hand.slip(1, y=-8)
    hand.up(1)
    counter.hand.tap(1, counter.field)
    counter.counts(2)


def test_a_stroke_that_comes_back_counts_nothing_but_another_finger_does(counter):
    hand = counter.hand
    hand.tap(1, counter.field)
    for button, along, count in ((counter.field, 0.4, 2), (counter.minus, 0.5, 3)):
        hand.down(1, button, along=along)
        for x in (-20, -20, -20, 20, 20, 20):
            hand.slip(1, x=x)
        hand.tap(2, counter.field, across=0.3)
        hand.up(1)
        counter.counts(count)


def test_a_mouse_that_drags_away_and_back_counts_nothing(counter):
    mouse, box = counter.home.page.mouse, counter.field.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.4
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 60, y)
    mouse.move(x, y)
    mouse.up()
    mouse.click(x, y)
    counter.counts(1)


def test_keys_and_helping_hands_click_once(counter):
    counter.field.focus()
    counter.home.page.keyboard.press("Enter")
    counter.home.page.keyboard.press("Space")
    counter.field.dispatch_event("click")
    counter.counts(3)


def test_a_mouse_counts_once_and_not_when_it_drags_away(counter):
    mouse, box = counter.home.page.mouse, counter.field.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.4
    mouse.click(x, y)
    mouse.dblclick(x, y)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 60, y)
    mouse.up()
    mouse.click(x, y, button="right")
    counter.counts(3)


def test_the_first_tap_beside_an_open_menu_only_closes_it(visit):
    home = visit()
    home.create("Robins")
    home.create("Coffee")
    home.options("Coffee").click()
    expect(home.menu).to_be_visible()
    hand = Hand(home.page)
    hand.tap(1, home.field("Robins"))
    expect(home.menu).to_be_hidden()
    home.shows("0", "Robins")
    hand.tap(1, home.field("Robins"))
    home.shows("1", "Robins")


def test_the_first_tap_with_a_card_drawn_aside_only_closes_it(visit):
    home = visit()
    home.create("Robins")
    home.create("Coffee")
    hand = Hand(home.page)
    for title in ("Robins", "Coffee"):
        hand.down(1, home.field("Robins"), across=0.7)
        for _ in range(8):
            hand.slip(1, x=-30)
        hand.up(1)
        expect(home.card("Robins").locator(".card-behind")).to_be_visible()
        hand.tap(1, home.field(title), across=0.2)
        expect(home.card("Robins").locator(".card-behind")).to_have_count(0)
        home.shows("0", title)
    hand.tap(1, home.field("Robins"))
    home.shows("1", "Robins")


def test_a_flick_of_the_finger_opens_a_card(visit):
    home = visit()
    home.create("Robins")
    hand = Hand(home.page)
    hand.down(1, home.field("Robins"), across=0.7)
    # What swipes is loaded at the first touch, and a flick is over in no time.
    expect(home.page.locator("link[href$='gestures.css']")).to_be_attached()
    for _ in range(3):
        hand.slip(1, x=-20)
    hand.up(1)
    expect(home.card("Robins").locator(".card-behind")).to_be_visible()
