"""A counter's history, and correcting it."""

import re

import pytest
from home import eventually
from playwright.sync_api import expect


def history_of(home, counter):
    home.open(f"/counters/{counter}")
    home.page.get_by_role("link", name="History").click()
    expect(home.page.get_by_role("heading", name="Today")).to_be_visible()


def test_an_entry_is_taken_back_and_noted(any_home):
    home = any_home
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap("Robins", times=3)
    home.take_back("Robins")
    home.wait_until_saved()
    history_of(home, counter)
    home.open_entry(2).get_by_role("button", name="Undo").click()
    if not home.javascript:
        expect(home.page).to_have_url(home.server.path(f"/counters/{counter}/history#entry-2"))
    # It is seen, though it is in a fold.
    expect(home.page.locator("#entry-2")).to_be_visible()
    home.open_entry(2).get_by_role("link", name="Note").click()
    home.page.get_by_label("What do you want to remember?").fill("by the gate")
    home.page.keyboard.press("Enter")
    expect(home.page.get_by_text("by the gate")).to_be_visible()
    # What one comes back to is shaded for a while: a frame would be cut by the heading of its day, and stay.
    expect(home.page.locator("#entry-2:target")).to_have_css("outline-style", "none")
    expect(home.page.locator("#entry-2:target")).to_have_css("animation-name", "entry-shown")
    home.open()
    home.shows("1", "Robins")
    assert home.complaints == []


def test_a_note_that_did_not_arrive_is_still_typed_when_one_goes_back(any_home):
    home = any_home
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap("Robins")
    home.wait_until_saved()
    home.open(f"/counters/{counter}/entries/1/note")
    home.page.route("**/note", lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>"))
    home.page.get_by_label("What do you want to remember?").fill("by the gate")
    home.page.keyboard.press("Enter")
    expect(home.page.get_by_role("heading", name="Bad Gateway")).to_be_visible()
    home.page.unroute("**/note")
    home.page.go_back()
    expect(home.page.get_by_label("What do you want to remember?")).to_have_value("by the gate")


def test_a_note_outlives_its_tab_until_it_is_saved(visit):
    home = visit()
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap("Robins")
    home.wait_until_saved()
    path, note = f"/counters/{counter}/entries/1/note", lambda: home.page.locator("#note")
    home.open(path)
    note().fill("by the gate")
    eventually(lambda: home.page.evaluate("Object.keys(localStorage).some(key => key.startsWith('fivebar-draft-'))"))
    home.kill_tab()
    home.open(path)
    expect(note()).to_have_value("by the gate")
    with home.page.expect_navigation():
        note().press("Enter")
    home.open(path)
    expect(note()).to_have_value("by the gate")
    note().fill("")
    with home.page.expect_navigation():
        note().press("Enter")
    home.open(path)
    expect(note()).to_have_value("")


@pytest.mark.parametrize("locale", ["en-GB", "en-US"])
def test_times_are_those_of_the_device(visit, locale):
    home = visit(timezone_id="Asia/Kolkata", locale=locale)
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap("Robins")
    home.wait_until_saved()
    history_of(home, counter)
    shown = home.page.locator("#entry-1 .history-time").inner_text()
    clock, *half = shown.split()
    hours, minutes = map(int, clock.split(":"))
    assert len(half) == (locale == "en-US")
    if half:
        hours = hours % 12 + (12 if half == ["PM"] else 0)
    now = home.page.evaluate("new Date().getHours() * 60 + new Date().getMinutes()")
    assert (now - (60 * hours + minutes)) % 1440 <= 1


def test_cancelling_a_note_leads_back_to_its_entry(any_home):
    home = any_home
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap("Robins", times=3)
    home.wait_until_saved()
    home.open(f"/counters/{counter}/entries/2/note")
    home.page.get_by_role("link", name="Cancel").click()
    expect(home.page).to_have_url(re.compile(rf"/counters/{counter}/history.*#entry-2$"))
    expect(home.page.locator("#entry-2")).to_be_attached()


def test_an_open_entry_stays_while_somebody_else_counts(home, visit):
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap(times=3)
    home.wait_until_saved()
    other = visit(storage_state=home.page.context.storage_state())
    # An entry of an earlier minute: the present one is redrawn for what comes.
    other.server.move_back(counter, minutes=30)
    home.open(f"/counters/{counter}/history")
    entry = home.open_entry(2)
    entry.get_by_role("link", name="Note").focus()
    other.tap()
    expect(home.page.locator(".history-delta").first).to_have_text("+1")
    expect(home.page.locator("#entry-4")).to_be_attached()
    expect(entry).to_have_attribute("open", "")
    expect(entry.get_by_role("link", name="Note")).to_be_focused()
