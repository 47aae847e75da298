"""On a wide window the list of goals stands beside one, and shows what is marked there, also before the server has heard of it."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from goals import awake, dot, make, press
from home import eventually
from offline import go_offline, holds, is_kept


@pytest.fixture
def reader(visit):
    home = visit(desktop=True, service_workers="allow")
    is_kept(home)
    make(home, "Draw")
    home.day = make(home, "Read")
    home.goal = home.page.url.split("#")[0]
    home.open("/goals")
    holds(home, "/goals", "Read")
    home.page.goto(home.goal)
    awake(home)
    expect(beside(home).get_by_role("link", name="Read")).to_be_visible()
    return home


def beside(home):
    return home.page.get_by_role("complementary", name="Goals")


def dots(home, name, kind):
    """How many dots of a kind the card shows: each is a move of the pen."""
    drawn = beside(home).locator("li.goal-card", has=home.page.get_by_text(name, exact=True)).locator(f".dot-preview .{kind}").first
    return (drawn.get_attribute("d") or "").count("M") if drawn.count() else 0


def test_the_list_of_goals_stands_beside_one_on_a_wide_window(visit):
    home = visit(desktop=True)
    for name in ("One", "Two"):
        make(home, name)
    beside = home.page.get_by_role("complementary", name="Goals")
    expect(beside.locator("[aria-current=page]")).to_have_text(re.compile("Two"))
    beside.get_by_role("link", name="One").click()
    expect(home.page.get_by_role("heading", name="One")).to_be_visible()
    expect(beside.locator("[aria-current=page]")).to_have_text(re.compile("One"))
    home.page.set_viewport_size({"width": 1100, "height": 800})
    expect(beside).to_be_hidden()
    expect(home.page.get_by_role("link", name="Back to the goals")).to_be_visible()


def test_a_goal_that_is_pressed_there_stays_until_its_press_is_heard(reader):
    other = reader.another_tab()
    other.page.goto(reader.goal)
    awake(other)
    beside(reader).get_by_role("link", name="Draw").hover()
    with reader.page.expect_response("**/goals") as fetched:
        reader.page.mouse.down()
        press(other, dot(other, reader.day), "done")
    fetched.value.finished()
    reader.page.evaluate("new Promise(requestAnimationFrame)")
    reader.page.mouse.up()
    expect(reader.page.get_by_role("heading", name="Draw")).to_be_visible()


def test_the_list_beside_a_goal_follows_what_is_marked(visit):
    home = visit(desktop=True)
    today = make(home)
    card = home.page.get_by_role("complementary", name="Goals").locator(".goal-link")
    expect(card.locator(".done")).to_have_count(0)
    home.page.locator(f"[data-dots] a[href$='/{today}']").click()
    home.page.get_by_role("button", name="Mark as done").click()
    home.page.keyboard.press("Escape")
    expect(card.locator(".done")).to_have_count(1)


def test_a_mark_shows_at_once(reader):
    home = reader
    home.page.context.route("**/operations", lambda route: None)
    dot(home, home.day).press(" ")
    eventually(lambda: dots(home, "Read", "done") == 1)
    assert dots(home, "Draw", "done") == 0


def test_what_waits_shows_without_a_network_also_after_a_reload(reader):
    home = reader
    yesterday = home.day - datetime.timedelta(days=1)
    go_offline(home)
    for day in (home.day, yesterday):
        dot(home, day).press(" ")
    eventually(lambda: dots(home, "Read", "done") == 2)
    dot(home, yesterday).press(" ")
    eventually(lambda: (dots(home, "Read", "done"), dots(home, "Read", "miss")) == (1, 10))
    home.page.reload()
    awake(home)
    expect(beside(home).get_by_role("link", name="Draw")).to_be_visible()
    eventually(lambda: (dots(home, "Read", "done"), dots(home, "Read", "miss")) == (1, 10))
    beside(home).get_by_role("link", name="Draw").click()
    awake(home)
    eventually(lambda: dots(home, "Read", "done") == 1)
    go_offline(home, False)
    home.wait_until_saved()
    eventually(lambda: (dots(home, "Read", "done"), dots(home, "Read", "miss")) == (1, 10))
