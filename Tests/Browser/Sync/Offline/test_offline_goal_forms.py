"""What the form of a goal says without a network, and what becomes of a goal that the server refuses after all."""

import re

import pytest
from playwright.sync_api import expect

from goals import awake, cards
from offline import go_offline, holds, kept  # noqa: F401


@pytest.fixture
def writer(kept):
    """Somebody without a network, with the form of a new goal before them, which may follow a counter."""
    kept.create("Robins")
    kept.open("/goals")
    awake(kept)
    holds(kept, "/goals/new", "data-goal-form")
    kept.open("/goals/new")
    awake(kept)
    holds(kept, "/goals/new", "Robins")
    go_offline(kept)
    return kept


def follow(home, counter):
    home.page.locator("details", has=home.page.locator("[name=counter]")).evaluate("details => { details.open = true }")
    home.page.locator("[name=counter]").select_option(label=counter)
    home.page.locator("[name=target]").fill("2")


def test_more_days_than_a_goal_may_have_are_not_saved_offline_and_say_why(writer):
    home = writer
    home.page.get_by_label("Name").fill("Decade")
    start = home.page.locator("#start").input_value()
    last = home.page.locator("#end")
    last.fill(f"{int(start[:4]) + 10:04}-12-31")
    home.page.get_by_role("button", name="Create").click()
    expect(last).to_have_attribute("aria-invalid", "true")
    expect(home.page.locator("#end-problem")).to_contain_text("Goals can last up to ten years.")
    assert home.operations_kept() == 0


@pytest.fixture
def refused(writer, visit):
    """Their goal Walk, made without a network, follows a counter that another device has deleted meanwhile."""
    home = writer
    home.page.get_by_label("Name").fill("Walk")
    follow(home, "Robins")
    other = visit(storage_state=home.page.context.storage_state())
    other.open()
    other.choose("Delete", "Robins")
    other.wait_until_saved()
    home.page.get_by_role("button", name="Create").click()
    expect(home.page).to_have_url(home.server.path("/goals"))
    expect(cards(home)).to_have_text(["Walk"])
    return home


def test_a_goal_that_is_refused_is_listed_by_its_own_name(refused):
    home = refused
    go_offline(home, False)
    home.wait_until_saved()
    expect(home.saving.get_by_role("link")).to_be_visible()
    home.page.goto(home.server.path("/waiting"))
    row = home.page.locator("[data-refused-rows] > li")
    expect(row).to_contain_text(re.compile("^Walk"))
    expect(row).not_to_contain_text("Robins")


def test_what_was_done_to_a_goal_that_is_refused_says_why_that_was(refused):
    home = refused
    home.page.locator("[data-mark-today]").click()
    expect(home.page.locator("[data-mark-today]")).to_have_attribute("aria-pressed", "true")
    go_offline(home, False)
    home.wait_until_saved()
    home.page.goto(home.server.path("/waiting"))
    rows = home.page.locator("[data-refused-rows] > li")
    expect(rows).to_have_count(2)
    for row in rows.all():
        expect(row).to_contain_text(re.compile("^Walk"))
        expect(row).not_to_contain_text("Goal not found")


def offered(home):
    """The counters that a goal may follow, without the first choice: none."""
    return home.page.locator("[name=counter] option").all_text_contents()[1:]


def test_the_form_offers_the_counters_as_they_are_with_what_waits(kept):
    home = kept
    for title in ["Robins", "Wrens", "Owls"]:
        home.create(title)
    home.open("/goals")
    awake(home)
    holds(home, "/goals/new", "Owls")
    home.open()
    go_offline(home)
    home.create_by_hand("Larks")
    home.choose("Delete", "Wrens")
    home.rename("Owls", "Barn owls")
    home.page.goto(home.server.path("/goals/new"))
    awake(home)
    assert offered(home) == ["Robins", "Barn owls", "Larks"]


def test_a_goal_follows_a_counter_that_was_made_offline(kept, visit):
    home = kept
    home.open("/goals")
    awake(home)
    holds(home, "/goals/new", "data-goal-form")
    home.open()
    go_offline(home)
    home.create_by_hand("Larks")
    home.page.goto(home.server.path("/goals/new"))
    awake(home)
    home.page.get_by_label("Name").fill("Listen")
    follow(home, "Larks")
    home.page.get_by_role("button", name="Create").click()
    expect(cards(home)).to_have_text(["Listen"])
    go_offline(home, False)
    home.wait_until_saved()
    other = visit(storage_state=home.page.context.storage_state())
    other.open()
    other.tap("Larks", times=2)
    other.wait_until_saved()
    other.open("/goals")
    expect(other.page.locator(".goal-counted")).to_have_text("2 of 2")
