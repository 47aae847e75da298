"""Pages that are left open: days begin on them, what another window leaves is sent, and what never ends holds up nothing."""

import datetime

import pytest
from playwright.sync_api import expect

from goals import awake, dot, make
from home import eventually
from offline import OPERATIONS, go_offline, holds, kept  # noqa: F401


def ten_seconds_before_an_hour():
    return (datetime.datetime.now().replace(minute=0, second=0) + datetime.timedelta(hours=1)) - datetime.timedelta(seconds=10)


@pytest.mark.parametrize("path", ["/counters/{}", "/goals", "/counters/{}/statistics", "/watch"])
def test_a_page_asks_what_is_new_where_an_hour_begins(home, path):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.page.clock.install(time=ten_seconds_before_an_hour())
    asked = []
    home.open(path.format(counter))
    home.page.wait_for_load_state("networkidle")
    # What follows a page comes a moment after it.
    home.page.clock.run_for(3_000)
    home.page.wait_for_load_state("networkidle")
    home.page.on("request", lambda request: request.url == home.page.url.split("#")[0] and asked.append(request.url))
    home.page.clock.run_for(25_000)
    eventually(lambda: home.page.evaluate("1") and asked)


def test_a_day_that_has_begun_is_drawn_though_a_mark_is_still_to_be_sent(home):
    today = make(home)
    yesterday = today - datetime.timedelta(days=1)
    goal = home.page.locator("[data-goal]")
    # As the page was when it was opened the day before.
    goal.evaluate("(goal, day) => { goal.dataset.today = day }", str(yesterday))
    dot(home, today).evaluate("dot => { dot.classList.remove('today', 'open'); dot.removeAttribute('aria-current') }")
    home.page.route(OPERATIONS, lambda route: None)
    dot(home, yesterday).press(" ")
    expect(dot(home, yesterday)).to_contain_class("done")
    home.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(goal).to_have_attribute("data-today", str(today))
    expect(dot(home, today)).to_contain_class("today")


def test_a_goal_whose_database_was_put_back_is_shown_as_it_is_now(home):
    today = make(home)
    dot(home, today).press(" ")
    home.wait_until_saved()
    body = home.page.locator("body")
    number = int(body.get_attribute("data-revision"))

    def older(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(f'data-revision="{number}"', 'data-revision="1"'))

    home.page.reload()
    awake(home)
    dot(home, today).press(" ")
    home.wait_until_saved()
    number += 1
    home.page.route("**/goals/*", older)
    home.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(body).to_have_attribute("data-revision", "1")


def test_what_a_window_leaves_is_sent_by_another_one(home):
    home.create("Robins")
    home.wait_until_saved()
    other = home.another_tab()
    other.page.clock.install()
    other.open()
    other.page.wait_for_load_state("networkidle")
    home.page.route(OPERATIONS, lambda route: route.abort())
    home.tap(times=2)
    expect(home.saving).to_contain_text("2 waiting")
    home.kill_tab()
    other.page.clock.run_for(16_000)
    eventually(lambda: other.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('fivebar-operation-')).length") == 0)
    other.reload()
    other.shows("2")


def test_a_request_without_an_end_holds_up_nothing_where_a_browser_has_no_timeouts(home):
    home.create("Robins")
    home.wait_until_saved()
    home.page.add_init_script("delete AbortSignal.timeout")
    home.page.clock.install()
    home.open()
    held = []
    home.page.route(OPERATIONS, lambda route: held.append(route))
    home.tap()
    eventually(lambda: home.page.evaluate("1") and held)
    home.page.clock.run_for(60_000)
    # It is given up and sent again.
    eventually(lambda: home.page.evaluate("1") and len(held) > 1)
    held[-1].continue_()
    home.wait_until_saved()
    home.shows("1")


def test_a_page_stays_kept_where_the_disk_is_full(kept):  # noqa: F811
    kept.open("/settings")
    holds(kept, "/settings", "Export and import")
    kept.page.context.new_cdp_session(kept.page).send(
        "Storage.overrideQuotaForOrigin", {"origin": kept.server.address, "quotaSize": 1})
    kept.open("/settings")
    kept.open("/statistics")
    go_offline(kept)
    kept.open("/settings")
    expect(kept.page.get_by_role("link", name="Export and import")).to_be_visible()
