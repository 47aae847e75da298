"""A counter beside the list: in a wide window it opens at the right, at its own address, and works in both places."""

import re

import pytest
from playwright.sync_api import expect

from home import eventually


@pytest.fixture
def desk(visit):
    """Somebody at a desk with three counters."""
    home = visit(desktop=True)
    for title in ("Robins", "Wrens", "Coffee"):
        home.create(title)
    home.wait_until_saved()
    home.open()
    return home


def open_beside(home, title="Robins"):
    home.options(title).click()
    home.page.locator("[data-more]").click()
    expect(heading(home)).to_have_text(title)
    return pane(home)


def pane(home):
    return home.page.locator("[data-beside]")


def heading(home):
    return pane(home).locator("h1")


def number(home):
    return pane(home).locator("[data-count-text]")


def is_open(home, title):
    expect(heading(home)).to_have_text(title)
    expect(home.page).to_have_title(f"{title} · Fivebar")
    expect(home.page).to_have_url(re.compile(f"/counters/{id_of(home, title)}$"))
    expect(home.card(title)).to_have_attribute("aria-current", "true")
    expect(home.page.locator("[data-counters] > [aria-current]")).to_have_count(1)


def is_closed(home):
    expect(pane(home)).to_have_count(0)
    expect(home.page).to_have_title("Fivebar")
    expect(home.page).to_have_url(home.server.path("/"))
    expect(home.page.locator("[data-counters] > [aria-current]")).to_have_count(0)


def id_of(home, title):
    return home.card(title).get_attribute("data-counter")


def both_show(home, count, title="Robins"):
    home.shows(count, title)
    expect(number(home)).to_have_text(count)


def box_of(locator):
    box = locator.bounding_box()
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_it_stands_at_the_right_of_the_list(desk):
    open_beside(desk)
    is_open(desk, "Robins")
    left, _, right, bottom = box_of(pane(desk))
    assert (right, bottom) == (1280, 800)
    assert right - left == 26 * 16
    for card in desk.cards.all():
        assert box_of(card)[2] < left
    assert len({box_of(card)[0] for card in desk.cards.all()}) == 2
    assert desk.complaints == []


def test_on_a_larger_screen_it_is_wider_and_more_stand_beside_each_other(visit):
    home = visit(desktop=True, viewport={"width": 1920, "height": 1080})
    for place in range(6):
        home.create(f"Counter {place}")
    home.open()
    assert len({box_of(card)[0] for card in home.cards.all()}) == 5
    open_beside(home, "Counter 2")
    left, _, right, _ = box_of(pane(home))
    assert right - left == 28 * 16
    assert len({box_of(card)[0] for card in home.cards.all()}) == 4


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


@pytest.mark.parametrize("where", ["list", "pane"])
def test_what_is_counted_in_either_place_is_seen_in_both_at_once_and_lasts(desk, where):
    open_beside(desk)
    place = desk.card("Robins") if where == "list" else pane(desk)
    held = []
    desk.page.route(re.compile("/operations$"), lambda route: route.continue_() if held else held.append(route))
    for part in ("[data-tap]", "[data-tap]", "[data-tap]", "[data-minus]"):
        place.locator(part).click(position={"x": 20, "y": 20})
    both_show(desk, "2")
    expect(pane(desk).locator("[data-marks] use, [data-marks] .fresh").first).to_be_attached()
    eventually(lambda: desk.page.evaluate("1") and held)
    held[0].continue_()
    desk.wait_until_saved()
    both_show(desk, "2")
    expect(pane(desk).locator(".lately")).to_contain_text("Today 2")
    desk.page.reload()
    expect(desk.cards).to_have_count(3)
    both_show(desk, "2")
    assert desk.complaints == []


def test_an_undo_in_the_pane_is_seen_in_both_and_is_about_its_counter(desk):
    open_beside(desk)
    undo = pane(desk).get_by_role("button", name="Undo")
    desk.tap("Robins", times=2)
    both_show(desk, "2")
    expect(undo).to_be_visible()
    undo.click()
    both_show(desk, "1")
    desk.tap("Wrens")
    expect(undo).to_be_hidden()
    desk.wait_until_saved()
    desk.page.reload()
    both_show(desk, "1")


