"""A counter beside the list: in a wide window it opens at the right, at its own address, and works in both places."""

import re

import pytest
from playwright.sync_api import expect

from home import eventually
from pane import both_show, desk, heading, id_of, is_closed, is_open, open_beside, pane  # noqa: F401


def test_back_and_forward_lead_through_what_was_open(desk):
    open_beside(desk, "Robins")
    open_beside(desk, "Wrens")
    is_open(desk, "Wrens")
    desk.page.go_back()
    is_open(desk, "Robins")
    desk.page.go_back()
    is_closed(desk)
    desk.page.go_forward()
    is_open(desk, "Robins")
    desk.page.go_forward()
    is_open(desk, "Wrens")
    assert desk.complaints == []


def test_a_reload_shows_the_same(desk):
    open_beside(desk, "Wrens")
    desk.page.reload()
    expect(desk.cards).to_have_count(3)
    is_open(desk, "Wrens")
    desk.page.go_back()
    is_closed(desk)
    desk.page.reload()
    expect(desk.cards).to_have_count(3)
    desk.wait_until_awake()
    desk.page.go_forward()
    is_open(desk, "Wrens")
    desk.tap("Wrens")
    both_show(desk, "1", "Wrens")
    assert desk.complaints == []


def test_a_visit_to_a_counter_brings_the_list(desk):
    desk.page.goto(desk.server.path(f"/counters/{id_of(desk, 'Wrens')}"))
    expect(desk.cards).to_have_count(3)
    is_open(desk, "Wrens")
    expect(desk.page.locator("body[data-awake]")).to_be_attached()
    desk.tap("Wrens")
    both_show(desk, "1", "Wrens")
    open_beside(desk, "Coffee")
    is_open(desk, "Coffee")
    pane(desk).get_by_role("link", name="Close").click()
    is_closed(desk)
    desk.page.go_back()
    is_open(desk, "Coffee")
    desk.page.go_back()
    is_open(desk, "Wrens")
    # Everything of the list works, too.
    desk.fold("Robins")
    expect(desk.field("Robins")).to_be_hidden()
    desk.page.get_by_role("link", name="New counter").click()
    expect(desk.page.locator("#create")).to_be_visible()
    assert desk.complaints == []


def test_it_is_closed_by_its_button_and_by_escape(desk):
    open_beside(desk, "Wrens")
    pane(desk).get_by_role("link", name="Close").click()
    is_closed(desk)
    assert desk.focused == f"options-{id_of(desk, 'Wrens')}"
    open_beside(desk, "Robins")
    open_beside(desk, "Coffee")
    desk.page.keyboard.press("Escape")
    is_closed(desk)
    # Forward opens what was opened first from here.
    desk.page.go_forward()
    is_open(desk, "Robins")


def test_escape_closes_one_thing_at_a_time(desk):
    open_beside(desk, "Robins")
    desk.options("Wrens").click()
    expect(desk.menu).to_be_visible()
    desk.page.keyboard.press("Escape")
    expect(desk.menu).to_be_hidden()
    is_open(desk, "Robins")
    pane(desk).get_by_role("link", name="Reset to 0").click()
    expect(desk.page.locator("#confirm-reset")).to_be_visible()
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("#confirm-reset")).to_be_hidden()
    pane(desk).get_by_role("link", name="Rename").first.click()
    pane(desk).get_by_role("textbox", name="Rename").press("Escape")
    is_open(desk, "Robins")
    desk.page.keyboard.press("Escape")
    is_closed(desk)


def test_with_keys_alone_the_focus_goes_along(desk):
    desk.options("Wrens").focus()
    desk.page.keyboard.press("Enter")
    expect(desk.menu).to_be_visible()
    desk.page.locator("[data-more]").focus()
    desk.page.keyboard.press("Enter")
    is_open(desk, "Wrens")
    expect(heading(desk)).to_be_focused()
    assert heading(desk).evaluate("heading => getComputedStyle(heading).outlineStyle") == "solid"
    # A region with the counter's name.
    expect(desk.page.get_by_role("region", name="Wrens")).to_be_visible()
    desk.page.keyboard.press("Escape")
    is_closed(desk)
    expect(desk.options("Wrens")).to_be_focused()


