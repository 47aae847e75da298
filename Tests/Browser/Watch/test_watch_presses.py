"""What is pressed on a watch: without a network, where somebody else answers, and what the server refuses."""

import datetime

import pytest
from playwright.sync_api import expect

from hand import Hand
from home import eventually
from watch import SCREENS, TOO_WIDE, count_of, is_pressed, make_goal, mark_and_unmark, watch, watch_in  # noqa: F401


def test_a_tap_without_a_network_is_sent_later_and_counted_once(watch):
    page = watch().page
    field = page.get_by_role("button", name="Add one")
    # It arrives, but the answer is lost.
    page.route("**/marks", lambda route: (route.fetch(max_redirects=0), route.abort()), times=1)
    field.tap()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    expect(page.get_by_text("Not saved yet")).to_be_hidden()
    expect(count_of(page)).to_have_text("1")


def test_presses_come_in_their_order_and_outlast_the_page(watch):
    home = watch()
    page, counter = home.page, home.page.url
    page.context.route("**/counters/*/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    # In another order these come to another count, because none is below 0.
    for name in ["Add one", "Subtract one", "Subtract one", "Add one", "Add one"]:
        page.get_by_role("button", name=name).tap()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.goto(home.server.path("/watch"))
    page.context.unroute_all()
    page.reload()
    expect(page.get_by_role("link", name="Robins 2")).to_be_visible()
    expect(page).to_have_url(home.server.path("/watch"))
    page.goto(counter)
    expect(count_of(page)).to_have_text("2")
    assert page.evaluate("localStorage.length") == 0


@pytest.mark.parametrize("status", [200, 403])
def test_a_tap_that_only_a_portal_answered_is_sent_again(watch, status):
    page = watch().page
    page.route("**/marks", lambda route: route.fulfill(status=status, content_type="text/html", body="<h1>Sign in</h1>"), times=1)
    page.get_by_role("button", name="Add one").tap()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    expect(page.get_by_text("Not saved yet")).to_be_hidden()
    expect(count_of(page)).to_have_text("1")


def test_presses_of_an_account_that_was_signed_out_wait_until_it_is_back(watch):
    home = watch()
    page, url = home.page, home.page.url
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    for _ in range(3):
        page.locator(".tap").click()
    session = page.context.cookies()
    page.context.clear_cookies()
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.status >= 400):
        page.context.set_offline(False)
    # It shows what is there without the account.
    page.wait_for_event("load")
    page.context.add_cookies(session)
    page.goto(url)
    expect(count_of(page)).to_have_text("3")


def test_presses_without_a_network_are_shown_at_once_and_their_number_is_told(watch):
    page = watch().page
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    for _ in range(4):
        page.get_by_role("button", name="Add one").tap()
    page.get_by_role("button", name="Subtract one").tap()
    expect(count_of(page)).to_have_text("3")
    expect(page.get_by_text("Not saved yet. Trying again… 5 waiting.")).to_be_visible()
    # None is below 0.
    for _ in range(5):
        page.get_by_role("button", name="Subtract one").tap()
    expect(count_of(page)).to_have_text("0")
    page.get_by_role("button", name="Add one").tap()
    expect(count_of(page)).to_have_text("1")
    page.context.set_offline(False)
    expect(page.get_by_text("Not saved yet")).to_be_hidden()
    expect(page.get_by_role("img", name="1: 1 mark")).to_be_visible()
    expect(count_of(page)).to_have_text("1")


@pytest.mark.parametrize(("language", "count", "step", "shown"), [
    ("en-GB", 999, 1, "1,000"), ("fr", 4_000, 2_500, "6\u202f500"), ("es", 8_999, 1, "9000"),
    ("en-GB", 9_007_199_254_740_993, 1, "9,007,199,254,740,994"),
])
def test_a_press_without_a_network_adds_its_step_to_the_number_as_it_is_written(watch_in, language, count, step, shown):
    home = watch_in(language)
    page, own = home.page, {"Origin": home.server.address}
    address = page.url.replace("/watch", "")
    page.request.post(address + "/step", form={"number": str(step)}, headers=own)
    page.request.post(address + "/count", form={"number": str(count)}, headers=own)
    page.reload()
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.locator(".tap").tap()
    expect(count_of(page)).to_have_text(shown)
    assert page.evaluate(TOO_WIDE) <= 0
    box = count_of(page).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= SCREENS[0][0]
    page.context.set_offline(False)
    expect(page.locator("#trying")).to_be_hidden()
    expect(count_of(page)).to_have_text(shown)


def test_a_mark_without_a_network_is_shown_at_once_and_unmarked_by_the_next_press(watch):
    home = watch()
    page = home.page
    make_goal(home, "Read")
    home.open("/watch")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    mark_and_unmark(page, "Read")
    page.get_by_role("button", name="Read").tap()
    is_pressed(page, "true")
    page.context.set_offline(False)
    expect(page.get_by_text("Not saved yet")).to_be_hidden()
    is_pressed(page, "true")
    page.reload()
    is_pressed(page, "true")


