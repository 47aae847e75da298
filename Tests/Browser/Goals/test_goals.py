"""Using goals: creating, viewing, editing, reordering, archiving. Dots by touch and keys: test_dots_of_goals.py."""

import re

import pytest
from playwright.sync_api import expect

from finger import Finger
from goals import awake, cards, make
from home import eventually


def test_a_goal_is_made_and_shows_a_dot_for_each_day(any_home):
    home = any_home
    home.page.get_by_role("link", name="Goals", exact=True).click()
    home.page.get_by_role("link", name="New goal").last.click()
    home.page.get_by_label("Name").fill("Read")
    home.page.get_by_role("radio", name="Magenta").check()
    home.page.get_by_role("radio", name="90 days").check()
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.locator("[data-dots] a")).to_have_count(90)
    expect(home.page.locator("[data-goal]")).to_contain_class("neon-2")
    expect(home.page.locator("[aria-current=date]")).to_be_in_viewport()
    # On a first day nothing is said that would be zero.
    expect(home.page.locator(".goal-figure:visible")).to_have_count(0)
    home.page.get_by_role("link", name="Back to the goals").click()
    expect(cards(home)).to_have_text(["Read"])
    assert home.complaints == []


def test_a_goal_is_followed_by_a_counter_only_where_that_is_asked_for(any_home):
    home = any_home
    home.create("Pages")
    home.wait_until_saved()
    home.open("/goals/new")
    expect(home.page.get_by_label("Daily target")).to_be_hidden()
    home.page.get_by_label("Name").fill("Read")
    home.page.get_by_text("Link to a counter").click()
    home.page.get_by_label("Counter", exact=True).select_option("Pages")
    home.page.get_by_label("Daily target").fill("2")
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.locator("[aria-current=date]")).to_contain_class("open")
    for state in ("part", "done"):
        home.open()
        home.tap("Pages")
        home.wait_until_saved()
        home.open("/goals")
        home.page.locator(".goal-link").click()
        expect(home.page.locator("[aria-current=date]")).to_contain_class(state)


def test_a_refused_form_keeps_what_was_typed(any_home):
    home = any_home
    home.open("/goals/new")
    home.page.get_by_label("Name").fill("x" * 31)
    home.page.get_by_label("Last day", exact=True).fill("2020-01-01")
    home.page.get_by_role("radio", name="Until the date below").check()
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.get_by_text("Names can have up to 30 characters.")).to_be_visible()
    expect(home.page.get_by_text("The last day can’t be before the first.")).to_be_visible()
    expect(home.page.get_by_label("Name")).to_have_value("x" * 31)
    expect(home.page.get_by_label("Last day", exact=True)).to_have_value("2020-01-01")


def test_a_last_day_that_is_chosen_is_meant(home):
    home.open("/goals/new")
    awake(home)
    home.page.get_by_label("Last day", exact=True).fill("2030-01-01")
    expect(home.page.get_by_role("radio", name="Until the date below")).to_be_checked()


def test_a_goal_is_changed_put_away_and_brought_back(any_home):
    home = any_home
    make(home)
    home.page.get_by_role("link", name="Edit goal").click()
    home.page.get_by_label("Name").fill("Write")
    home.page.get_by_role("button", name="Save").click()
    expect(home.page.get_by_role("heading", name="Write")).to_be_visible()
    home.page.get_by_role("link", name="Edit goal").click()
    home.page.get_by_role("button", name="Archive").click()
    expect(home.page.get_by_text("“Write” archived.")).to_be_visible()
    expect(cards(home)).to_have_text([])
    home.page.get_by_role("button", name="Undo").click()
    expect(home.page.locator("[data-places] .goal-name")).to_have_text("Write")
    home.page.locator(".goal-link").click()
    home.page.get_by_role("link", name="Edit goal").click()
    home.page.get_by_role("button", name="Archive").click()
    home.page.locator(".goals-archived summary").click()
    home.page.get_by_role("button", name="Unarchive").click()
    expect(home.page.locator("[data-places] .goal-name")).to_have_text("Write")
    assert home.complaints == []


