"""What a hotel's network or a proxy answers in the server's stead changes nothing: only what says it is ours counts."""

import http.server
import re
import threading
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from goals import make
from home import eventually
from messages import kept, message, open_form, send, words  # noqa: F401
from offline import kept_at
from pages import stays


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
    def do_GET(self):
        self.send_response(401)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def test_a_strangers_sign_in_takes_no_kept_page_away(visit, server_of_its_own):
    with server_of_its_own() as server:
        home = kept_at(server, visit)
        home.create("Robins")
        home.open()
        eventually(lambda: home.page.evaluate("async () => (await (await caches.match('/', { ignoreVary: true }))?.text())?.includes('Robins') ?? false"))
        address = urlsplit(server.address)
    with http.server.ThreadingHTTPServer((address.hostname, address.port), Doorman) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        assert home.page.goto(server.path("/statistics")).status == 401
        proxy.shutdown()
    home.open()
    home.shows("0")
