"""The dot grid with touch and keyboard, and the day of each dot."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from finger import Finger
from goals import awake, dot, make, open_day, press
from home import eventually


# Its sides, once it is seen.
LABEL = """() => {
    const label = document.querySelector(".dot-label")
    if (!label?.checkVisibility()) return null
    const { left, right } = label.getBoundingClientRect()
    return [left, right]
}"""


def reload(home):
    home.page.reload()
    awake(home)


@pytest.fixture
def field(home):
    """A phone on a goal's page."""
    home.today = make(home)
    home.yesterday = home.today - datetime.timedelta(days=1)
    home.tomorrow = home.today + datetime.timedelta(days=1)
    return home


def test_a_long_press_marks_a_day_and_another_takes_it_back(field):
    for day, before in ((field.today, "open"), (field.yesterday, "miss")):
        press(field, dot(field, day), "done")
        field.wait_until_saved()
        reload(field)
        expect(dot(field, day)).to_contain_class("done")
        press(field, dot(field, day), before)
        field.wait_until_saved()
        reload(field)
        expect(dot(field, day)).to_contain_class(before)
    expect(field.page.locator("dialog[open]")).to_have_count(0)
    assert field.complaints == []


def test_a_press_raises_no_menu_and_selects_nothing(field):
    field.page.evaluate("addEventListener('contextmenu', event => { window.menu = !event.defaultPrevented })")
    press(field, dot(field, field.today), "done")
    assert not field.page.evaluate("window.menu")
    assert field.page.evaluate("getSelection().toString()") == ""


def test_the_header_goes_along_and_the_new_state_is_told(field):
    press(field, dot(field, field.today), "done")
    expect(field.page.locator("body > .hidden[role=status]")).to_have_text("done · 9% so far · 1 day streak · 1 of 30 days")
    expect(field.page.locator("[data-figure=percent]")).to_have_text("9%")
    expect(field.page.locator("[data-figure=streak]")).to_have_text("1")
    expect(field.page.get_by_role("link", name="today, done")).to_be_attached()


def test_a_dot_says_what_it_shows_before_the_server_has_heard_of_it(field):
    field.page.context.set_offline(True)
    for day, states in ((field.today, ("today, done", "today, not done yet")), (field.yesterday, ("done", "not done"))):
        for state in states:
            dot(field, day).press(" ")
            expect(dot(field, day)).to_have_accessible_name(re.compile(rf", {state}$"))
            # Nor does what is shown beside it say what was so before.
            expect(field.page.locator(".dot-label")).to_be_hidden()


@pytest.mark.parametrize(("locale", "width"), [("en-GB", 390), ("en-GB", 360), ("ru-RU", 390), ("fr-FR", 360)])
def test_no_dot_moves_when_the_first_day_is_done(visit, locale, width):
    home = visit(locale=locale)
    home.page.set_viewport_size({"width": width, "height": 844})
    home.open("/goals/new")
    home.page.locator("#name").fill("Read")
    home.page.locator("input[name=length][value='365']").check()
    home.page.locator(".goal-save").click()
    today = home.page.locator("[aria-current=date]")
    expect(today).to_contain_class("open")
    awake(home)
    before = today.bounding_box()
    press(home, today, "done")
    expect(home.page.locator("[data-figure=streak]")).to_have_text("1")
    assert today.bounding_box() == before


def test_a_long_press_on_a_day_to_come_does_nothing(field):
    posts = []
    field.page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    tomorrow = dot(field, field.tomorrow)
    tomorrow.click(delay=700)
    reload(field)
    expect(tomorrow).not_to_contain_class("done")
    assert posts == []


def test_a_move_is_no_press(field):
    finger = Finger(field.page)
    finger.down(dot(field, field.today))
    finger.move(y=-60)
    finger.up()
    press(field, dot(field, field.yesterday), "done")
    expect(dot(field, field.today)).to_contain_class("open")


def test_two_quick_presses_are_two_operations_in_their_order(field):
    target = dot(field, field.today)
    field.page.route("**/operations", lambda route: route.abort())
    press(field, target, "done")
    press(field, target, "open")
    assert field.operations_kept() == 2
    field.page.unroute("**/operations")
    field.wait_until_saved()
    reload(field)
    expect(target).to_contain_class("open")


def test_what_cannot_be_saved_is_kept_told_and_tried_again(field):
    field.page.route("**/operations", lambda route: route.abort())
    press(field, dot(field, field.today), "done")
    expect(field.saving).to_have_text("Not saved yet. Trying again… 1 waiting.")
    field.page.unroute("**/operations")
    field.wait_until_saved()
    field.says_all_is_saved()
    reload(field)
    expect(dot(field, field.today)).to_contain_class("done")


def test_a_busy_server_says_that_it_has_it_and_the_rest_is_asked_for(field):
    def answer(route):
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), "days": []})
    field.page.route("**/operations", answer)
    with field.page.expect_response(lambda response: response.request.method == "GET" and "/goals/" in response.url):
        press(field, dot(field, field.today), "done")
    expect(field.page.locator("[data-figure=percent]")).to_have_text("9%")
    expect(dot(field, field.today)).to_contain_class("done")
    field.says_all_is_saved()


