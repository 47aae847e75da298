"""A counter beside the list, at a desk."""

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def desk(visit):
    """Somebody at a desk with three counters."""
    home = visit(desktop=True)
    for title in ("Robins", "Wrens", "Coffee"):
        home.create(title)
    home.wait_until_saved()
    home.open()
    return home


def open_beside(home, title="Robins"):
    home.options(title).click()
    home.page.locator("[data-more]").click()
    expect(heading(home)).to_have_text(title)
    return pane(home)


def pane(home):
    return home.page.locator("[data-beside]")


def heading(home):
    return pane(home).locator("h1")


def number(home):
    return pane(home).locator("[data-count-text]")


def is_open(home, title):
    expect(heading(home)).to_have_text(title)
    expect(home.page).to_have_title(f"{title} · Fivebar")
    expect(home.page).to_have_url(re.compile(f"/counters/{id_of(home, title)}$"))
    expect(home.card(title)).to_have_attribute("aria-current", "true")
    expect(home.page.locator("[data-counters] > [aria-current]")).to_have_count(1)


def is_closed(home):
    expect(pane(home)).to_have_count(0)
    expect(home.page).to_have_title("Fivebar")
    expect(home.page).to_have_url(home.server.path("/"))
    expect(home.page.locator("[data-counters] > [aria-current]")).to_have_count(0)


def id_of(home, title):
    return home.card(title).get_attribute("data-counter")


def both_show(home, count, title="Robins"):
    home.shows(count, title)
    expect(number(home)).to_have_text(count)


def box_of(locator):
    box = locator.bounding_box()
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]
