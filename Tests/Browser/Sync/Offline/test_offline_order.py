"""Counters and goals are put in order without a network: drawn while it waits, and so on the server afterwards."""

import pytest
from playwright.sync_api import expect

from finger import Finger
from goals import make
from home import eventually
from offline import go_offline, holds, kept, titles  # noqa: F401


def rows(home):
    return home.page.locator("[data-places] .place-name")


@pytest.fixture
def three(kept):
    for title in ("One", "Two", "Three"):
        kept.create(title)
    kept.open()
    holds(kept, "/counters/arrange", "Three")
    return kept


def test_counters_are_moved_offline_and_the_move_is_drawn_until_it_is_sent(three):
    home = three
    go_offline(home)
    home.page.get_by_role("link", name="Edit").click()
    home.move("Three", "up")
    home.move("Three", "up")
    home.move("One", "down")
    order = ["Three", "Two", "One"]
    expect(rows(home)).to_have_text(order)
    expect(home.saving).to_contain_text("3 waiting")
    home.page.reload()
    expect(rows(home)).to_have_text(order)
    home.page.get_by_role("link", name="Done").click()
    expect(titles(home)).to_have_text(order)
    home.reload()
    expect(titles(home)).to_have_text(order)
    go_offline(home, False)
    home.wait_until_saved()
    home.reload()
    expect(titles(home)).to_have_text(order)
    home.open("/counters/arrange")
    expect(rows(home)).to_have_text(order)


def test_moves_that_are_never_answered_are_drawn_once(three):
    home = three
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    held = []
    home.page.route("**/place", lambda route: held.append(route))
    # Those that wait are sent at once.
    home.page.route("**/operations", lambda route: route.abort())
    home.move("Three", "up")
    home.move("One", "down")
    home.move("One", "down")
    order = ["Three", "Two", "One"]
    expect(rows(home)).to_have_text(order)
    # The first one is given up after some seconds, and the others wait like it.
    eventually(lambda: home.page.wait_for_timeout(1) or home.operations_kept() == 3, seconds=20)
    expect(rows(home)).to_have_text(order)
    home.page.unroute_all()
    home.wait_until_saved()
    home.open()
    expect(titles(home)).to_have_text(order)


def test_moves_whose_turn_had_not_come_are_sent_by_the_next_page(three):
    home = three
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    with home.page.expect_request("**/place"):
        home.page.context.route("**/place", lambda route: None)
        home.move("Three", "up")
        home.move("One", "down")
        home.move("One", "down")
    home.page.reload()
    home.wait_until_saved()
    home.page.context.unroute("**/place")
    home.open()
    expect(titles(home)).to_have_text(["Three", "Two", "One"])


def test_a_counter_is_dragged_offline(three):
    home = three
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    go_offline(home)
    finger = Finger(home.page)
    finger.down(home.page.locator("[data-place]", has_text="Three").locator(".place-grip"))
    finger.move(y=-150, steps=15)
    finger.up()
    expect(rows(home)).to_have_text(["Three", "One", "Two"])
    eventually(lambda: home.operations_kept() == 1)
    killed = home.page
    home.kill_tab()
    killed.close()
    home.page.goto(home.server.path("/"))
    expect(titles(home)).to_have_text(["Three", "One", "Two"])
    go_offline(home, False)
    home.wait_until_saved()
    home.open()
    expect(titles(home)).to_have_text(["Three", "One", "Two"])


def test_what_was_made_counted_and_deleted_offline_is_in_the_list_that_is_edited(three):
    home = three
    go_offline(home)
    home.tap("Two", times=2)
    home.choose("Delete", "One")
    home.page.get_by_role("link", name="New counter").click()
    home.page.get_by_role("textbox", name="Name").fill("Tea")
    home.page.keyboard.press("Enter")
    expect(titles(home)).to_have_text(["Two", "Three", "Tea"])
    home.page.get_by_role("link", name="Edit").click()
    expect(rows(home)).to_have_text(["Two", "Three", "Tea"])
    expect(home.page.locator("[data-place]", has_text="Two").locator(".place-count")).to_have_text("2")
    home.move("Tea", "up")
    home.page.get_by_role("button", name="Delete Three").click()
    order = ["Two", "Tea"]
    expect(rows(home)).to_have_text(order)
    home.page.get_by_role("link", name="Done").click()
    expect(titles(home)).to_have_text(order)
    go_offline(home, False)
    home.wait_until_saved()
    expect(titles(home)).to_have_text(order)
    home.reload()
    expect(titles(home)).to_have_text(order)
    home.shows("2", "Two")


