"""Somebody with a watch, and what its pages show."""

import datetime

import pytest
from playwright.sync_api import expect

SCREENS = [(136, 170), (198, 242)]
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def watch(visit):
    """Somebody with a watch and one counter, which is shown."""

    def put_on(title="Robins", **wishes):
        width, height = SCREENS[0]
        home = visit(path="/watch/counters/new", viewport={"width": width, "height": height}, **wishes)
        home.page.get_by_label("Name").fill(title)
        with home.page.expect_navigation():
            home.page.keyboard.press("Enter")
        return home

    return put_on


@pytest.fixture
def watch_in(visit):
    """The same in a language."""

    def put_on(language):
        width, height = SCREENS[0]
        home = visit(path="/watch/counters/new", viewport={"width": width, "height": height}, locale=language)
        home.page.locator("#title").fill("Robins")
        with home.page.expect_navigation():
            home.page.keyboard.press("Enter")
        return home

    return put_on


def count_of(page):
    return page.locator(".count")


def make_goal(home, name, **fields):
    """A goal that begins today, in the zone of server and browser."""
    today = datetime.datetime.now().astimezone().date().isoformat()
    form = {"name": name, "color": "0", "start": today, "length": "30", **fields}
    home.page.request.post(home.server.path("/goals"), form=form, headers={"Origin": home.server.address})


def is_pressed(page, pressed):
    return expect(page.get_by_role("button", name="Read")).to_have_attribute("aria-pressed", pressed)


def mark_and_unmark(page, goal):
    mark = page.get_by_role("button", name=goal)
    for pressed in ["true", "false"]:
        mark.tap()
        expect(mark).to_have_attribute("aria-pressed", pressed)
