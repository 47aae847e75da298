"""The day dialog of a dot, over the dimmed page: its position, and what happens to text typed into it."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from finger import Finger
from goals import awake, dot, make, open_day, press
from home import eventually


@pytest.fixture
def field(home):
    home.today = make(home)
    home.yesterday = home.today - datetime.timedelta(days=1)
    home.tomorrow = home.today + datetime.timedelta(days=1)
    return home


def test_a_tap_opens_the_day_and_its_toggle_marks_it(field):
    sheet = open_day(field, field.yesterday)
    expect(sheet).to_contain_text("Day 10 of 30")
    expect(sheet.get_by_role("heading")).to_contain_text(f"{field.yesterday:%A}")
    sheet.get_by_role("button", name="Done").click()
    expect(sheet.get_by_role("button", name="Done")).to_have_attribute("aria-pressed", "true")
    expect(dot(field, field.yesterday)).to_contain_class("done")
    field.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    field.wait_until_saved()
    field.page.reload()
    awake(field)
    expect(dot(field, field.yesterday)).to_contain_class("done")


def test_a_day_to_come_takes_a_note_and_no_mark(field):
    sheet = open_day(field, field.tomorrow)
    expect(sheet.get_by_role("button", name="Done")).to_have_count(0)
    sheet.get_by_label("Note").fill("Chapter three")
    sheet.get_by_role("button", name="Close").click()
    expect(dot(field, field.tomorrow)).to_contain_class("note")
    field.wait_until_saved()
    expect(open_day(field, field.tomorrow).get_by_label("Note")).to_have_value("Chapter three")


@pytest.mark.parametrize("way", ["escape", "backdrop", "swipe", "close"])
def test_a_day_is_dismissed_and_what_was_noted_is_kept(field, way):
    sheet = open_day(field, field.today)
    sheet.get_by_label("Note").fill("By the window")
    if way == "escape":
        field.page.keyboard.press("Escape")
    elif way == "backdrop":
        field.page.mouse.click(5, 5)
    elif way == "close":
        sheet.get_by_role("button", name="Close").click()
    else:
        finger = Finger(field.page)
        finger.down(sheet.get_by_role("heading"))
        finger.move(x=160, y=10)
        finger.up()
    expect(sheet).to_be_hidden()
    field.wait_until_saved()
    field.page.reload()
    awake(field)
    expect(dot(field, field.today)).to_contain_class("note")
    expect(open_day(field, field.today).get_by_label("Note")).to_have_value("By the window")


def test_days_are_marked_and_noted_without_javascript(visit):
    home = visit(javascript=False)
    today = make(home)
    dot(home, today).click()
    home.page.get_by_role("button", name="Done").click()
    expect(home.page.get_by_role("button", name="Done")).to_have_attribute("aria-pressed", "true")
    home.page.get_by_label("Note").fill("By the window")
    home.page.get_by_role("button", name="Save").click()
    expect(home.page.get_by_label("Note")).to_have_value("By the window")
    home.page.get_by_role("link", name="Back to the goal").click()
    expect(dot(home, today)).to_contain_class("done")
    expect(dot(home, today)).to_contain_class("note")


@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("desktop", [False, True], ids=["phone", "desktop"])
def test_it_stands_in_the_middle_and_wholly_on_the_screen(visit, desktop, text_size):
    home = visit(desktop=desktop)
    today = make(home)
    home.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", text_size)
    sheet = open_day(home, today)
    box, note = sheet.bounding_box(), sheet.get_by_label("Note").bounding_box()
    size = home.page.viewport_size
    assert abs(box["x"] - (size["width"] - box["x"] - box["width"])) <= 2
    assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
    assert abs(note["x"] - box["x"] - (box["x"] + box["width"] - note["x"] - note["width"])) <= 2


def test_it_says_what_another_device_has_done(field):
    other = field.another_tab()
    other.open(field.page.url.removeprefix(field.server.address))
    awake(other)
    press(other, dot(other, field.yesterday), "done")
    other.wait_until_saved()
    sheet = open_day(field, field.yesterday)
    expect(sheet.get_by_role("button", name="Done")).to_have_attribute("aria-pressed", "true")
    expect(dot(field, field.yesterday)).to_contain_class("done")


def test_what_was_typed_is_kept_when_the_page_is_left(field):
    open_day(field, field.today).get_by_label("Note").fill("By the window")
    field.page.reload()
    awake(field)
    field.wait_until_saved()
    expect(open_day(field, field.today).get_by_label("Note")).to_have_value("By the window")


def test_what_was_typed_outlives_its_tab(field):
    path = field.page.url.removeprefix(field.server.address)
    open_day(field, field.today).get_by_label("Note").fill("By the window")
    eventually(lambda: field.page.evaluate("Object.keys(localStorage).some(key => key.startsWith('fivebar-draft-'))"))
    field.kill_tab()
    field.open(path)
    awake(field)
    sheet = open_day(field, field.today)
    expect(sheet.get_by_label("Note")).to_have_value("By the window")
    expect(sheet.get_by_text("Brought back what you had typed.")).to_be_visible()
    field.page.keyboard.press("Escape")
    field.wait_until_saved()
    field.reload()
    awake(field)
    expect(open_day(field, field.today).get_by_label("Note")).to_have_value("By the window")
    assert field.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('fivebar-draft-'))") == []


def test_words_for_a_day_that_is_gone_are_given_back(field):
    last = field.today + datetime.timedelta(days=19)
    sheet = open_day(field, last)
    sheet.get_by_label("Note").fill("The last one")
    path = field.page.url.removeprefix(field.server.address).split("#")[0]
    answer = field.page.request.post(
        field.server.path(path), headers={"Origin": field.server.address},
        form={"name": "Read", "color": "0", "start": str(field.yesterday), "length": "date", "end": str(field.today)})
    assert answer.ok
    field.page.keyboard.press("Escape")
    expect(field.page.get_by_role("dialog").get_by_role("textbox")).to_have_value("The last one")
    assert field.page.url.startswith(field.server.path(path))


def test_the_days_around_are_an_arrow_away_and_the_arrows_stay_where_they_are(field):
    sheet = open_day(field, field.today)
    arrow = sheet.get_by_role("link", name="Previous day")
    sheet.get_by_label("Note").fill("Kept on the way")
    places = []
    for days in (1, 2, 3):
        arrow.click()
        expect(sheet.get_by_text(f"Day {11 - days} of 30")).to_be_visible()
        places.append(arrow.bounding_box())
    assert places == [places[0]] * 3
    for _ in range(3):
        sheet.get_by_role("link", name="Next day").click()
    expect(sheet.get_by_text("Day 11 of 30")).to_be_visible()
    expect(sheet.get_by_label("Note")).to_have_value("Kept on the way")
    assert field.page.url.split("#")[0].endswith(str(field.page.locator("[data-goal]").get_attribute("data-goal")))


def test_there_is_no_arrow_beyond_the_ends(any_home):
    today = make(any_home, days_ago=0)
    address = any_home.page.url.removeprefix(any_home.server.address).split("#")[0]
    any_home.open(f"{address}/{today}")
    expect(any_home.page.get_by_role("link", name="Previous day")).to_have_count(0)
    any_home.page.get_by_role("link", name="Next day").click()
    expect(any_home.page.get_by_text("Day 2 of 30")).to_be_visible()


def test_the_dot_of_a_day_is_its_button(any_home):
    home = any_home
    today = make(home)
    address = home.page.url.removeprefix(home.server.address).split("#")[0]
    home.open(f"{address}/{today}")
    home.page.get_by_role("button", name="Mark as done").click()
    expect(home.page.get_by_role("button", name="Done", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(home.page.locator("[data-day]")).to_have_attribute("data-state", "done")


def writes_elsewhere(home, day, text):
    """Another device saves a note that it has written to none."""
    address = home.page.url.split("#")[0].split("?")[0].removesuffix(f"/{day}")
    answer = home.page.request.post(
        f"{address}/{day}/note", headers={"Origin": home.server.address}, form={"note": text, "seen": ""})
    assert answer.ok


KEPT = re.compile("^The note for “.+” was changed elsewhere, too: both were kept\\.$")


def test_who_writes_to_a_note_that_was_changed_elsewhere_is_told_that_both_are_kept(field):
    sheet, notice = open_day(field, field.today), field.page.locator(".notice")
    writes_elsewhere(field, field.today, "On the train")
    sheet.get_by_label("Note").fill("By the window")
    field.page.keyboard.press("Escape")
    expect(notice.get_by_text(KEPT)).to_be_visible()
    expect(open_day(field, field.today).get_by_label("Note")).to_have_value("On the train\n\nBy the window")
    field.page.keyboard.press("Escape")
    notice.get_by_role("button", name="Undo").click()
    expect(notice.get_by_text("Undone")).to_be_visible()
    expect(open_day(field, field.today).get_by_label("Note")).to_have_value("On the train")
    assert field.complaints == []


def test_what_is_to_be_told_waits_until_the_days_are_closed(field):
    sheet, notice = open_day(field, field.today), field.page.locator(".notice")
    writes_elsewhere(field, field.today, "On the train")
    sheet.get_by_label("Note").fill("By the window")
    with field.page.expect_response("**/operations"):
        sheet.get_by_role("link", name="Previous day").click()
    expect(sheet.get_by_text("Day 10 of 30")).to_be_visible()
    field.wait_until_saved()
    expect(notice).to_have_count(0)
    field.page.keyboard.press("Escape")
    expect(notice.get_by_text(KEPT)).to_be_visible()


def test_without_a_script_too_it_is_told_that_both_notes_are_kept(visit):
    home = visit(javascript=False)
    today = make(home)
    address, notice = home.page.url.removeprefix(home.server.address).split("#")[0], home.page.locator(".notice")
    home.open(f"{address}/{today}")
    writes_elsewhere(home, today, "On the train")
    for note, told in (("By the window", True), ("Twenty pages", False)):
        home.page.get_by_label("Note").fill(note)
        home.page.get_by_role("button", name="Save").click()
        expect(home.page.get_by_label("Note")).to_have_value(f"On the train\n\n{note}" if told else note)
        expect(notice.get_by_text(KEPT)).to_have_count(1 if told else 0)
        if told:
            assert home.page.url.endswith("#note")


def test_an_undo_without_a_script_leads_back_to_the_day(visit):
    home = visit(javascript=False)
    today = make(home)
    home.open(f"{home.page.url.removeprefix(home.server.address).split('#')[0]}/{today}")
    writes_elsewhere(home, today, "On the train")
    home.page.get_by_label("Note").fill("By the window")
    home.page.get_by_role("button", name="Save").click()
    home.page.get_by_role("button", name="Undo").click()
    expect(home.page.locator(".notice").get_by_text("Undone")).to_be_visible()
    expect(home.page.get_by_label("Note")).to_have_value("On the train")


def test_a_day_opens_on_its_mark_and_what_comes_of_it_is_said_in_the_dialog(visit):
    home = visit(desktop=True)
    today = make(home)
    dot(home, today).focus()
    home.page.keyboard.press("Enter")
    sheet = home.page.get_by_role("dialog")
    expect(sheet.locator("[data-mark]")).to_be_focused()
    home.page.keyboard.press("Enter")
    expect(sheet.locator("p.hidden[role=status]")).to_contain_text("done")


def test_a_day_that_is_opened_while_the_page_is_being_asked_for_anew_is_marked_in_sight(home, visit):
    today = make(home)
    path, earlier = home.page.url.split("#")[0], today - datetime.timedelta(days=1)
    other = visit(storage_state=home.page.context.storage_state())
    held = []
    home.page.route(path, lambda route: route.continue_() if held else held.append(route))
    other.open(path.removeprefix(home.server.address))
    awake(other)
    dot(other, earlier).focus()
    other.page.keyboard.press("Space")
    eventually(lambda: home.page.evaluate("1") and held)
    sheet = open_day(home, today)
    with home.page.expect_request_finished(lambda request: request.url == path):
        held[0].continue_()
    # What was asked for after it comes after it.
    home.page.evaluate("fetch('/health').then(answer => answer.text())")
    home.page.route("**/operations", lambda route: route.abort())
    sheet.get_by_role("button", name="Done").click()
    expect(dot(home, today)).to_contain_class("done")
    home.page.unroute("**/operations")
    home.page.keyboard.press("Escape")
    home.wait_until_saved()
    expect(dot(home, earlier)).to_contain_class("done")
    expect(dot(home, today)).to_contain_class("done")