def test_a_name_that_is_being_typed_is_kept_when_one_goes_back(desk):
    open_beside(desk, "Robins")
    open_beside(desk, "Wrens").get_by_role("link", name="Rename").first.click()
    pane(desk).get_by_role("textbox", name="Rename").fill("Blackbirds")
    with desk.page.expect_response(lambda answer: answer.url.endswith("/title")):
        desk.page.go_back()
    is_open(desk, "Robins")
    expect(desk.cards.nth(1).locator("[data-name]")).to_have_text("Blackbirds")
    desk.open()
    expect(desk.cards.nth(1).locator("[data-name]")).to_have_text("Blackbirds")


def test_without_a_network_what_is_shown_stays(desk):
    open_beside(desk, "Robins")
    desk.page.context.set_offline(True)
    pane(desk).locator("[data-tap]").click()
    desk.options("Wrens").click()
    desk.page.locator("[data-more]").click()
    expect(desk.saving).not_to_be_empty()
    is_open(desk, "Robins")
    both_show(desk, "1")
    desk.page.context.set_offline(False)
    desk.wait_until_saved()
    open_beside(desk, "Wrens")
    is_open(desk, "Wrens")
    desk.page.go_back()
    both_show(desk, "1")


def test_back_without_a_network_keeps_what_is_shown_and_its_address(desk):
    open_beside(desk, "Robins")
    open_beside(desk, "Wrens")
    desk.page.context.set_offline(True)
    desk.page.evaluate("history.back()")
    expect(desk.saving).not_to_be_empty()
    is_open(desk, "Wrens")


def test_of_two_opened_quickly_the_later_stays(desk):
    held = []
    robins = id_of(desk, "Robins")
    desk.page.route(f"**/counters/{robins}", lambda route: held.append(route))
    desk.options("Robins").click()
    desk.page.locator("[data-more]").click()
    eventually(lambda: desk.page.evaluate("1") and held)
    open_beside(desk, "Wrens")
    held[0].continue_()
    is_open(desk, "Wrens")
    desk.page.go_back()
    is_closed(desk)


def test_one_that_is_refused_says_why_on_its_page(desk):
    robins = id_of(desk, "Robins")
    desk.page.route(f"**/counters/{robins}", lambda route: route.fulfill(status=404, content_type="text/html", headers={"fivebar-answer": "yes"}, body="<title>Gone</title><h1>Gone"))
    desk.options("Robins").click()
    desk.page.locator("[data-more]").click()
    expect(desk.page).to_have_title("Gone")
    desk.page.unroute_all()
    desk.page.go_back()
    expect(desk.cards).to_have_count(3)


@pytest.mark.parametrize("name", ["Full screen", "History", "Statistics", "Share"])
def test_its_links_lead_to_their_pages_and_back(desk, name):
    open_beside(desk, "Wrens").get_by_role("link", name=name).click()
    expect(desk.page).to_have_url(re.compile("/counters/[0-9]+/[a-z]+$"))
    desk.page.go_back()
    expect(desk.cards).to_have_count(3)
    is_open(desk, "Wrens")
    desk.page.go_back()
    is_closed(desk)


def test_nothing_has_a_name_that_something_else_has(desk):
    open_beside(desk, "Wrens")
    twice = "names => names.filter((name, place) => names.indexOf(name) !== place)"
    for _ in range(2):
        names = desk.page.evaluate("Array.from(document.querySelectorAll('[id]'), ({ id }) => id)")
        assert desk.page.evaluate(twice, names) == []
        desk.page.reload()
        expect(desk.cards).to_have_count(3)
