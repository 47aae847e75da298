"""The feedback form, and what the server keeps of it."""

import contextlib
import sqlite3
import uuid

import pytest
from playwright.sync_api import expect


def open_form(home):
    home.open("/feedback")
    if home.javascript:
        expect(home.page.locator("[data-feedback][data-awake]")).to_be_attached()
    return home.page


@pytest.fixture
def words():
    """A message nobody else writes."""
    return f"It counts. 🐦‍⬛ {uuid.uuid4()}"


@pytest.fixture
def kept(server):
    """What the server keeps with a message in it."""

    def read(message):
        with contextlib.closing(sqlite3.connect(server.database, timeout=10)) as database:
            return database.execute(
                "SELECT stars, message, name, email, device, language FROM feedback WHERE message = ?", [message]
            ).fetchall()

    return read


def message(page):
    return page.get_by_role("textbox", name="Your message")


def send(page):
    page.get_by_role("button", name="Send").click()
