"""The offer to take back what was done last, and somebody who has done something."""

import pytest
from playwright.sync_api import expect


def notice(home):
    return home.page.locator(".notice")


def undo(home):
    return notice(home).get_by_role("button", name="Undo")


@pytest.fixture
def furnished(home):
    """Two counters on a phone, and no offer any more."""
    home.create("Robins")
    home.create("Wrens")
    home.tap("Robins", times=3)
    home.wait_until_saved()
    home.open()
    expect(notice(home)).to_have_count(0)
    return home
