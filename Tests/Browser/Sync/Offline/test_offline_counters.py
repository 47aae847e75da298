"""Counters are made, changed and deleted without a network, and what waits is taken back."""

import re

import pytest
from playwright.sync_api import expect

from counter_page import count_field
from finger import Finger, swipe
from home import eventually
from offline import go_offline, holds, is_kept, kept, titles  # noqa: F401
from pages import stays

TOO_LONG = 201 * "x"


def test_counters_are_made_renamed_reset_folded_and_deleted_offline_and_all_of_it_is_saved(kept):
    for title in ("Robins", "Wrens", "Coffee"):
        kept.create(title)
    kept.tap("Wrens", times=4)
    kept.wait_until_saved()
    kept.open()
    expect(kept.page.locator("body[data-live]")).to_be_attached()
    # What is loaded on first use must be there as well.
    go_offline(kept)
    kept.choose("Rename", "Robins")
    kept.page.keyboard.type("Blackbirds")
    kept.page.keyboard.press("Enter")
    kept.choose("Delete", "Coffee")
    kept.tap("Wrens")
    kept.choose("Reset", "Wrens")
    kept.page.get_by_role("button", name="Reset", exact=True).click()
    kept.shows("0", "Wrens")
    kept.tap("Wrens", times=2)
    kept.fold("Blackbirds")
    kept.page.get_by_role("link", name="New counter").click()
    kept.page.get_by_role("textbox", name="Name").fill("Tea")
    kept.page.keyboard.press("Enter")
    kept.tap("Tea", times=3)

    def is_as_it_was_left():
        expect(titles(kept)).to_have_text(["Blackbirds", "Wrens", "Tea"])
        kept.shows("2", "Wrens")
        kept.shows("3", "Tea")
        expect(kept.card("Blackbirds")).to_contain_class("card--collapsed")

    is_as_it_was_left()
    kept.reload()
    is_as_it_was_left()
    kept.tap("Tea")
    kept.take_back("Tea")
    go_offline(kept, False)
    kept.wait_until_saved()
    is_as_it_was_left()
    expect(kept.card("Tea")).to_have_attribute("data-counter", re.compile(r"^\d+$"))
    kept.reload()
    is_as_it_was_left()
    assert [line for line in kept.complaints if "ERR_INTERNET_DISCONNECTED" not in line] == []


@pytest.mark.parametrize("is_controlled", [True, False], ids=["with a service worker", "without"])
@pytest.mark.parametrize("taps", [0, 2], ids=["no taps wait", "taps wait"])
def test_a_reset_that_waits_is_what_is_undone_first(visit, is_controlled, taps):
    home = visit(service_workers="allow" if is_controlled else "block")
    if is_controlled:
        is_kept(home)
    counter = home.create_by_hand("Robins").get_attribute("data-counter")
    home.tap(times=3)
    home.wait_until_saved()
    home.open()
    expect(home.page.locator("body[data-live]")).to_be_attached()
    home.tap()
    home.wait_until_saved()
    # What is loaded on first use.
    home.choose("Reset")
    home.page.get_by_text("Cancel").locator("visible=true").click()
    home.page.wait_for_load_state("networkidle")
    if is_controlled:
        holds(home, "/", 'data-count="4"')
    stays(home.page)
    go_offline(home)
    home.tap(times=taps)
    home.choose("Reset")
    home.page.get_by_role("button", name="Reset", exact=True).click()
    home.shows("0")
    home.tap()
    for count in (0, 4 + taps):
        home.page.keyboard.press("u")
        home.shows(str(count))
    if taps:
        home.page.keyboard.press("u")
        home.shows(str(3 + taps))
    assert home.page.evaluate("window.stays")
    if is_controlled:
        home.reload()
        home.shows(str(4 + taps - bool(taps)))
    go_offline(home, False)
    home.wait_until_saved()
    home.shows(str(4 + taps - bool(taps)))
    assert home.server.count_of(counter) == 4 + taps - bool(taps)


def test_a_counter_is_deleted_on_its_own_page_without_a_network(kept):
    home = kept
    home.create("Wrens")
    counter = home.create("Robins").get_attribute("data-counter")
    home.open()
    holds(home, "/", "Robins")
    home.open(f"/counters/{counter}")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    home.page.wait_for_load_state("networkidle")
    go_offline(home)
    home.page.get_by_role("button", name="Delete").click()
    expect(home.page).to_have_url(home.server.path("/"))
    expect(titles(home)).to_have_text(["Wrens"])
    expect(home.saving).to_contain_text("1 waiting")
    go_offline(home, False)
    home.wait_until_saved()
    home.reload()
    expect(titles(home)).to_have_text(["Wrens"])


