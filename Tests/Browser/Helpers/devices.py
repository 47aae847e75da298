"""A second device, and a site of one's own."""

import contextlib
import sqlite3

import pytest

from home import Home


@pytest.fixture
def newcomer(browser, server_of_its_own):
    """A way for somebody to arrive at a site where each account's counters are numbered from 1: newcomer()."""
    with server_of_its_own() as server, contextlib.ExitStack() as contexts:
        with contextlib.closing(sqlite3.connect(server.database, timeout=10)) as database, database:
            database.execute("DROP TRIGGER numbersOfItsOwn")

        def arrive():
            context = browser.new_context(locale="en-GB")
            contexts.callback(context.close)
            context.set_default_timeout(10_000)
            server.has_seen_the_tutorial(context)
            return Home(context.new_page(), server).open()

        yield arrive


def recovery_link(home):
    home.open("/settings/devices")
    home.page.get_by_role("button", name="recovery link").click()
    return home.page.locator("#recovery-link").input_value()


def unfold(listed):
    """The devices of the list with what can be done with them, which is folded away until one is pressed."""
    for device in listed.locator("details").all():
        if device.get_attribute("open") is None:
            device.locator("summary").click()
    return listed
