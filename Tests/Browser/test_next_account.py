"""What waits to be sent belongs to its account: counters of the next one have the same numbers, and must not get it."""

import contextlib
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from home import Home

MARKS = re.compile("/marks$")


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


def test_what_waits_goes_with_the_account_that_is_deleted(newcomer):
    home = newcomer()
    home.create("Robins")
    home.page.context.route(MARKS, lambda route: route.abort())
    home.tap(times=3)
    assert home.operations_kept() == 3
    home.page.goto(home.server.path("/settings/deletion"))
    home.page.get_by_label("Type “delete” to confirm").fill("delete")
    home.page.get_by_role("button", name="Delete account").click()
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Account deleted")
    home.wait_until_saved()
    home.page.context.unroute(MARKS)
    home.page.goto(home.server.path("/counters/new"))
    home.page.get_by_label("Name").fill("Coffee")
    home.page.keyboard.press("Enter")
    home.wait_until_awake()
    home.page.wait_for_load_state("networkidle")
    home.shows("0", "Coffee")
    assert home.card("Coffee").get_attribute("data-counter") == "1"


def test_what_waits_is_sent_before_another_account_is_opened_here(newcomer):
    owner = newcomer()
    owner.create("Coffee")
    owner.open("/settings")
    owner.page.get_by_role("button", name="recovery link").click()
    link = owner.page.locator("#recovery-link").input_value()

    home = newcomer()
    home.create("Robins")
    home.open("/settings")
    home.page.get_by_role("button", name="recovery link").click()
    own = home.page.locator("#recovery-link").input_value()
    home.open()
    home.page.context.route(MARKS, lambda route: route.abort())
    home.tap("Robins", times=3)
    home.page.goto(home.server.path("/settings"))
    home.page.context.unroute(MARKS)
    home.page.goto(link)
    home.wait_until_saved()
    home.page.get_by_role("button", name="Open here").click()
    home.wait_until_awake()
    home.page.wait_for_load_state("networkidle")
    home.shows("0", "Coffee")
    home.page.goto(own)
    home.page.get_by_role("button", name="Open here").click()
    home.shows("3", "Robins")
