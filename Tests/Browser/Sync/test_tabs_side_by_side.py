"""Two tabs of one browser share what is not saved yet: neither takes from the other what was typed or chosen there, and both
show the same order."""

import re

import pytest
from playwright.sync_api import expect

from goals import awake, dot, make
from home import eventually
from offline import go_offline


def second_tab(home, path):
    return type(home)(home.page.context.new_page(), home.server).open(path)


def cut_off(home, path, is_cut=True):
    """Posts to that path fail, as where the server is away; pages come."""
    def fail(route):
        return route.abort() if route.request.method == "POST" else route.fallback()

    pattern = re.compile(f"{path}$")
    if is_cut:
        home.page.context.route(pattern, fail)
    else:
        home.page.context.unroute(pattern)


def theme(home):
    return home.page.locator("html").get_attribute("data-theme")


def is_all_chosen_saved(home):
    return not home.page.evaluate("Object.keys(localStorage).some(key => key.startsWith('fivebar-settings-'))")


def test_a_choice_in_one_tab_is_not_taken_back_by_another_one_in_the_other(home):
    home.open("/settings")
    other = second_tab(home, "/settings")
    other.page.get_by_role("radio", name="Dark").check()
    expect(home.page.get_by_role("radio", name="Dark")).to_be_checked()
    home.page.locator("[name=buzzes]").uncheck()
    eventually(lambda: is_all_chosen_saved(home))
    home.reload()
    assert theme(home) == "dark"
    expect(home.page.locator("[name=buzzes]")).not_to_be_checked()


def test_what_a_closed_tab_has_chosen_is_saved_with_what_another_one_chooses(home):
    home.create("Robins")
    home.wait_until_saved()
    home.open("/settings")
    other = second_tab(home, "/settings")
    cut_off(home, "/settings")
    other.page.locator("#day-start").select_option("4")
    other.page.close()
    home.page.get_by_role("radio", name="Dark").check()
    cut_off(home, "/settings", False)
    eventually(lambda: is_all_chosen_saved(home), seconds=40)
    home.reload()
    assert theme(home) == "dark"
    expect(home.page.locator("#day-start")).to_have_value("4")


def test_who_only_looks_at_a_day_leaves_what_another_tab_types_there(home):
    day = make(home)
    path = re.search(r"/goals/\d+", home.page.url)[0]
    home.open(path)
    other = second_tab(home, path)
    for tab in (home, other):
        awake(tab)
        dot(tab, day).click()
        expect(tab.page.get_by_label("Note")).to_be_visible()
    other.page.get_by_label("Note").fill("By the window")
    home.page.keyboard.press("Escape")
    expect(home.page.get_by_role("dialog")).to_be_hidden()
    other.kill_tab()
    other.open(path)
    awake(other)
    dot(other, day).click()
    expect(other.page.get_by_label("Note")).to_have_value("By the window")


def test_a_goal_that_is_made_in_one_tab_leaves_the_name_that_is_typed_in_the_other(home):
    make(home, "Walk")
    home.open("/goals/new")
    other = second_tab(home, "/goals/new")
    awake(home)
    home.page.get_by_label("Name").fill("Read")
    other.page.get_by_label("Name").fill("Draw a page a day")
    eventually(lambda: other.page.evaluate("Object.values(localStorage).some(text => text.includes('Draw'))"))
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.get_by_role("heading", name="Read")).to_be_visible()
    other.kill_tab()
    other.open("/goals/new")
    expect(other.page.get_by_label("Name")).to_have_value("Draw a page a day")


def test_a_message_that_was_removed_from_what_waits_is_not_sent_by_the_tab_that_wrote_it(home):
    home.open("/feedback")
    expect(home.page.locator("form[data-awake]")).to_be_attached()
    home.page.get_by_role("radio", name=re.compile("^4 ")).check()
    home.page.get_by_label("Message").fill("Nicely done")
    waiting = second_tab(home, "/waiting")
    go_offline(home)
    home.page.get_by_role("button", name="Send").click()
    waiting.page.get_by_role("button", name="Remove").click()
    waiting.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(waiting.page.locator("[data-rows] > li")).to_have_count(0)
    sent = []
    home.page.context.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    go_offline(home, False)
    expect(home.page.locator("[data-sync]")).to_be_empty()
    assert sent == []


@pytest.mark.parametrize("device", ["tab", "device"])
def test_edit_mode_follows_and_saves_the_order_that_it_draws(home, visit, device):
    for title in ("A", "B", "C", "D"):
        home.create(title)
    home.wait_until_saved()
    home.open("/counters/arrange")
    path = "/counters/arrange"
    other = second_tab(home, path) if device == "tab" else visit(storage_state=home.page.context.storage_state(), path=path)
    names = {tab: tab.page.locator(".place-name") for tab in (home, other)}
    for tab in (home, other):
        expect(tab.page.locator("body[data-awake]")).to_be_attached()
    home.move("D", "up")
    home.move("D", "up")
    for tab in (home, other):
        expect(names[tab]).to_have_text(["A", "D", "B", "C"], timeout=25_000)
    other.move("A", "down")
    for tab in (other, home):
        expect(names[tab]).to_have_text(["D", "A", "B", "C"], timeout=25_000)
    home.reload()
    expect(names[home]).to_have_text(["D", "A", "B", "C"])


def test_two_tabs_without_a_network_show_the_same_count(home):
    home.create("Robins")
    home.wait_until_saved()
    other = home.another_tab()
    go_offline(home)
    home.tap(times=3)
    other.shows("3")
    other.tap(times=2)
    home.shows("5")
    go_offline(home, False)
    home.wait_until_saved()
    for tab in (home, other):
        tab.shows("5")


def submit_later(home, form, title):
    """Whoever presses a button waits for the page that it leads to."""
    home.page.get_by_role("textbox", name="Name").fill(title)
    home.page.evaluate("form => void setTimeout(() => document.querySelector(form).requestSubmit())", form)


def make_first_counter(home, title):
    home.page.get_by_role("link", name="New counter").click()
    submit_later(home, "[data-create-form]", title)


@pytest.mark.parametrize(("path", "create"), [
    ("/", make_first_counter),
    ("/counters/new", lambda tab, title: submit_later(tab, "#content form", title)),
    ("/goals/new", lambda tab, title: submit_later(tab, "[data-goal-form]", title)),
], ids=["sheet", "page", "goal"])
def test_what_two_tabs_of_a_newcomer_make_at_once_is_in_one_account(home, path, create):
    watching = second_tab(home, "/statistics")
    home.open(path)
    other = second_tab(home, path)
    for tab in (home, other):
        eventually(lambda: tab.page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/pages/plain.js'))"))
    held, is_slow = [], True

    def answer(route):
        return held.append(route) if is_slow and route.request.method == "POST" else route.continue_()

    home.page.context.route(re.compile("/(counters|goals)$"), answer)
    create(home, "Robins")
    eventually(lambda: watching.page.evaluate("1") and len(held) == 1)
    create(other, "Wrens")
    in_line = "navigator.locks.query().then(({ pending }) => pending.length)"
    eventually(lambda: watching.page.evaluate(in_line) == 1 or len(held) == 2)
    is_slow = False
    for route in held:
        route.continue_()
    watching.open("/goals" if path == "/goals/new" else "/")
    for title in ("Robins", "Wrens"):
        eventually(lambda: title in watching.page.locator("#content").inner_text() or watching.page.reload() and False)