def test_what_another_device_does_is_seen_in_both(desk, visit):
    other = visit(storage_state=desk.page.context.storage_state())
    open_beside(desk)
    other.tap("Robins", times=3)
    both_show(desk, "3")
    expect(pane(desk).locator(".lately")).to_contain_text("Today 3")
    counter = id_of(desk, "Robins")
    other.open(f"/counters/{counter}")
    expect(other.page.locator("body[data-awake]")).to_be_attached()
    other.page.get_by_role("button", name="+5").click()
    expect(pane(desk).get_by_role("button", name="+5", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(desk.card("Robins")).to_have_attribute("data-step", "5")
    other.page.get_by_role("link", name="Rename").first.click()
    other.page.get_by_role("textbox", name="Rename").fill("Blackbirds")
    other.page.keyboard.press("Enter")
    expect(heading(desk)).to_have_text("Blackbirds")
    expect(desk.page).to_have_title("Blackbirds · Fivebar")
    expect(desk.cards.first).to_contain_text("Blackbirds")
    # Counted here, after all of that.
    pane(desk).locator("[data-tap]").click()
    both_show(desk, "8", "Blackbirds")
    assert desk.complaints == []


def test_what_is_set_in_the_pane_is_seen_in_the_list(desk):
    side = open_beside(desk)
    card = desk.cards.first
    side.get_by_role("button", name="+10").click()
    expect(card).to_have_attribute("data-step", "10")
    side.get_by_role("button", name="正").click()
    expect(card).to_have_attribute("data-style", "zheng")
    side.locator(".color").nth(4).click()
    expect(card).to_have_class(re.compile("color-4"))
    side.get_by_label("Set the count to").fill("41")
    side.get_by_role("button", name="Save", exact=True).last.click()
    both_show(desk, "41")
    side.locator("[data-tap]").click()
    both_show(desk, "51")
    side.get_by_role("link", name="Rename").first.click()
    side.get_by_role("textbox", name="Rename").fill("Blackbirds")
    desk.page.keyboard.press("Enter")
    expect(card.locator("[data-name]")).to_have_text("Blackbirds")
    is_open(desk, "Blackbirds")
    side.get_by_role("link", name="Reset to 0").click()
    desk.page.locator("#confirm-reset").get_by_role("button", name="Reset").click()
    both_show(desk, "0", "Blackbirds")
    desk.page.locator("[data-undo]").click()
    both_show(desk, "51", "Blackbirds")
    desk.wait_until_saved()
    desk.page.reload()
    both_show(desk, "51", "Blackbirds")
    assert desk.complaints == []


def test_what_is_set_in_the_list_is_seen_in_the_pane(desk):
    side = open_beside(desk)
    desk.choose("正", "Robins", option="segment")
    expect(side.locator("form[data-counter]")).to_have_attribute("data-style", "zheng")
    expect(side.get_by_role("button", name="正")).to_have_attribute("aria-pressed", "true")
    desk.page.keyboard.press("Escape")
    desk.title_button("Robins").click(delay=700)
    desk.card("Robins").get_by_role("textbox").fill("Blackbirds")
    desk.page.keyboard.press("Enter")
    expect(heading(desk)).to_have_text("Blackbirds")
    expect(desk.page).to_have_title("Blackbirds · Fivebar")


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


def test_deleted_from_the_list_it_closes(desk):
    open_beside(desk, "Wrens")
    desk.choose("Delete", "Wrens")
    expect(desk.cards).to_have_count(2)
    is_closed(desk)
    desk.page.locator("[data-undo]").click()
    expect(desk.cards).to_have_count(3)
    is_closed(desk)
    assert desk.complaints == []


def test_deleted_in_the_pane_it_closes_and_the_list_stays(desk):
    desk.page.evaluate("window.isSame = true")
    open_beside(desk, "Wrens").get_by_role("button", name="Delete").click()
    expect(desk.cards).to_have_count(2)
    is_closed(desk)
    assert desk.page.evaluate("window.isSame")
    desk.page.locator("[data-undo]").click()
    expect(desk.cards).to_have_count(3)


def test_deleted_on_another_device_it_closes(desk, visit):
    open_beside(desk, "Wrens")
    other = visit(storage_state=desk.page.context.storage_state())
    other.choose("Delete", "Wrens")
    is_closed(desk)
    expect(desk.cards).to_have_count(2)
    # The only one that is left is deleted, too.
    open_beside(desk, "Robins")
    other.choose("Delete", "Coffee")
    expect(desk.cards).to_have_count(1)
    other.choose("Delete", "Robins")
    expect(desk.page.locator(".empty")).to_be_visible()
    is_closed(desk)


def test_in_a_window_made_narrower_the_counter_is_alone(desk):
    open_beside(desk, "Wrens")
    desk.page.set_viewport_size({"width": 1000, "height": 800})
    expect(desk.page.locator(".counters")).to_be_hidden()
    expect(desk.page.get_by_role("link", name="New counter")).to_be_hidden()
    alone = box_of(pane(desk).locator(".card-bar"))
    pane(desk).locator("[data-tap]").click()
    expect(number(desk)).to_have_text("1")
    desk.wait_until_saved()
    # As its own page looks at this width.
    desk.page.reload()
    expect(desk.page.locator("body[data-awake]")).to_be_attached()
    assert box_of(desk.page.locator(".card-bar")) == alone
    expect(pane(desk)).to_have_count(0)
    desk.page.set_viewport_size({"width": 1280, "height": 800})
    is_open(desk, "Wrens")
    both_show(desk, "1", "Wrens")
    desk.page.set_viewport_size({"width": 1000, "height": 800})
    pane(desk).get_by_role("link", name="Back to the counters").click()
    is_closed(desk)
    expect(desk.page.locator(".counters")).to_be_visible()
    assert desk.complaints == []


def test_in_a_narrow_window_the_link_leads_to_the_page(desk):
    desk.page.set_viewport_size({"width": 1199, "height": 800})
    desk.options("Wrens").click()
    with desk.page.expect_navigation():
        desk.page.locator("[data-more]").click()
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Wrens")
    expect(desk.page.locator(".counters")).to_have_count(0)


def test_without_a_script_the_counter_has_a_page(visit):
    home = visit(desktop=True, javascript=False)
    home.create("Wrens")
    with home.page.expect_navigation():
        home.options("Wrens").click()
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Wrens")
    expect(home.page.get_by_role("link", name="Close")).to_be_hidden()
    expect(home.page.locator(".counters")).to_have_count(0)


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


def test_from_right_to_left_it_stands_at_the_left(desk):
    desk.page.evaluate("document.documentElement.dir = 'rtl'")
    open_beside(desk, "Wrens")
    left, _, right, _ = box_of(pane(desk))
    assert (left, right) == (0, 26 * 16)
    for card in desk.cards.all():
        assert box_of(card)[0] > right


def test_its_pane_scrolls_by_itself_and_keeps_its_title(desk):
    open_beside(desk, "Wrens")
    before = box_of(desk.cards.first)
    pane(desk).hover()
    desk.page.mouse.wheel(0, 600)
    eventually(lambda: pane(desk).evaluate("pane => pane.scrollTop") > 300)
    expect(heading(desk)).to_be_in_viewport()
    expect(pane(desk).get_by_role("link", name="Close")).to_be_in_viewport()
    assert box_of(desk.cards.first) == before


def test_large_letters_leave_room_for_the_list(visit):
    home = visit(desktop=True)
    home.create("Robins")
    home.page.evaluate("document.documentElement.style.fontSize = '200%'")
    open_beside(home, "Robins")
    left, _, right, _ = box_of(pane(home))
    assert right - left <= 0.4 * 1280 + 1
    assert pane(home).evaluate("pane => pane.scrollWidth <= pane.clientWidth")
    assert box_of(home.cards.first)[2] < left


def test_nothing_has_a_name_that_something_else_has(desk):
    open_beside(desk, "Wrens")
    twice = "names => names.filter((name, place) => names.indexOf(name) !== place)"
    for _ in range(2):
        names = desk.page.evaluate("Array.from(document.querySelectorAll('[id]'), ({ id }) => id)")
        assert desk.page.evaluate(twice, names) == []
        desk.page.reload()
        expect(desk.cards).to_have_count(3)
