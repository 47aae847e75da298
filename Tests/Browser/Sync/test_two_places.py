"""One account in two places: tabs, devices, and pages restored from history."""

import re

import pytest
from playwright.sync_api import expect

from devices import recovery_link
from home import eventually

OPERATIONS = re.compile("/operations$")


def test_two_tabs_lose_nothing(home):
    home.create("Robins")
    other = home.another_tab()
    home.tap(times=3)
    other.tap(times=4)
    home.wait_until_saved()
    home.shows("7")
    other.shows("7")


def test_two_devices_lose_nothing(home, visit):
    home.create("Robins")
    other = visit(storage_state=home.page.context.storage_state())
    home.tap(times=3)
    other.tap(times=2)
    other.wait_until_saved()
    home.wait_until_saved()
    home.tap()
    home.wait_until_saved()
    home.shows("6")


def test_two_devices_that_reset_at_once_take_away_once_what_both_saw(home, visit):
    home.create("Robins")
    home.tap(times=10)
    home.wait_until_saved()
    other = visit()
    other.open_account(recovery_link(home))
    home.open()
    for place in (home, other):
        place.shows("10")
        place.choose("Reset")
    other.page.get_by_role("button", name="Reset", exact=True).click()
    other.shows("0")
    other.tap(times=3)
    other.wait_until_saved()
    home.shows("3")
    home.page.get_by_role("button", name="Reset", exact=True).click()
    expect(home.page.locator(".notice")).to_be_visible()
    for place in (home, other):
        place.wait_until_saved()
        place.shows("3")


def test_a_page_follows_what_happens_on_another_device(home, visit):
    home.create("Robins")
    other = visit(storage_state=home.page.context.storage_state())
    other.tap(times=6)
    home.shows("6")
    expect(home.page.locator("[data-marks] .tally")).to_have_count(1)
    other.create("Coffee")
    expect(home.cards).to_have_count(2)
    other.fold("Robins")
    expect(home.field("Robins")).to_be_hidden()


def test_following_takes_neither_the_focus_nor_a_tap_away(home, visit):
    home.create("Robins")
    other = visit(storage_state=home.page.context.storage_state())
    home.minus().focus()
    other.tap(times=3)
    home.shows("3")
    expect(home.minus()).to_be_focused()
    held = []
    home.page.route(OPERATIONS, lambda route: held.append(route))
    home.tap()
    other.tap()
    other.wait_until_saved()
    home.shows("4")
    eventually(lambda: home.page.evaluate("1") and held)
    held[0].continue_()
    home.shows("5")


def test_the_back_button_shows_what_is_true_now(home):
    home.create("Robins")
    home.page.goto(home.server.path("/settings"))
    other = home.another_tab()
    other.tap(times=2)
    other.wait_until_saved()
    home.page.go_back()
    home.shows("2")


def test_plain_posts_of_two_at_once_lose_nothing(visit, server):
    home = visit(javascript=False)
    home.create("Robins")
    one, other = (home.page.context.new_page() for _ in range(2))
    for tab in (one, other):
        tab.goto(server.path("/"))
    for _ in range(5):
        # Both posts are under way together; a click on a page that is being left would take its post back.
        with one.expect_navigation(), other.expect_navigation():
            for tab in (one, other):
                tab.locator("[data-tap]").click(no_wait_after=True)
    home.reload()
    home.shows("10")


def test_a_change_made_elsewhere_is_shown_though_a_tap_of_ours_was_under_way(home):
    home.create("Robins")
    other = home.another_tab()
    held = []
    home.page.route("**/operations", lambda route: held.append(route))
    home.tap()
    eventually(lambda: home.page.evaluate("1") and len(held) == 1)
    other.choose("Five-bar gates", option="segment")
    expect(other.page.locator("[data-style=western]")).to_have_count(1)
    held[0].continue_()
    expect(home.page.locator("[data-style=western]")).to_have_count(1)
    home.shows("1")


def test_a_refresh_that_is_never_answered_does_not_hold_up_the_next(home):
    home.create("Robins")
    home.page.add_init_script("AbortSignal.timeout = () => { const end = new AbortController(); setTimeout(() => end.abort(), 500); return end.signal }")
    home.reload()
    held = []
    home.page.route("**/?since=*", lambda route: held.append(route) if not held else route.continue_())
    other = home.another_tab()
    other.tap(times=2)
    eventually(lambda: home.page.evaluate("1") and held)
    other.tap()
    home.shows("3")


def test_a_card_whose_menu_was_open_catches_up_when_it_closes(home):
    home.create("Robins")
    other = home.another_tab()
    home.options().click()
    expect(home.menu).to_be_visible()
    with home.page.expect_response(lambda answer: answer.request.resource_type == "fetch"):
        other.tap(times=3)
        other.wait_until_saved()
    home.page.keyboard.press("Escape")
    home.shows("3")


