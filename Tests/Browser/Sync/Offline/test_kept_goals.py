"""A goal's page without a network: kept the day before, or with the list."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from goals import awake, dot, make
from home import eventually
from offline import go_offline, holds, kept  # noqa: F401

DAY = datetime.timedelta(days=1)


@pytest.fixture
def reader(kept):
    """Somebody with a goal, who opens its page the next day."""
    kept.today = make(kept, "Read")
    kept.tomorrow = kept.today + DAY
    kept.goal = re.search(r"/goals/\d+", kept.page.url)[0]
    holds(kept, kept.goal, str(kept.tomorrow))
    return kept


def set_clock(home, ahead):
    home.page.clock.set_system_time(datetime.datetime.now(datetime.timezone.utc) + ahead)


def open_tomorrow(home):
    set_clock(home, DAY)
    home.page.goto(home.server.path(home.goal))
    awake(home)


def test_a_page_of_a_day_that_was_kept_before_it_was_marked_does_not_unmark_it(reader):
    home, page = reader, reader.page
    address = f"{home.goal}/{home.today}"
    page.goto(home.server.path(address))
    holds(home, address, "data-mark")
    page.goto(home.server.path(home.goal))
    awake(home)
    today = dot(home, home.today)
    today.press(" ")
    home.wait_until_saved()
    page.reload()
    awake(home)
    go_offline(home)
    today.click()
    expect(page.get_by_role("dialog").locator("[data-mark]")).to_have_attribute("aria-pressed", "true")
    expect(today).to_contain_class("done")


def test_a_goal_whose_last_day_has_passed_has_its_percentage_of_all_days(reader):
    home, page = reader, reader.page
    go_offline(home)
    set_clock(home, 40 * DAY)
    page.goto(home.server.path(home.goal))
    awake(home)
    expect(page.locator("[data-figure=percentLabel]")).to_have_text("of 30 days")


def test_the_new_day_is_drawn_named_and_marked(reader):
    home, page = reader, reader.page
    go_offline(home)
    open_tomorrow(home)
    yesterday, today = dot(home, home.today), dot(home, home.tomorrow)
    expect(today).to_have_attribute("aria-current", "date")
    expect(page.locator("[data-dots] [aria-current]")).to_have_count(1)
    expect(yesterday).to_have_class("miss")
    expect(yesterday).to_have_text(re.compile(r"^\d+ \w+( \d+)?, not done$"))
    expect(today).to_have_text(re.compile(r"^\d+ \w+( \d+)?, today, not done yet$"))
    today.press(" ")
    expect(today).to_contain_class("done")
    today.press(" ")
    expect(today).to_have_class("today open")
    today.click()
    page.get_by_role("dialog").get_by_role("button", name="Mark as done").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").first.click()
    page.reload()
    awake(home)
    expect(today).to_contain_class("done today")


def test_a_day_begins_on_an_open_page_whose_marks_wait(reader):
    home, page = reader, reader.page
    home.open(home.goal)
    page.wait_for_load_state("networkidle")
    go_offline(home)
    yesterday, today = dot(home, home.today), dot(home, home.tomorrow)
    yesterday.press(" ")
    expect(yesterday).to_have_class("today done")
    set_clock(home, DAY)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(today).to_have_attribute("aria-current", "date")
    expect(yesterday).to_have_class("done")
    today.press(" ")
    expect(today).to_contain_class("done")
    yesterday.press(" ")
    expect(yesterday).to_have_class("miss")
    # The server's page takes its place again.
    today.press(" ")
    set_clock(home, datetime.timedelta())
    go_offline(home, False)
    expect(yesterday).to_have_attribute("aria-current", "date")


def test_the_days_of_a_goal_that_was_never_opened_here_are_kept_with_the_list(reader):
    home, page = reader, reader.page
    page.evaluate("async goal => { for (const name of await caches.keys()) await (await caches.open(name)).delete(goal, { ignoreVary: true }) }", home.goal)
    home.open("/goals")
    holds(home, home.goal, str(home.tomorrow))
    go_offline(home)
    page.get_by_role("link", name="Read").click()
    expect(dot(home, home.today)).to_have_attribute("aria-current", "date")


def test_a_wrong_clock_begins_no_day_where_the_server_can_be_asked(reader):
    asked = []
    reader.page.on("request", lambda request: asked.append(request.url))
    open_tomorrow(reader)
    # Its stream begins long after the server has answered which day it is.
    eventually(lambda: reader.page.evaluate("1") and any(address.endswith("/events") for address in asked))
    assert len([address for address in asked if address.endswith(reader.goal)]) > 1
    assert not any("newDay" in address for address in asked)
    expect(dot(reader, reader.today)).to_have_attribute("aria-current", "date")
    assert "open" not in (dot(reader, reader.tomorrow).get_attribute("class") or "")


def test_the_list_of_goals_is_kept_with_what_was_marked_on_a_goal_s_page(reader):
    home = reader
    home.open("/goals")
    home.page.goto(home.server.path(home.goal))
    awake(home)
    dot(home, home.today).press(" ")
    home.wait_until_saved()
    figure = home.page.locator(".goal-percent").text_content()
    holds(home, "/goals", figure)
