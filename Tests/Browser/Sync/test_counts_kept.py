"""What a device has seen of a count is what it shows without a network, however soon that is away."""

import re

import pytest
from playwright.sync_api import expect

from devices import recovery_link
from home import eventually
from offline import go_offline, holds, keeps_pages, kept, make_many  # noqa: F401


@pytest.mark.parametrize("is_killed", [False, True], ids=["reloaded", "killed"])
def test_a_count_never_goes_back_because_the_network_is_away(kept, is_killed):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.open()
    holds(kept, "/", 'data-count="0"')
    holds(kept, f"/counters/{counter}", 'data-count="0"')
    # The page is not kept again for each tap.
    kept.tap(times=7)
    kept.wait_until_saved()
    go_offline(kept)
    kept.tap(times=2)
    if is_killed:
        kept.kill_tab()
    kept.open()
    kept.shows("9")
    kept.open(f"/counters/{counter}")
    expect(kept.page.locator("form [data-count-text]")).to_have_text("9")
    kept.page.locator("form [data-tap]").click()
    kept.open()
    kept.shows("10")
    go_offline(kept, False)
    kept.wait_until_saved()
    kept.shows("10")
    assert kept.server.count_of(counter) == 10


@pytest.mark.parametrize("is_undone", [False, True], ids=["reset", "undone"])
def test_a_reset_is_not_forgotten_either_nor_its_undo(kept, is_undone):
    kept.create("Robins")
    kept.tap(times=3)
    kept.wait_until_saved()
    kept.open()
    holds(kept, "/", 'data-count="3"')
    kept.tap()
    kept.wait_until_saved()
    kept.choose("Reset")
    kept.page.get_by_role("button", name="Reset", exact=True).click()
    undo = kept.page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    if is_undone:
        undo.click()
        kept.shows("4")
        expect(undo).to_be_hidden()
    go_offline(kept)
    kept.reload()
    kept.shows("4" if is_undone else "0")


def test_the_list_is_kept_with_what_was_counted_and_called_on_a_counter_s_page(kept):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.open()
    holds(kept, "/", 'data-count="0"')
    kept.open(f"/counters/{counter}")
    keeps_pages(kept)
    kept.page.locator("form [data-tap]").click()
    kept.wait_until_saved()
    holds(kept, "/", 'data-count="1"')
    kept.open(f"/counters/{counter}/full")
    keeps_pages(kept)
    kept.page.locator("form [data-tap]").click()
    kept.wait_until_saved()
    for path in ("/", f"/counters/{counter}"):
        holds(kept, path, 'data-count="2"')


def test_the_list_is_kept_with_what_is_counted_before_there_is_anything_that_keeps_it(kept):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.open()
    holds(kept, "/", 'data-count="0"')
    kept.page.add_init_script("window.idle = []; window.requestIdleCallback = begin => idle.push(begin)")
    kept.open(f"/counters/{counter}/full")
    kept.page.locator("form [data-tap]").click()
    kept.wait_until_saved()
    assert not kept.page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/sync/begin.js'))")
    kept.page.evaluate("for (const begin of idle) begin()")
    holds(kept, "/", 'data-count="1"')


def test_what_another_device_counts_is_not_forgotten_either(kept, visit):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.open()
    holds(kept, "/", 'data-count="0"')
    other = visit(desktop=True)
    other.open_account(recovery_link(kept))
    kept.open()
    expect(kept.page.locator("body[data-live]")).to_be_attached()
    other.tap(times=2)
    kept.shows("2")
    go_offline(kept)
    for path in ("/", f"/counters/{counter}"):
        kept.open(path)
        expect(kept.page.locator("[data-count-text]")).to_have_text("2")


def noted(home):
    """What is noted of counters, by number."""
    return dict(home.page.evaluate("JSON.parse(localStorage[Object.keys(localStorage).find(key => /^fivebar-heard-./.test(key))] ?? '[]')"))


def test_of_a_long_list_those_that_were_counted_last_are_not_forgotten(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    make_many(home, 110)
    home.open()
    home.tap("Robins", times=2)
    home.wait_until_saved()
    eventually(lambda: noted(home).get(counter, {}).get("count") == "2")
    # Shown again, the list tells of all of them.
    home.open("/settings")
    home.page.go_back()
    eventually(lambda: len(noted(home)) == 100)
    assert noted(home)[counter]["count"] == "2"


def test_a_first_counter_made_offline_keeps_its_count_once_there_is_an_account(kept):
    go_offline(kept)
    kept.page.get_by_role("link", name="New counter").first.click()
    kept.page.get_by_role("textbox", name="Name").fill("Wrens")
    kept.page.keyboard.press("Enter")
    kept.choose("Details", "Wrens")
    shown = kept.page.locator("form[data-counter]")
    shown.locator("[data-tap]").click()
    go_offline(kept, False)
    kept.wait_until_saved()
    expect(kept.page).to_have_url(re.compile(r"/counters/\d+$"))
    shown.locator("[data-tap]").click()
    kept.wait_until_saved()
    holds(kept, "/", "Wrens")
    go_offline(kept)
    kept.page.reload()
    expect(shown.locator("[data-count-text]")).to_have_text("2")
