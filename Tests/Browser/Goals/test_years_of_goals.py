"""A goal of ten years: the dots of one year, and each other year as a drawing that leads to its own."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from goals import awake, dot, press


@pytest.fixture
def long_goal(any_home):
    """Ten years that began two years ago, opened at today."""
    home = any_home
    home.open("/goals/new")
    start = home.page.get_by_label("First day")
    home.today = datetime.date.fromisoformat(start.input_value())
    first = home.today - datetime.timedelta(days=730)
    home.page.get_by_label("Name").fill("Draw")
    start.fill(str(first))
    home.page.get_by_label("Last day", exact=True).fill(str(first + datetime.timedelta(days=3649)))
    home.page.get_by_role("radio", name="Until the date below").check()
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.get_by_role("heading", name="Draw")).to_be_visible()
    return home


def test_a_year_away_is_seen_whole_and_comes_close_when_pressed(long_goal):
    home, last = long_goal, long_goal.today.year - 1
    expect(home.page.locator("[aria-current=date]")).to_be_in_viewport()
    home.page.get_by_role("link", name=re.compile(f"{last} 0 of 36[56] days")).click()
    expect(home.page.get_by_role("heading", name=str(last))).to_be_in_viewport()
    expect(dot(home, f"{last}-03-01")).to_be_visible()
    expect(home.page.locator("[aria-current=date]")).to_have_count(0)
    home.page.go_back()
    expect(home.page.locator("[aria-current=date]")).to_be_attached()
    assert home.complaints == []


def test_a_day_of_another_year_is_marked_there(visit):
    home = visit()
    home.open("/goals/new")
    today = datetime.date.fromisoformat(home.page.get_by_label("First day").input_value())
    home.page.get_by_label("Name").fill("Draw")
    home.page.get_by_label("First day").fill(f"{today.year - 2}-01-01")
    home.page.get_by_label("Last day", exact=True).fill(f"{today.year + 4}-12-31")
    home.page.get_by_role("button", name="Create").click()
    awake(home)
    home.page.get_by_role("link", name=re.compile(f"{today.year - 1} 0 of 36[56] days")).click()
    day = dot(home, f"{today.year - 1}-07-01")
    awake(home)
    day.evaluate("dot => dot.scrollIntoView({ block: 'center' })")
    press(home, day, "done")
    home.wait_until_saved()
    home.page.reload()
    awake(home)
    expect(day).to_contain_class("done")
    expect(home.page.get_by_role("heading", name=str(today.year - 1))).to_contain_text(re.compile("1 of 36[56] days"))
    # The last day of a year leads to the first of the next, which is on another page.
    dot(home, f"{today.year - 1}-12-31").click()
    home.page.get_by_role("dialog").get_by_role("link", name="Next day").click()
    expect(home.page.get_by_role("heading", name="1 January")).to_be_visible()


def test_a_year_to_come_says_no_number_of_days_done(long_goal):
    year = long_goal.today.year
    expect(long_goal.page.get_by_role("link", name=str(year + 1), exact=True)).to_be_visible()
    expect(long_goal.page.get_by_role("link", name=re.compile(f"{year - 1} 0 of 36[56] days"))).to_be_visible()


def test_years_end_where_the_dots_end(long_goal):
    """Where there is room for it, two beside each other."""
    home = long_goal
    for width in (390, 1280, 1920):
        home.page.set_viewport_size({"width": width, "height": 1080})
        years = [drawing.bounding_box() for drawing in home.page.locator(".goal-year .dot-preview").all()]
        dots = home.page.locator("[data-dots]").bounding_box()
        assert len({round(year["x"]) for year in years}) == (2 if dots["width"] > 1160 else 1)
        assert abs(max(year["x"] + year["width"] for year in years) - dots["x"] - dots["width"]) < 20
