"""Correcting an entry's time: on the page of its note, in the local time of the device that made it."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from home import eventually
from offline import go_offline, holds, kept  # noqa: F401


@pytest.fixture
def counted(any_home):
    """Somebody who counted something twice just now, on the page of the first entry's note."""
    home = any_home
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap(times=2)
    home.wait_until_saved()
    home.counter = counter
    open_note(home)
    return home


def open_note(home):
    """By the history, as a person goes."""
    home.open(f"/counters/{home.counter}/history")
    home.open_entry(1).get_by_role("link", name="Note").click()


def field(home):
    return home.page.get_by_label("When it was counted")


def note(home):
    return home.page.get_by_label("What do you want to remember?")


def form_of(field):
    return field.locator("xpath=ancestor::form")


def drafts(home):
    return home.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('fivebar-draft-')).length")


def save_time(home, time):
    """What a person types, or a browser that has no such field."""
    field(home).evaluate("(field, time) => { field.type = 'text'; field.value = time }", time)
    save(home)


def save(home):
    form_of(field(home)).get_by_role("button", name="Save").click()


def earlier(home, **ago):
    """A time on the clock of the device, as the field says it."""
    shown = datetime.datetime.fromisoformat(field(home).input_value())
    return (shown - datetime.timedelta(**ago)).replace(second=5)


def test_the_field_says_when_it_was_by_the_clock_of_the_device(visit):
    home = visit(timezone_id="Asia/Kolkata")
    home.counter = home.create("Robins").get_attribute("data-counter")
    home.tap()
    home.wait_until_saved()
    open_note(home)
    now = home.page.evaluate("new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19)")
    shown = datetime.datetime.fromisoformat(field(home).input_value())
    assert datetime.timedelta() <= datetime.datetime.fromisoformat(now) - shown < datetime.timedelta(minutes=1)


def test_another_time_moves_the_entry_to_its_day_and_can_be_taken_back(counted):
    home = counted
    before = field(home).input_value()
    time = earlier(home, days=3, hours=1)
    field(home).fill(time.isoformat())
    save(home)
    expect(home.page).to_have_url(re.compile("/history.*#entry-1$"))
    notice = home.page.locator(".notice")
    expect(notice).to_contain_text("Time changed")
    day = home.page.locator(".history-day").filter(has=home.page.locator("#entry-1"))
    expect(day.get_by_role("heading")).to_contain_text(f"{time.day} {time:%B}")
    expect(home.page.locator("#entry-1 .history-time")).to_have_text(re.compile(f"^{time.hour:02}:{time.minute:02}"))
    expect(home.page.locator("#entry-2")).to_be_attached()
    # No count was touched.
    home.open()
    home.shows("2")
    open_note(home)
    expect(field(home)).to_have_value(time.isoformat())
    # Once more, and back.
    again = earlier(home, days=2)
    field(home).fill(again.isoformat())
    save(home)
    home.page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(day.get_by_role("heading")).to_contain_text(f"{time.day} {time:%B}")
    open_note(home)
    expect(field(home)).to_have_value(time.isoformat())
    assert before != time.isoformat() and home.complaints == []


@pytest.mark.parametrize("wrong", ["", "yesterday", "2026-02-30T10:00", "2999-01-01T00:00", "1969-12-31T23:00", "0001-01-01T00:00"])
def test_what_is_no_time_or_has_not_come_is_said_at_its_field_and_changes_nothing(visit, wrong):
    home = visit()
    home.counter = home.create("Robins").get_attribute("data-counter")
    home.tap()
    home.wait_until_saved()
    open_note(home)
    before = field(home).input_value()
    save_time(home, wrong)
    problem = home.page.locator("#time-problem")
    expect(problem).to_have_text("Enter a valid time that isn’t in the future.")
    expect(field(home)).to_have_attribute("aria-describedby", "time-problem")
    expect(field(home)).to_have_attribute("aria-invalid", "true")
    expect(field(home)).to_be_focused()
    # Like all that is refused it can be mended when the page is opened again.
    open_note(home)
    home.page.get_by_role("button", name="Discard").click()
    expect(field(home)).to_have_value(before)
    # What is no time is not shown in a field for one, of which the browser speaks, as of the 422.
    assert [line for line in home.complaints if "422" not in line and "required format" not in line] == []


