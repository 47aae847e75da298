"""What users do with counters, on mobile and desktop, with and without JavaScript."""

import re

import pytest
from counter_page import count_field
from home import eventually
from playwright.sync_api import expect


def test_a_new_counter_joins_at_the_bottom_and_starts_at_0(any_home):
    any_home.create("Robins")
    any_home.create("Coffee")
    expect(any_home.cards.nth(1).locator("[data-name]")).to_have_text("Coffee")
    any_home.shows("0", "Coffee")


def test_a_counter_without_a_title_takes_the_suggested_one(any_home):
    card = any_home.create_by_hand("")
    expect(card.locator("[data-name]")).not_to_be_empty()


def test_neighbouring_counters_differ_in_colour(any_home):
    any_home.create("One")
    any_home.create("Two")
    first, second = (any_home.cards.nth(place).get_attribute("class") for place in (0, 1))
    assert re.search(r"color-\d", first)[0] != re.search(r"color-\d", second)[0]


def test_a_tap_on_the_field_counts_one(any_home):
    any_home.create("Robins")
    any_home.tap()
    any_home.shows("1")
    any_home.wait_until_saved()
    any_home.reload()
    any_home.shows("1")


def test_the_minus_takes_one_back_and_never_goes_below_0(any_home):
    any_home.create("Robins")
    any_home.tap(times=2)
    for left in ("1", "0", "0"):
        any_home.take_back()
        any_home.shows(left)
    any_home.wait_until_saved()
    any_home.tap()
    any_home.shows("1")
    any_home.wait_until_saved()
    any_home.reload()
    any_home.shows("1")


def test_twenty_quick_taps_count_twenty(any_home):
    any_home.create("Robins")
    any_home.tap(times=20)
    any_home.shows("20")
    any_home.wait_until_saved()
    any_home.reload()
    any_home.shows("20")


def test_a_tap_on_the_title_folds_the_card_to_its_bar_with_a_badge(any_home):
    any_home.create("Robins")
    any_home.tap(times=3)
    expect(any_home.badge()).to_be_hidden()
    any_home.fold()
    expect(any_home.field()).to_be_hidden()
    expect(any_home.badge()).to_have_text("3")
    expect(any_home.badge()).to_be_visible()
    expect(any_home.title_button()).to_have_attribute("aria-expanded", "false")


def test_a_folded_card_beside_open_ones_has_its_number_on_paper_and_counts_no_tap(visit):
    desk = visit(desktop=True)
    for title in ("Robins", "Wrens"):
        desk.create(title)
    desk.tap("Wrens", times=3)
    desk.fold("Wrens")
    card, number = desk.card("Wrens"), desk.card("Wrens").locator(".count")
    expect(card.locator(".tap, .minus, .marks")).to_have_count(3)
    for part in card.locator(".tap, .minus, .marks").all():
        expect(part).to_be_hidden()
    # It stands in the row of the open cards' numbers.
    expect(card).not_to_contain_class("card--gliding")
    other = desk.card("Robins").locator(".count").bounding_box()
    eventually(lambda: abs(number.bounding_box()["y"] - other["y"]) <= 2)
    box = card.bounding_box()
    desk.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 40)
    expect(number).to_have_text("3")
    # Where no open card gives it their height it is as high as its bar, with the number in it.
    desk.fold("Robins")
    eventually(lambda: card.bounding_box()["height"] < 60)
    bar, box = card.locator(".card-bar").bounding_box(), number.bounding_box()
    assert bar["y"] <= box["y"] and box["y"] + box["height"] <= bar["y"] + bar["height"]
    expect(desk.badge("Wrens")).to_have_text("3")


def test_a_folded_card_stays_folded_and_unfolds_again(any_home):
    any_home.create("Robins")
    told = re.compile("/collapse$")
    if any_home.javascript:
        with any_home.page.expect_response(told):
            any_home.fold()
    else:
        any_home.fold()
    any_home.reload()
    expect(any_home.field()).to_be_hidden()
    any_home.fold()
    expect(any_home.field()).to_be_visible()
    expect(any_home.title_button()).to_have_attribute("aria-expanded", "true")


def test_resetting_asks_first_and_names_the_counter(any_home):
    any_home.create("Robins")
    any_home.tap(times=3)
    any_home.wait_until_saved()
    any_home.choose("Reset")
    expect(any_home.page.get_by_role("heading", name=re.compile("Robins"))).to_be_visible()
    if any_home.javascript:
        # It happens in place.
        any_home.page.evaluate("window.isTheSame = true")
        any_home.page.get_by_role("button", name="Reset", exact=True).click()
    else:
        with any_home.back_to_the_list():
            any_home.page.get_by_role("button", name="Reset").click()
    any_home.shows("0")
    if any_home.javascript:
        any_home.page.locator(".notice").get_by_role("button", name="Undo").click()
        any_home.shows("3")
        assert any_home.page.evaluate("window.isTheSame")


