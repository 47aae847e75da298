"""Where a counter beside the list stands, in windows and letters of every size."""

import pytest
from playwright.sync_api import expect

from home import eventually
from pane import both_show, box_of, desk, heading, is_closed, is_open, number, open_beside, pane  # noqa: F401


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


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR", "ja-JP", "nl-NL", "ru-RU", "zh-CN"])
def test_with_large_letters_the_head_of_the_page_covers_nothing_of_it(visit, locale):
    home = visit(desktop=True, locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Origin": home.server.address})
    home.open()
    home.open(f"/counters/{home.card().get_attribute('data-counter')}")
    for letters in (100, 150, 200):
        home.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", letters)
        for width in (1200, 1280, 1440, 1600, 1920):
            home.page.set_viewport_size({"width": width, "height": 800})
            _, _, _, bottom = box_of(home.page.locator(".shell-head"))
            assert bottom <= box_of(pane(home))[1] + 0.5, (width, letters)
            assert home.page.locator("[data-search]").evaluate("link => link.scrollWidth <= link.clientWidth"), (width, letters)
