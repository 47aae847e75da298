"""A counter is made in place: the list stays as it is, and the new card comes into view."""

import re

import pytest
from home import eventually
from offline import go_offline
from playwright.sync_api import expect


POSTS = re.compile(r"/counters$")


@pytest.fixture
def home(visit):
    """Somebody with a phone and more counters than it shows, at their top."""
    home = visit()
    for number in range(6):
        home.create_by_hand(f"Counter {number}")
    home.page.evaluate("window.isTheSame = true")
    return home


def open_sheet(home):
    home.page.get_by_role("link", name="New counter").tap()
    return home.page.get_by_role("textbox", name="Name")


def is_the_same(home):
    return home.page.evaluate("window.isTheSame === true")


def test_the_page_stays_and_the_card_stands_above_the_dock(home):
    open_sheet(home).fill("Robins")
    home.page.keyboard.press("Enter")
    field = home.field("Robins")
    expect(field).to_be_focused()
    assert is_the_same(home)
    expect(home.page.get_by_role("dialog")).to_have_count(0)
    box = home.card("Robins").bounding_box()
    notice = home.page.locator(".notice")
    expect(notice.get_by_role("button", name="Undo")).to_be_visible()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= notice.bounding_box()["y"]
    notice.get_by_role("button", name="Undo").tap()
    expect(home.cards).to_have_count(6)
    assert is_the_same(home)


def test_a_card_that_is_in_view_already_moves_nothing(visit):
    home = visit()
    home.create_by_hand("Robins")
    home.page.evaluate("window.isTheSame = true")
    home.create_by_hand("Wrens")
    expect(home.field("Wrens")).to_be_focused()
    assert home.page.evaluate("scrollY") == 0
    assert is_the_same(home)


def test_its_focus_has_no_frame_after_a_touch_until_a_key_is_pressed(home):
    open_sheet(home).fill("Robins")
    home.page.keyboard.press("Enter")
    expect(home.field("Robins")).to_be_focused()
    expect(home.field("Robins")).to_have_css("outline-style", "none")
    home.page.keyboard.press("Shift")
    expect(home.field("Robins")).not_to_have_css("outline-style", "none")


def test_the_first_one_s_focus_has_no_frame_after_a_touch_either(visit):
    home = visit()
    home.page.get_by_role("link", name="New counter").tap()
    home.page.get_by_role("textbox", name="Name").fill("Robins")
    home.page.keyboard.press("Enter")
    expect(home.field("Robins")).to_be_focused()
    expect(home.field("Robins")).to_have_css("outline-style", "none")


def test_it_has_none_before_the_list_is_live_but_with_the_first_key(visit):
    home = visit()
    home.page.route("**/js/counters/list/live.js", lambda route: route.abort())
    home.page.get_by_role("link", name="New counter").tap()
    home.page.get_by_role("textbox", name="Name").fill("Robins")
    home.page.get_by_role("button", name="Create").tap()
    expect(home.field("Robins")).to_be_focused()
    expect(home.field("Robins")).to_have_css("outline-style", "none")
    home.page.keyboard.press("Shift")
    expect(home.field("Robins")).not_to_have_css("outline-style", "none")


def test_its_focus_has_a_frame_for_whoever_uses_the_keyboard(visit):
    home = visit(desktop=True)
    home.create_by_hand("Robins")
    home.page.get_by_role("link", name="New counter").press("Enter")
    home.page.get_by_role("textbox", name="Name").fill("Wrens")
    home.page.keyboard.press("Enter")
    expect(home.field("Wrens")).to_be_focused()
    expect(home.field("Wrens")).not_to_have_css("outline-style", "none")


def test_a_second_enter_makes_no_second_counter(home):
    held = []
    home.page.route(POSTS, lambda route: held.append(route))
    open_sheet(home).fill("Robins")
    for _ in range(2):
        home.page.keyboard.press("Enter")
    eventually(lambda: home.page.wait_for_timeout(1) or held)
    for route in held:
        route.continue_()
    home.page.unroute(POSTS)
    expect(home.field("Robins")).to_be_focused()
    home.reload()
    expect(home.cards).to_have_count(7)