@pytest.mark.parametrize("shape", ["phone", "desktop"])
def test_a_drag_changes_the_order_of_cards(visit, shape):
    home = visit(desktop=shape == "desktop")
    for name in ("One", "Two", "Three"):
        make(home, name)
    home.open("/goals")
    awake(home)
    card = home.page.locator("[data-place]", has_text="Three")
    card.scroll_into_view_if_needed()
    with home.page.expect_response(lambda answer: answer.url.endswith("/place")):
        if shape == "phone":
            finger = Finger(home.page)
            finger.down(card)
            expect(card).to_contain_class("place--held")
            finger.move(y=-300, steps=30)
            finger.up()
        else:
            # The cards stand side by side.
            first = home.page.locator("[data-place]", has_text="One").bounding_box()
            card.hover()
            home.page.mouse.down()
            home.page.mouse.move(first["x"] + 20, first["y"] + 20, steps=30)
            home.page.mouse.up()
    expect(cards(home)).to_have_text(["Three", "One", "Two"])
    expect(home.page).to_have_url(home.server.path("/goals"))
    home.open("/goals")
    expect(cards(home)).to_have_text(["Three", "One", "Two"])


def test_cards_can_be_dragged_after_another_device_has_put_another_goal_first(visit):
    home = visit(desktop=True)
    for name in ("One", "Two", "Three"):
        make(home, name)
    home.open("/goals")
    awake(home)
    other = home.page.context.new_page()
    other.goto(home.server.path("/goals/arrange"))
    expect(other.locator("body[data-awake]")).to_be_attached()
    other.get_by_role("button", name="Move “One” down").press("Enter")
    expect(home.page.locator("[data-places] .goal-name")).to_have_text(["Two", "One", "Three"])
    home.page.bring_to_front()
    first = home.page.locator("[data-place]", has_text="Two").bounding_box()
    home.page.locator("[data-place]", has_text="Three").hover()
    home.page.mouse.down()
    home.page.mouse.move(first["x"] + 20, first["y"] + 20, steps=30)
    with home.page.expect_response(lambda answer: answer.url.endswith("/place")):
        home.page.mouse.up()
    expect(cards(home)).to_have_text(["Three", "Two", "One"])


def test_a_finger_that_scrolls_moves_no_card_and_a_tap_opens_one(home):
    for name in ("One", "Two"):
        make(home, name)
    home.open("/goals")
    awake(home)
    card = home.page.locator("[data-place]", has_text="Two")
    finger = Finger(home.page)
    finger.down(card)
    finger.move(y=-60, steps=3)
    finger.up()
    expect(cards(home)).to_have_text(["One", "Two"])
    card.tap()
    expect(home.page.get_by_role("heading", name="Two")).to_be_visible()


def test_the_last_day_follows_the_first_and_the_length(home):
    home.open("/goals/new")
    awake(home)
    expect(home.page.get_by_label("Name")).to_be_focused()
    home.page.get_by_label("First day").fill("2027-01-01")
    expect(home.page.get_by_label("Last day", exact=True)).to_have_value("2027-01-30")
    home.page.get_by_role("radio", name="365 days").check()
    expect(home.page.get_by_label("Last day", exact=True)).to_have_value("2027-12-31")
    span = home.page.locator("[data-span]")
    expect(span).to_have_text("1 Jan 2027 – 31 Dec 2027, 365 days")
    home.page.get_by_label("Last day", exact=True).fill("2027-01-02")
    expect(span).to_have_text("1 Jan 2027 – 2 Jan 2027, 2 days")
    home.page.get_by_label("Last day", exact=True).fill("2026-12-31")
    expect(span).to_be_empty()
    home.page.get_by_role("radio", name="365 days").check()
    home.page.get_by_label("Name").fill("Swim 🏊‍♀️")
    expect(home.page.locator("[data-name-length]")).to_have_text("6 / 30")
    # Which is not read out with every letter.
    expect(home.page.get_by_label("Name")).to_have_accessible_description("Names can have up to 30 characters.")
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.locator("[data-dots] a")).to_have_count(365)
    expect(home.page.locator("[data-dots] a").first).to_have_attribute("href", re.compile("2027-01-01$"))


@pytest.mark.parametrize("locale", ["en-AU", "ja-JP", "zh-CN"])
def test_the_form_writes_dates_as_the_server_does(visit, locale):
    home = visit(locale=locale, path="/goals/new")
    awake(home)
    span, made = home.page.locator("[data-span]"), home.page.locator("[data-span]").inner_text()
    for days in ("365", "30"):
        home.page.locator(f"[name=length][value='{days}']").check(force=True)
        if days == "365":
            expect(span).not_to_have_text(made)
    expect(span).to_have_text(made)