def test_goals_are_moved_offline_and_the_move_is_drawn_until_it_is_sent(kept):
    for name in ("Read", "Draw", "Walk"):
        make(kept, name)
    kept.open("/goals")
    holds(kept, "/goals/arrange", "Walk")
    go_offline(kept)
    kept.page.get_by_role("link", name="Reorder").click()
    kept.move("Walk", "up")
    kept.move("Walk", "up")
    order = ["Walk", "Read", "Draw"]
    expect(rows(kept)).to_have_text(order)
    kept.page.get_by_role("link", name="Done").click()
    expect(rows(kept)).to_have_text(order)
    kept.page.reload()
    expect(rows(kept)).to_have_text(order)
    go_offline(kept, False)
    kept.wait_until_saved()
    kept.page.reload()
    expect(rows(kept)).to_have_text(order)


def test_a_goal_that_was_marked_offline_hides_nothing_where_goals_are_put_in_order(kept):
    make(kept, "Read")
    holds(kept, "/goals/new", "data-goal-form")
    kept.open("/goals")
    holds(kept, "/goals/arrange", "Read")
    go_offline(kept)
    for name in ("Draw", "Walk"):
        kept.page.get_by_role("link", name="New goal").first.click()
        kept.page.get_by_label("Name").fill(name)
        kept.page.get_by_role("button", name="Create").click()
        kept.page.get_by_role("button", name="Mark as done").click()
    kept.page.get_by_role("link", name="Reorder").click()
    expect(rows(kept)).to_have_text(["Read", "Draw", "Walk"])
    assert [line for line in kept.complaints if "ERR_INTERNET_DISCONNECTED" not in line] == []


def test_a_move_after_something_deleted_elsewhere_is_not_lost(three, visit):
    """Another device deletes a neighbour meanwhile: the others still come to the same order everywhere."""
    home = three
    other = visit(storage_state=home.page.context.storage_state())
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    go_offline(home)
    home.move("Three", "up")
    other.choose("Delete", "One")
    expect(titles(other)).to_have_text(["Two", "Three"])
    go_offline(home, False)
    home.wait_until_saved()
    for place in (home, other):
        place.open()
        expect(titles(place)).to_have_text(["Three", "Two"])


def test_what_is_changed_before_the_server_has_heard_of_its_counter_waits_behind_it(three):
    home = three
    addresses = []
    home.page.route("**/operations", lambda route: route.abort())
    home.page.on("request", lambda request: request.method == "POST" and addresses.append(request.url))
    go_offline(home)
    for title in ("Tea", "Milk"):
        home.page.get_by_role("link", name="New counter").click()
        home.page.get_by_role("textbox", name="Name").fill(title)
        home.page.keyboard.press("Enter")
    addresses.clear()
    go_offline(home, False)
    home.choose("Rename", "Tea")
    home.page.keyboard.type("Green tea")
    home.page.keyboard.press("Enter")
    home.fold("Green tea")
    home.choose("Delete", "Milk")
    expect(home.saving).to_contain_text("5 waiting")
    expect(titles(home)).to_have_text(["One", "Two", "Three", "Green tea"])
    home.page.unroute("**/operations")
    home.wait_until_saved()
    home.reload()
    expect(titles(home)).to_have_text(["One", "Two", "Three", "Green tea"])
    expect(home.card("Green tea")).to_contain_class("card--collapsed")
    assert {address.rsplit("/", 1)[1] for address in addresses} == {"operations"}


def test_a_counter_comes_back_from_the_trash_offline_as_it_was(three):
    home = three
    home.tap("Two", times=7)
    home.wait_until_saved()
    home.choose("Delete", "Two")
    expect(titles(home)).to_have_text(["One", "Three"])
    holds(home, "/trash", "Two")
    home.open()
    home.page.wait_for_load_state("networkidle")
    go_offline(home)
    home.page.goto(home.server.path("/trash"))
    home.page.get_by_role("button", name="Restore").click()
    expect(home.page.locator("[data-in-trash]")).to_have_count(0)
    expect(home.saving).to_contain_text("1 waiting")
    home.open()
    expect(titles(home)).to_have_text(["One", "Three", "Two"])
    home.shows("7", "Two")
    home.tap("Two")
    home.shows("8", "Two")
    go_offline(home, False)
    home.wait_until_saved()
    home.reload()
    expect(titles(home)).to_have_text(["One", "Two", "Three"])
    home.shows("8", "Two")