def test_a_time_to_come_is_refused_to_a_plain_form_as_well(visit):
    home = visit(javascript=False)
    home.counter = home.create("Robins").get_attribute("data-counter")
    home.tap()
    open_note(home)
    field(home).fill("2999-01-01T10:00:00")
    save(home)
    expect(home.page.locator("#time-problem")).to_be_visible()
    # What was typed is there to be mended.
    expect(field(home)).to_have_value(re.compile("^2999-01-01T10:00"))
    # It can be mended there and then.
    field(home).fill("2024-02-29T10:00:00")
    save(home)
    expect(home.page.locator(".notice")).to_contain_text("Time changed")


def test_the_note_is_kept_where_the_time_is_saved_and_the_time_where_the_note_is(counted):
    home = counted
    note(home).fill("by the gate")
    form_of(note(home)).get_by_role("button", name="Save").click()
    expect(home.page).to_have_url(re.compile("/history"))
    open_note(home)
    time = earlier(home, days=2)
    field(home).fill(time.isoformat())
    save(home)
    open_note(home)
    expect(note(home)).to_have_value("by the gate")
    note(home).fill("by the door")
    form_of(note(home)).get_by_role("button", name="Save").click()
    expect(home.page).to_have_url(re.compile("/history"))
    open_note(home)
    expect(field(home)).to_have_value(time.isoformat())


def test_a_killed_tab_loses_neither_the_time_nor_the_note_and_both_are_saved_at_once(visit):
    home = visit()
    home.counter = home.create("Robins").get_attribute("data-counter")
    home.tap()
    home.wait_until_saved()
    open_note(home)
    before, time = field(home).input_value(), earlier(home, days=2).isoformat()
    path = home.page.url.removeprefix(home.server.address)
    field(home).fill(time)
    note(home).fill("by the gate")
    eventually(lambda: home.page.evaluate("Object.values(localStorage).some(value => value.includes('by the gate'))"))
    home.kill_tab()
    home.open(path)
    expect(home.page.get_by_role("status").filter(has_text="Brought back what you had typed.")).to_have_count(1)
    expect(field(home)).to_have_value(time)
    expect(note(home)).to_have_value("by the gate")
    save(home)
    expect(home.page.locator(".notice")).to_contain_text("Time changed")
    eventually(lambda: drafts(home) == 0)
    open_note(home)
    expect(note(home)).to_have_value("by the gate")
    expect(field(home)).to_have_value(time)
    assert before != time and home.complaints == []


def test_what_is_refused_in_one_field_takes_nothing_from_the_other(any_home):
    home = any_home
    home.counter = home.create("Robins").get_attribute("data-counter")
    home.tap()
    home.wait_until_saved()
    open_note(home)
    time = earlier(home, days=2).isoformat()
    note(home).fill("x" * 501)
    field(home).fill(time)
    save(home)
    expect(home.page.locator("#note-problem")).to_be_visible()
    expect(field(home)).to_have_value(time)
    note(home).fill("by the gate")
    save(home)
    expect(home.page.get_by_text("by the gate")).to_be_attached()
    open_note(home)
    expect(field(home)).to_have_value(time)


@pytest.fixture
def offline(kept):
    """Somebody without a network who has counted a robin, on the page of its note, and with the history at hand."""
    kept.counter = kept.create("Robins").get_attribute("data-counter")
    kept.tap()
    kept.wait_until_saved()
    history = f"/counters/{kept.counter}/history"
    kept.open(history)
    for path, text in ((history, 'id="entry-1"'), ("/waiting", "data-rows")):
        holds(kept, path, text)
    kept.open(f"{history.removesuffix('/history')}/entries/1/note")
    kept.page.wait_for_load_state("networkidle")
    go_offline(kept)
    return kept