def test_deleting_the_only_counter_offers_to_undo_it(home):
    for _ in range(3):
        home.create("Robins")
        home.choose("Delete")
        expect(home.page.locator("#notice")).to_be_visible()
        home.open()


def test_a_card_that_looks_the_same_is_not_replaced_under_a_finger(home):
    home.create("Robins")
    home.create("Coffee")
    home.tap("Robins", times=3)
    home.wait_until_saved()
    home.page.evaluate("document.querySelector('[data-counter]').isMine = true")
    # Another revision makes the page look for what is new.
    other = home.another_tab()
    other.tap("Coffee")
    other.wait_until_saved()
    home.shows("1", "Coffee")
    assert home.page.evaluate("document.querySelector('[data-counter]').isMine")


def delete_the_first(home):
    delete(home, "Robins")


def delete(home, title):
    """What comes into its place takes no tap for a moment, but on a page that is opened anew."""
    home.choose("Delete", title)
    # What sends it is loaded with the press.
    expect(home.card(title)).to_have_count(0)
    home.wait_until_saved()
    home.open()


def move_the_first_to_the_end(home):
    home.open("/counters/arrange")
    for _ in range(2):
        with home.page.expect_response("**/place"):
            home.move("Robins", "down")
    home.open()


def renaming_coffee(home, visit, titles):
    """Begins to type another name of one of these counters. Gives another device, and the field."""
    for title in titles:
        home.create(title)
    home.wait_until_saved()
    home.open()
    other = visit(storage_state=home.page.context.storage_state())
    home.choose("Rename", "Coffee")
    field = home.card("Coffee").locator(".card-rename")
    expect(field).to_be_focused()
    return other, field


@pytest.mark.parametrize(("change", "left"), [(delete_the_first, ["Wrens", "Tea"]), (move_the_first_to_the_end, ["Wrens", "Tea", "Robins"])])
def test_a_name_that_is_being_typed_keeps_the_focus_whatever_becomes_of_a_counter_before_it(home, visit, change, left):
    other, field = renaming_coffee(home, visit, ("Robins", "Wrens", "Coffee"))
    home.page.keyboard.type("Te")
    change(other)
    # Who shows this has heard of what was before it.
    other.tap("Wrens")
    home.shows("1", "Wrens")
    expect(field).to_be_focused()
    home.page.keyboard.type("a")
    expect(field).to_have_value("Tea")
    home.page.keyboard.press("Enter")
    expect(home.page.locator("[data-counters] [data-name]")).to_have_text(left)


def test_a_card_whose_name_is_being_typed_waits_to_be_moved_and_the_others_stay(home, visit):
    other, field = renaming_coffee(home, visit, ("Robins", "Coffee", "Wrens", "Owls"))
    other.open("/counters/arrange")
    with other.page.expect_response("**/place"):
        other.move("Coffee", "up")
    other.open()
    other.tap("Owls")
    home.shows("1", "Owls")
    titles = home.page.locator("[data-counters] [data-name]")
    expect(titles).to_have_text(["Robins", "Coffee", "Wrens", "Owls"])
    expect(field).to_be_focused()
    home.page.keyboard.press("Escape")
    expect(titles).to_have_text(["Coffee", "Robins", "Wrens", "Owls"])


def test_a_card_whose_name_is_being_typed_stays_though_its_counter_was_deleted_elsewhere(home, visit):
    other, field = renaming_coffee(home, visit, ("Robins", "Coffee"))
    home.page.keyboard.type("Te")
    delete(other, "Coffee")
    other.tap("Robins")
    home.shows("1", "Robins")
    expect(field).to_be_focused()
    home.page.keyboard.type("a")
    expect(field).to_have_value("Tea")
    home.page.keyboard.press("Escape")
    expect(home.page.locator("[data-counters] [data-name]")).to_have_text(["Robins"])


def test_what_both_have_deleted_is_deleted_and_nothing_is_said_of_it(home, visit):
    home.create("Robins")
    home.create("Wrens")
    other = visit(storage_state=home.page.context.storage_state())
    for address in ("**/deletion", "**/operations", "**/events"):
        home.page.route(address, lambda route: route.abort())
    home.choose("Delete", "Robins")
    expect(home.saving).to_contain_text("1 waiting")
    other.choose("Delete", "Robins")
    expect(other.cards).to_have_count(1)
    home.page.unroute_all()
    home.reload()
    home.wait_until_saved()
    expect(home.cards).to_have_count(1)
    home.page.goto(home.server.path("/waiting"))
    expect(home.page.get_by_text("Nothing is waiting")).to_be_visible()
    expect(home.page.locator("[data-rows] > li")).to_have_count(0)
    assert "Robins" not in home.page.locator("main").inner_text()
