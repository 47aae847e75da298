"""A page left open over night: whoever presses what it shows as today means today, and no day that is over."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from goals import awake, dot, make
from home import eventually
from watch import watch  # noqa: F401

DAY = datetime.timedelta(days=1)
GOAL = re.compile(r"/goals/\d+$")


def ring(home):
    return home.page.locator("[data-dots] .today")


def the_night_passes(home):
    """By the device's clock."""
    home.page.clock.set_system_time(datetime.datetime.now(datetime.timezone.utc) + DAY)


# The network is not there yet, or the server has a fault, which says nothing of the day.
@pytest.mark.parametrize("answer", [
    lambda route: route.abort(),
    lambda route: route.fulfill(status=503, headers={"fivebar-page": "yes"}, content_type="text/html", body="<h1>Later</h1>"),
], ids=["without a network", "a fault"])
def test_the_ring_of_a_day_that_is_over_is_not_marked(visit, answer):
    home = visit(timezone_id="UTC")
    today = make(home)
    home.page.wait_for_load_state("networkidle")
    the_night_passes(home)
    home.page.route(GOAL, answer)
    ring(home).press(" ")
    expect(dot(home, today + DAY)).to_have_attribute("aria-current", "date")
    expect(dot(home, today)).to_contain_class("miss")
    expect(dot(home, today + DAY)).to_contain_class("open")
    expect(dot(home, today + DAY)).to_be_focused()
    # Without looking, on the same key.
    home.page.keyboard.press(" ")
    expect(dot(home, today + DAY)).to_contain_class("done")
    expect(dot(home, today)).to_contain_class("miss")


def test_a_device_whose_clock_is_ahead_marks_the_day_that_it_is(visit):
    home = visit(timezone_id="UTC")
    today = make(home)
    home.page.wait_for_load_state("networkidle")
    the_night_passes(home)
    ring(home).press(" ")
    expect(dot(home, today)).to_contain_class("done")
    expect(dot(home, today)).to_contain_class("today")


def test_the_watch_marks_today_and_not_the_day_that_its_page_is_of(watch):
    home = watch(timezone_id="UTC")
    page = home.page
    today = make(home)
    page.goto(home.server.path("/watch"))
    read = page.get_by_role("button", name="Read")
    with page.expect_response("**/mark"):
        read.tap()
    expect(read).to_have_attribute("aria-pressed", "true")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    the_night_passes(home)
    read.tap()
    # It shows the new day, on which nothing is done.
    expect(read).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("heading", name="Goals · Today")).to_have_text("Goals · Today")
    read.tap()
    expect(read).to_have_attribute("aria-pressed", "true")
    # Another night without a network.
    page.clock.set_system_time(datetime.datetime.now(datetime.timezone.utc) + 2 * DAY)
    read.tap()
    expect(read).to_have_attribute("aria-pressed", "false")
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.context.set_offline(False)
    eventually(lambda: page.evaluate("1") and sent)
    assert f"/{today + DAY}/mark" in sent[0]


def test_another_zone_is_noticed_while_the_page_is_seen(visit):
    home = visit()
    make(home)
    home.page.wait_for_load_state("networkidle")
    before = ring(home).get_attribute("href")
    # Where it is tomorrow, or still yesterday.
    is_late = datetime.datetime.now(datetime.timezone.utc).hour >= 10
    zone = "Pacific/Kiritimati" if is_late else "Pacific/Pago_Pago"
    home.page.context.new_cdp_session(home.page).send("Emulation.setTimezoneOverride", {"timezoneId": zone})
    eventually(lambda: home.page.evaluate("document.cookie").find(zone) >= 0, seconds=40)
    expect(ring(home)).not_to_have_attribute("href", before)


@pytest.mark.parametrize("zone, day_start, time, day", [
    # The clock goes from 23:00 to 0:00 of the next day.
    ("America/Nuuk", 1, "2026-03-29T01:30Z", "2026-03-28"),
    ("America/Nuuk", 1, "2026-03-29T02:00Z", "2026-03-29"),
    ("Africa/Cairo", 0, "2026-04-23T21:59Z", "2026-04-23"),
    ("Africa/Cairo", 0, "2026-04-23T22:00Z", "2026-04-24"),
    ("Australia/Lord_Howe", 4, "2026-10-03T16:59Z", "2026-10-03"),
    ("Pacific/Kiritimati", 6, "2026-01-01T15:59Z", "2026-01-01"),
    ("Pacific/Kiritimati", 6, "2026-01-01T16:00Z", "2026-01-02"),
])
def test_a_script_has_the_server_s_day_also_where_the_clock_changes(visit, zone, day_start, time, day):
    home = visit(timezone_id=zone)
    days = """async ([time, start]) => {
        const assets = document.querySelector("script[src*='/assets/']").src.replace(/js\\/.*/, "js/")
        const { dayOf } = await import(`${assets}shell/time/days.js`)
        return dayOf(Date.parse(time), start)
    }"""
    assert home.page.evaluate(days, [time, day_start]) == day


@pytest.mark.parametrize("is_chosen", [False, True], ids=["untouched", "chosen"])
def test_a_new_goal_begins_on_the_day_it_is_made_unless_another_one_is_chosen(visit, is_chosen):
    home = visit(timezone_id="UTC", path="/goals/new")
    awake(home)
    first, last = home.page.get_by_label("First day"), home.page.get_by_label("Last day")
    today, end = (datetime.date.fromisoformat(field.input_value()) for field in (first, last))
    begins = today - 3 * DAY if is_chosen else today
    first.fill(str(begins))
    the_night_passes(home)
    home.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(first).to_have_value(str(begins if is_chosen else today + DAY))
    expect(last).to_have_value(str(end - 3 * DAY if is_chosen else end + DAY))