def test_without_a_service_worker_a_counter_deleted_on_its_page_waits_once_and_is_taken_back(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.open(f"/counters/{counter}")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    home.page.wait_for_load_state("networkidle")
    go_offline(home)
    for _ in range(2):
        home.page.get_by_role("button", name="Delete").click()
        expect(home.saving).to_contain_text("1 waiting")
    assert home.operations_kept() == 1
    home.page.locator("[data-undo-at]").click()
    expect(home.saving).to_contain_text("2 waiting")
    go_offline(home, False)
    home.wait_until_saved()
    home.open()
    expect(titles(home)).to_have_text(["Robins"])


def test_the_only_counter_is_swiped_away_without_a_network(kept):
    home = kept
    home.create("Robins")
    home.wait_until_saved()
    home.open()
    expect(home.page.locator("body[data-live]")).to_be_attached()
    holds(home, "/", "Robins")
    # What is loaded on first use must be there as well.
    go_offline(home)
    swipe(home, Finger(home.page))
    home.card("Robins").get_by_role("button", name="Delete").click()
    expect(titles(home)).to_have_count(0)
    home.page.keyboard.press("u")
    expect(titles(home)).to_have_text(["Robins"])
    swipe(home, Finger(home.page))
    home.card("Robins").get_by_role("button", name="Delete").click()
    expect(titles(home)).to_have_count(0)
    home.reload()
    expect(titles(home)).to_have_count(0)
    go_offline(home, False)
    # Without a counter the list is another page, which comes by itself.
    expect(home.page.locator(".empty")).to_be_visible()
    home.wait_until_saved()


def test_a_name_stays_where_what_makes_a_counter_offline_cannot_be_loaded(home):
    home.create("Robins")
    home.page.route("**/new/make.js", lambda route: route.abort())
    go_offline(home)
    home.page.get_by_role("link", name="New counter").click()
    name = home.page.get_by_role("textbox", name="Name")
    name.fill("Wrens")
    with home.page.expect_event("requestfailed", lambda request: request.url.endswith("make.js")):
        name.press("Enter")
    expect(name).to_have_value("Wrens")
    expect(name).to_be_visible()


def test_what_is_set_on_a_counters_page_without_a_network_is_drawn_at_once_and_saved_later(kept):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.tap(times=3)
    kept.wait_until_saved()
    kept.open(f"/counters/{counter}")
    expect(kept.page.locator("body[data-awake]")).to_be_attached()
    kept.page.wait_for_load_state("networkidle")
    card, number = kept.page.locator("form[data-counter]"), kept.page.locator("form[data-counter] [data-count-text]")
    gates, five = kept.page.get_by_role("button", name="Five-bar gates"), kept.page.locator("#step button[value='5']")
    color = kept.page.locator("#color button").nth(4)
    go_offline(kept)
    gates.click()
    five.click()
    color.click()
    count_field(kept.page).fill("40")
    kept.page.keyboard.press("Enter")
    kept.page.locator("[data-tap]").click()

    def is_as_it_was_set():
        expect(number).to_have_text("45")
        expect(card).to_have_attribute("data-style", "western")
        expect(card).to_contain_class(f"color-{color.get_attribute('value')}")
        for button in (gates, five, color):
            expect(button).to_have_attribute("aria-pressed", "true")

    is_as_it_was_set()
    kept.page.reload()
    is_as_it_was_set()
    go_offline(kept, False)
    kept.wait_until_saved()
    kept.page.reload()
    is_as_it_was_set()


@pytest.mark.parametrize("place", ["the list", "its page"])
def test_a_name_on_a_page_of_its_own_waits_for_a_network_and_is_drawn(kept, place):
    counter = kept.create("Robins").get_attribute("data-counter")
    name, next = kept.page.get_by_role("textbox", name="Name"), f"/counters/{counter}" if place == "its page" else "/"
    shown = kept.page.locator("[data-name]")
    kept.open(next)
    holds(kept, next, "Robins")
    kept.open(f"/counters/{counter}/title{'' if next == '/' else '?from=counter'}")
    kept.page.wait_for_load_state("networkidle")
    go_offline(kept)
    name.fill(" ")
    name.press("Enter")
    expect(kept.page.locator("#title-problem")).to_have_text("Give your counter a name.")
    name.fill(TOO_LONG)
    name.press("Enter")
    expect(kept.page.locator("#title-problem")).to_have_text("Names can have up to 200 characters.")
    expect(kept.saving).not_to_contain_text("reach")
    name.fill("Wrens")
    name.press("Enter")
    expect(kept.page).to_have_url(re.compile(re.escape(kept.server.path(next)) + "(#.*)?$"))
    expect(shown).to_have_text("Wrens")
    expect(kept.saving).to_contain_text("1 waiting")
    go_offline(kept, False)
    kept.wait_until_saved()
    kept.open(f"/counters/{counter}/title")
    expect(name).to_have_value("Wrens")
    expect(kept.page.get_by_role("button", name="Discard")).to_have_count(0)


def test_a_name_that_is_saved_as_it_was_waits_for_nothing(kept):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.open()
    holds(kept, "/", "Robins")
    form, name = f"/counters/{counter}/title", kept.page.get_by_role("textbox", name="Name")
    kept.open(form)
    kept.page.wait_for_load_state("networkidle")
    go_offline(kept)
    name.press("Enter")
    expect(kept.card("Robins")).to_be_visible()
    assert kept.operations_kept() == 0
    kept.page.goto(kept.server.path(form))
    expect(kept.saving).to_contain_text("Offline")
    name.fill("Wrens")
    name.press("Enter")
    expect(kept.card("Wrens")).to_be_visible()
    # Now it is what waits.
    kept.page.goto(kept.server.path(form))
    expect(name).to_have_value("Wrens")
    expect(kept.saving).to_contain_text("1 waiting")
    name.press("Enter")
    expect(kept.card("Wrens")).to_be_visible()
    assert kept.operations_kept() == 1


def test_a_name_that_is_too_long_is_said_at_its_field_without_a_network(kept):
    kept.create("Robins")
    kept.open()
    expect(kept.page.locator("body[data-live]")).to_be_attached()
    go_offline(kept)
    for before, begin in enumerate((lambda: kept.choose("Rename"), lambda: kept.page.get_by_role("link", name="New counter").click())):
        begin()
        name = kept.page.get_by_role("textbox", name="Name")
        name.fill(TOO_LONG)
        name.press("Enter")
        expect(name).to_have_attribute("aria-invalid", "true")
        expect(kept.page.locator(f"#{name.get_attribute('aria-describedby')}")).to_have_text("Names can have up to 200 characters.")
        assert kept.operations_kept() == before
        name.fill(TOO_LONG[1:])
        name.press("Enter")
        expect(name).to_have_count(0)
    expect(kept.page.locator("[data-counters] [data-name]")).to_have_text([TOO_LONG[1:]] * 2)
    expect(kept.page.locator(".field-problem")).to_have_count(0)


def test_what_waits_is_taken_back_before_it_is_sent(kept):
    for title in ("Robins", "Wrens"):
        kept.create(title)
    kept.open()
    expect(kept.page.locator("body[data-live]")).to_be_attached()
    go_offline(kept)
    kept.tap("Robins")
    kept.choose("Delete", "Wrens")
    expect(titles(kept)).to_have_text(["Robins"])
    kept.page.keyboard.press("u")
    expect(titles(kept)).to_have_text(["Robins", "Wrens"])
    kept.shows("1", "Robins")
    go_offline(kept, False)
    kept.wait_until_saved()
    kept.reload()
    expect(titles(kept)).to_have_text(["Robins", "Wrens"])


def test_a_deletion_whose_answer_was_lost_is_taken_back_too(home):
    for title in ("Robins", "Wrens"):
        home.create(title)
    home.open()
    made = []

    def lose_the_answer(route):
        made.append(route.fetch().status)
        route.abort()

    home.page.route("**/deletion", lose_the_answer)
    home.page.route("**/operations", lambda route: route.abort())
    home.choose("Delete", "Wrens")
    expect(titles(home)).to_have_text(["Robins"])
    expect(home.saving).to_contain_text("1 waiting")
    home.page.keyboard.press("u")
    expect(home.saving).to_contain_text("2 waiting")
    assert made == [200]
    home.page.unroute("**/operations")
    home.wait_until_saved()
    expect(titles(home)).to_have_text(["Robins", "Wrens"])


@pytest.mark.parametrize("is_sent", [False, True], ids=["which waits", "which was sent"])
def test_without_a_service_worker_a_deletion_is_taken_back_without_a_network(home, is_sent):
    for title in ("Robins", "Wrens"):
        home.create(title)
    home.open()
    expect(home.page.locator("body[data-live]")).to_be_attached()
    home.page.wait_for_load_state("networkidle")
    home.page.keyboard.press("Shift")
    stays(home.page)
    if is_sent:
        home.choose("Delete", "Wrens")
        home.page.locator(".notice [data-dismiss]").click()
        go_offline(home)
    else:
        for address in ("**/deletion", "**/operations"):
            home.page.route(address, lambda route: route.abort())
        home.choose("Delete", "Wrens")
    expect(titles(home)).to_have_text(["Robins"])
    home.page.keyboard.press("u")
    expect(home.saving).to_contain_text("1 waiting" if is_sent else "2 waiting")
    assert home.page.evaluate("window.stays")
    home.page.unroute_all()
    go_offline(home, False)
    home.wait_until_saved()
    expect(titles(home)).to_have_text(["Robins", "Wrens"])
    assert home.page.evaluate("window.stays")


def test_ten_thousand_taps_that_wait_are_drawn_at_once(kept):
    kept.create("Robins")
    kept.open()
    go_offline(kept)
    kept.keep_taps(10_000)
    kept.open()
    kept.shows("10,000")
    kept.tap()
    kept.shows("10,001")
    expect(kept.saving).to_have_text("Offline. Saved here, sent later. 10,001 waiting.")
    go_offline(kept, False)
    eventually(lambda: kept.operations_kept() == 0, seconds=60)
    kept.shows("10,001")
