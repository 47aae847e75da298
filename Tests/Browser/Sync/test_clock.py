"""A device with a very wrong clock: the page detects and reports it, and offers the server's time."""

import datetime
import time
from urllib.parse import parse_qs

import pytest

from goals import awake, dot, make
from home import eventually
from playwright.sync_api import expect

YEARS = datetime.timedelta(days=3652)
SLOW, FAST = -YEARS, YEARS


def set_clock(home, off):
    there = datetime.datetime.now(datetime.timezone.utc) + off
    home.page.clock.set_system_time(there)
    return there


def notice(home):
    return home.page.locator("[data-clock]")


def tapped_at(home):
    """How far from now a tap says that it was made."""
    with home.page.expect_request("**/operations") as sent:
        home.tap()
    return datetime.timedelta(seconds=sent.value.post_data_json[0]["at"] / 1000 - time.time())


def is_about(span, other):
    return abs(span - other) < datetime.timedelta(minutes=2)


def looks_at_the_clock(home, path="/"):
    """Opens a page, and returns once it has compared its clock with the server's."""
    with home.page.expect_response("**/health"):
        home.open(path)
    home.page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("off", [SLOW, FAST], ids=["slow", "fast"])
def test_a_clock_that_is_years_off_is_said_and_the_servers_time_taken(home, off):
    home.create("Robins")
    there = set_clock(home, off)
    home.open()
    expect(notice(home)).to_contain_text(f"This device’s clock is wrong: it says {there.day} {there:%B %Y}.")
    notice(home).get_by_role("button", name="Use the server’s time").click()
    expect(notice(home)).to_have_count(0)
    assert is_about(tapped_at(home), datetime.timedelta())
    home.wait_until_saved()
    # It is said once, and holds on every page.
    for path in ("/goals", "/"):
        home.open(path)
        home.page.wait_for_load_state("networkidle")
        expect(notice(home)).to_have_count(0)
    assert is_about(tapped_at(home), datetime.timedelta())
    assert home.complaints == []


@pytest.mark.parametrize("off", [SLOW, FAST], ids=["slow", "fast"])
def test_who_keeps_a_clock_is_asked_again_only_when_it_is_off_by_another_day(home, off):
    home.create("Robins")
    set_clock(home, off)
    home.open()
    notice(home).get_by_role("button", name="Keep this time").click()
    expect(notice(home)).to_have_count(0)
    assert is_about(tapped_at(home), off)
    home.wait_until_saved()
    set_clock(home, off + datetime.timedelta(hours=20))
    home.open()
    home.page.wait_for_load_state("networkidle")
    expect(notice(home)).to_have_count(0)
    set_clock(home, off + datetime.timedelta(days=3))
    home.open()
    expect(notice(home)).to_be_visible()


@pytest.mark.parametrize("off", [SLOW, FAST], ids=["slow", "fast"])
def test_until_a_question_about_the_clock_is_answered_today_is_the_servers(home, off):
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap(times=2)
    home.wait_until_saved()
    set_clock(home, off)
    home.open(f"/counters/{counter}")
    expect(notice(home)).to_be_visible()
    expect(home.page.locator(".lately")).to_have_text("Today 2 · This week 2")
    home.open(f"/counters/{counter}/history")
    expect(notice(home)).to_be_visible()
    expect(home.page.locator(".history-day:not([hidden]) h2")).to_have_text("Today")
    notice(home).get_by_role("button", name="Use the server’s time").click()
    expect(home.page.locator(".history-day:not([hidden]) h2")).to_have_text("Today")
    home.open(f"/counters/{counter}")
    expect(home.page.locator(".lately")).to_have_text("Today 2 · This week 2")


def test_a_clock_that_is_right_again_is_taken_at_its_word(home):
    home.create("Robins")
    set_clock(home, SLOW)
    home.open()
    notice(home).get_by_role("button", name="Use the server’s time").click()
    set_clock(home, datetime.timedelta())
    looks_at_the_clock(home)
    assert is_about(tapped_at(home), datetime.timedelta())
    expect(notice(home)).to_have_count(0)


def test_a_clock_that_is_put_right_while_the_page_is_open_is_not_corrected_any_more(home):
    home.create("Robins")
    set_clock(home, FAST)
    home.open()
    notice(home).get_by_role("button", name="Use the server’s time").click()
    assert is_about(tapped_at(home), datetime.timedelta())
    home.wait_until_saved()
    set_clock(home, datetime.timedelta())
    assert is_about(tapped_at(home), datetime.timedelta())


@pytest.mark.parametrize("hours", [-20, 20])
def test_a_clock_that_is_hours_off_is_nobodys_business(home, hours):
    home.create("Robins")
    home.page.evaluate("localStorage.clear()")
    set_clock(home, datetime.timedelta(hours=hours))
    looks_at_the_clock(home)
    expect(notice(home)).to_have_count(0)


