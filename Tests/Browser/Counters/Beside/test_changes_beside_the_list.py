"""What is counted, set or deleted in the list or beside it, here or elsewhere, is seen in both."""

import re

import pytest
from playwright.sync_api import expect

from counter_page import count_field
from home import eventually
from pane import both_show, desk, heading, id_of, is_closed, is_open, open_beside, pane  # noqa: F401


@pytest.mark.parametrize("where", ["list", "pane"])
def test_what_is_counted_in_either_place_is_seen_in_both_at_once_and_lasts(desk, where):
    open_beside(desk)
    place = desk.card("Robins") if where == "list" else pane(desk)
    held = []
    desk.page.route(re.compile("/operations$"), lambda route: route.continue_() if held else held.append(route))
    for part in ("[data-tap]", "[data-tap]", "[data-tap]", "[data-minus]"):
        place.locator(part).click(position={"x": 20, "y": 20})
    both_show(desk, "2")
    expect(pane(desk).locator("[data-marks] use, [data-marks] .fresh").first).to_be_attached()
    eventually(lambda: desk.page.evaluate("1") and held)
    held[0].continue_()
    desk.wait_until_saved()
    both_show(desk, "2")
    expect(pane(desk).locator(".lately")).to_contain_text("Today 2")
    desk.page.reload()
    expect(desk.cards).to_have_count(3)
    both_show(desk, "2")
    assert desk.complaints == []


def test_an_undo_in_the_pane_is_seen_in_both_and_is_about_its_counter(desk):
    open_beside(desk)
    undo = pane(desk).get_by_role("button", name="Undo")
    desk.tap("Robins", times=2)
    both_show(desk, "2")
    expect(undo).to_be_visible()
    undo.click()
    both_show(desk, "1")
    desk.tap("Wrens")
    expect(undo).to_be_hidden()
    desk.wait_until_saved()
    desk.page.reload()
    both_show(desk, "1")


def test_what_another_device_does_is_seen_in_both(desk, visit):
    other = visit(storage_state=desk.page.context.storage_state())
    open_beside(desk)
    other.tap("Robins", times=3)
    both_show(desk, "3")
    expect(pane(desk).locator(".lately")).to_contain_text("Today 3")
    counter = id_of(desk, "Robins")
    other.open(f"/counters/{counter}")
    expect(other.page.locator("body[data-awake]")).to_be_attached()
    other.page.get_by_role("button", name="+5").click()
    expect(pane(desk).get_by_role("button", name="+5", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(desk.card("Robins")).to_have_attribute("data-step", "5")
    other.page.get_by_role("link", name="Rename").first.click()
    other.page.get_by_role("textbox", name="Rename").fill("Blackbirds")
    other.page.keyboard.press("Enter")
    expect(heading(desk)).to_have_text("Blackbirds")
    expect(desk.page).to_have_title("Blackbirds · Fivebar")
    expect(desk.cards.first).to_contain_text("Blackbirds")
    # Counted here, after all of that.
    pane(desk).locator("[data-tap]").click()
    both_show(desk, "8", "Blackbirds")
    assert desk.complaints == []


def test_what_is_set_in_the_pane_is_seen_in_the_list(desk):
    side = open_beside(desk)
    card = desk.cards.first
    side.get_by_role("button", name="+10").click()
    expect(card).to_have_attribute("data-step", "10")
    side.get_by_role("button", name="正").click()
    expect(card).to_have_attribute("data-style", "zheng")
    side.locator(".color").nth(4).click()
    expect(card).to_have_class(re.compile("color-4"))
    count_field(side).fill("41")
    side.get_by_role("button", name="Save", exact=True).last.click()
    both_show(desk, "41")
    side.locator("[data-tap]").click()
    both_show(desk, "51")
    side.get_by_role("link", name="Rename").first.click()
    side.get_by_role("textbox", name="Rename").fill("Blackbirds")
    desk.page.keyboard.press("Enter")
    expect(card.locator("[data-name]")).to_have_text("Blackbirds")
    is_open(desk, "Blackbirds")
    side.get_by_role("link", name="Reset to 0").click()
    desk.page.locator("#confirm-reset").get_by_role("button", name="Reset").click()
    both_show(desk, "0", "Blackbirds")
    desk.page.locator("[data-undo]").click()
    both_show(desk, "51", "Blackbirds")
    desk.wait_until_saved()
    desk.page.reload()
    both_show(desk, "51", "Blackbirds")
    assert desk.complaints == []


def test_what_is_set_in_the_list_is_seen_in_the_pane(desk):
    side = open_beside(desk)
    desk.choose("正", "Robins", option="segment")
    expect(side.locator("form[data-counter]")).to_have_attribute("data-style", "zheng")
    expect(side.get_by_role("button", name="正")).to_have_attribute("aria-pressed", "true")
    desk.page.keyboard.press("Escape")
    desk.title_button("Robins").click(delay=700)
    desk.card("Robins").get_by_role("textbox").fill("Blackbirds")
    desk.page.keyboard.press("Enter")
    expect(heading(desk)).to_have_text("Blackbirds")
    expect(desk.page).to_have_title("Blackbirds · Fivebar")


def test_deleted_from_the_list_it_closes(desk):
    open_beside(desk, "Wrens")
    desk.choose("Delete", "Wrens")
    expect(desk.cards).to_have_count(2)
    is_closed(desk)
    desk.page.locator("[data-undo]").click()
    expect(desk.cards).to_have_count(3)
    is_closed(desk)
    assert desk.complaints == []


def test_deleted_in_the_pane_it_closes_and_the_list_stays(desk):
    desk.page.evaluate("window.isSame = true")
    open_beside(desk, "Wrens").get_by_role("button", name="Delete").click()
    expect(desk.cards).to_have_count(2)
    is_closed(desk)
    assert desk.page.evaluate("window.isSame")
    desk.page.locator("[data-undo]").click()
    expect(desk.cards).to_have_count(3)


def test_deleted_on_another_device_it_closes(desk, visit):
    open_beside(desk, "Wrens")
    other = visit(storage_state=desk.page.context.storage_state())
    other.choose("Delete", "Wrens")
    is_closed(desk)
    expect(desk.cards).to_have_count(2)
    # The only one that is left is deleted, too.
    open_beside(desk, "Robins")
    other.choose("Delete", "Coffee")
    expect(desk.cards).to_have_count(1)
    other.choose("Delete", "Robins")
    expect(desk.page.locator(".empty")).to_be_visible()
    is_closed(desk)
