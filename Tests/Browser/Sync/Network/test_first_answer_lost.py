"""Somebody new makes something, and never hears that it was made: it is there once, in the account that they then have."""

import contextlib
import sqlite3

import pytest
from playwright.sync_api import expect

from home import eventually, Home
from server import Server
from way import way_to


@pytest.fixture
def way(server_of_its_own):
    """One on which answers get lost, until the test says otherwise."""
    with server_of_its_own() as server, way_to(server) as way:
        way.database = server.database
        way.loses_answers = True
        yield way


@pytest.fixture
def newcomer(browser, way):
    context = browser.new_context(locale="en-GB", service_workers="block")
    context.set_default_timeout(10_000)
    server = Server(way.address)
    server.has_seen_the_tutorial(context)
    home = Home(context.new_page(), server).open()
    # What notices that the server cannot be reached comes last.
    home.page.wait_for_load_state("networkidle")
    yield home
    context.close()


def type_title(home):
    home.page.get_by_role("link", name="New counter").first.click()
    home.page.get_by_role("textbox", name="Name").fill("Robins")


def rows(way, table):
    with contextlib.closing(sqlite3.connect(way.database, timeout=10)) as database:
        return database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]


def is_there_once(home, way):
    """In a list of the server's own, which has a way to put it in order."""
    way.loses_answers = False
    home.open()
    expect(home.page.get_by_role("link", name="Edit")).to_be_visible()
    home.wait_until_saved()
    expect(home.cards).to_have_count(1)
    expect(home.card("Robins")).to_be_visible()
    assert (rows(way, "account"), rows(way, "counter")) == (1, 1)


def test_a_form_s_whose_page_never_came(newcomer, way):
    type_title(newcomer)
    newcomer.page.keyboard.press("Enter")
    # An error page of the browser's comes instead.
    eventually(lambda: way.lost > 0)
    is_there_once(newcomer.another_tab(), way)


def test_what_waited_is_sent_again(newcomer, way):
    way.hides_health = True
    type_title(newcomer)
    newcomer.page.keyboard.press("Enter")
    expect(newcomer.card("Robins")).to_be_visible()
    eventually(lambda: way.lost > 0)
    way.hides_health = False
    is_there_once(newcomer, way)
