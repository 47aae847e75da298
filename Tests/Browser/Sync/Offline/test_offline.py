"""Without a network Fivebar opens as it was last seen, with what was counted since, and never with a browser's error page."""

import re
import shutil
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from conftest import ROOT
from home import eventually
from offline import go_offline, is_kept, kept, titles  # noqa: F401
from pages import stays


def test_it_starts_counts_and_remembers_without_a_network(kept):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.tap(times=2)
    kept.wait_until_saved()
    kept.open(f"/counters/{counter}")
    kept.open()
    go_offline(kept)
    for start in ("/open", "/", "/?source=somewhere"):
        kept.open(start)
        kept.shows("2")
        expect(kept.saving).to_contain_text("Offline")
    kept.tap(times=3)
    kept.shows("5")
    expect(kept.saving).to_have_text("Offline. Saved here, sent later. 3 waiting.")
    kept.reload()
    kept.shows("5")
    kept.open(f"/counters/{counter}")
    expect(kept.page.locator("[data-count-text]").first).to_have_text("5")
    go_offline(kept, False)
    kept.wait_until_saved()
    kept.open()
    kept.shows("5")


def test_what_was_opened_once_opens_without_a_network(visit):
    home = visit(service_workers="allow", path="/goals")
    is_kept(home)
    eventually(lambda: home.page.evaluate("async () => Boolean(await caches.match('/') && await caches.match('/goals'))"))
    go_offline(home)
    for path, heading in (("/goals", "Goals"), ("/", "Counters")):
        home.open(path)
        expect(home.page.get_by_role("heading", level=1)).to_have_text(heading)


def test_a_notice_is_not_kept_with_its_page(kept):
    kept.create("Robins")
    expect(kept.page.locator(".notice")).to_be_visible()
    go_offline(kept)
    kept.open()
    kept.shows("0")
    expect(kept.page.locator(".notice")).to_have_count(0)


def test_a_page_that_was_not_kept_says_so_and_leads_back(kept):
    kept.create("Robins")
    kept.open()
    go_offline(kept)
    for path, way in (("/goals/9999", "Back to the goals"), ("/statistics", "Back to the counters"), ("/search", "Back to the counters"), ("/counters/9999", "Back to the counters")):
        kept.page.goto(kept.server.path(path))
        expect(kept.page.get_by_role("heading", level=1)).to_have_text("You’re offline")
        expect(kept.page.get_by_role("link", name=way)).to_be_visible()
    kept.page.get_by_role("link", name="Back to the counters").click()
    kept.shows("0")


def test_the_page_that_says_so_speaks_the_language_that_was_chosen_since(kept):
    kept.create("Robins")
    kept.open("/settings")
    kept.page.locator("select[name=language]").select_option("es")
    expect(kept.page.locator("html")).to_have_attribute("lang", "es")
    eventually(lambda: kept.page.evaluate("async () => /lang=.es/.test(await (await caches.match('/offline', { ignoreVary: true })).text())"))
    go_offline(kept)
    kept.page.goto(kept.server.path("/counters/9999"))
    expect(kept.page.get_by_role("heading", level=1)).to_have_text("Estás sin conexión")


def test_the_browser_is_asked_to_keep_what_waits(visit):
    home = visit()
    home.create("Robins")
    home.page.context.add_init_script("navigator.storage.persist = async () => { window.isAsked = true }")
    home.reload()
    home.page.wait_for_load_state("networkidle")
    assert not home.page.evaluate("window.isAsked")
    go_offline(home)
    home.tap()
    eventually(lambda: home.page.evaluate("window.isAsked"))


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


def test_what_is_typed_into_a_form_stays_where_it_cannot_be_sent(kept):
    kept.create("Robins")
    kept.open("/counters/new")
    expect(kept.page.locator("[data-sync]")).to_be_attached()
    kept.page.wait_for_load_state("networkidle")
    go_offline(kept)
    expect(kept.saving).to_contain_text("Offline")
    kept.page.get_by_role("textbox").fill("Wrens")
    kept.page.keyboard.press("Enter")
    expect(kept.saving).to_have_text("Can’t reach the server. Try again.")
    expect(kept.page.get_by_role("textbox")).to_have_value("Wrens")