def test_a_card_says_what_is_special_about_its_goal(home):
    home.create("Water")
    home.tap("Water", 3)
    home.wait_until_saved()
    make(home, "Swim", days_ago=-400)
    home.open("/goals/new")
    home.page.get_by_label("Name").fill("Drink")
    home.page.get_by_text("Link to a counter").click()
    home.page.get_by_label("Counter", exact=True).select_option("Water")
    home.page.get_by_label("Daily target").fill("8")
    home.page.get_by_role("button", name="Create").click()
    home.page.wait_for_url(re.compile(r"/goals/\d+"))
    home.open("/goals")
    expect(home.page.locator(".goal-card", has_text="Swim")).to_contain_text(re.compile(r"starts \d+ \w+ \d{4}"))
    expect(home.page.locator(".goal-card", has_text="Drink")).to_contain_text("3 of 8")


def test_before_the_first_goal_one_is_invited_to_make_it(any_home):
    home = any_home
    home.open("/goals")
    expect(home.page.get_by_role("heading", name="One dot a day")).to_be_visible()
    home.page.get_by_role("main").get_by_role("link", name="New goal").last.click()
    expect(home.page.get_by_role("heading", name="New goal")).to_be_visible()


def test_buttons_change_the_order(any_home):
    home = any_home
    for name in ("One", "Two"):
        make(home, name)
    home.open("/goals/arrange")
    awake(home)
    with home.page.expect_response(lambda answer: answer.url.endswith("/place")):
        home.move("Two", "up")
    expect(home.page.locator(".place-name")).to_have_text(["Two", "One"])
    home.page.get_by_role("link", name="Done").click()
    expect(cards(home)).to_have_text(["Two", "One"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_goals_are_always_dark(visit, scheme):
    home = visit(color_scheme=scheme)
    make(home)
    for path in (home.page.url.removeprefix(home.server.address), "/goals", "/goals/new"):
        home.open(path)
        assert home.page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(26, 26, 26)"


def test_the_devices_zone_decides_on_today(visit):
    home = visit(timezone_id="Asia/Tokyo")
    make(home)
    expect(home.page.locator("[data-zone=\"Asia/Tokyo\"]")).to_be_attached()


@pytest.mark.parametrize("text_size", [100, 200])
def test_no_page_of_a_goal_scrolls_sideways(home, text_size):
    make(home, "Donaudampfschifffahrtskapitän")
    goal = home.page.url.removeprefix(home.server.address).split("#")[0]
    day = home.page.locator("[data-dots] a").first.get_attribute("href").split("/")[1]
    for path in ("/goals", goal, f"{goal}/edit", f"{goal}/{day}"):
        home.open(path)
        home.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", text_size)
        wide = home.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, path
    assert home.complaints == []


def test_a_goal_that_is_over_says_so_on_its_page_and_its_card(any_home):
    home = any_home
    make(home)
    goal = re.search(r"/goals/\d+", home.page.url)[0]
    home.open(f"{goal}/edit")
    home.page.locator("#start").fill("2026-01-01")
    home.page.locator("#end").fill("2026-01-07")
    with home.page.expect_navigation():
        home.page.get_by_role("button", name="Save").click()
    home.open(goal)
    expect(home.page.locator("[data-dates]")).to_have_text(re.compile(r"7\sJan.* · over$"))
    home.open("/goals")
    expect(home.page.locator(".goal-card")).to_contain_text("over")


def test_the_form_says_once_how_long_a_goal_is_and_its_lines_stand_apart(visit):
    home = visit()
    home.open("/goals/new")
    awake(home)
    expect(home.page.locator(".goal-rows").first.get_by_text("30 days")).to_have_count(1)
    gaps = home.page.locator(".goal-rows").first.evaluate(
        """rows => {
            const box = element => element.getBoundingClientRect(), name = rows.querySelector("fieldset > span")
            return [box(name).top - box(name.parentElement).top, box(rows).bottom - box(rows.querySelector("[data-span]")).bottom]
        }""")
    assert min(gaps) >= 12, gaps