def test_a_plain_form_has_the_servers_time_too(home):
    set_clock(home, SLOW)
    home.open()
    notice(home).get_by_role("button", name="Use the server’s time").click()
    with home.page.expect_request(lambda request: request.method == "POST") as sent:
        home.create_by_hand("Robins")
    assert abs(int(parse_qs(sent.value.post_data)["at"][0]) / 1000 - time.time()) < 120


def test_the_server_is_asked_for_its_time_once_a_day(home):
    eventually(lambda: home.page.evaluate("JSON.parse(localStorage.getItem('fivebar-clock') ?? '{}').day"))
    asked = []
    home.page.on("request", lambda request: asked.append(request) if request.url.endswith("/health") else None)
    for path in ("/", "/goals"):
        home.open(path)
        # A page looks when its browser is idle.
        home.page.evaluate("new Promise(done => requestIdleCallback(() => setTimeout(done)))")
        home.page.wait_for_load_state("networkidle")
    assert asked == []


def test_it_waits_behind_an_offer_to_take_something_back_and_counting_leaves_it_there(home):
    home.create("Robins")
    set_clock(home, SLOW)
    home.open()
    expect(notice(home)).to_be_visible()
    home.tap()
    expect(notice(home)).to_be_visible()
    home.choose("Delete")
    home.page.locator(".notice:not([data-clock])").wait_for()
    expect(notice(home).locator("visible=true")).to_have_count(0)
    home.page.locator("[data-dismiss]").click()
    expect(notice(home)).to_be_visible()
    assert home.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR", "ja-JP", "nl-NL", "ru-RU", "zh-CN"])
def test_it_is_said_in_the_readers_language(visit, locale):
    home = visit(locale=locale)
    set_clock(home, SLOW)
    home.open()
    expect(notice(home)).to_contain_text(str(datetime.date.today().year - 10))
    said = notice(home).inner_text()
    assert "{" not in said and ".." not in said
    expect(notice(home).get_by_role("button")).to_have_count(2)
    box = notice(home).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390


# A clock that stands behind by so much, as those of many devices do.
BEHIND = """
    const device = Date, behind = 40_000
    window.Date = class extends device {
        constructor(...parts) { parts.length > 0 ? super(...parts) : super(device.now() - behind) }
        static now() { return device.now() - behind }
    }
"""


@pytest.mark.parametrize("is_fresh", [True, False])
def test_what_is_done_by_a_clock_that_is_a_little_behind_comes_after_what_was_seen(home, visit, is_fresh):
    """On a page that was just opened, and on one that has followed the change."""
    day = make(home)
    path = home.page.url.removeprefix(home.server.address).split("#")[0]
    slow = visit(storage_state=home.page.context.storage_state())
    slow.page.add_init_script(BEHIND)
    if not is_fresh:
        slow.open(path)
    dot(home, day).press(" ")
    home.wait_until_saved()
    if is_fresh:
        slow.open(path)
    awake(slow)
    expect(dot(slow, day)).to_contain_class("done")
    dot(slow, day).press(" ")
    slow.wait_until_saved()
    for device in (slow, home):
        device.page.reload()
        expect(dot(device, day)).to_contain_class("open")


@pytest.mark.parametrize("is_reloaded", [False, True], ids=["on the same page", "on the next one"])
def test_the_name_that_was_given_last_stays_though_the_clock_was_set_back_before(home, is_reloaded):
    home.create("Robins")
    home.wait_until_saved()
    home.page.route("**", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    set_clock(home, datetime.timedelta(hours=1))
    home.rename("Robins", "Wrens")
    expect(home.saving).to_contain_text("1 waiting")
    set_clock(home, datetime.timedelta())
    if is_reloaded:
        home.reload()
    home.rename("Wrens", "Finches")
    expect(home.saving).to_contain_text("2 waiting")
    home.page.unroute_all()
    home.wait_until_saved()
    home.reload()
    expect(home.card("Finches")).to_be_visible()


def test_a_name_stays_though_the_clock_is_three_years_behind_and_nobody_has_said_what_of_it(home):
    home.create("Robins")
    home.rename("Robins", "Wrens")
    home.wait_until_saved()
    set_clock(home, datetime.timedelta(days=-1_100))
    for is_reloaded, before, after in ((False, "Wrens", "Finches"), (True, "Finches", "Owls")):
        if is_reloaded:
            home.reload()
            expect(notice(home)).to_be_visible()
        home.rename(before, after)
        home.wait_until_saved()
        home.reload()
        expect(home.card(after)).to_be_visible()


def test_nothing_is_dated_by_a_clock_that_stands_years_before_the_page_itself(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.page.route("**/health", lambda route: route.abort())
    home.page.add_init_script(BEHIND.replace("40_000", "315_532_800_000"))
    home.open(f"/counters/{counter}")
    with home.page.expect_request("**/operations") as sent:
        home.page.locator("form[data-counter] [data-tap]").click()
    assert abs(sent.value.post_data_json[0]["at"] / 1000 - time.time()) < 120
