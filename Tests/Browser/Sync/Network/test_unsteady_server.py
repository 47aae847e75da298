"""Two devices count on one account while the server goes and comes and networks fail: every tap counts, and counts once."""

import socket
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from another_browser import create, OPERATIONS_KEPT, started  # noqa: F401
from devices import recovery_link
from firefox import Firefox
from home import eventually
from offline import go_offline, holds, is_kept
from pressing import middle, Pressing
from unsteady import Unsteady
from webkit import WebKit

TAPS = 200


@pytest.fixture
def unsteady(server_of_its_own):
    unsteady = Unsteady(server_of_its_own)
    yield unsteady
    unsteady.stop()


@pytest.fixture
def server(unsteady):
    return unsteady.server


@pytest.fixture
def devices(visit):
    """Two phones with one account, each on the page with its only counter."""
    homes = visit(service_workers="allow"), visit(service_workers="allow")
    homes[0].create("Robins")
    homes[0].wait_until_saved()
    homes[1].open_account(recovery_link(homes[0]))
    for home in homes:
        home.open()
        is_kept(home)
    return homes


def test_all_taps_of_two_devices_count_once_though_the_server_goes_and_comes(devices, unsteady):
    one, other = devices
    events = {
        20: unsteady.stop, 50: unsteady.start,
        70: lambda: go_offline(one), 90: lambda: go_offline(other), 110: lambda: go_offline(one, False),
        120: unsteady.stop, 130: lambda: go_offline(other, False), 150: unsteady.start,
        160: one.reload, 165: unsteady.stop, 170: other.reload, 180: unsteady.start,
    }
    # At one point each: no card leaves it, whatever happens.
    thumbs = [(Pressing(home.page, is_touch=True), middle(home.field())) for home in devices]
    for number in range(TAPS):
        events.get(number, lambda: None)()
        for thumb, point in thumbs:
            thumb.once(*point)
    for home in devices:
        eventually(lambda: home.operations_kept() == 0, seconds=60)
    for home in devices:
        home.shows(str(2 * TAPS))
    counter = one.card().get_attribute("data-counter")
    assert unsteady.server.count_of(counter) == 2 * TAPS


def test_all_taps_of_a_firefox_and_a_webkit_count_once_though_the_server_goes_and_comes(started, unsteady):  # noqa: F811
    browsers = firefox, webkit = [started(kind).become_somebody_new(unsteady.server) for kind in (Firefox, WebKit)]
    create(firefox, "Robins")
    firefox.wait_until_saved()
    counter = firefox.run("return document.querySelector('[data-counter]').dataset.counter")
    firefox.open("/settings/devices")
    firefox.press("[formaction$='#recovery']")
    webkit.go(firefox.see("#recovery-link").get_property("value"))
    webkit.press("main button", "Open here")
    firefox.open("/")
    for browser in browsers:
        browser.see("[data-counter]")
        browser.wait_until_awake()
    events = {5: unsteady.stop, 15: unsteady.start, 25: unsteady.stop, 30: unsteady.start}
    for number in range(40):
        events.get(number, lambda: None)()
        for browser in browsers:
            browser.finger_down(1, "[data-tap]")
            browser.lift(1)
    for browser in browsers:
        eventually(lambda: browser.ask(OPERATIONS_KEPT) == 0, seconds=60)
        browser.shows("[data-count-text]", "80")
    assert unsteady.server.count_of(counter) == 80


def test_what_waits_is_drawn_at_once_on_a_kept_page_while_the_server_never_answers(visit, unsteady):
    home = visit(service_workers="allow")
    is_kept(home)
    home.create("Robins")
    home.open()
    holds(home, "/", 'data-count="0"')
    unsteady.stop()
    home.tap(times=2)
    with socket.create_server(("127.0.0.1", urlsplit(unsteady.server.address).port)):
        home.page.goto(home.server.path("/"))
        # Not once the first attempt to send it is given up.
        expect(home.card().locator("[data-count-text]")).to_have_text("2", timeout=3_000)
    unsteady.start()
    home.reload()
    home.wait_until_saved()
    home.shows("2")
