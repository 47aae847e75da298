"""A plain form that the server does not answer leaves its reader where they are, with what was typed."""

import re

import pytest
from playwright.sync_api import expect

UNREACHABLE = "Can’t reach the server. Try again."


def cut(page, way):
    """As behind nginx without Fivebar, and as where nothing listens; the browser says it is online all the while."""
    if way == "502":
        page.route("**/*", lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>"))
    else:
        page.route("**/*", lambda route: route.abort("connectionrefused"))


def awake(home):
    """What guards the forms is loaded once the browser has time, and then takes the page for proof for a while."""
    expect(home.page.locator("[data-sync]")).to_be_attached()
    home.page.wait_for_load_state("networkidle")
    home.page.clock.fast_forward(6_000)


@pytest.fixture
def home(home):
    home.page.clock.install()
    return home


@pytest.mark.parametrize("way", ["502", "refused"])
def test_a_note_and_a_time_that_are_not_taken_wait_and_are_left_once_the_history_can_be_had(home, way):
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap()
    home.wait_until_saved()
    home.open(f"/counters/{counter}/entries/1/note")
    awake(home)
    cut(home.page, way)
    note, time = home.page.get_by_label("What do you want to remember?"), home.page.get_by_label("When it was counted")
    time.fill("2026-01-02T10:00:00")
    note.fill("by the gate")
    note.press("Enter")
    expect(home.saving).to_contain_text("2 waiting")
    expect(note).to_have_value("by the gate")
    expect(time).to_have_value(re.compile("^2026-01-02T10:00"))
    home.page.unroute_all()
    # It asks again for the page that comes next.
    home.page.clock.fast_forward(60_000)
    expect(home.page).to_have_url(re.compile("/history"))
    expect(home.page.get_by_text("by the gate")).to_be_visible()


def test_pages_of_forms_stay_when_nothing_answers_and_send_once_something_does(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap()
    home.wait_until_saved()
    for path, leaves, press in (
        (f"/counters/{counter}/reset", True, lambda page: page.get_by_role("button", name="Reset").click()),
        ("/counters/arrange", False, lambda page: page.get_by_role("button", name="Collapse all").click()),
    ):
        home.open(path)
        awake(home)
        cut(home.page, "502")
        press(home.page)
        expect(home.saving).to_have_text(UNREACHABLE)
        expect(home.page).to_have_url(home.server.path(path))
        home.page.unroute_all()
        is_post = lambda answer: answer.request.method == "POST"
        with home.page.expect_navigation() if leaves else home.page.expect_response(is_post):
            press(home.page)
    home.open()
    expect(home.badge()).to_have_text("0")
    expect(home.card()).to_contain_class("card--collapsed")


def test_a_code_that_is_not_taken_stays_typed(home):
    home.open("/join")
    awake(home)
    cut(home.page, "502")
    code = home.page.locator("form[data-joining] input[type=text], form[data-joining] input[name=code]").first
    code.fill("ABCDEFGH")
    code.press("Enter")
    expect(home.saving).to_have_text(UNREACHABLE)
    expect(code).to_have_value("ABCDEFGH")
