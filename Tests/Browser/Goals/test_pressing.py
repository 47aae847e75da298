"""Fingers and mice on the dots of a goal: whose press is long, and whose is quick."""

import datetime

from playwright.sync_api import expect

from goals import awake, dot, make, press
from hand import Hand
from pressing import RELEASED


def test_each_of_two_thumbs_marks_its_own_day(home):
    today = make(home)
    days = [dot(home, today - datetime.timedelta(days=ago)) for ago in (2, 4)]
    hand = Hand(home.page)
    for number, day in enumerate(days):
        hand.down(number, day)
    for day in days:
        expect(day).to_contain_class("done")
    hand.up(0)
    hand.up(1)
    expect(home.page.get_by_role("dialog")).to_have_count(0)


def test_a_dot_that_is_pressed_while_another_device_marks_a_day_opens_its_day_once_it_is_released(home, visit):
    today = make(home)
    path = home.page.url.removeprefix(home.server.address).split("#")[0].split("?")[0]
    other = visit(storage_state=home.page.context.storage_state(), path=path)
    awake(other)
    home.page.clock.install()
    with home.page.expect_request("**/events"):
        home.page.reload()
        awake(home)
    # However slow the machine is, no press is a long one.
    home.page.clock.pause_at(home.page.evaluate("Date.now()") / 1_000 + 1)
    dot(home, today - datetime.timedelta(days=4)).hover()
    home.page.mouse.down()
    with home.page.expect_response("**" + path):
        press(other, dot(other, today), "done")
    # What comes in answer to a later request is drawn later.
    home.page.evaluate("fetch('/health').then(answer => answer.text())")
    home.page.mouse.up()
    home.page.clock.resume()
    expect(home.page.get_by_role("dialog").get_by_label("Note")).to_be_visible()
    home.page.keyboard.press("Escape")
    expect(dot(home, today)).to_contain_class("done")


def test_a_quick_press_marks_nothing_however_late_its_release_is_heard(home):
    today = make(home)
    dot(home, today).evaluate(RELEASED, 80)
    home.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(dot(home, today)).to_contain_class("open")


def test_a_press_that_is_just_long_enough_marks_its_day(home):
    today = make(home)
    dot(home, today).evaluate(RELEASED, 510)
    expect(dot(home, today)).to_contain_class("done")
