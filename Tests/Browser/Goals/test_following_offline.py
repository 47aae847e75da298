"""Goals that follow a counter have the taps that wait."""

import datetime

import pytest
from playwright.sync_api import expect

from goals import awake
from offline import go_offline, holds, kept  # noqa: F401


@pytest.fixture
def follower(kept):
    """Somebody without a network, whose goal of three a day has one tap that the server knows."""
    home = kept
    home.create("Robins")
    home.tap("Robins")
    home.wait_until_saved()
    home.open("/goals/new")
    awake(home)
    home.page.get_by_label("Name").fill("Watch")
    home.page.locator("details", has=home.page.locator("[name=counter]")).evaluate("details => { details.open = true }")
    home.page.locator("[name=counter]").select_option(label="Robins")
    home.page.locator("[name=target]").fill("3")
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.locator("[data-goal] h1")).to_have_text("Watch")
    address = home.page.url.split("#")[0].removeprefix(home.server.path(""))
    home.open("/goals")
    awake(home)
    expect(home.page.locator(".goal-counted")).to_have_text("1 of 3")
    holds(home, address, "Watch")
    holds(home, "/goals", "1 of 3")
    home.open()
    go_offline(home)
    home.address_of_goal = address
    return home


def goals_after(home, taps):
    """The list of goals, as somebody sees it who has tapped without a network: what it says of the counter."""
    home.tap("Robins", times=taps)
    home.page.goto(home.server.path("/goals"))
    awake(home)
    return home.page.locator(".goal-counted")


def has_days_done(home, number):
    """Waits until so many dots of the card are drawn as done: a kept page shows what it was kept with first."""
    done = "(document.querySelector('[data-places] .dot-preview .done')?.getAttribute('d').match(/M/g) ?? []).length"
    home.page.wait_for_function(f"number => {done} === number", arg=number)


def today_of_goal(home):
    """Opens the goal's page, and looks at the dot of today."""
    home.page.goto(home.server.path(home.address_of_goal))
    awake(home)
    return home.page.locator("[data-dots] a.today")


def test_a_card_adds_the_taps_that_wait(follower):
    home = follower
    expect(goals_after(home, 1)).to_have_text("2 of 3")
    has_days_done(home, 0)
    home.open()
    counted = goals_after(home, 1)
    expect(counted).to_have_text("3 of 3")
    has_days_done(home, 1)
    go_offline(home, False)
    home.wait_until_saved()
    expect(counted).to_have_text("3 of 3")


def test_a_day_that_waiting_taps_complete_is_drawn_as_done(follower):
    home = follower
    home.tap("Robins", times=3)
    today = today_of_goal(home)
    expect(today).to_contain_class("done")
    expect(home.page.locator("[data-figure=percent]")).to_have_text("100%")
    today.click()
    expect(home.page.get_by_role("dialog").locator(".day-counted")).to_have_text("Counted: 4, target: 3")
    home.page.keyboard.press("Escape")
    go_offline(home, False)
    home.wait_until_saved()
    expect(today).to_contain_class("done")


def test_a_day_that_waiting_taps_do_in_part_has_their_slice_and_its_sheet_tells_them(follower):
    home, page = follower, follower.page
    home.tap("Robins")
    today = today_of_goal(home)
    slice_ = today.locator("circle + circle")
    expect(slice_).to_have_attribute("stroke-dasharray", "66 100")
    expect(today).to_contain_text("66% done")
    today.click()
    expect(page.get_by_role("dialog").locator(".day-counted")).to_have_text("Counted: 2 of 3")
    expect(page.get_by_role("dialog").locator(".day-dot .slice")).to_have_attribute("stroke-dasharray", "66 100")
    expect(page.get_by_role("dialog").locator(".day-dot .slice")).to_be_visible()
    page.keyboard.press("Escape")
    home.open()
    home.take_back("Robins")
    home.take_back("Robins")
    expect(today_of_goal(home)).to_contain_class("open")
    expect(today).not_to_contain_text("%")
    go_offline(home, False)
    home.wait_until_saved()
    expect(today).to_contain_class("open")


def test_a_day_that_was_counted_to_its_target_is_not_done_any_more_once_a_minus_waits(follower):
    home = follower
    go_offline(home, False)
    home.tap("Robins", times=2)
    home.wait_until_saved()
    for address, text in ((home.address_of_goal, "100%"), ("/goals", "3 of 3")):
        home.open(address)
        holds(home, address, text)
    home.open()
    go_offline(home)
    home.take_back("Robins")
    expect(goals_after(home, 0)).to_have_text("2 of 3")
    has_days_done(home, 0)
    today = today_of_goal(home)
    expect(today).to_contain_class("part")
    expect(today).to_contain_text("66% done")
    go_offline(home, False)
    home.wait_until_saved()
    expect(today).to_contain_text("66% done")


def test_taps_of_another_day_count_nothing_today(follower):
    home = follower
    counted = goals_after(home, 2)
    expect(counted).to_have_text("3 of 3")
    home.page.clock.set_fixed_time(home.page.evaluate("Date.now()") / 1_000 + 2 * 86_400)
    home.page.reload()
    awake(home)
    expect(counted).to_have_text("0 of 3")


def test_taps_that_wait_over_midnight_stay_with_their_day(follower):
    home, page = follower, follower.page
    home.tap("Robins", times=2)
    day = today_of_goal(home).get_attribute("href")
    page.clock.set_system_time(datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1))
    before, today = page.locator(f"[data-dots] a[href='{day}']"), today_of_goal(home)
    expect(today).not_to_have_attribute("href", day)
    expect(before).to_contain_class("done")
    expect(today).to_contain_class("open")
    # What is counted on the new day is none of the one before.
    home.open()
    home.tap("Robins")
    today_of_goal(home)
    expect(today).to_contain_text("33% done")
    expect(before).to_contain_class("done")
    expect(goals_after(home, 0)).to_have_text("1 of 3")
    has_days_done(home, 1)
