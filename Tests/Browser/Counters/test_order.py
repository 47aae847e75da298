"""Reordering counters by dragging, keyboard and plain buttons; collapsing and expanding all of them."""

import re

import pytest
from playwright.sync_api import expect

from finger import Finger
from home import eventually
from pages import names


@pytest.mark.parametrize("shape", ["phone", "desktop"])
def test_a_drag_changes_the_order(visit, shape):
    home = visit(desktop=shape == "desktop")
    for title in ("One", "Two", "Three"):
        home.create(title)
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    grip = home.page.locator("[data-place]", has_text="Three").locator(".place-grip")
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
    expect(home.cards.locator("[data-name]")).to_have_text(["Three", "One", "Two"])


@pytest.mark.parametrize("javascript", [True, False])
def test_a_name_has_its_line_for_itself_whatever_stands_with_it(visit, javascript):
    home = visit(javascript=javascript)
    home.create("Robins seen from the kitchen window every morning")
    home.open("/counters/arrange")
    bar, name = home.page.locator(".place-bar"), home.page.locator(".place-name")
    before = name.bounding_box()
    assert before["width"] >= 0.78 * bar.bounding_box()["width"]
    # Without a script nothing can be dragged, and the arrows are there.
    expect(home.page.get_by_text("Drag a counter to move it")).to_be_visible(visible=javascript)
    if javascript:
        expect(home.page.locator("body[data-awake]")).to_be_attached()
        name.click()
        expect(home.page.locator("[data-move]").first).to_be_in_viewport()
        assert name.bounding_box() == before


def test_a_row_held_by_a_finger_moves_and_a_quick_finger_scrolls(home):
    for number in range(16):
        home.create(f"Row {number}")
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    before, finger = names(home), Finger(home.page)
    row = home.page.locator("[data-place]").nth(6)
    finger.down(row.locator(".place-name"))
    finger.move(y=-200)
    finger.up()
    eventually(lambda: home.page.evaluate("scrollY") > 100)
    assert names(home) == before and home.page.locator(".place--held").count() == 0
    # The page may still be gliding.
    home.open("/counters/arrange")
    home.page.evaluate("scrollTo(0, 0)")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    with home.page.expect_response(lambda answer: "/place" in answer.url):
        finger.down(row.locator(".place-name"))
        expect(row).to_have_class(re.compile("place--held"))
        finger.move(y=-180, steps=15)
        finger.up()
    assert home.page.evaluate("scrollY") == 0
    assert names(home).index("Row 6") < 5
    home.open("/counters/arrange")
    assert names(home).index("Row 6") < 5
    assert home.complaints == []


@pytest.mark.parametrize("shape", ["phone", "desktop"])
def test_a_row_is_dragged_further_than_the_screen(visit, shape):
    home = visit(desktop=shape == "desktop")
    home.create("First")
    home.page.evaluate("""async () => {
        for (let number = 0; number < 30; number++) await fetch("/counters", { method: "POST", body: new URLSearchParams({ title: `Row ${number}` }) })
    }""")
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    grip = home.page.locator("[data-place]").nth(1).locator(".place-grip")
    moved, bottom = names(home)[1], home.page.evaluate("innerHeight") - 20
    if shape == "phone":
        finger = Finger(home.page)
        finger.down(grip)
        finger.move(y=bottom - finger.at[1], steps=6)
    else:
        grip.hover()
        home.page.mouse.down()
        home.page.mouse.move(grip.bounding_box()["x"], bottom, steps=2)
    # Held at the edge, without moving.
    eventually(lambda: names(home)[-1] == moved)
    # At the end of the list the page ends, too.
    before = home.page.evaluate("document.documentElement.scrollHeight")
    home.page.wait_for_timeout(300)
    assert home.page.evaluate("document.documentElement.scrollHeight") <= before
    with home.page.expect_response(lambda answer: "/place" in answer.url):
        finger.up() if shape == "phone" else home.page.mouse.up()
    home.open("/counters/arrange")
    assert names(home)[-1] == moved
    assert home.complaints == []


def test_the_first_tap_after_a_drag_counts_and_escape_ends_one(visit):
    home = visit()
    for title in ("One", "Two", "Three", "Four"):
        home.create(title)
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    finger = Finger(home.page)
    with home.page.expect_response(lambda answer: "/place" in answer.url):
        finger.down(home.page.locator("[data-place]", has_text="Three").locator(".place-grip"))
        finger.move(y=-130, steps=10)
        finger.up()
    order = names(home)
    assert order != ["One", "Two", "Three", "Four"]
    finger.down(home.page.locator("[data-place]").nth(3).locator(".place-grip"))
    finger.move(y=-130, steps=10)
    home.page.keyboard.press("Escape")
    finger.up()
    assert names(home) == order
    finger.down(home.page.get_by_role("button", name="Delete Four"))
    finger.up()
    eventually(lambda: "Four" not in names(home))
    expect(home.page.locator(".tabs")).to_contain_text("Trash (1)")
    assert home.complaints == []


