"""What is pressed on a card is done from then on: whoever leaves the page at once, before more of it has come, loses nothing."""

import pytest
from playwright.sync_api import expect

from finger import Finger, swipe
from pane import open_beside, pane


def in_menu(home):
    home.options("Robins").click()
    return home.menu.locator("[data-delete]")


def behind(home):
    swipe(home, Finger(home.page))
    return home.card("Robins").locator(".card-behind [data-delete]")


def beside(home):
    open_beside(home)
    return pane(home).locator("[data-delete-open] button")


def style(home):
    home.options("Robins").click()
    return home.menu.locator("[data-restyle][value=zheng]")


def with_two(home):
    for title in ("Wrens", "Robins"):
        home.create(title)
    home.wait_until_saved()
    return home


def press_and_leave(home, button):
    expect(button).to_be_attached()
    home.page.wait_for_load_state("networkidle")
    # On a slow network nothing more comes meanwhile, and no answer.
    home.page.route("**/*.js", lambda route: None)
    home.page.route("**/counters/*/*", lambda route: None)
    home.page.evaluate("button => { button.click(); location.href = 'about:blank' }", button.element_handle())
    home.page.wait_for_url("about:blank")
    home.page.unroute_all()
    home.open()
    home.wait_until_saved()
    home.reload()


@pytest.mark.parametrize("show", [in_menu, behind, beside])
def test_a_counter_is_deleted(visit, show):
    home = with_two(visit(desktop=show is beside))
    press_and_leave(home, show(home))
    expect(home.card("Wrens")).to_be_visible()
    expect(home.card("Robins")).to_have_count(0)


def test_marks_have_another_style(home):
    with_two(home)
    expect(home.card("Robins")).to_have_attribute("data-style", "fractal")
    press_and_leave(home, style(home))
    expect(home.card("Robins")).to_have_attribute("data-style", "zheng")
    expect(home.card("Wrens")).to_have_attribute("data-style", "fractal")


def leave_with_two_unanswered(home):
    # What was done first never gets an answer, and what comes after it waits for that.
    home.page.goto("about:blank")
    home.page.unroute_all()
    home.open()
    home.wait_until_saved()
    home.reload()


def test_of_two_styles_chosen_one_after_the_other_the_second_stays(home):
    with_two(home)
    home.options("Robins").click()
    home.page.wait_for_load_state("networkidle")
    home.page.route("**/style", lambda route: None)
    home.menu.locator("[data-restyle][value=western]").click()
    expect(home.card("Robins")).to_have_attribute("data-style", "western")
    home.menu.locator("[data-restyle][value=zheng]").click()
    expect(home.card("Robins")).to_have_attribute("data-style", "zheng")
    leave_with_two_unanswered(home)
    expect(home.card("Robins")).to_have_attribute("data-style", "zheng")


def test_a_card_that_is_collapsed_and_expanded_again_stays_expanded(home):
    with_two(home)
    button = home.card("Robins").locator("[data-collapse]")
    home.page.wait_for_load_state("networkidle")
    home.page.route("**/collapse", lambda route: None)
    button.click()
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    leave_with_two_unanswered(home)
    expect(home.card("Robins").locator("[data-collapse]")).to_have_attribute("aria-expanded", "true")


def test_a_style_is_saved_and_drawn_though_what_draws_it_here_does_not_come(home):
    with_two(home)
    home.tap("Robins", times=3)
    home.wait_until_saved()
    # The last stroke is written by now.
    home.reload()
    marks = home.card("Robins").locator("[data-marks] use").last
    before = marks.get_attribute("href")
    button = style(home)
    home.page.route("**/marks/flow.js", lambda route: route.abort())
    button.click()
    expect(home.card("Robins")).to_have_attribute("data-style", "zheng")
    # While the menu is open, nothing on the card moves.
    home.page.keyboard.press("Escape")
    expect(marks).not_to_have_attribute("href", before)
    home.wait_until_saved()
    # The browser says that the file did not come.
    assert [line for line in home.complaints if "net::ERR_FAILED" not in line] == []
    home.reload()
    expect(home.card("Robins")).to_have_attribute("data-style", "zheng")