def test_the_settings_open_over_the_counters_without_a_network(kept):
    kept.create("Robins")
    kept.open()
    eventually(lambda: kept.page.evaluate("async () => Boolean(await caches.match('/settings', { ignoreVary: true }))"))
    kept.page.wait_for_load_state("networkidle")
    go_offline(kept)
    kept.page.get_by_role("link", name="Settings").click()
    settings = kept.page.get_by_role("dialog", name="Settings")
    settings.get_by_role("radio", name="Dark").check()
    expect(kept.page.locator("html")).to_have_attribute("data-theme", "dark")
    kept.reload()
    expect(kept.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_counter_opens_beside_the_list_without_a_network(visit):
    home = visit(desktop=True, service_workers="allow")
    is_kept(home)
    counter = home.create("Robins").get_attribute("data-counter")
    home.create("Wrens")
    home.open(f"/counters/{counter}")
    home.open()
    eventually(lambda: home.page.evaluate("async path => Boolean(await caches.match(path, { ignoreVary: true }))", f"/counters/{counter}"))
    go_offline(home)
    home.tap("Robins")
    home.options("Robins").click()
    home.page.locator("[data-more]").click()
    expect(home.page.locator("[data-beside] h1")).to_have_text("Robins")
    expect(home.page.locator("[data-beside] [data-count-text]")).to_have_text("1")


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
    kept.page.locator("#count").fill("40")
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


def test_dots_are_marked_offline_before_and_after_a_reload(kept):
    kept.open("/goals/new")
    kept.page.get_by_label("Name").fill("Draw")
    kept.page.get_by_role("button", name="Create").click()
    kept.page.wait_for_url(re.compile(r"/goals/\d+"))
    goal = kept.page.url.split("#")[0].removeprefix(kept.server.address)
    kept.open(goal)
    today = kept.page.locator("[aria-current]")
    expect(kept.page.locator("body[data-awake]")).to_be_attached()
    go_offline(kept)
    today.press(" ")
    expect(today).to_contain_class("done")
    kept.page.reload()
    expect(today).to_contain_class("done")
    go_offline(kept, False)
    kept.wait_until_saved()
    kept.page.reload()
    expect(today).to_contain_class("done")


def test_a_slow_or_broken_way_to_the_server_shows_the_last_page(visit, server_of_its_own):
    with server_of_its_own() as server:
        home = visit(service_workers="allow")
        home.server = server
        server.has_seen_the_tutorial(home.page.context)
        home.open()
        is_kept(home)
        home.create("Robins")
        home.tap()
        home.wait_until_saved()
        home.open()
        address = server.address
    # The server is gone.
    home.page.goto(address + "/")
    home.wait_until_awake()
    home.shows("1")
    home.tap()
    expect(home.saving).to_have_text("Not saved yet. Trying again… 1 waiting.")


def test_a_strangers_page_is_not_kept_as_ours(kept):
    kept.create("Robins")
    kept.open()
    kept.page.context.route(kept.server.path("/"), lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to the hotel</h1>"))
    kept.page.goto(kept.server.path("/"))
    kept.page.context.unroute(kept.server.path("/"))
    go_offline(kept)
    kept.open()
    kept.shows("0")


def test_what_was_kept_goes_with_the_account(kept):
    kept.create("Robins")
    kept.open()
    kept.page.goto(kept.server.path("/settings/deletion"))
    kept.page.get_by_label("Type “delete” to confirm").fill("delete")
    kept.page.get_by_role("button", name="Delete account").click()
    expect(kept.page.get_by_role("heading", level=1)).to_have_text("Account deleted")
    eventually(lambda: kept.page.evaluate("async () => (await caches.keys()).every(name => !name.startsWith('fivebar-pages'))"))
    go_offline(kept)
    kept.page.goto(kept.server.path("/"))
    expect(kept.page.get_by_role("heading", level=1)).to_have_text("You’re offline")


def files_kept(home):
    return home.page.evaluate("async () => (await caches.keys()).filter(name => name.startsWith('fivebar-files'))")


def test_what_is_kept_is_small(kept):
    [name] = files_kept(kept)
    weight = kept.page.evaluate(
        """async name => {
            const cache = await caches.open(name), files = await cache.matchAll()
            return (await Promise.all(files.map(async file => (await file.arrayBuffer()).byteLength))).reduce((sum, size) => sum + size)
        }""", name)
    # Everything that pages are made of; this is what the browser stores, not what it fetches.
    assert 200_000 < weight < 600_000


def rest_of(home):
    return home.page.locator(".sync-rest")


def once_no_worker_waits(page):
    """A page opened in the moment in which the last one is closed would still be the earlier version's."""
    states = {}
    devtools = page.context.new_cdp_session(page)
    devtools.on("ServiceWorker.workerVersionUpdated", lambda event: states.update({version["versionId"]: version["status"] for version in event["versions"]}))
    devtools.send("ServiceWorker.enable")
    eventually(lambda: page.evaluate("true") and "installed" in states.values())
    return lambda: eventually(lambda: page.evaluate("true") and not {"installed", "activating"} & set(states.values()))


def test_a_new_version_says_so_and_waits_until_the_pages_of_the_old_one_are_closed(visit, server_of_its_own, tmp_path):
    newer = tmp_path / "newer"
    for name in ("Public", "Views"):
        shutil.copytree(ROOT / name, newer / name)
    (newer / "Public/js/tutorial/keys.js").write_text((newer / "Public/js/tutorial/keys.js").read_text() + "window.isNewer = true\n")
    with server_of_its_own() as server:
        home = visit(service_workers="allow")
        home.server = server
        server.has_seen_the_tutorial(home.page.context)
        home.open()
        is_kept(home)
        home.create("Robins")
        home.open()
        expect(home.page.locator("body[data-live]")).to_be_attached()
        rest = rest_of(home)
        expect(rest).to_have_text("Up to date")
    with server_of_its_own(urlsplit(server.address).port, FIVEBAR_HOME=str(newer)):
        home.page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update() }")
        expect(rest).to_have_text("Up to date A new version is ready. It starts the next time you open Fivebar.", timeout=40_000)
        # What this page loads on first use is of its own version.
        home.choose("Rename", "Robins")
        home.page.keyboard.type("Wrens")
        home.page.keyboard.press("Enter")
        home.wait_until_saved()
        page, home.page = home.page, home.page.context.new_page()
        is_replaced = once_no_worker_waits(home.page)
        page.close()
        is_replaced()
        home.open()
        home.shows("0", "Wrens")
        expect(rest_of(home)).to_have_text("Up to date")
        go_offline(home)
        home.open()
        home.tap("Wrens")
        home.shows("1", "Wrens")


def test_a_new_version_takes_over_and_pages_of_the_old_one_stay_whole(kept):
    """As if the server had been updated twice: only files of a version that a page may need are kept."""
    kept.create("Robins")
    kept.open()
    kept.page.evaluate(
        """async () => {
            await caches.open("fivebar-files / 0000000000000001")
        }""")
    [pages] = kept.page.evaluate("async () => (await caches.keys()).filter(name => name.startsWith('fivebar-pages'))")
    kept.page.evaluate(
        """async name => {
            const cache = await caches.open(name)
            await cache.put("/old", new Response('<script src="/assets/0000000000000000/js/counters/home.js"></script>'))
            const registration = await navigator.serviceWorker.ready
            await registration.unregister()
        }""", pages)
    # It goes with the last page that it serves.
    kept.page.goto("about:blank")
    kept.page.goto(kept.server.path("/health"))
    eventually(lambda: kept.page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length === 0"))
    kept.open()
    is_kept(kept)
    eventually(lambda: kept.page.evaluate("async name => !(await (await caches.open(name)).match('/old'))", pages))
    go_offline(kept)
    kept.open()
    kept.shows("0")
