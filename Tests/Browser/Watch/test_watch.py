"""The pages for the screen of a watch, where fingers are as wide as a third of it."""

import datetime

import pytest
from playwright.sync_api import expect

from finger import Finger

SCREENS = [(136, 170), (198, 242)]
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
TOO_SMALL = """() => Array.from(document.querySelectorAll("a, button, input:not([type=hidden])"), target => ({ target, box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ target, box }) => `${target.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def mark_and_unmark(page, goal):
    mark = page.get_by_role("button", name=goal)
    for pressed in ["true", "false"]:
        mark.tap()
        expect(mark).to_have_attribute("aria-pressed", pressed)


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


def make_goal(home, name):
    """A goal that begins today, in the zone of server and browser."""
    today = datetime.datetime.now().astimezone().date().isoformat()
    form = {"name": name, "color": "0", "start": today, "length": "30"}
    home.page.request.post(home.server.path("/goals"), form=form, headers={"Origin": home.server.address})


def test_nothing_is_too_wide_or_too_small_and_one_counts_without_scrolling(watch):
    home = watch(title=LONG)
    page, counter = home.page, home.page.url
    own = {"Origin": home.server.address}
    page.request.post(counter.replace("/watch", "") + "/count", form={"number": "999999999999"}, headers=own)
    make_goal(home, LONG[:30])
    for address in [counter + "/title", counter + "/reset", counter + "000", home.server.path("/watch"), counter]:
        page.goto(address)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for size in ["200%", "100%"]:
                page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
                assert page.evaluate(TOO_WIDE) <= 0, (address, width, size)
                assert page.evaluate(TOO_SMALL) == [], (address, width, size)
            if address == counter:
                for name in ["Add one", "Subtract one"]:
                    box = page.get_by_role("button", name=name).bounding_box()
                    assert box["y"] >= 0 and box["y"] + box["height"] <= height, (name, width)
    assert [line for line in home.complaints if "404" not in line] == []


def test_fingers_count_and_mark_today_without_loading_the_page_anew(watch):
    home = watch()
    page = home.page
    page.evaluate("window.isTheSame = true")
    field, minus = (page.get_by_role("button", name=name) for name in ("Add one", "Subtract one"))
    finger = Finger(page)
    for _ in range(7):
        finger.down(field)
        finger.up()
    expect(count_of(page)).to_have_text("7")
    minus.tap()
    expect(count_of(page)).to_have_text("6")
    expect(page.get_by_role("img", name="6: 1 five and 1 mark")).to_be_visible()
    assert page.evaluate("window.isTheSame")
    make_goal(home, "Read")
    home.open("/watch")
    page.evaluate("window.isTheSame = true")
    mark_and_unmark(page, "Read")
    assert page.evaluate("window.isTheSame")


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


def test_it_is_live(watch):
    home = watch()
    page = home.page
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url.replace("/watch", ""))
    elsewhere.get_by_role("button", name="Add one").tap()
    expect(count_of(page)).to_have_text("1")
    elsewhere.goto(home.server.path("/watch"))
    expect(elsewhere.get_by_role("link", name="Robins 1")).to_be_visible()
    page.get_by_role("button", name="Add one").tap()
    expect(elsewhere.get_by_role("link", name="Robins 2")).to_be_visible()


def test_without_javascript_all_of_it_is_done(watch):
    home = watch(javascript=False)
    page = home.page
    page.get_by_role("button", name="Add one").tap()
    expect(count_of(page)).to_have_text("1")
    page.get_by_role("link", name="Rename").tap()
    page.get_by_label("Name").fill("Wrens")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="Wrens")).to_be_visible()
    page.get_by_role("link", name="Reset").tap()
    page.get_by_role("button", name="Reset").tap()
    expect(count_of(page)).to_have_text("0")
    page.get_by_role("button", name="Undo").tap()
    expect(count_of(page)).to_have_text("1")
    page.get_by_role("button", name="Delete").tap()
    expect(page.get_by_text("“Wrens” is in the trash.")).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    make_goal(home, "Read")
    page.get_by_role("link", name="Back to the counters").tap()
    expect(page.get_by_role("link", name="Wrens 1")).to_be_visible()
    mark_and_unmark(page, "Read")


def test_a_watch_joins_on_a_page_that_it_can_show(visit):
    width, height = SCREENS[0]
    page = visit(path="/join", viewport={"width": width, "height": height}).page
    assert page.evaluate(TOO_WIDE) == 0
    expect(page.get_by_role("textbox", name="Code")).to_be_visible()


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


def is_pressed(page, pressed):
    return expect(page.get_by_role("button", name="Read")).to_have_attribute("aria-pressed", pressed)


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