@pytest.mark.parametrize("way", ["home", "counter"])
def test_a_reset_comes_after_taps_that_are_not_saved_yet(home, way):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    if way == "counter":
        home.open(f"/counters/{counter}")
        expect(home.page.locator("body[data-awake]")).to_be_attached()
    held = []
    home.page.route("**/operations", lambda route: route.continue_() if held else held.append(route))
    for _ in range(3):
        home.page.locator("[data-tap]").tap(position={"x": 40, "y": 40})
    number = home.page.locator("[data-count-text]")
    expect(number).to_have_text("3")
    eventually(lambda: home.page.wait_for_timeout(1) or held)
    if way == "home":
        home.choose("Reset")
    else:
        home.page.get_by_role("link", name="Reset to 0").click()
    resets = []
    home.page.on("request", lambda request: request.url.endswith("/reset") and resets.append(request))
    home.page.get_by_role("button", name="Reset", exact=True).click()
    assert not resets
    held[0].continue_()
    expect(number).to_have_text("0")
    home.wait_until_saved()
    expect(number).to_have_text("0")
    assert home.server.count_of(counter) == 0
    # It is the last step.
    if way == "home":
        home.page.keyboard.press("u")
    else:
        home.page.locator("[data-undo-at]").click()
    expect(number).to_have_text("3")
    home.wait_until_saved()
    home.reload()
    expect(number).to_have_text("3")
    assert home.complaints == []


def test_a_count_that_is_set_comes_after_taps_that_are_not_saved_yet(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.open(f"/counters/{counter}")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    held = []
    home.page.route("**/operations", lambda route: route.continue_() if held else held.append(route))
    for _ in range(3):
        home.page.locator("[data-tap]").tap(position={"x": 40, "y": 40})
    eventually(lambda: home.page.wait_for_timeout(1) or held)
    count_field(home.page).fill("40")
    home.page.get_by_role("button", name="Save").last.click()
    held[0].continue_()
    number = home.page.locator("[data-count-text]")
    expect(number).to_have_text("40")
    home.reload()
    expect(number).to_have_text("40")


def test_the_count_to_be_set_follows_the_count_until_another_is_typed(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    other = home.another_tab()
    home.open(f"/counters/{counter}")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    field, shown, save = count_field(home.page), home.page.locator("[data-count-text]"), home.page.get_by_role("button", name="Save").last
    for _ in range(3):
        home.page.locator("[data-tap]").tap(position={"x": 40, "y": 40})
    expect(field).to_have_value("3")
    other.tap("Robins")
    expect(shown).to_have_text("4")
    expect(field).to_have_value("4")
    # What it showed first is another count by now.
    field.fill("0")
    home.page.locator("[data-tap]").tap(position={"x": 40, "y": 40})
    expect(shown).to_have_text("5")
    expect(field).to_have_value("0")
    save.click()
    expect(shown).to_have_text("0")
    home.wait_until_saved()
    other.shows("0", "Robins")


def test_a_reset_that_is_called_off_changes_nothing(any_home):
    any_home.create("Robins")
    any_home.tap(times=3)
    any_home.wait_until_saved()
    any_home.choose("Reset")
    with any_home.back_to_the_list():
        any_home.page.get_by_text("Cancel").locator("visible=true").click()
    any_home.shows("3")


def test_a_deleted_counter_can_be_brought_back_at_once(any_home):
    any_home.create("Robins")
    any_home.create("Coffee")
    any_home.tap("Robins", times=2)
    any_home.wait_until_saved()
    if any_home.javascript:
        any_home.page.evaluate("window.isTheSame = true")
    any_home.choose("Delete", "Robins")
    expect(any_home.cards).to_have_count(1)
    assert not any_home.javascript or any_home.page.evaluate("window.isTheSame")
    notice = any_home.page.locator(".notice")
    expect(notice).to_contain_text("Robins")
    notice.get_by_role("button").click()
    expect(any_home.cards).to_have_count(2)
    any_home.shows("2", "Robins")


def test_a_deleted_counter_can_be_brought_back_from_the_trash(any_home):
    any_home.create("Robins")
    any_home.choose("Delete")
    expect(any_home.cards).to_have_count(0)
    any_home.open("/trash")
    any_home.page.get_by_role("button", name=re.compile("Robins")).click()
    any_home.open()
    expect(any_home.page.locator("[data-name]")).to_have_text("Robins")


def test_after_a_press_the_focus_is_on_the_same_counter_and_in_view(any_home):
    for number in range(8):
        any_home.create(f"Counter {number}")
    for press, place in ((any_home.tap, "tap"), (any_home.take_back, "minus"), (any_home.fold, "title")):
        press("Counter 6")
        counter = any_home.card("Counter 6").get_attribute("data-counter")
        target = any_home.page.locator(f"#{place}-{counter}")
        expect(target).to_be_focused()
        expect(target).to_be_in_viewport()


def test_a_page_reached_by_its_fragment_has_the_focus_there(home):
    """What a browser without scripts does after the answer to a plain form, seen by one that can be asked."""
    counter = home.create("Robins").get_attribute("data-counter")
    home.page.evaluate(
        """id => {
            const plain = document.createElement("form")
            plain.method = "post"
            plain.action = document.querySelector(`#tap-${id}`).formAction
            document.body.append(plain)
            plain.submit()
        }""",
        counter,
    )
    home.shows("1")
    assert home.page.url.endswith(f"#tap-{counter}")
    expect(home.field()).to_be_focused()


def test_rows_of_the_list_have_no_holes_where_a_card_is_collapsed(visit):
    home = visit(desktop=True)
    for title in ("Robins", "Wrens", "Finches"):
        home.create(title)

    def heights():
        # All at once: a card may be replaced by a newer one of the server's.
        return home.cards.evaluate_all("cards => cards.map(card => Math.round(card.getBoundingClientRect().height))")

    whole = heights()[0]
    home.fold("Wrens")
    expect(home.field("Wrens")).to_be_hidden()
    eventually(lambda: heights() == [whole] * 3)
    home.fold("Robins")
    home.fold("Finches")
    eventually(lambda: max(heights()) < whole / 2)
