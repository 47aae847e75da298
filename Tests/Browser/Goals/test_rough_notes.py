"""Notes of a day that are too long, and days whose page never comes."""

import datetime

import pytest
from playwright.sync_api import expect

from goals import dot, make, open_day
from home import eventually


@pytest.fixture
def field(home):
    home.today = make(home)
    home.yesterday = home.today - datetime.timedelta(days=1)
    return home


def test_a_note_that_is_too_long_stays_where_it_was_typed(field):
    sheet = open_day(field, field.today)
    sheet.get_by_label("Note").fill("x" * 2001)
    sheet.get_by_role("button", name="Close").click()
    expect(sheet.get_by_text("Notes can have up to 2,000 characters.")).to_be_visible()
    sheet.get_by_label("Note").fill("x")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    expect(dot(field, field.today)).to_contain_class("note")


def test_a_note_that_is_being_written_in_one_tab_is_not_doubled_by_another(field):
    sheet, other = open_day(field, field.today), field.another_tab()
    sheet.get_by_label("Note").fill("By the window")
    eventually(lambda: field.page.evaluate("Object.keys(localStorage).some(key => key.startsWith('fivebar-draft-'))"))
    other.open(field.page.url.split("#")[0].removeprefix(field.server.address))
    other_sheet = open_day(other, field.today)
    expect(other_sheet.get_by_label("Note")).to_have_value("")
    other.page.keyboard.press("Escape")
    sheet.get_by_label("Note").fill("By the window seat")
    field.page.keyboard.press("Escape")
    field.wait_until_saved()
    other.reload()
    expect(open_day(other, field.today).get_by_label("Note")).to_have_value("By the window seat")


def test_words_that_are_too_many_are_left_as_a_draft(field):
    sheet = open_day(field, field.today)
    sheet.get_by_label("Note").fill("x" * 2001)
    field.page.keyboard.press("Escape")
    expect(sheet.get_by_text("Notes can have up to 2,000 characters.")).to_be_visible()
    field.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    sheet = open_day(field, field.today)
    expect(sheet.get_by_label("Note")).to_have_value("x" * 2001)
    sheet.get_by_label("Note").fill("Shorter")
    field.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    field.wait_until_saved()
    expect(open_day(field, field.today).get_by_label("Note")).to_have_value("Shorter")


def test_a_refused_note_of_a_day_that_is_gone_is_given_back_and_can_be_closed(field):
    sheet, page = open_day(field, field.today), field.page
    page.route("**/operations", lambda route: route.fulfill(status=422, content_type="application/json", headers={"fivebar-answer": "yes"}, body='{"problem": "Not today."}'))
    page.route(f"**/{field.today}", lambda route: route.fulfill(status=404, headers={"fivebar-page": "yes"}))
    sheet.get_by_label("Note").fill("By the window")
    page.keyboard.press("Escape")
    expect(sheet.get_by_label("What you typed")).to_have_value("By the window")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()


def test_a_note_too_long_is_not_left_behind_by_an_arrow(field):
    sheet = open_day(field, field.today)
    sheet.get_by_label("Note").fill("x" * 2001)
    sheet.get_by_role("link", name="Previous day").click()
    expect(sheet.get_by_text("Notes can have up to 2,000 characters.")).to_be_visible()
    expect(sheet.get_by_label("Note")).to_have_value("x" * 2001)


def test_a_day_that_the_server_never_sends_is_marked_and_noted_all_the_same(field):
    held = []
    field.page.context.route("**/goals/*/2*", lambda route: held.append(route))
    dot(field, field.yesterday).click()
    sheet = field.page.get_by_role("dialog")
    expect(sheet.get_by_role("button", name="Mark as done")).to_be_visible(timeout=10_000)
    sheet.get_by_label("Note").fill("By the window")
    sheet.get_by_role("button", name="Mark as done").click()
    field.page.context.unroute("**/goals/*/2*")
    sheet.get_by_role("button", name="Close").click()
    expect(dot(field, field.yesterday)).to_contain_class("note")
    field.wait_until_saved()
    assert held


def test_a_day_that_is_cut_short_on_its_way_is_marked_and_noted_all_the_same(field):
    field.page.evaluate("""() => {
        const whole = window.fetch
        window.fetch = async (...request) => {
            const response = await whole(...request)
            if (/\\/goals\\/.+\\/2/.test(response.url)) response.text = () => Promise.reject(new TypeError("cut short"))
            return response
        }
    }""")
    dot(field, field.yesterday).click()
    sheet = field.page.get_by_role("dialog")
    sheet.get_by_label("Note").fill("By the window")
    sheet.get_by_role("button", name="Mark as done").click()
    sheet.get_by_role("button", name="Close").click()
    expect(dot(field, field.yesterday)).to_contain_class("note")
    field.wait_until_saved()
    assert field.complaints == []
