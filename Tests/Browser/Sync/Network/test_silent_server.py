"""A server that takes a request and never answers: after five seconds a word is said, and nothing that was typed is lost."""

import re
import socket
from urllib.parse import urlsplit

from playwright.sync_api import expect

from counter_page import own_page
from goals import awake
from home import eventually
from messages import message, open_form, send
from offline import holds, is_kept, kept_at
from unsteady import Unsteady

# The word comes after five seconds, and what is given up is so after eight at the earliest.
SOON = {"timeout": 7_500}


def silence(page, address, method="POST"):
    """Requests that are never answered. Returns them, to be let through."""
    held = []
    page.route(address, lambda route: held.append(route) if route.request.method == method else route.fallback())
    return held


def test_feedback_that_is_not_answered_says_that_the_text_is_safe(home):
    page = open_form(home)
    message(page).fill("It counts.")
    silence(page, "**/feedback")
    send(page)
    expect(home.saving).to_contain_text("Your text is safe", **SOON)
    expect(message(page)).to_have_value("It counts.")


def test_a_new_name_that_is_not_answered_is_drawn_and_waits(visit, server_of_its_own):
    unsteady = Unsteady(server_of_its_own)
    home = kept_at(unsteady.server, visit)
    home.create("Robins")
    home.open()
    is_kept(home)
    holds(home, "/", "Robins")
    unsteady.stop()
    with socket.create_server(("127.0.0.1", urlsplit(unsteady.server.address).port)):
        home.rename("Robins", "Wrens")
        expect(home.saving).to_contain_text("1 waiting.", **SOON)
        expect(home.card("Wrens")).to_be_visible()
        home.page.goto(home.server.path("/"))
        expect(home.card("Wrens")).to_be_visible()


def test_what_is_done_in_place_and_not_answered_is_said_to_be_under_way(home):
    home.create("Robins")
    home.open("/counters/arrange")
    awake(home)
    held = silence(home.page, "**/counters/collapse")
    home.page.get_by_role("button", name="Collapse all").click()
    expect(home.saving).to_have_text("Syncing…", **SOON)
    expect(home.page.locator(".sync-rest")).to_have_text("Syncing…")
    held[0].continue_()
    expect(home.saving).to_be_empty()
    expect(home.page.locator(".sync-rest")).to_have_text("Up to date")


def test_an_undo_that_is_not_answered_is_said_to_be_under_way(home):
    for title in ("Robins", "Wrens"):
        home.create(title)
    home.choose("Delete", "Robins")
    silence(home.page, "**/undo")
    home.page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(home.saving).to_have_text("Syncing…", **SOON)


