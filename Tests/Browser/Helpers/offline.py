"""A device without a network, and what it keeps."""

import re

import pytest

from home import eventually


@pytest.fixture
def kept(visit):
    """Somebody with a phone that keeps what Fivebar is made of."""
    home = visit(service_workers="allow")
    is_kept(home)
    return home


def kept_at(server, visit):
    """The same at a server of the test's own."""
    home = visit(service_workers="allow")
    home.server = server
    server.has_seen_the_tutorial(home.page.context)
    home.open()
    is_kept(home)
    return home


def is_kept(home):
    home.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    # It fetches all files first, which takes a busy machine its time.
    eventually(lambda: home.page.evaluate("Boolean(navigator.serviceWorker.controller)"), seconds=40)


def go_offline(home, is_offline=True):
    home.page.context.set_offline(is_offline)


def titles(home):
    return home.page.locator("[data-counters] [data-name]")


def make_many(home, number):
    """So many counters: Bird 1, Bird 2 …"""
    home.page.evaluate("""async length => {
        const name = number => `0198c5a0-0000-7000-8000-${String(number).padStart(12, "0")}`
        const list = Array.from({ length }, (_, place) => ({ id: name(place + 1), kind: "createCounter", at: Date.now(), offset: 0,
            change: { title: `Bird ${place + 1}`, style: "western" } }))
        await fetch("/operations", { method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(list) })
    }""", number)


def holds(home, path, text):
    """Waits until the page is kept with that text."""
    eventually(lambda: home.page.evaluate(
        "async ([path, text]) => (await (await caches.match(path, { ignoreVary: true }))?.text())?.includes(text) ?? false", [path, text]))


def keeps_pages(home):
    """Waits until the page keeps what is counted: that starts a moment after it."""
    eventually(lambda: home.page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/pages/listed.js'))"))


OPERATIONS = re.compile("/operations$")

FULL = """
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
        if (key.startsWith("fivebar-operation-")) throw new DOMException("", "QuotaExceededError")
        setItem.call(this, key, value)
    }
"""

WITHOUT_DATABASE = "Object.defineProperty(window, 'indexedDB', { value: undefined })"