def is_drawn_and_saved_later(home, time):
    """The entry stays where it is, with the day and the time that it has, until the server has them."""
    entry = home.page.locator("#entry-1")
    drawn = re.compile(f"{time.day} {time:%b}.* {time:%Y}, {time.hour:02}:{time.minute:02}")
    expect(entry.locator("summary > .history-time")).to_have_text(drawn)
    home.page.reload()
    expect(entry.locator("summary > .history-time")).to_have_text(drawn)
    home.page.goto(home.server.path("/waiting"))
    expect(home.page.locator("[data-rows] > li")).to_contain_text([re.compile("When it was counted: " + drawn.pattern)])
    go_offline(home, False)
    home.wait_until_saved()
    open_note(home)
    expect(field(home)).to_have_value(time.isoformat())
    assert drafts(home) == 0


def test_a_time_that_is_put_right_on_its_page_waits_for_a_network(offline):
    home = offline
    time = earlier(home, days=3, hours=1)
    field(home).fill("2999-01-01T10:00:00")
    save(home)
    expect(home.page.locator("#time-problem")).to_have_text("Enter a valid time that isn’t in the future.")
    expect(home.saving).not_to_contain_text("reach")
    field(home).fill(time.isoformat())
    note(home).fill("by the gate")
    save(home)
    expect(home.page).to_have_url(re.compile("/history$"))
    # What it shows now is what waits.
    home.page.goto(home.server.path(f"/counters/{home.counter}/entries/1/note"))
    expect(field(home)).to_have_value(time.isoformat())
    expect(note(home)).to_have_value("by the gate")
    expect(home.saving).to_contain_text("2 waiting")
    save(home)
    expect(home.page).to_have_url(re.compile("/history$"))
    expect(home.saving).to_contain_text("2 waiting")
    is_drawn_and_saved_later(home, time)


def test_a_time_is_put_right_in_the_history_without_a_network_with_the_note_beside_it(offline):
    home = offline
    home.page.goto(home.server.path(f"/counters/{home.counter}/history"))
    home.open_entry(1).get_by_role("link", name="Note").click()
    time = earlier(home, days=3, hours=1)
    field(home).fill("1969-12-31T23:00:00")
    save(home)
    expect(home.page.locator("#time-problem")).to_have_text("Enter a valid time that isn’t in the future.")
    field(home).fill(time.isoformat())
    note(home).fill("by the gate")
    save(home)
    expect(home.page.locator("#entry-1 .entry-note")).to_have_text("by the gate")
    expect(home.saving).to_contain_text("2 waiting")
    # What is drawn is what is put right next.
    home.page.locator("#entry-1").get_by_role("link", name="Note").click()
    expect(field(home)).to_have_value(time.isoformat())
    home.page.get_by_role("button", name="Cancel").click()
    home.page.goto(home.server.path(f"/counters/{home.counter}/history"))
    expect(home.page.locator("#entry-1 .entry-note")).to_have_text("by the gate")
    is_drawn_and_saved_later(home, time)
    expect(note(home)).to_have_value("by the gate")


def test_a_note_that_is_saved_as_it_was_waits_for_nothing(offline):
    save(offline)
    expect(offline.page).to_have_url(re.compile("/history$"))
    assert offline.operations_kept() == 0


def test_what_is_saved_before_its_page_had_time_for_more_waits_as_well(offline):
    offline.page.add_init_script("window.requestIdleCallback = () => {}")
    offline.page.reload()
    note(offline).fill("by the gate")
    save(offline)
    expect(offline.page).to_have_url(re.compile("/history$"))
    assert offline.operations_kept() == 1


@pytest.mark.parametrize("place", ["on its page", "in the history"])
def test_a_note_that_is_too_long_is_said_at_its_field_without_a_network(offline, place):
    home, letter = offline, "👩‍👩‍👧‍👧"
    if place == "in the history":
        home.page.goto(home.server.path(f"/counters/{home.counter}/history"))
        home.open_entry(1).get_by_role("link", name="Note").click()
    note(home).fill(501 * letter)
    save(home)
    expect(home.page.locator("#note-problem")).to_have_text("Notes can have up to 500 characters.")
    expect(note(home)).to_be_focused()
    expect(note(home)).to_have_value(501 * letter)
    assert home.operations_kept() == 0 and drafts(home) == 1
    note(home).fill(500 * letter)
    save(home)
    expect(home.page.locator("#entry-1 .entry-note")).to_have_text(500 * letter)
    go_offline(home, False)
    home.wait_until_saved()
    open_note(home)
    expect(note(home)).to_have_value(500 * letter)
