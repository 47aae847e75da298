"""Reordering counters by dragging, keyboard and plain buttons; collapsing and expanding all of them."""

import pytest
from playwright.sync_api import expect

from finger import Finger
from home import eventually


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


def test_all_counters_collapse_and_expand(any_home):
    home = any_home
    for title in ("One", "Two"):
        home.create(title)
    for name, state in (("Collapse all", "false"), ("Expand all", "true")):
        home.open("/counters/arrange")
        home._press(home.page.get_by_role("button", name=name))
        for title in ("One", "Two"):
            expect(home.title_button(title)).to_have_attribute("aria-expanded", state)