def test_one_whose_answer_is_lost_is_made_once(home):
    def lose(route):
        route.fetch()
        route.abort()

    home.page.route(POSTS, lose)
    open_sheet(home).fill("Robins")
    home.page.keyboard.press("Enter")
    expect(home.field("Robins")).to_be_focused()
    home.wait_until_saved()
    assert is_the_same(home)
    home.reload()
    expect(home.cards).to_have_count(7)


def a_proxy(route):
    route.fulfill(status=502, body="<h1>Bad gateway</h1>", content_type="text/html")


def a_portal(route):
    route.fulfill(status=200, body="<h1>Welcome to the hotel</h1>", content_type="text/html")


@pytest.mark.parametrize("stranger", [a_proxy, a_portal, lambda route: route.abort()], ids=["proxy", "portal", "nobody"])
def test_where_nobody_of_ours_answers_it_waits_and_counts(home, stranger):
    for address in (POSTS, "**/operations"):
        home.page.route(address, stranger)
    open_sheet(home).fill("Robins")
    home.page.keyboard.press("Enter")
    expect(home.field("Robins")).to_be_focused()
    home.tap("Robins", times=2)
    home.shows("2", "Robins")
    home.page.unroute_all()
    go_offline(home)
    go_offline(home, False)
    home.wait_until_saved()
    assert is_the_same(home)
    home.reload()
    home.shows("2", "Robins")
    expect(home.cards).to_have_count(7)


def test_a_refused_title_stays_in_its_field_with_the_reason(home):
    field, too_long = open_sheet(home), "long " * 60 + "title"
    field.fill(too_long)
    home.page.keyboard.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value(too_long)
    expect(field).to_be_focused()
    expect(home.page.locator(f"#{field.get_attribute('aria-describedby')}")).to_contain_text("200")
    field.fill("Robins")
    home.page.keyboard.press("Enter")
    expect(home.field("Robins")).to_be_focused()
    assert is_the_same(home)
    expect(open_sheet(home)).not_to_have_attribute("aria-invalid", "true")


def test_while_one_is_sent_slowly_the_next_one_is_typed(home):
    held = []
    home.page.route(POSTS, lambda route: held.append(route))
    open_sheet(home).fill("Robins")
    home.page.keyboard.press("Enter")
    eventually(lambda: home.page.evaluate("1") and held)
    home.page.keyboard.press("Escape")
    field = open_sheet(home)
    home.page.keyboard.type("Wrens of the wood")
    expect(field).to_have_value("Wrens of the wood")
    held[0].continue_()
    home.page.unroute(POSTS)
    expect(home.field("Robins")).to_be_attached()
    expect(field).to_have_value("Wrens of the wood")
    expect(field).to_be_focused()
    home.page.keyboard.press("Enter")
    expect(home.field("Wrens of the wood")).to_be_focused()
    home.reload()
    expect(home.cards).to_have_count(8)


def test_a_new_counter_is_never_listed_twice_while_a_tap_of_it_waits(home):
    go_offline(home)
    home.create_by_hand("Wrens")
    held = []
    home.page.route("**/?since=*", lambda route: held.append(route))
    home.page.evaluate("""() => {
        const list = document.querySelector("[data-counters]")
        window.most = 0
        new MutationObserver(() => window.most = Math.max(window.most, list.children.length)).observe(list, { childList: true })
    }""")
    with home.page.expect_request("**/?since=*"):
        go_offline(home, False)
    home.page.route("**/operations", lambda route: route.abort())
    with home.page.expect_event("requestfailed"):
        home.tap("Wrens")
    home.page.unroute("**/?since=*")
    with home.page.expect_response("**/?since=*"):
        for route in held:
            route.continue_()
    home.page.unroute("**/operations")
    home.wait_until_saved()
    expect(home.card("Wrens")).to_have_attribute("data-counter", re.compile(r"^\d+$"))
    home.shows("1", "Wrens")
    assert home.page.evaluate("window.most") == 7


def test_a_new_counter_has_nothing_of_what_is_under_way_on_the_last_one(home):
    held = []
    home.page.route("**/title", lambda route: route.continue_() if held else held.append(route))
    with home.page.expect_request("**/title"):
        home.rename("Counter 5", "Larks")
    home.page.route(POSTS, lambda route: route.abort())
    home.create_by_hand("Wrens")
    home.page.unroute(POSTS)
    held[0].continue_()
    home.wait_until_saved()
    expect(home.card("Wrens")).to_have_attribute("data-counter", re.compile(r"^\d+$"))
