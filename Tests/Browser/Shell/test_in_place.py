"""What is done on a page of rows is done in place: the page, its scroll position and the focus stay."""

import re

import pytest
from home import eventually
from playwright.sync_api import expect


@pytest.fixture
def home(visit):
    home = visit()
    home.create("Robins")
    return home


def keep(home):
    """Remembers the page, and scrolls it."""
    expect(home.page.locator("main")).to_be_attached()
    home.page.wait_for_load_state("networkidle")
    home.page.evaluate("window.isTheSame = true")
    # Whatever a page holds, there is something to scroll.
    home.page.evaluate("document.querySelector('main').style.minBlockSize = '3000px'; document.documentElement.style.overflowAnchor = 'none'; scrollTo(0, 120)")


def stayed(home, scrolled=120):
    return home.page.evaluate("[window.isTheSame === true, scrollY]") == [True, scrolled]


def press(button):
    """By keyboard, so that nothing is scrolled into view."""
    button.evaluate("button => button.focus({ preventScroll: true })")
    button.press("Enter")


def undo(home):
    return home.page.locator(".notice").get_by_role("button", name="Undo")


def in_trash(home, *titles):
    for title in titles:
        if title != "Robins":
            home.create(title)
    for title in titles:
        home.choose("Delete", title)
        expect(home.card(title)).to_have_count(0)
    home.open("/trash")


def test_the_trash_stays_after_each_restoration_and_its_undo(home):
    home.create("Stays")
    in_trash(home, "Robins", "Wrens", "Finches")
    keep(home)
    rows = home.page.locator(".row")
    expect(rows).to_have_count(3)
    press(rows.filter(has_text="Wrens").get_by_role("button"))
    expect(rows).to_have_count(2)
    expect(home.page).to_have_url(re.compile("/trash$"))
    expect(undo(home)).to_be_visible()
    assert home.page.evaluate("document.activeElement.closest('.row') !== null")
    assert stayed(home)
    press(undo(home))
    expect(rows).to_have_count(3)
    assert stayed(home)


def test_without_a_script_a_restoration_leads_back_to_the_trash(visit):
    home = visit(javascript=False)
    home.create("Robins")
    home.choose("Delete")
    home.open("/trash")
    home.page.get_by_role("button", name="Restore").click()
    expect(home.page.get_by_role("heading", name="Trash")).to_be_visible()
    expect(home.page.locator(".row")).to_have_count(0)
    undo(home).click()
    expect(home.page.get_by_role("heading", name="Trash")).to_be_visible()
    expect(home.page.locator(".row")).to_have_count(1)


def test_a_last_change_is_undone_and_redone_where_it_stands(home):
    home.tap(times=3)
    home.wait_until_saved()
    home.open("/undo")
    keep(home)
    row = home.page.locator(".change").first
    button = row.get_by_role("button")
    press(button)
    expect(row).to_contain_text("undone")
    expect(button).to_be_focused()
    assert stayed(home)
    press(button)
    expect(row).not_to_contain_text("undone")
    assert stayed(home)


def test_an_entry_of_the_history_is_undone_where_it_stands(home):
    counter = home.card().get_attribute("data-counter")
    home.tap(times=2)
    home.wait_until_saved()
    home.open(f"/counters/{counter}/history")
    entry = home.open_entry(2)
    keep(home)
    press(entry.get_by_role("button"))
    expect(home.page.locator("#entry-2")).to_contain_class("entry--void")
    expect(home.page.locator("#entry-2")).to_have_attribute("open", "")
    expect(entry.get_by_role("button")).to_be_focused()
    assert stayed(home)
    assert home.server.count_of(counter) == 1


def test_all_cards_are_collapsed_and_expanded_in_edit_mode(home):
    home.open("/counters/arrange")
    keep(home)
    press(home.page.get_by_role("button", name="Collapse all"))
    again = home.page.get_by_role("button", name="Expand all")
    expect(again).to_be_focused()
    expect(undo(home)).to_be_visible()
    assert stayed(home)
    press(undo(home))
    expect(home.page.get_by_role("button", name="Collapse all")).to_be_visible()
    assert stayed(home)


def test_a_deletion_in_edit_mode_is_undone_there(home):
    home.create("Wrens")
    home.open("/counters/arrange")
    keep(home)
    press(home.page.get_by_role("button", name="Delete Robins"))
    rows = home.page.locator("[data-place]")
    expect(rows).to_have_count(1)
    press(undo(home))
    expect(rows).to_have_count(2)
    expect(home.page.get_by_role("link", name="Trash", exact=True)).to_be_visible()
    assert stayed(home)


def test_a_goal_is_taken_out_of_the_archive_and_back_in_the_list(home):
    home.open("/goals/new")
    home.page.get_by_label("Name").fill("Draw")
    home.page.get_by_role("button", name="Create").click()
    home.page.wait_for_url(re.compile(r"/goals/\d+"))
    home.page.goto(re.match(r".*/goals/\d+", home.page.url)[0] + "/edit")
    home.page.get_by_role("button", name="Archive").click()
    expect(home.page).to_have_url(re.compile(r"/goals(\?|$)"))
    home.open("/goals")
    home.page.locator(".goals-archived > summary").click()
    keep(home)
    press(home.page.get_by_role("button", name="Unarchive"))
    expect(home.page.locator(".goal-cards[data-places] [data-place]")).to_have_count(1)
    assert stayed(home)
    press(undo(home))
    expect(home.page.locator(".goals-archived li")).to_have_count(1)
    assert stayed(home)


@pytest.mark.parametrize("answer", [
    {"status": 200, "body": "{}", "content_type": "application/json"},
    {"status": 403, "body": '{"problem": "Pay first"}', "content_type": "application/json"},
    {"status": 502, "body": "Bad gateway"},
], ids=["portal", "paywall", "proxy"])
def test_what_a_stranger_answers_leaves_the_offer_and_has_a_restoration_wait(home, answer):
    home.create("Stays")
    in_trash(home, "Robins", "Wrens")
    keep(home)
    rows = home.page.locator(".row")
    press(rows.first.get_by_role("button"))
    expect(undo(home)).to_be_visible()
    home.page.route("**/*", lambda route: route.fulfill(**answer) if route.request.method == "POST" else route.fallback())
    press(undo(home))
    expect(home.saving).to_contain_text("Can’t reach the server")
    expect(undo(home)).to_be_visible()
    press(rows.first.get_by_role("button"))
    expect(rows).to_have_count(0)
    assert home.operations_kept() == 1
    home.page.unroute_all()
    eventually(lambda: home.operations_kept() == 0)
    assert home.page.evaluate("window.isTheSame === true")


def test_a_change_that_is_being_sent_when_the_tab_crashes_is_sent_by_the_next_page(home):
    home.create("Wrens")
    home.wait_until_saved()
    # A way to the server that swallows everything: what a test holds back would be sent once the page is gone.
    home.page.evaluate("() => { window.fetch = address => { window.asked ||= /deletion$/.test(address); return new Promise(() => {}) } }")
    home.choose("Delete", "Wrens")
    eventually(lambda: home.page.evaluate("window.asked"))
    home.kill_tab()
    home.open()
    expect(home.cards).to_have_count(1)
    home.wait_until_saved()
    expect(home.another_tab().cards).to_have_count(1)
    assert home.page.evaluate("Object.keys(localStorage).filter(key => key.includes('posted-'))") == []
