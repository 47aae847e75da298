"""In a home network Fivebar is often at a plain http address with a name. A browser gives such a page no service worker,
no locks and no kept pages: counting, what waits and live pages work there all the same."""

import urllib.parse

import pytest
from playwright.sync_api import expect

from conftest import CHROMIUM, PHONE
from home import Home
from offline import go_offline
from server import Server

NAME = "count.home.test"


@pytest.fixture
def household(browser, server):
    """A way to open the app by its name: each call is somebody else, or the same person with storage_state."""
    address = urllib.parse.urlsplit(server.address)
    named = Server(f"http://{NAME}:{address.port}")
    plain = browser.browser_type.launch(executable_path=CHROMIUM, args=[f"--host-resolver-rules=MAP {NAME} {address.hostname}"])

    def arrive(**wishes):
        context = plain.new_context(**{**PHONE, "locale": "en-GB", **wishes})
        context.set_default_timeout(10_000)
        named.has_seen_the_tutorial(context)
        return Home(context.new_page(), named).open()

    yield arrive
    plain.close()


def test_there_is_neither_a_worker_nor_a_lock_and_nothing_complains(household):
    home = household()
    assert home.page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator, 'caches' in window]") == [False] * 4
    home.create_by_hand("Robins")
    home.tap(times=3)
    home.wait_until_saved()
    home.reload()
    home.shows("3")
    home.page.wait_for_load_state("networkidle")
    # Such a page has no use for that header, and the browser says so.
    assert [line for line in home.complaints if "Cross-Origin-Opener-Policy" not in line] == []


def test_taps_made_offline_wait_are_drawn_and_are_counted_once_by_two_tabs(household):
    home = household()
    home.create_by_hand("Robins")
    other = home.another_tab()
    go_offline(home)
    for tab in (home, other):
        tab.tap(times=2)
    expect(home.saving).to_contain_text("4 waiting")
    go_offline(home, False)
    home.wait_until_saved()
    for tab in (home, other):
        tab.shows("4")
        tab.reload()
        tab.shows("4")


def test_what_waits_outlasts_its_tab(household):
    home = household()
    home.create_by_hand("Robins")
    home.page.context.route("**/operations", lambda route: route.abort())
    home.tap(times=2)
    home.page.close()
    home.page = home.page.context.new_page()
    home.open()
    home.shows("2")
    home.page.context.unroute("**/operations")
    home.tap()
    home.wait_until_saved()
    home.reload()
    home.shows("3")


def test_another_device_is_live(household):
    home = household()
    home.create_by_hand("Robins")
    other = household(storage_state=home.page.context.storage_state())
    expect(other.page.locator("body[data-live]")).to_be_attached()
    home.tap(times=2)
    other.shows("2")
    other.create_by_hand("Wrens")
    expect(home.cards).to_have_count(2)


def test_what_is_made_offline_waits_and_is_drawn(household):
    home = household()
    home.create_by_hand("Robins")
    home.open()
    expect(home.page.locator("body[data-live]")).to_be_attached()
    # Without a service worker only what was loaded is there.
    for module in ("new/make.js", "list/drawn.js"):
        home.page.evaluate("name => import(document.querySelector('script[src$=\"/counters/home.js\"]').src.replace('home.js', name))", module)
    go_offline(home)
    home.page.get_by_role("link", name="New counter").click()
    home.page.get_by_role("textbox", name="Name").fill("Wrens")
    home.page.keyboard.press("Enter")
    home.tap("Wrens", times=2)
    home.shows("2", "Wrens")
    go_offline(home, False)
    home.wait_until_saved()
    home.reload()
    home.shows("2", "Wrens")
