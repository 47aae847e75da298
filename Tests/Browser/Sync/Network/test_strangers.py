"""What a hotel's network or a proxy answers in the server's stead changes nothing: only what says it is ours counts."""

import contextlib
import http.server
import re
import threading
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from goals import awake, cards, make
from home import eventually
from messages import kept, message, open_form, send, words  # noqa: F401
from offline import holds, kept_at
from pages import stays
from unsteady import Unsteady


def stranger(page, address, **answer):
    page.route(address, lambda route: route.fulfill(**{"status": 200, "content_type": "text/html", "body": "<html><body><main id='content'>Welcome to the hotel</main>", **answer}))


def test_a_strangers_page_takes_nobody_from_an_open_page(home):
    counter = home.create("Robins").get_attribute("data-counter")
    make(home, "Read")
    goal = home.page.url.split("#")[0].removeprefix(home.server.address)
    for path in ("/", f"/counters/{counter}", "/statistics", goal):
        home.open(path)
        expect(home.page.locator("body")).to_be_visible()
        home.page.wait_for_load_state("networkidle")
        stays(home.page)
        stranger(home.page, re.compile(".*/(\\d+)?(statistics)?(\\?.*)?$"))
        with home.page.expect_response(lambda response: response.request.resource_type == "fetch"):
            home.page.evaluate("document.dispatchEvent(new CustomEvent('fivebar-undone', { detail: {} }))")
        home.page.wait_for_timeout(1)
        assert home.page.evaluate("window.stays"), path
        expect(home.page.locator("#content")).not_to_contain_text("hotel")
        home.page.unroute_all()


def test_a_strangers_refusal_of_feedback_is_none(home, words, kept):  # noqa: F811
    page = open_form(home)
    message(page).fill(words)
    stranger(page, "**/feedback", status=403)
    send(page)
    expect(page.locator("[data-sync]")).to_contain_text("trying again")
    expect(message(page)).to_have_value(words)
    page.unroute_all()
    expect(page).to_have_url(re.compile("thanks"))
    assert len(kept(words)) == 1


@pytest.mark.parametrize("answer", [{"status": 302, "headers": {"location": "/health"}}, {}], ids=["redirect", "page"])
def test_a_card_that_was_folded_to_a_stranger_is_told_the_server_later(home, answer):
    home.create("Robins")
    stranger(home.page, "**/collapse", **answer)
    home.page.route("**/operations", lambda route: route.abort())
    home.fold()
    expect(home.saving).to_contain_text("1 waiting")
    home.page.unroute_all()
    home.wait_until_saved()
    home.reload()
    expect(home.card()).to_contain_class("card--collapsed")


class Doorman(http.server.BaseHTTPRequestHandler):
    status = 401
    page = b""

    def do_GET(self):
        self.rfile.read(int(self.headers["content-length"] or 0))
        is_led_away = self.status == 302 and self.path != "/portal"
        self.send_response(self.status if is_led_away or self.status != 302 else 200)
        if is_led_away:
            self.send_header("location", "/portal")
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(self.page)))
        self.end_headers()
        self.wfile.write(self.page)

    do_POST = do_HEAD = do_GET

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def doorman(server, status, page=b""):
    """Answers everything in the server's stead."""
    address, kind = urlsplit(server.address), type("One", (Doorman,), {"status": status, "page": page})
    with http.server.ThreadingHTTPServer((address.hostname, address.port), kind) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield
        proxy.shutdown()


@pytest.mark.parametrize("status", [403, 404, 200, 302], ids=["forbidden", "missing", "sign-in", "redirect"])
def test_a_goal_saved_to_a_stranger_is_drawn_as_waiting_on_a_page_of_ours(visit, server_of_its_own, status):
    unsteady = Unsteady(server_of_its_own)
    try:
        home = kept_at(unsteady.server, visit)
        make(home, "Read")
        home.open("/goals")
        holds(home, "/goals", "Read")
        home.page.get_by_role("link", name="Read").click()
        home.page.get_by_role("link", name="Edit goal").click()
        awake(home)
        unsteady.stop()
        with doorman(unsteady.server, status, b"<h1>Who are you?</h1>"):
            home.page.get_by_label("Name").fill("Read a book")
            home.page.get_by_role("button", name="Save").click()
            expect(cards(home)).to_have_text(["Read a book"])
            expect(home.page).to_have_url(home.server.path("/goals"))
            expect(home.saving).to_contain_text("1 waiting.")
            # It may be what one has to sign in to.
            home.page.reload()
            expect(home.page.get_by_role("heading")).to_have_text("Who are you?")
        unsteady.start()
        home.open("/goals")
        home.wait_until_saved()
        home.reload()
        expect(cards(home)).to_have_text(["Read a book"])
    finally:
        unsteady.stop()


def test_a_goal_waits_for_a_network_where_a_hotel_answers_everything(home):
    home.open("/goals/new")
    awake(home)
    home.page.get_by_label("Name").fill("Walk")
    # What a page loads once it has time.
    home.page.wait_for_load_state("networkidle")
    # Also what a script asks for, and whether the server is there.
    stranger(home.page, "**/*")
    home.page.get_by_role("button", name="Create").click()
    expect(home.saving).to_contain_text("1 waiting.")
    home.page.unroute_all()
    expect(home.page).to_have_url(home.server.path("/goals"))
    home.wait_until_saved()
    expect(cards(home)).to_have_text(["Walk"])


def test_without_a_service_worker_a_saved_goal_stays_until_there_is_a_page_of_ours(home):
    home.open("/goals/new")
    awake(home)
    home.page.get_by_label("Name").fill("Walk")
    stranger(home.page, re.compile("/(goals(/new)?|operations)$"), status=403)
    home.page.get_by_role("button", name="Create").click()
    expect(home.saving).to_contain_text("1 waiting.")
    expect(home.page).to_have_url(home.server.path("/goals/new"))
    home.page.unroute_all()
    expect(home.page).to_have_url(home.server.path("/goals"))
    home.wait_until_saved()
    expect(cards(home)).to_have_text(["Walk"])


def test_a_strangers_sign_in_takes_no_kept_page_away(visit, server_of_its_own):
    with server_of_its_own() as server:
        home = kept_at(server, visit)
        home.create("Robins")
        home.open()
        eventually(lambda: home.page.evaluate("async () => (await (await caches.match('/', { ignoreVary: true }))?.text())?.includes('Robins') ?? false"))
    with doorman(server, 401):
        assert home.page.goto(server.path("/statistics")).status == 401
    home.open()
    home.shows("0")
