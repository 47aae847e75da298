"""Open pages follow changes made elsewhere without a reload, and lose nothing the user is working on."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from counter_page import count_field
from goals import awake, dot, make, press
from home import eventually
from pages import stays


@pytest.fixture
def pair(visit):
    """Two windows of one person who has a counter; the second is put aside."""
    home = visit()
    home.number = home.create("Robins").get_attribute("data-counter")
    return home, home.another_tab()


@pytest.mark.parametrize("way", ["", "/full"])
def test_a_counter_by_itself_follows_and_can_still_be_tapped(pair, way):
    home, other = pair
    other.open(f"/counters/{home.number}{way}")
    expect(other.page.locator("body[data-awake]")).to_be_attached()
    stays(other.page)
    card = other.page.locator("[data-counter]")
    home.tap("Robins", times=3)
    expect(card).to_have_attribute("data-count", "3")
    expect(card.locator("[data-count-text]")).to_have_text("3")
    other.page.locator("[data-tap]").click()
    expect(card).to_have_attribute("data-count", "4")
    home.shows("4", "Robins")
    assert other.page.evaluate("window.stays")


@pytest.mark.parametrize("way", ["", "/full", "/history"])
def test_a_page_of_a_counter_that_is_deleted_elsewhere_says_so(pair, way):
    home, other = pair
    other.open(f"/counters/{home.number}{way}")
    other.page.wait_for_load_state("networkidle")
    if way != "/history":
        other.page.locator("[data-tap]").click()
        other.wait_until_saved()
    home.choose("Delete", "Robins")
    expect(other.page.get_by_role("link", name="Open the trash")).to_be_visible()


@pytest.mark.parametrize("way", ["history", "statistics?period=all"])
def test_a_page_about_a_counter_follows_also_once_that_is_renamed(pair, way):
    home, other = pair
    other.open(f"/counters/{home.number}/{way}")
    stays(other.page)
    home.rename("Robins", "Blackbirds")
    home.tap("Blackbirds", times=3)
    expect(other.page).to_have_title(re.compile("^Blackbirds"))
    expect(other.page.get_by_role("main")).to_contain_text("+3" if way == "history" else "3")
    assert other.page.evaluate("window.stays")


@pytest.mark.parametrize("way", ["", "/full"])
def test_a_page_that_was_fetched_before_a_tap_does_not_take_it_back(pair, way):
    home, other = pair
    home.open(f"/counters/{home.number}{way}")
    home.page.wait_for_load_state("networkidle")
    home.page.evaluate("""() => {
        window.drawn = []
        document.addEventListener("fivebar-redrawn", () => drawn.push(document.querySelector("form[data-counter]").dataset.count))
    }""")
    held = []
    home.page.route(f"**/counters/{home.number}{way}", lambda route: held.append((route, route.fetch())), times=1)
    other.tap()
    eventually(lambda: home.page.evaluate("1") and held)
    home.page.locator("[data-tap]").click()
    home.wait_until_saved()
    expect(home.page.locator("form[data-counter]")).to_have_attribute("data-count", "2")
    [(route, response)] = held
    route.fulfill(response=response)
    eventually(lambda: home.page.evaluate("drawn.length > 0"))
    assert home.page.evaluate("drawn[0]") == "2"


def test_a_goals_page_that_was_fetched_before_a_mark_does_not_take_it_back(visit):
    home = visit()
    today = make(home)
    yesterday = today - datetime.timedelta(days=1)
    path = home.page.url.removeprefix(home.server.address).split("#")[0].split("?")[0]
    other = home.another_tab()
    other.open(path)
    for tab in (home, other):
        awake(tab)
    home.page.wait_for_load_state("networkidle")
    home.page.evaluate("""day => {
        window.drawn = []
        const field = document.querySelector("[data-dots]")
        new MutationObserver(() => drawn.push(field.querySelector(`a[href$="/${day}"]`).className)).observe(field, { childList: true })
    }""", str(today))
    held = []
    home.page.route("**" + path, lambda route: held.append((route, route.fetch())), times=1)
    press(other, dot(other, yesterday), "done")
    eventually(lambda: home.page.evaluate("1") and held)
    press(home, dot(home, today), "done")
    home.wait_until_saved()
    [(route, response)] = held
    route.fulfill(response=response)
    expect(dot(home, yesterday)).to_contain_class("done")
    drawn = home.page.evaluate("drawn")
    assert drawn and all("done" in state.split() for state in drawn)


def test_what_is_typed_on_a_counters_page_stays_while_others_count(pair):
    home, other = pair
    other.open(f"/counters/{home.number}")
    field = count_field(other.page)
    field.fill("12")
    home.tap("Robins", times=2)
    expect(other.page.locator("[data-counter]")).to_have_attribute("data-count", "2")
    expect(field).to_have_value("12")
    expect(field).to_be_focused()


def test_history_and_statistics_follow(pair):
    home, other = pair
    home.tap("Robins")
    home.wait_until_saved()
    other.open(f"/counters/{home.number}/history")
    stays(other.page)
    expect(other.page.locator(".entry")).to_have_count(1)
    home.tap("Robins")
    expect(other.page.locator(".entry")).to_have_count(2)
    assert other.page.evaluate("window.stays")
    other.open(f"/counters/{home.number}/statistics")
    stays(other.page)
    figures = other.page.locator(".figures")
    before = figures.inner_text()
    home.tap("Robins")
    expect(figures).not_to_have_text(before, use_inner_text=True)
    assert other.page.evaluate("window.stays")


def test_a_goal_and_the_home_of_goals_follow(visit):
    home = visit()
    today = make(home)
    path = home.page.url.removeprefix(home.server.address).split("#")[0]
    other = home.another_tab()
    other.open("/goals")
    stays(other.page)
    awake(home)
    press(home, dot(home, today), "done")
    home.wait_until_saved()
    expect(other.page.locator("main")).to_contain_text("1-day streak")
    assert other.page.evaluate("window.stays")
    other.open(path)
    awake(other)
    stays(other.page)
    press(home, dot(home, today), "open")
    expect(dot(other, today)).not_to_contain_class("done")
    assert other.page.evaluate("window.stays")


def test_a_newcomers_page_shows_what_it_sends_itself(home):
    """As after leaving the form of the first goal before it was answered."""
    home.page.goto(home.server.path("/health"))
    home.page.evaluate(
        """id => localStorage.setItem(`fivebar-operation-000000000001--${id}`, JSON.stringify({
            id, kind: "createGoal", at: Date.now(), offset: 0,
            change: { name: "Drink", color: 1, start: "2026-11-20", end: "2026-12-19", reminder: null } }))""",
        "01936b7e-0000-7000-8000-000000000001")
    home.open("/goals")
    expect(home.page.locator(".goal-card")).to_contain_text("Drink")


def test_the_page_of_changes_follows_and_a_row_stays_the_same_one(pair):
    home, other = pair
    other.open("/undo")
    stays(other.page)
    other.page.get_by_role("button", name="Undo: “Robins” added.").focus()
    home.rename("Robins", "Blackbirds")
    expect(other.page.locator(".change .row-name")).to_contain_text(["Renamed to “Blackbirds”.", "“Blackbirds” added."])
    expect(other.page.get_by_role("button", name="Undo: “Blackbirds” added.")).to_be_focused()
    assert other.page.evaluate("window.stays")


def test_the_page_of_changes_follows_its_own_undo_once(pair):
    home, other = pair
    home.rename("Robins", "Blackbirds")
    other.open("/undo")
    stays(other.page)
    other.page.get_by_role("button", name="Undo: Renamed").click()
    expect(other.page.get_by_role("button", name="Redo: Renamed")).to_be_focused()
    expect(home.card("Robins")).to_be_visible()
    assert other.page.evaluate("window.stays")


def test_the_trash_follows_and_says_once_it_is_empty(pair):
    home, other = pair
    other.open("/trash")
    expect(other.page.get_by_text("The trash is empty.")).to_be_visible()
    stays(other.page)
    home.choose("Delete", "Robins")
    expect(other.page.locator("[data-in-trash] .row-name")).to_have_text("Robins")
    other.page.get_by_role("button", name="Restore “Robins”").focus()
    home.create("Wrens")
    home.choose("Delete", "Wrens")
    expect(other.page.locator("[data-in-trash] .row-name")).to_have_text(["Wrens", "Robins"])
    expect(other.page.get_by_role("button", name="Restore “Robins”")).to_be_focused()
    for title in ("Wrens", "Robins"):
        # A click so soon would be meant for the row that was there before.
        other.page.get_by_role("button", name=f"Restore “{title}”").press("Enter")
    expect(other.page.get_by_text("The trash is empty.")).to_be_visible()
    assert other.page.evaluate("window.stays")


def test_a_step_that_waits_still_counts_once_the_page_draws_itself_anew(home, visit):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    # Another tab would send for this one.
    other = visit(storage_state=home.page.context.storage_state(), path=f"/counters/{counter}")
    expect(other.page.locator("body[data-awake]")).to_be_attached()
    other.page.route("**", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    other.page.get_by_role("button", name="+5", exact=True).click()
    expect(other.saving).to_contain_text("1 waiting")
    card = other.page.locator("[data-counter]")
    home.tap("Robins", times=2)
    expect(card).to_have_attribute("data-count", "2")
    other.page.locator("[data-tap]").click()
    expect(card).to_have_attribute("data-count", "7")
    other.page.unroute_all()
    other.wait_until_saved()
    assert home.server.count_of(counter) == 7
