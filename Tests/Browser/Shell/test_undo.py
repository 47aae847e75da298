"""Every action offers undo: where it was done, without scrolling the page or taking the focus."""

import re

from playwright.sync_api import expect

from finger import Finger, swipe
from home import eventually
from pages import names
from undoing import furnished, notice, undo


def style(home, title):
    return home.card(title).get_attribute("data-style")


def test_a_counter_just_made_is_taken_back_and_made_again(any_home):
    home = any_home
    home.create("Robins")
    home.create_by_hand("Wrens")
    expect(notice(home)).to_contain_text("Wrens")
    home._press(undo(home))
    expect(home.cards).to_have_count(1)
    home._press(notice(home).get_by_role("button", name="Redo"))
    expect(home.cards).to_have_count(2)
    expect(undo(home)).to_be_visible()
    assert home.complaints == []


def test_the_only_counter_is_taken_back_and_made_again(home):
    home.create_by_hand("Robins")
    undo(home).click()
    # An empty list is another page.
    expect(home.page.locator("[data-blank-card]")).to_be_attached()
    notice(home).get_by_role("button", name="Redo").click()
    expect(home.card("Robins")).to_be_visible()
    expect(undo(home)).to_be_visible()
    assert home.complaints == []


def test_a_list_that_another_device_empties_is_so_when_the_undo_of_its_only_counter_is_refused(home):
    counter, held = home.create("Robins").get_attribute("data-counter"), []
    home.rename("Robins", "Wrens")
    expect(home.page.locator("body[data-live]")).to_be_attached()
    home.page.route("**/undo", lambda route: held.append(route))
    undo(home).click()
    eventually(lambda: home.page.evaluate("1") and held)
    with home.page.expect_response(re.compile(r"/\?since=")) as answer:
        home.page.request.post(home.server.path(f"/counters/{counter}/deletion"), headers={"Sec-Fetch-Site": "same-origin"})
    answer.value.finished()
    expect(home.card("Wrens")).to_be_visible()
    with home.page.expect_response("**/undo") as answer:
        held[0].continue_()
    assert answer.value.status == 422
    expect(home.page.locator("[data-blank-card]")).to_be_attached()
    expect(home.cards).to_have_count(0)


def test_a_name_given_in_place_is_taken_back_in_place(furnished):
    home = furnished
    home.page.evaluate("window.isSamePage = true")
    place = home.card("Wrens").bounding_box()
    home.rename("Robins", "Thrushes")
    expect(notice(home)).to_contain_text("Thrushes")
    expect(notice(home)).to_have_attribute("role", "status")
    # The focus stays where the name was typed, without a frame for who has touched.
    expect(home.title_button("Thrushes")).to_be_focused()
    expect(home.title_button("Thrushes")).to_have_css("outline-style", "none")
    assert home.card("Wrens").bounding_box() == place
    undo(home).click()
    expect(home.title_button("Robins")).to_be_visible()
    assert home.card("Wrens").bounding_box() == place
    home.shows("3", "Robins")
    notice(home).get_by_role("button", name="Redo").click()
    expect(home.title_button("Thrushes")).to_be_visible()
    assert home.page.evaluate("window.isSamePage")
    home.open()
    expect(home.title_button("Thrushes")).to_be_visible()
    assert home.complaints == []


def test_another_colour_is_taken_back_in_place(furnished):
    home = furnished
    swipe(home, Finger(home.page))
    home.card("Robins").get_by_role("button", name="Colour").click()
    expect(home.card("Robins")).to_contain_class("color-1")
    undo(home).click()
    expect(home.card("Robins")).to_contain_class("color-0")
    home.open()
    expect(home.card("Robins")).to_contain_class("color-0")


def test_another_style_is_taken_back_and_the_menu_still_opens(furnished):
    home = furnished
    home.choose("Five-bar gates", "Robins", option="segment")
    expect(home.page.locator("[data-style=western]")).to_have_count(1)
    home.page.keyboard.press("Escape")
    undo(home).click()
    eventually(lambda: style(home, "Robins") == "fractal")
    home.shows("3", "Robins")
    home.options("Robins").click()
    expect(home.menu).to_be_visible()
    assert home.complaints == []


def test_a_move_is_taken_back_where_it_was_made(any_home):
    home = any_home
    for title in ("One", "Two", "Three"):
        home.create(title)
    home.open("/counters/arrange")
    home.move("Three", "up")
    eventually(lambda: names(home) == ["One", "Three", "Two"])
    home._press(undo(home))
    eventually(lambda: names(home) == ["One", "Two", "Three"])
    expect(home.page.get_by_role("heading", name="Edit counters")).to_be_visible()
    home.open("/counters/arrange")
    assert names(home) == ["One", "Two", "Three"]
    assert home.complaints == []


def test_collapsing_all_is_taken_back(any_home):
    home = any_home
    home.create("One")
    home.create("Two")
    with home.page.expect_response(re.compile("/collapse$")):
        home.fold("Two")
    home.open("/counters/arrange")
    home._press(home.page.get_by_role("button", name="Collapse all"))
    home._press(undo(home))
    expect(home.page.locator(".notice")).to_contain_text("Undone")
    home.open()
    expect(home.title_button("One")).to_have_attribute("aria-expanded", "true")
    # Only those that were collapsed together are expanded again.
    expect(home.title_button("Two")).to_have_attribute("aria-expanded", "false")