def type_name(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.page.goto(home.server.path(f"/counters/{counter}/title"))
    expect(home.page.locator(".sync-rest")).to_have_text("Up to date")
    name = home.page.get_by_role("textbox", name="Name")
    name.fill("Wrens")
    return name


def test_a_plain_form_whose_server_is_not_there_is_said_to_be_under_way(home):
    home.page.clock.install()
    counter = home.create("Robins").get_attribute("data-counter")
    home.page.goto(home.server.path(f"/counters/{counter}/reset"))
    expect(home.page.locator(".sync-rest")).to_have_text("Up to date")
    silence(home.page, "**/health", "HEAD")
    # A page that has been open for a while asks first.
    home.page.clock.fast_forward(10_000)
    home.page.get_by_role("button", name="Reset").click()
    expect(home.saving).to_have_text("Syncing…", **SOON)
    expect(home.page).to_have_url(re.compile("/reset$"))


def test_a_plain_form_that_is_not_answered_is_said_to_be_under_way(home):
    other = home.another_tab()
    type_name(home)
    held = silence(home.page, "**/title")
    # A page that is about to be left answers no test.
    home.page.evaluate("""() => {
        const line = document.querySelector("[data-sync]")
        new MutationObserver(() => { localStorage.setItem("said", line.textContent) }).observe(line, { childList: true })
        setTimeout(() => document.querySelector("[name=title]").form.requestSubmit())
    }""")
    eventually(lambda: other.page.evaluate("localStorage.getItem('said')") == "Syncing…")
    held[0].continue_()
    expect(home.page).not_to_have_url(re.compile("title$"))


def test_settings_that_do_not_come_are_said_not_to_be_reached(home):
    home.create("Robins")
    home.reload()
    silence(home.page, "**/settings", "GET")
    home.page.locator("[data-settings]").click()
    expect(home.saving).to_have_text("Can’t reach the server. Try again.", **SOON)


def test_a_counter_that_does_not_come_beside_the_list_is_said_to_be_on_its_way(visit):
    home = visit(desktop=True)
    counter = home.create("Robins").get_attribute("data-counter")
    home.reload()
    silence(home.page, f"**/counters/{counter}", "GET")
    home.card().hover()
    home.options().click()
    home.menu.locator("[data-more]").click()
    expect(home.saving).to_have_text("Syncing…", **SOON)


def test_a_file_that_never_comes_is_asked_for_again(home):
    held = []
    home.create("Robins")
    home.wait_until_saved()
    home.page.route("**/sync/sender.js", lambda route: held.append(route) if not held and route.request.resource_type == "fetch" else route.fallback())
    home.open()
    home.tap("Robins")
    home.wait_until_saved()
    assert held


def test_a_deletion_that_is_not_answered_waits_as_soon_as_other_changes(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.open(f"/counters/{counter}")
    awake(home)
    home.page.wait_for_load_state("networkidle")
    for path in ("**/deletion", "**/operations"):
        silence(home.page, path)
    silence(home.page, "**/health", "HEAD")
    home.page.get_by_role("button", name="Delete").click()
    expect(home.saving).to_contain_text("1 waiting", **SOON)


def test_a_deletion_waits_for_a_server_that_has_no_room_for_it(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.open(f"/counters/{counter}")
    awake(home)
    home.page.wait_for_load_state("networkidle")
    home.page.route("**/health", lambda route: route.fulfill(status=503, headers={"fivebar-answer": "yes"}))
    for path in ("**/deletion", "**/operations"):
        home.page.route(path, lambda route: route.fulfill(status=507, headers={"fivebar-answer": "yes"}))
    home.page.get_by_role("button", name="Delete").click()
    expect(home.saving).to_contain_text("1 waiting", **SOON)
    # The page is asked for anew once the server answers.
    with home.page.expect_navigation(timeout=20_000):
        home.page.unroute_all()
    home.wait_until_saved()
    home.open("/trash")
    expect(home.page.get_by_text("Robins")).to_be_visible()


def test_a_counter_that_is_made_on_its_own_page_waits_for_a_server_that_has_no_room_for_it(home):
    home.create("Robins")
    home.open("/counters/new")
    name = home.page.get_by_role("textbox", name="Name")
    # Whoever is quicker than its script sends it plainly.
    expect(home.page.locator("[data-new-counter][data-waits]")).to_be_attached()
    home.page.route("**/health", lambda route: route.fulfill(status=503, headers={"fivebar-answer": "yes"}))
    for path in ("**/counters", "**/operations", home.server.path("/")):
        home.page.route(path, lambda route: route.fulfill(status=507, headers={"fivebar-answer": "yes"}))
    name.fill("Wrens")
    name.press("Enter")
    expect(home.saving).to_contain_text("1 waiting", **SOON)
    home.page.unroute_all()
    expect(home.page).to_have_url(home.server.path("/"), timeout=20_000)
    home.wait_until_saved()
    home.reload()
    expect(home.cards).to_have_count(2)
    # It is no draft any more.
    home.open("/counters/new")
    expect(name).to_have_value("")


def test_what_is_pressed_stays_though_something_older_is_drawn_only_now(home):
    own_page(home)
    page = home.page
    page.route("**/step", lambda route: route.abort())
    page.route("**/operations", lambda route: route.abort())
    by_five, by_ten = (page.locator(f".steps button[value='{step}']") for step in (5, 10))
    by_five.click()
    eventually(lambda: home.operations_kept() == 1)
    page.unroute_all()
    silence(page, "**/step")
    silence(page, "**/operations")
    home.reload()
    by_ten.click()
    expect(by_ten).to_have_attribute("aria-pressed", "true")
    # By now what an earlier page has left is drawn.
    expect(home.saving).to_contain_text("Trying again", timeout=20_000)
    page.locator("#tap-large").click()
    expect(page.locator("form[data-counter] [data-count-text]")).to_have_text("10")
    expect(by_ten).to_have_attribute("aria-pressed", "true")
