"""A counter's history and figures without a network: kept for what was counted lately, with what waits."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from home import eventually
from offline import go_offline, holds, keeps_pages, kept  # noqa: F401


@pytest.fixture
def robins(kept):
    """Somebody who has counted two robins, and has opened no page about them."""
    kept.counter = kept.create("Robins").get_attribute("data-counter")
    kept.open()
    keeps_pages(kept)
    kept.tap(times=2)
    kept.wait_until_saved()
    for page, text in (("", 'data-count="2"'), ("/history", 'data-count="2"'), ("/statistics", "Robins")):
        holds(kept, f"/counters/{kept.counter}{page}", text)
    return kept


def open_page(home, path):
    home.page.goto(home.server.path(path))


def test_pages_of_what_was_counted_lately_open_offline_and_show_what_waits(robins):
    home, history = robins, f"/counters/{robins.counter}/history"
    go_offline(home)
    open_page(home, history)
    waiting = home.page.locator("[data-waiting-of]")
    expect(home.page.locator(".history-day:not([hidden])")).to_have_count(1)
    home.open()
    home.tap(times=4)
    home.take_back()
    open_page(home, history)
    expect(waiting.get_by_role("heading")).to_have_text("5 waiting.")
    expect(waiting.locator(".history-delta").first).to_have_text("+3")
    expect(waiting.locator(".history-count").first).to_have_text("5")
    open_page(home, f"/counters/{home.counter}/statistics")
    expect(waiting).to_have_text("5 waiting. +3")
    open_page(home, "/statistics")
    expect(waiting).to_have_text("5 waiting. +3")
    open_page(home, f"/counters/{home.counter}")
    expect(home.page.locator("[data-count-text]").first).to_have_text("5")
    open_page(home, history)
    expect(waiting).to_be_visible()
    go_offline(home, False)
    home.wait_until_saved()
    expect(waiting).to_be_hidden()
    expect(home.page.locator(".entry")).to_have_count(7)
    open_page(home, f"/counters/{home.counter}/statistics")
    expect(home.page.locator(".total-number")).to_have_text("5")
    expect(waiting).to_be_hidden()


def test_a_reset_that_waits_is_no_marks_in_the_figures(robins):
    home, waiting = robins, robins.page.locator("[data-waiting-of]")
    go_offline(home)
    home.choose("Reset to 0")
    home.page.get_by_role("dialog").get_by_role("button", name="Reset").click()
    home.shows("0")
    open_page(home, f"/counters/{home.counter}/statistics")
    expect(home.saving).to_contain_text("1 waiting")
    expect(waiting).to_be_hidden()
    home.open()
    home.tap()
    open_page(home, f"/counters/{home.counter}/statistics")
    expect(waiting).to_have_text("1 waiting. +1")


def test_a_history_without_an_entry_shows_what_waits(kept):
    counter = kept.create("Robins").get_attribute("data-counter")
    open_page(kept, f"/counters/{counter}/history")
    holds(kept, f"/counters/{counter}/history", "Robins")
    kept.open()
    go_offline(kept)
    kept.tap()
    open_page(kept, f"/counters/{counter}/history")
    waiting = kept.page.locator("[data-waiting-of]")
    expect(waiting.locator(".history-count")).to_have_text("1")
    expect(kept.page.locator(".problem")).to_be_hidden()
    go_offline(kept, False)
    kept.wait_until_saved()
    expect(waiting).to_be_hidden()
    expect(kept.page.locator(".entry")).to_have_count(1)
    # The same page, which has entries now.
    list_beside = kept.another_tab()
    go_offline(kept)
    list_beside.tap()
    # What another window has made is drawn when the network goes.
    kept.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(waiting.locator(".history-count")).to_have_text("2")
    expect(waiting).to_be_visible()


def test_what_is_kept_of_a_counter_is_as_it_was_when_the_list_was_left(robins):
    home, history = robins, f"/counters/{robins.counter}/history"
    home.tap(times=3)
    home.wait_until_saved()
    open_page(home, "/goals")
    holds(home, history, 'data-count="5"')
    go_offline(home)
    open_page(home, history)
    expect(home.page.locator(".entry")).to_have_count(5)


def test_an_entry_is_taken_back_without_a_network(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap(times=2)
    home.wait_until_saved()
    home.open(f"/counters/{counter}/history")
    entry = home.open_entry(2)
    go_offline(home)
    entry.get_by_role("button", name="Undo").click()
    expect(entry).to_contain_class("entry--void")
    expect(home.saving).to_contain_text("1 waiting")
    # Before the server has heard of it, it is told and can be put back as after.
    expect(entry.locator(".history-delta")).to_have_text("+1 undone")
    back = entry.get_by_role("button", name="Restore")
    expect(back).to_have_accessible_description(re.compile(r"\+1 undone 2$"))
    back.click()
    expect(entry).not_to_contain_class("entry--void")
    expect(entry.locator(".history-delta")).to_have_text("+1")
    entry.get_by_role("button", name="Undo").click()
    expect(entry).to_contain_class("entry--void")
    go_offline(home, False)
    home.wait_until_saved()
    expect(entry.locator("button[name=void][value=no]")).to_be_attached()
    home.open()
    home.shows("1")


def note_field(place):
    return place.get_by_label("What do you want to remember?")


def write_note(entry, before, text):
    entry.get_by_role("link", name="Note").click()
    expect(note_field(entry)).to_have_value(before)
    expect(note_field(entry)).to_be_focused()
    note_field(entry).fill(text)
    note_field(entry).press("Enter")
    expect(entry.locator(".entry-note")).to_have_text(text)


def test_an_entry_is_noted_without_a_network(robins):
    home, history = robins, f"/counters/{robins.counter}/history"
    go_offline(home)
    open_page(home, history)
    entry = home.open_entry(2)
    write_note(entry, "", "by the gate")
    expect(home.saving).to_contain_text("1 waiting")
    home.reload()
    expect(entry.locator(".entry-note")).to_have_text("by the gate")
    home.open_entry(2)
    write_note(entry, "by the gate", "by the door")
    # What is not finished stays a draft.
    entry.get_by_role("link", name="Note").click()
    note_field(entry).fill("by the window")
    entry.get_by_role("button", name="Cancel").click()
    open_page(home, "/waiting")
    expect(home.page.locator("[data-rows] > li")).to_contain_text(["Note", "Note"])
    go_offline(home, False)
    home.wait_until_saved()
    open_page(home, f"{history.removesuffix('/history')}/entries/2/note")
    expect(note_field(home.page)).to_have_value("by the window")
    home.page.get_by_role("button", name="Discard").click()
    expect(note_field(home.page)).to_have_value("by the door")
    assert home.operations_kept() == 0


def test_a_note_on_its_own_page_waits_for_a_network(robins):
    home, path = robins, f"/counters/{robins.counter}/entries/2/note"
    open_page(home, path)
    # What has a form wait is loaded once the browser has time.
    home.page.wait_for_load_state("networkidle")
    go_offline(home)
    note_field(home.page).fill("by the gate")
    note_field(home.page).press("Enter")
    expect(home.page).to_have_url(home.server.path(f"/counters/{home.counter}/history"))
    expect(home.page.locator("#entry-2 .entry-note")).to_have_text("by the gate")
    go_offline(home, False)
    home.wait_until_saved()
    open_page(home, path)
    expect(note_field(home.page)).to_have_value("by the gate")
    expect(home.page.get_by_role("button", name="Discard")).to_have_count(0)


@pytest.mark.parametrize("is_wide", [False, True], ids=["page", "beside the list"])
def test_what_was_counted_today_goes_on_without_a_network(kept, is_wide):
    page = kept.page
    if is_wide:
        page.set_viewport_size({"width": 1280, "height": 800})
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.open(f"/counters/{counter}")
    figures, field, minus = page.locator(".lately"), page.locator("#tap-large"), page.locator("#minus-large")
    field.click()
    # At once, and not once more when the server has told it.
    expect(figures).to_have_text("Today 1 · This week 1")
    kept.wait_until_saved()
    expect(figures.locator("[data-net='1']")).to_have_count(2)
    holds(kept, f"/counters/{counter}", 'data-net="1"')
    expect(figures).to_have_text("Today 1 · This week 1")
    go_offline(kept)
    for _ in range(3):
        field.click()
    minus.click()
    expect(figures).to_have_text("Today 3 · This week 3")
    page.locator("button[data-undo-at]").click()
    expect(figures).to_have_text("Today 4 · This week 4")
    kept.reload()
    expect(figures).to_have_text("Today 4 · This week 4")
    go_offline(kept, False)
    kept.wait_until_saved()
    expect(figures.locator("[data-net='4']")).to_have_count(2)
    expect(figures).to_have_text("Today 4 · This week 4")


DAY = datetime.timedelta(days=1)


def set_clock(home, ahead):
    home.page.clock.set_system_time(datetime.datetime.now(datetime.timezone.utc) + ahead)


def test_a_day_that_ends_without_a_network_takes_what_was_counted_on_it_along(robins):
    home, figures = robins, robins.page.locator(".lately")
    home.page.clock.install()
    open_page(home, f"/counters/{home.counter}")
    expect(figures).to_have_text("Today 2 · This week 2")
    go_offline(home)
    # What is drawn when the network goes is no proof.
    home.page.clock.run_for(10_000)
    expect(figures).to_have_text("Today 2 · This week 2")
    home.page.clock.fast_forward(24 * 3_600_000)
    # Figures are drawn a moment after it is known.
    eventually(lambda: home.page.clock.run_for(1_000) or figures.inner_text().startswith("Today 0 · "))
    home.page.locator("#tap-large").click()
    eventually(lambda: home.page.clock.run_for(1_000) or figures.inner_text().startswith("Today 1 · "))


def test_pages_of_an_earlier_day_call_it_what_it_is_by_now(robins):
    home, page, made = robins, robins.page, datetime.date.today()
    day, figure, as_of = page.locator(".history-day:not([hidden]) h2"), page.locator(".figure dt").first, page.locator("[data-as-of]")
    date = f"{made:%A} {made.day} {made:%B}"
    go_offline(home)
    for ahead, name in ((0 * DAY, "Today"), (DAY, "Yesterday"), (2 * DAY, date)):
        set_clock(home, ahead)
        open_page(home, f"/counters/{home.counter}/history")
        expect(day).to_contain_text(name)
        open_page(home, f"/counters/{home.counter}/statistics")
        expect(figure).to_contain_text(name)
        if ahead:
            expect(as_of).to_contain_text(f"As of {date}")
        else:
            expect(as_of).to_be_hidden()
    # One that stays open.
    set_clock(home, 0 * DAY)
    open_page(home, f"/counters/{home.counter}/history")
    expect(day).to_have_text("Today")
    set_clock(home, DAY)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(day).to_have_text("Yesterday")