def test_what_is_refused_goes_back_with_a_word(field):
    field.page.route("**/operations", lambda route: route.fulfill(status=422, content_type="application/json", headers={"fivebar-answer": "yes"}, body='{"problem": "Not today."}'))
    finger = Finger(field.page)
    target = dot(field, field.today)
    finger.down(target)
    expect(field.saving).to_have_text("Not today.")
    finger.up()
    expect(target).to_contain_class("open")
    expect(field.page.locator("[data-figure=percent]")).to_have_text("0%")


def test_the_last_open_day_completes_the_goal(field):
    for day in (field.today, field.yesterday):
        assert dot(field, day).count() == 1
    field.page.get_by_role("link", name="Edit goal").click()
    field.page.get_by_label("First day").fill(str(field.yesterday))
    field.page.get_by_label("Last day", exact=True).fill(str(field.today))
    field.page.get_by_role("button", name="Save").click()
    expect(field.page.locator("[data-dots] a")).to_have_count(2)
    awake(field)
    badge = field.page.locator("[data-completed]")
    press(field, dot(field, field.yesterday), "done")
    expect(badge).to_be_hidden()
    press(field, dot(field, field.today), "done")
    expect(badge).to_be_visible()
    field.wait_until_saved()
    field.open("/goals")
    expect(field.page.get_by_text("Completed")).to_be_visible()


# Keys


def test_the_keyboard_walks_the_field_marks_and_opens(visit):
    home = visit(desktop=True)
    today = make(home)
    keys, page = home.page.keyboard, home.page
    dots = page.locator("[data-dots] a")
    # One dot alone is in the order of the Tab key.
    assert page.locator("[data-dots] a[tabindex='0']").count() == 1
    dot(home, today).focus()
    keys.press("Space")
    expect(dot(home, today)).to_contain_class("done")
    keys.press("ArrowLeft")
    yesterday = dot(home, today - datetime.timedelta(days=1))
    expect(yesterday).to_be_focused()
    keys.press("Home")
    expect(dots.first).to_be_focused()
    first = dots.first.bounding_box()
    keys.press("ArrowDown")
    below = page.locator("[data-dots] a:focus").bounding_box()
    assert below["x"] == first["x"] and below["y"] > first["y"]
    keys.press("ArrowUp")
    expect(dots.first).to_be_focused()
    keys.press("ArrowLeft")
    expect(dots.first).to_be_focused()
    keys.press("End")
    expect(dots.last).to_be_focused()
    keys.press("Space")
    expect(dots.last).not_to_contain_class("done")
    keys.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_label("Note")).to_be_visible()
    keys.press("Escape")
    expect(dots.last).to_be_focused()
    home.wait_until_saved()
    reload(home)
    expect(dot(home, today)).to_contain_class("done")
    assert home.complaints == []


def test_a_page_that_comes_back_shows_what_was_done_elsewhere(field):
    other = field.another_tab()
    other.open(field.page.url.removeprefix(field.server.address))
    awake(other)
    press(other, dot(other, field.today), "done")
    other.wait_until_saved()
    field.page.get_by_role("link", name="Back to the goals").click()
    field.page.go_back()
    awake(field)
    expect(dot(field, field.today)).to_contain_class("done")
    eventually(lambda: field.complaints == [])


@pytest.mark.parametrize("locale", ["en-GB", "en-AU"])
def test_a_dot_says_its_day_while_it_is_pointed_at_focused_or_held(visit, locale):
    home = visit(desktop=True, locale=locale)
    today = make(home)
    label = home.page.locator(".dot-label")
    expect(label).to_be_hidden()
    last = home.page.locator("[data-dots] a").last
    last.hover()
    expect(label).to_be_visible()
    # With the weekday, and shorter than what is said aloud.
    end = today + datetime.timedelta(days=19)
    assert label.inner_text() == f"{end:%a} {end.day} {end:%b}, upcoming"
    box, below = label.bounding_box(), last.bounding_box()
    assert box["y"] + box["height"] <= below["y"]
    home.page.mouse.move(5, 5)
    expect(label).to_be_hidden()
    # What would be under the header stands below its dot.
    home.page.locator("[data-dots] a").first.hover()
    expect(label).to_be_visible()
    head = home.page.locator(".goal-head").bounding_box()
    assert label.bounding_box()["y"] >= head["y"] + head["height"]
    dot(home, today).focus()
    home.page.keyboard.press("Home")
    first = today - datetime.timedelta(days=10)
    expect(label).to_have_text(f"{first:%a} {first.day} {first:%b}, not done")


def test_a_held_dot_says_its_day_on_the_screen(field):
    for place in (0, 8):
        target = field.page.locator("[data-dots] a").nth(place)
        finger = Finger(field.page)
        finger.down(target)
        # It is there while the finger holds the dot, and so is looked at as soon as it comes.
        left, right = field.page.wait_for_function(LABEL).json_value()
        assert left >= 0 and right <= field.page.viewport_size["width"]
        finger.move(y=-60)
        finger.up()
        expect(field.page.locator(".dot-label")).to_be_hidden()


def test_each_month_is_named_above_its_first_dot(any_home):
    home = any_home
    home.open("/goals/new")
    home.page.get_by_label("Name").fill("Read")
    home.page.get_by_label("First day").fill("2026-11-20")
    home.page.get_by_role("radio", name="90 days").check()
    home.page.get_by_role("button", name="Create").click()
    named = home.page.locator("[data-dots] > [data-month]")
    expect(named).to_have_count(4)
    assert [item.get_attribute("data-month") for item in named.all()] == ["Nov", "Dec", "2027", "Feb"]
