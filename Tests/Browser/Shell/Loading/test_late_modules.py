"""What a page does by itself is loaded after it, and comes also if the network is away just then."""

import pytest
from playwright.sync_api import expect

from home import eventually

LATE = ["counters/list/live", "shell/live", "sync/stream", "sync/sender"]


@pytest.fixture
def home(visit):
    home = visit()
    home.create("Robins")
    return home


def reload_without(home, module, times=2):
    """Opens the page anew; the module does not come the first few times. Returns what happened to each."""
    tries = []
    home.page.route(f"**/js/{module}.js", lambda route: (tries.append(route), route.abort()), times=times)
    home.reload()
    return tries


@pytest.mark.parametrize("module", LATE)
def test_taps_are_saved_and_changes_elsewhere_shown_though_a_module_came_late(home, module):
    other = home.another_tab()
    tries = reload_without(home, module)
    home.tap()
    eventually(lambda: home.page.evaluate("1") and len(tries) == 2)
    other.shows("1")
    other.tap(times=2)
    home.shows("3")
    home.wait_until_saved()


@pytest.mark.parametrize("answer", [
    {"status": 502, "body": "Bad Gateway"},
    {"status": 200, "content_type": "text/html", "body": "<title>Sign in to this network</title>"},
])
def test_another_servers_answer_is_no_module(home, answer):
    other = home.another_tab()
    home.page.route("**/js/shell/live.js", lambda route: route.fulfill(**answer), times=2)
    home.reload()
    other.tap()
    home.shows("1")


def test_what_is_said_aloud_is_said_though_it_came_late(home):
    tries = reload_without(home, "shell/announce")
    home.tap()
    expect(home.page.locator("p[role=status]").filter(has_text="1")).to_be_attached()
    assert len(tries) == 2


def test_a_counters_page_follows_though_what_draws_it_anew_came_late(home):
    other = home.another_tab()
    home.open(f"/counters/{home.card().get_attribute('data-counter')}")
    tries = reload_without(home, "shell/redraw", times=1)
    other.tap()
    expect(home.page.locator("form[data-counter] [data-count-text]")).to_have_text("1")
    assert tries