def test_what_is_marked_on_a_watch_whose_clock_is_slow_comes_after_what_it_shows(watch):
    home = watch()
    make_goal(home, "Read")
    elsewhere = home.page.context.new_page()
    elsewhere.goto(home.server.path("/watch"))
    elsewhere.get_by_role("button", name="Read").tap()
    is_pressed(elsewhere, "true")
    elsewhere.wait_for_load_state("networkidle")
    home.page.clock.set_system_time(datetime.datetime.now(datetime.UTC) - datetime.timedelta(minutes=10))
    home.open("/watch")
    is_pressed(home.page, "true")
    with home.page.expect_response(lambda answer: answer.request.method == "POST"):
        home.page.get_by_role("button", name="Read").tap()
    is_pressed(elsewhere, "false")
    home.page.reload()
    is_pressed(home.page, "false")


def refuse_the_first(page, address, form):
    """Has the server refuse the first press that comes, as it does what it cannot read."""
    page.route(address, lambda route: route.continue_(post_data=form), times=1)


def test_a_refused_press_is_said_to_be_though_a_later_one_is_accepted(watch):
    page = watch().page
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    for _ in range(3):
        page.get_by_role("button", name="Add one").tap()
    expect(count_of(page)).to_have_text("3")
    refuse_the_first(page, "**/marks", "from=nowhere")
    page.context.set_offline(False)
    refusal = page.get_by_text("Fivebar didn’t get that")
    expect(refusal).to_be_visible()
    expect(refusal).to_be_in_viewport()
    expect(count_of(page)).to_have_text("2")
    # It hides nothing that is pressed, and is gone with the next press.
    page.get_by_role("link", name="Back to the counters").click(trial=True)
    page.get_by_role("button", name="Add one").tap()
    expect(refusal).to_be_hidden()
    expect(count_of(page)).to_have_text("3")


def test_a_refused_mark_is_put_back_and_said_to_be_refused(watch):
    home = watch()
    page = home.page
    make_goal(home, "Read")
    home.open("/watch")
    refuse_the_first(page, "**/goals/**", "from=nowhere")
    page.get_by_role("button", name="Read").tap()
    expect(page.get_by_text("Fivebar didn’t get that")).to_be_visible()
    is_pressed(page, "false")
    mark_and_unmark(page, "Read")


def test_each_finger_counts_however_many_overlap(watch):
    home = watch()
    page = home.page
    field, minus, hand = page.get_by_role("button", name="Add one"), page.get_by_role("button", name="Subtract one"), Hand(page)
    for _ in range(5):
        hand.down(1, field, across=0.3)
        hand.down(2, field, across=0.7)
        hand.up(1)
        hand.up(2)
    expect(count_of(page)).to_have_text("10")
    hand.down(1, page.get_by_role("heading"))
    for _ in range(3):
        hand.tap(2, field)
    hand.tap(2, minus)
    hand.up(1)
    expect(count_of(page)).to_have_text("12")
    hand.down(1, field)
    hand.slip(1, x=40)
    hand.up(1)
    for press in (lambda: field.press("Enter"), field.click, lambda: field.click(delay=700)):
        press()
    expect(count_of(page)).to_have_text("15")
    eventually(lambda: home.server.count_of(home.page.url.rsplit("/", 1)[1]) == 15)
    page.wait_for_load_state("networkidle")
    expect(count_of(page)).to_have_text("15")


def test_a_clock_that_is_ahead_begins_no_day_while_another_mark_is_not_answered(watch):
    home = watch()
    page = home.page
    for name in ["Read", "Walk"]:
        make_goal(home, name)
    home.open("/watch")
    page.wait_for_load_state("networkidle")
    page.clock.set_system_time(datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1))
    held, walk = [], page.get_by_role("button", name="Walk")
    page.route("**/mark", lambda route: held.append(route), times=1)
    page.get_by_role("button", name="Read").tap()
    eventually(lambda: page.evaluate("1") and held)
    walk.tap()
    expect(walk).to_have_attribute("aria-pressed", "true")
    is_pressed(page, "true")
    held[0].abort()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    expect(page.get_by_text("Not saved yet")).to_be_hidden()
    page.reload()
    is_pressed(page, "true")
    expect(walk).to_have_attribute("aria-pressed", "true")


def test_without_a_network_nothing_is_done_on_the_next_day_neither_what_its_counter_has_done(watch):
    home = watch()
    page = home.page
    counter = page.url.rsplit("/", 1)[1]
    for name, fields in {"Read": {}, "Drink": {"counter": counter, "target": "1"}, "Walk": {"counter": counter, "target": "8"}}.items():
        make_goal(home, name, **fields)
    with page.expect_response("**/marks"):
        page.get_by_role("button", name="Add one").tap()
    home.open("/watch")
    page.wait_for_load_state("networkidle")
    goals = page.locator("[data-today]")
    expect(goals.locator(".hint")).to_have_text(["1 of 1", "1 of 8"])
    expect(goals.get_by_role("img", name="Done")).to_be_visible()
    page.context.set_offline(True)
    page.clock.set_system_time(datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1))
    page.get_by_role("button", name="Read").tap()
    expect(goals.get_by_role("img", name="Done")).to_have_count(0)
    expect(goals.locator(".dot")).to_have_count(3)
    expect(goals.locator(".dot--done, .hint")).to_have_count(0)
