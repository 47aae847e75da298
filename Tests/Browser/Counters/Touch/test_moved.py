"""What another device moves is not pressed by who aimed at what was there, and nothing moves while somebody counts."""

import pytest
from playwright.sync_api import expect

from pressing import Pressing, middle

# So that a press comes in time also where the machine is slow.
SLOW_TIME = "const now = performance.now.bind(performance); performance.now = () => now() / 20 + (window.passed ?? 0)"

# So that the taps of a slow machine follow each other.
LONG_COUNTING = "const set = setTimeout; window.setTimeout = (work, time, ...rest) => set(work, time === 700 ? 4_000 : time, ...rest)"


@pytest.fixture
def two(home, visit):
    """A phone with three counters, and another device of the same person."""
    for title in ("Robins", "Coffee", "Wrens"):
        home.create(title)
    home.wait_until_saved()
    other = visit(storage_state=home.page.context.storage_state())
    home.page.add_init_script(SLOW_TIME)
    home.thumb = Pressing(home.page, is_touch=True)
    home.names = home.page.locator("[data-counters] [data-name]")
    return home, other


def test_a_change_is_not_undone_by_who_aimed_at_the_one_that_was_there(two):
    home, other = two
    home.open("/undo")
    changes = home.page.locator(".change")
    first = middle(changes.first.get_by_role("button"))
    expect(changes).to_have_count(3)
    other.rename("Robins", "Owls")
    expect(changes).to_have_count(4)
    home.thumb.once(*first)
    # People have seen it.
    home.page.evaluate("window.passed = 350")
    home.thumb.once(*middle(home.page.get_by_role("button", name="Undo: “Wrens” added.")))
    expect(home.page.get_by_role("button", name="Redo: “Wrens” added.")).to_be_visible()
    expect(home.page.get_by_role("button", name="Redo:")).to_have_count(1)
    assert home.complaints == []


def test_what_is_pressed_stays_there_until_its_press_is_heard(two):
    home, other = two
    home.open("/undo")
    home.page.mouse.move(*middle(home.page.get_by_role("button", name="Undo: “Wrens” added.")))
    with home.page.expect_response("**/undo") as fetched:
        home.page.mouse.down()
        other.rename("Robins", "Owls")
    fetched.value.finished()
    home.page.evaluate("new Promise(requestAnimationFrame)")
    home.page.mouse.up()
    expect(home.page.get_by_role("button", name="Redo: “Wrens” added.")).to_be_visible()
    expect(home.page.get_by_role("button", name="Undo: Renamed to “Owls”.")).to_be_visible()


def test_a_card_is_not_counted_by_who_aimed_at_the_one_that_was_deleted(two):
    home, other = two
    home.open()
    point = middle(home.field("Robins"))
    other.choose("Delete", "Robins")
    expect(home.names).to_have_text(["Coffee", "Wrens"])
    home.thumb.once(*point)
    home.page.evaluate("window.passed = 350")
    home.thumb.once(*point)
    home.wait_until_saved()
    home.shows("1", "Coffee")
    home.shows("0", "Wrens")
    assert home.complaints == []


def test_a_card_that_stays_where_it_was_is_counted_at_once(two):
    home, other = two
    home.open()
    other.choose("Delete", "Wrens")
    expect(home.names).to_have_text(["Robins", "Coffee"])
    home.thumb.at(home.field("Coffee"), 2)
    home.shows("2", "Coffee")


def test_no_card_moves_while_somebody_counts(two):
    home, other = two
    home.page.add_init_script(LONG_COUNTING)
    home.open()
    expect(home.page.locator("body[data-live]")).to_be_attached()
    home.page.evaluate("document.addEventListener('fivebar-refreshed', () => { window.isRefreshed = true })")
    point, taps = middle(home.field("Coffee")), 1
    home.thumb.once(*point)
    other.choose("Delete", "Robins")
    while not home.page.evaluate("window.isRefreshed"):
        home.thumb.once(*point)
        taps += 1
    home.thumb.once(*point)
    home.shows(str(taps + 1), "Coffee")
    expect(home.names).to_have_text(["Coffee", "Wrens"])
    home.shows("0", "Wrens")
    assert home.complaints == []