def test_a_mouse_released_elsewhere_drags_nothing(visit):
    home = visit(desktop=True)
    for title in ("One", "Two", "Three"):
        home.create(title)
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    row = home.page.locator(".place-name", has_text="Two")
    row.hover()
    home.page.mouse.down()
    home.page.mouse.move(5, row.bounding_box()["y"] + 10)
    home.page.mouse.up()
    home.page.locator(".place-name", has_text="One").hover()
    home.page.locator(".place-name", has_text="Three").hover()
    assert home.page.locator(".place--held").count() == 0
    assert names(home) == ["One", "Two", "Three"]


def test_two_taps_on_one_ring_delete_one_counter(visit):
    home = visit()
    for title in ("One", "Two", "Three"):
        home.create(title)
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    ring = home.page.get_by_role("button", name="Delete One").bounding_box()
    at = (ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    with home.page.expect_response(lambda answer: "/deletion" in answer.url):
        home.page.mouse.click(*at)
    eventually(lambda: names(home) == ["Two", "Three"])
    home.page.mouse.click(*at)
    home.page.mouse.dblclick(*at)
    expect(home.page.locator(".notice")).to_contain_text("One")
    assert names(home) == ["Two", "Three"]
    assert home.complaints == []


def test_a_move_is_said_once(home):
    for title in ("One", "Two"):
        home.create(title)
    home.open("/counters/arrange")
    home.move("Two", "up")
    notice = home.page.locator(".notice")
    expect(notice.get_by_role("button", name="Undo")).to_be_visible()
    expect(home.page.locator("[data-told]")).to_contain_text("“Two” is now number 1 of 2.")
    expect(notice).not_to_have_attribute("role", "status")


@pytest.mark.parametrize("goes_on", [False, True], ids=["reads", "presses"])
def test_a_refused_move_is_told_until_it_has_been_read(home, goes_on):
    for title in ("One", "Two"):
        home.create(title)
    page = home.page
    page.clock.install()
    home.open("/counters/arrange")
    page.route("**/place", lambda route: route.fulfill(status=422, content_type="application/json", headers={"fivebar-answer": "yes"}, body='{"problem": "Not today."}'))
    home.move("Two", "up")
    # What is written waits for a moment.
    eventually(lambda: page.clock.run_for(500) or home.saving.inner_text() == "Not today.")
    page.clock.run_for(10_000)
    expect(home.saving).to_have_text("Not today.")
    assert names(home) == ["Two", "One"]
    if goes_on:
        page.locator(".lead").click()
    else:
        page.clock.run_for(10_000)
    expect(page.locator(".place-name")).to_have_text(["One", "Two"])


def test_leaving_right_after_many_moves_loses_none(visit):
    home = visit()
    for title in ("One", "Two", "Three", "Four"):
        home.create(title)
    home.open("/counters/arrange")
    home.page.route("**/place", lambda route: (home.page.wait_for_timeout(300), route.continue_()))
    for _ in range(3):
        home.move("Four", "up")
    home.page.get_by_role("link", name="Done").click()
    expect(home.cards).to_have_count(4)
    expect(home.cards.locator("[data-name]")).to_have_text(["Four", "One", "Two", "Three"])


def test_a_counter_is_deleted_where_the_list_is_edited_and_brought_back(any_home):
    home = any_home
    for title in ("One", "Two", "Three"):
        home.create(title)
    home.page.get_by_role("link", name="Edit").click()
    expect(home.page.get_by_role("heading", name="Edit counters")).to_be_visible()
    home._press(home.page.get_by_role("button", name="Delete Two"))
    eventually(lambda: names(home) == ["One", "Three"])
    expect(home.page.locator(".notice")).to_contain_text("“Two”")
    home._press(home.page.locator(".notice").get_by_role("button", name="Undo"))
    eventually(lambda: names(home) == ["One", "Two", "Three"])
    home._press(home.page.get_by_role("button", name="Delete Two"))
    eventually(lambda: names(home) == ["One", "Three"])
    home.open("/counters/arrange")
    expect(home.page.get_by_role("link", name="Trash (1)")).to_be_visible()
    home.page.get_by_role("link", name="Done").click()
    expect(home.cards).to_have_count(2)
    assert home.complaints == []


def test_buttons_change_the_order(any_home):
    home = any_home
    for title in ("One", "Two", "Three"):
        home.create(title)
    home.open("/counters/arrange")
    expect(home.page.get_by_role("button", name="Move “One” up")).to_be_disabled()
    for order in (["One", "Three", "Two"], ["Three", "One", "Two"]):
        home.move("Three", "up")
        eventually(lambda: names(home) == order)
    home.move("Three", "down")
    eventually(lambda: names(home) == ["One", "Three", "Two"])
    home.page.wait_for_load_state("networkidle")
    home.open("/counters/arrange")
    # The last move may still be on its way, and is drawn then.
    eventually(lambda: names(home) == ["One", "Three", "Two"])


def test_all_counters_collapse_and_expand(any_home):
    home = any_home
    for title in ("One", "Two"):
        home.create(title)
    for name, state in (("Collapse all", "false"), ("Expand all", "true")):
        home.open("/counters/arrange")
        home._press(home.page.get_by_role("button", name=name))
        expect(home.page.locator(".notice")).to_be_visible()
        home.open()
        for title in ("One", "Two"):
            expect(home.title_button(title)).to_have_attribute("aria-expanded", state)
