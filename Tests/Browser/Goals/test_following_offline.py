"""Goals that follow a counter have the taps that wait."""

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


def test_a_card_adds_the_taps_that_wait(follower):
    home = follower
    home.tap("Robins")
    home.page.goto(home.server.path("/goals"))
    awake(home)
    counted = home.page.locator(".goal-counted")
    expect(counted).to_have_text("2 of 3")
    done = home.page.locator("[data-places] .dot-preview .done")
    assert done.get_attribute("d") == "" if done.count() else True
    home.open()
    home.tap("Robins")
    home.page.goto(home.server.path("/goals"))
    awake(home)
    expect(counted).to_have_text("3 of 3")
    assert done.get_attribute("d") != ""
    go_offline(home, False)
    home.wait_until_saved()
    expect(counted).to_have_text("3 of 3")


def test_a_day_that_waiting_taps_complete_is_drawn_as_done(follower):
    home = follower
    home.tap("Robins", times=2)
    home.page.goto(home.server.path(home.address_of_goal))
    awake(home)
    today = home.page.locator("[data-dots] a.today")
    expect(today).to_contain_class("done")
    expect(home.page.locator("[data-figure=percent]")).to_have_text("100%")
    go_offline(home, False)
    home.wait_until_saved()
    expect(today).to_contain_class("done")


def test_taps_of_another_day_count_nothing_today(follower):
    home = follower
    home.tap("Robins", times=2)
    home.page.goto(home.server.path("/goals"))
    awake(home)
    expect(home.page.locator(".goal-counted")).to_have_text("3 of 3")
    home.page.clock.set_fixed_time(home.page.evaluate("Date.now() + 2 * 86_400_000"))
    home.page.reload()
    awake(home)
    expect(home.page.locator(".goal-counted")).to_have_text("0 of 3")