def test_a_note_gives_the_former_one_back(any_home):
    home = any_home
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap("Robins")
    home.wait_until_saved()
    for note in ("by the gate", "by the pond"):
        home.open(f"/counters/{counter}/entries/1/note")
        home.page.get_by_label("What do you want to remember?").fill(note)
        home.page.keyboard.press("Enter")
        expect(home.page.locator(".entry-note")).to_have_text(note)
    with home.page.expect_navigation():
        undo(home).click()
    expect(home.page.locator(".entry-note")).to_have_text("by the gate")
    assert home.complaints == []


def test_an_undo_that_is_no_more_possible_says_so(furnished):
    home = furnished
    home.rename("Robins", "Thrushes")
    expect(undo(home)).to_be_visible()
    answer = home.page.request.post(
        home.server.path(f"/counters/{home.card('Thrushes').get_attribute('data-counter')}/title"),
        form={"title": "Kestrels"}, headers={"Origin": home.server.address},
    )
    assert answer.ok
    expect(home.title_button("Kestrels")).to_be_visible()
    undo(home).click()
    expect(home.saving).to_contain_text("can’t be undone")
    expect(notice(home)).to_have_count(0)
    expect(home.title_button("Kestrels")).to_be_visible()


def test_an_undo_that_does_not_get_through_can_be_tried_again(furnished):
    home = furnished
    home.rename("Robins", "Thrushes")
    expect(undo(home)).to_be_visible()
    home.page.route("**/undo", lambda route: route.abort())
    undo(home).click()
    expect(home.saving).to_contain_text("Can’t reach the server")
    home.page.unroute("**/undo")
    undo(home).click()
    expect(home.title_button("Robins")).to_be_visible()


def test_an_undo_on_its_way_for_long_is_done_though_the_page_is_loaded_again(furnished):
    home = furnished
    home.rename("Robins", "Thrushes")
    expect(undo(home)).to_be_visible()
    home.page.evaluate("() => { window.fetch = address => { window.asked = address; return new Promise(() => {}) } }")
    undo(home).click()
    eventually(lambda: home.page.evaluate("window.asked?.endsWith('/undo')"))
    home.reload()
    home.wait_until_saved()
    expect(home.title_button("Robins")).to_be_visible()


def test_u_takes_back_whatever_was_done_last(visit):
    home = visit(desktop=True)
    for title in ("Robins", "Wrens"):
        home.create(title)
    home.open()
    keys = home.page.keyboard
    home.tap("Robins", times=2)
    home.choose("Five-bar gates", "Robins", option="segment")
    expect(undo(home)).to_be_visible()
    keys.press("Escape")
    home.tap("Wrens")
    expect(notice(home)).to_have_count(0)
    home.shows("1", "Wrens")
    # The tap, then the style though its offer is gone, then a tap from before it; never what was taken back.
    keys.press("u")
    home.shows("0", "Wrens")
    keys.press("u")
    eventually(lambda: style(home, "Robins") == "fractal")
    expect(notice(home).get_by_role("button", name="Redo")).to_be_visible()
    keys.press("u")
    home.shows("1", "Robins")
    home.wait_until_saved()
    home.open()
    home.shows("1", "Robins")
    assert style(home, "Robins") == "fractal"


def test_what_a_minus_at_nothing_took_is_not_given_back(visit):
    home = visit(desktop=True)
    home.create("Robins")
    home.page.context.route("**/operations", lambda route: route.abort())
    home.take_back("Robins")
    home.page.keyboard.press("u")
    eventually(lambda: home.operations_kept() == 2)
    home.shows("0", "Robins")
    assert home.card("Robins").get_attribute("data-count") == "0"


def test_u_presses_the_offer_that_is_shown(visit):
    home = visit(desktop=True)
    home.create("Robins")
    home.tap(times=2)
    home.wait_until_saved()
    home.choose("Delete")
    expect(undo(home)).to_be_visible()
    home.wait_until_awake()
    home.page.keyboard.press("u")
    home.shows("2", "Robins")


def test_two_tabs_take_back_one_thing_once(furnished):
    home = furnished
    home.rename("Robins", "Thrushes")
    expect(undo(home)).to_be_visible()
    other = home.another_tab()
    other.choose("Rename", "Thrushes")
    other.page.get_by_role("textbox", name="Name").fill("Kestrels")
    other.page.keyboard.press("Enter")
    expect(other.title_button("Kestrels")).to_be_visible()
    undo(other).click()
    expect(other.title_button("Thrushes")).to_be_visible()
    # The last one's undo goes back to this tab's name, which can then be taken back here.
    expect(home.title_button("Thrushes")).to_be_visible()
    undo(home).click()
    expect(home.title_button("Robins")).to_be_visible()
    expect(other.title_button("Robins")).to_be_visible()
