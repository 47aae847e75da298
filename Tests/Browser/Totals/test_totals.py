"""A browser's requests count in the totals if a user sees the page, and not if a script fetches it."""

import contextlib
import sqlite3

import pytest
from playwright.sync_api import expect

from home import Home

PHONE = ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 "
         "Mobile Safari/537.36")


@pytest.fixture
def counted(browser, server_of_its_own):
    """What is counted of a visit, which is done by a function of Home."""

    def watch(visit, javascript=True, **wishes):
        with server_of_its_own() as server:
            context = browser.new_context(locale="en-GB", java_script_enabled=javascript, **wishes)
            context.set_default_timeout(10_000)
            server.has_seen_the_tutorial(context)
            visit(Home(context.new_page(), server, javascript))
            context.close()
        with contextlib.closing(sqlite3.connect(server.database)) as database:
            return dict(database.execute("SELECT event, SUM(number) FROM total GROUP BY event"))

    return watch


def looks_around(home):
    home.open("/search")
    if home.javascript:
        expect(home.page.locator("body[data-awake]")).to_be_attached()
    for typed in ("r", "ro", "rob"):
        home.page.get_by_role("searchbox").fill(typed)
        if home.javascript:
            # A script has asked, and its answer is there.
            expect(home.page).to_have_url(home.server.path(f"/search?q={typed}"))
    home.page.get_by_role("link", name="Goals", exact=True).click()
    expect(home.page).to_have_url(home.server.path("/goals"))


@pytest.mark.parametrize("javascript", [True, False])
def test_pages_count_and_what_scripts_read_does_not(counted, javascript):
    assert counted(looks_around, javascript) == {"launch": 1, "view.search": 1, "view.goals": 1}


@pytest.mark.parametrize("javascript", [True, False])
def test_a_counter_and_the_settings_count_as_sheets_and_as_pages(counted, javascript):
    def visit(home):
        home.open("/")
        home.create_by_hand("Robins")
        home.page.get_by_role("link", name="Settings", exact=True).click()
        expect(home.page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()

    totals = counted(visit, javascript, user_agent=PHONE)
    assert totals["create.phone"] == totals["view.settings"] == totals["launch"] == 1


def test_whoever_asks_not_to_be_counted_is_not(counted):
    assert counted(looks_around, extra_http_headers={"DNT": "1"}) == {}
