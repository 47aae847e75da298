"""A new version of Fivebar takes over when no page needs the old one, and every page stays whole."""

import shutil
from urllib.parse import urlsplit

from playwright.sync_api import expect

from folders import ROOT
from home import eventually
from offline import go_offline, is_kept, kept, kept_at  # noqa: F401


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
        home = kept_at(server, visit)
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
