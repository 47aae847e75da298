"""Without a network Fivebar opens as it was last seen, with what was counted since, and never with a browser's error page."""

import re

from playwright.sync_api import expect

from home import eventually
from offline import go_offline, is_kept, kept, kept_at  # noqa: F401


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
    kept.create_by_hand("Robins")
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


def test_what_is_typed_into_a_form_stays_where_it_cannot_be_sent(kept):
    kept.create("Robins")
    kept.open("/join")
    kept.page.wait_for_load_state("networkidle")
    go_offline(kept)
    expect(kept.saving).to_contain_text("Offline")
    code = kept.page.get_by_role("textbox").first
    code.fill("ABCDEFGH")
    code.press("Enter")
    expect(kept.saving).to_have_text("Can’t reach the server. Try again.")
    expect(code).to_have_value("ABCDEFGH")


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
        home = kept_at(server, visit)
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
    assert 200_000 < weight < 650_000
