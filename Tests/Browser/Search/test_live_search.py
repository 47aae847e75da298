"""What was found follows what others do meanwhile, and gets in the way of nobody who types or presses."""

import re

import pytest
from playwright.sync_api import expect

from home import eventually
from pages import stays


@pytest.fixture
def pair(visit):
    """Two windows of one person who has a counter; the second is put aside."""
    home = visit()
    home.create("Robins")
    return home, home.another_tab()


def test_what_was_found_follows_while_one_looks_at_it(pair):
    home, other = pair
    home.create("Wrens")
    other.open("/search")
    expect(other.page.locator("body[data-awake]")).to_be_attached()
    stays(other.page)
    other.page.get_by_role("searchbox").press_sequentially("r")
    expect(other.page.locator(".hit-title")).to_have_text(["Robins", "Wrens"])
    other.page.keyboard.press("ArrowDown")
    hit = other.page.locator(".hit", has_text="Robins")
    expect(hit).to_be_focused()
    home.tap("Robins", times=3)
    expect(hit.locator(".hit-count")).to_have_text("3")
    expect(hit).to_be_focused()
    home.choose("Delete", "Robins")
    expect(other.page.locator(".hit-title")).to_have_text(["Wrens"])
    expect(other.page.get_by_role("searchbox")).to_be_focused()
    expect(other.page.get_by_role("searchbox")).to_have_value("r")
    assert other.page.evaluate("window.stays")


# As where a change elsewhere is heard of.
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


def test_what_is_typed_is_answered_however_much_others_count(pair):
    home, other = pair
    other.open("/search")
    other.page.wait_for_load_state("networkidle")
    held = []
    other.page.route(re.compile("q=rob"), lambda route: held.append(route))
    other.page.get_by_role("searchbox").fill("rob")
    eventually(lambda: other.page.evaluate("1") and held)
    home.tap("Robins", times=3)
    home.wait_until_saved()
    other.page.evaluate(LOOK_AGAIN)
    [first] = held
    first.continue_()
    expect(other.page.locator("[data-search-results]")).not_to_have_attribute("aria-busy", "true")
    expect(other.page.locator(".hit-title")).to_have_text(["Robins"])
    expect(other.page.locator(".hit-count")).to_have_text(["3"])


def test_a_result_that_is_pressed_stays_until_it_is_released(visit):
    home = visit(desktop=True)
    number = home.create("Robins").get_attribute("data-counter")
    home.create("Wrens")
    other = home.another_tab()
    other.open("/search")
    other.page.wait_for_load_state("networkidle")
    box = other.page.locator(".hit", has_text="Robins").bounding_box()
    other.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    other.server.set_count(number, 7)
    held = []
    other.page.route("**/search", lambda route: held.append(route), times=1)
    other.page.evaluate(LOOK_AGAIN)
    eventually(lambda: other.page.evaluate("1") and held)
    other.page.mouse.down()
    with other.page.expect_response("**/search") as answer:
        held[0].continue_()
    answer.value.finished()
    other.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    other.page.mouse.up()
    expect(other.page).to_have_url(re.compile(rf"#tap-{number}$"))


def test_what_is_typed_outlives_the_account_it_was_typed_for(pair):
    _, other = pair
    other.open("/search")
    expect(other.page.locator("body[data-awake]")).to_be_attached()
    other.page.context.clear_cookies()
    with other.page.expect_navigation():
        other.page.get_by_role("searchbox").fill("rob")
    expect(other.page.get_by_role("searchbox")).to_have_value("rob")


def test_what_is_looked_for_again_by_itself_says_nothing_without_a_network(pair):
    home, other = pair
    other.open("/search")
    expect(other.page.locator(".hit-title")).to_have_text(["Robins"])
    asked = []
    other.page.route(re.compile("/search"), lambda route: (asked.append(route), route.abort()))
    home.tap("Robins")
    eventually(lambda: other.page.evaluate("1") and asked)
    expect(other.page.locator(".hit-title")).to_have_text(["Robins"])
    expect(other.page.get_by_text("Can’t reach the server.")).to_have_count(0)
