"""Live updates: one event stream for all windows of a browser, and what happens without one."""

import pytest
from playwright.sync_api import expect

from home import Home, eventually

EVENTS = "**/events"
# A page of plain http in a home network has no locks; one of 127.0.0.1 has.
WITHOUT_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"
STREAM = "fivebar-stream /events"


class Streams:
    """The streams that a browser has open."""

    def __init__(self, context):
        self.asked = 0
        self.open = set()
        context.on("request", self.begin)
        for name in ("requestfinished", "requestfailed"):
            context.on(name, lambda request: self.open.discard(request))

    def begin(self, request):
        if request.url.endswith("/events"):
            self.asked += 1
            self.open.add(request)


@pytest.fixture
def elsewhere(visit):
    """Somebody's second device: elsewhere(home)."""
    return lambda home: visit(storage_state=home.page.context.storage_state())


@pytest.fixture(params=["locks", "lease"])
def browser_of(request, visit):
    """Somebody with a counter, in a browser with and without locks."""
    home = visit()
    if request.param == "lease":
        home.page.context.add_init_script(WITHOUT_LOCKS)
    home.create("Robins")
    return home


def test_seven_windows_over_plain_http_share_one_stream_and_none_waits(browser_of, elsewhere):
    home = browser_of
    streams = Streams(home.page.context)
    home.reload()
    windows = [home, *(home.another_tab() for _ in range(6))]
    eventually(lambda: home.page.evaluate("1") and len(streams.open) == 1)
    for count, window in enumerate(windows, 1):
        window.tap()
        window.wait_until_saved()
        for other in windows:
            other.shows(str(count))
    other = elsewhere(home)
    other.tap()
    for window in windows:
        window.shows("8")
    # Each of them is answered at once.
    for window in windows:
        assert window.page.evaluate("fetch('/health').then(answer => answer.status)") == 200
    assert len(streams.open) == 1


def test_a_window_that_goes_leaves_the_stream_to_another(browser_of, elsewhere):
    home = browser_of
    streams = Streams(home.page.context)
    home.reload()
    eventually(lambda: home.page.evaluate("1") and len(streams.open) == 1)
    first, home = home, home.another_tab()
    home.another_tab()
    first.page.goto(first.server.path("/community"))
    eventually(lambda: home.page.evaluate("1") and len(streams.open) == 1 and streams.asked == 2)
    elsewhere(home).tap()
    home.shows("1")


def test_a_hidden_window_leaves_the_stream_too_and_comes_back(browser_of, elsewhere):
    home = browser_of
    streams = Streams(home.page.context)
    home.reload()
    eventually(lambda: home.page.evaluate("1") and len(streams.open) == 1)
    show = "is => { Object.defineProperty(document, 'hidden', { value: !is, configurable: true }); document.dispatchEvent(new Event('visibilitychange')) }"
    home.page.evaluate(show, False)
    eventually(lambda: home.page.evaluate("1") and not streams.open)
    home.page.evaluate(show, True)
    eventually(lambda: home.page.evaluate("1") and len(streams.open) == 1)
    elsewhere(home).tap()
    home.shows("1")


def test_a_lease_that_nobody_renews_is_taken_over(visit):
    home = visit()
    home.page.context.add_init_script(WITHOUT_LOCKS)
    home.create("Robins")
    home.page.goto(home.server.path("/community"))
    streams = Streams(home.page.context)
    home.page.clock.install()
    home.page.evaluate(f"localStorage.setItem('{STREAM}', JSON.stringify({{ holder: 'gone', until: Date.now() + 14_000 }}))")
    home.open()
    home.page.clock.fast_forward(6_000)
    assert streams.asked == 0
    home.page.clock.fast_forward(6_000)
    home.page.clock.fast_forward(6_000)
    eventually(lambda: home.page.evaluate("1") and len(streams.open) == 1)


def test_one_bad_answer_does_not_end_live_updates(home, elsewhere):
    home.create("Robins")
    asked = []

    def refuse_once(route):
        asked.append(route)
        if len(asked) == 1:
            route.fulfill(status=502, body="Bad Gateway")
        else:
            route.continue_()

    home.page.route(EVENTS, refuse_once)
    home.reload()
    eventually(lambda: home.page.evaluate("1") and len(asked) == 2)
    elsewhere(home).tap()
    home.shows("1")


def test_where_the_stream_is_refused_for_long_all_windows_ask_now_and_then(home, elsewhere):
    home.create("Robins")
    asked = []
    home.page.context.route(EVENTS, lambda route: (asked.append(route), route.fulfill(status=503, body="")))
    windows = []
    for window in (home, Home(home.page.context.new_page(), home.server)):
        window.page.clock.install()
        window.open()
        windows.append(window)
    eventually(lambda: home.page.evaluate("1") and asked)
    there = elsewhere(home)
    there.tap()
    there.wait_until_saved()
    for window in windows:
        for _ in range(3):
            window.page.clock.fast_forward(10_000)
        window.shows("1")
    # It tries ever less often: 1, 2, 4, 8 … seconds, of which a part is chance.
    before = len(asked)
    for _ in range(10):
        home.page.clock.fast_forward(1_000)
    assert len(asked) - before <= 4
    home.page.context.unroute(EVENTS)
    with home.page.expect_response(EVENTS):
        for _ in range(8):
            home.page.clock.fast_forward(10_000)


def test_a_stream_that_fell_silent_is_opened_anew(home, elsewhere):
    home.create("Robins")
    streams = Streams(home.page.context)
    home.page.clock.install()
    home.reload()
    eventually(lambda: home.page.evaluate("1") and len(streams.open) == 1)
    home.page.clock.fast_forward(40_000)
    assert home.page.evaluate("1") and streams.asked == 1
    home.page.clock.fast_forward(12_000)
    # However late the first word of the stream came.
    eventually(lambda: home.page.clock.fast_forward(2_000) or streams.asked > 1)
    eventually(lambda: home.page.evaluate("1") and len(streams.open) == 1)
    elsewhere(home).tap()
    home.shows("1")


def test_a_window_that_hears_nothing_asks_by_itself(home, elsewhere):
    home.create("Robins")
    other = home.page.context.new_page()
    other.goto(home.server.path("/community"))
    # It has the stream for itself, and is frozen.
    other.evaluate(f"void navigator.locks.request('{STREAM}', () => new Promise(() => {{}}))")
    streams = Streams(home.page.context)
    home.page.clock.install()
    home.reload()
    # From then on it listens, and times the silence.
    eventually(lambda: home.page.evaluate(f"navigator.locks.query().then(({{ pending }}) => pending.some(({{ name }}) => name === '{STREAM}'))"))
    there = elsewhere(home)
    there.tap()
    there.wait_until_saved()
    home.page.clock.fast_forward(40_000)
    home.shows("0")
    home.page.clock.fast_forward(15_000)
    home.shows("1")
    assert streams.asked == 0


def test_a_window_of_another_account_hears_of_its_own(home, elsewhere):
    home.create("Robins")
    home.tap(times=3)
    home.wait_until_saved()
    home.reload()
    context = home.page.context
    context.clear_cookies(name="fivebar")
    second = home.another_tab()
    expect(second.cards).to_have_count(0)
    second.create("Coffee")
    elsewhere(second).tap("Coffee")
    second.shows("1", "Coffee")
