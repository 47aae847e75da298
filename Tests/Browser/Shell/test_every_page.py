"""What holds on every page: no console errors, nothing cut off, touch targets large enough, little to load."""

import gzip
import subprocess
from html.parser import HTMLParser

import pytest
from playwright.sync_api import expect

from finger import Finger
from pages import shared_page, TOO_SMALL

PAGES = ["/", "/counters/new", "/counters/arrange", "/counters/deletion", "/settings", "/settings/zone", "/settings/devices", "/settings/sign-in", "/join", "/settings/deletion", "/keyboard", "/statistics", "/search", "/search?q=o", "/goals", "/goals/new", "/goals/arrange", "/community", "/trash", "/transfer", "/feedback", "/feedback?thanks", "/waiting",
         "/no/such/page", "/tutorial", *(f"/tutorial/{number}" for number in range(2, 7))]
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def pages_of(home):
    counter = home.card().get_attribute("data-counter")
    show_codes(home)
    return [*PAGES, f"/counters/{counter}", f"/counters/{counter}/title", f"/counters/{counter}/reset", f"/counters/{counter}/statistics?period=all",
            f"/counters/{counter}/history", f"/counters/{counter}/entries/1/note", f"/counters/{counter}/share", shared_page(home, counter)]


def show_codes(home):
    """On the pages of devices and of signing in."""
    for path in ("/settings/devices/code", "/settings/recovery-codes"):
        home.page.request.post(home.server.path(path), headers={"Origin": home.server.address})


@pytest.fixture
def furnished(visit):
    """A phone with a few counters."""
    home = visit()
    home.create("Robins")
    home.create(LONG)
    home.create("日本語のとても長いカウンターの題名です。日本語のとても長いカウンターの題名です。")
    home.tap("Robins", times=12)
    home.fold(LONG)
    home.wait_until_saved()
    return home


def test_no_page_complains_in_the_console(furnished):
    for path in pages_of(furnished):
        furnished.open(path)
    assert [line for line in furnished.complaints if "404" not in line] == []


def test_every_page_has_a_policy_that_lets_nothing_foreign_in(furnished, server):
    for path in pages_of(furnished):
        policy = furnished.page.request.get(server.path(path)).headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy


def test_no_page_fetches_anything_foreign(furnished, server):
    asked = []
    furnished.page.on("request", lambda request: asked.append(request.url))
    for path in pages_of(furnished):
        furnished.open(path)
    assert [address for address in asked if not address.startswith(server.address)] == []


class Twice(HTMLParser):
    """Attributes that an element has twice: a browser drops the second one in silence."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        self.found += [f"{tag} {name}" for name in set(names) if names.count(name) > 1]


def test_no_element_has_an_attribute_twice(furnished, server):
    for path in pages_of(furnished):
        page = Twice()
        page.feed(furnished.page.request.get(server.path(path)).text())
        assert page.found == [], path


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("text_size", [100, 200])
def test_no_page_scrolls_sideways(furnished, text_size, width):
    furnished.page.set_viewport_size({"width": width, "height": 640})
    for path in pages_of(furnished):
        furnished.open(path)
        furnished.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", text_size)
        wide = furnished.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, path


def test_every_target_is_large_enough_for_a_thumb(furnished):
    for path in pages_of(furnished):
        furnished.open(path)
        assert furnished.page.evaluate(TOO_SMALL) == [], path
    furnished.open()
    furnished.options().click()
    assert furnished.page.evaluate(TOO_SMALL) == []


def test_nothing_moves_while_a_page_loads(furnished):
    furnished.page.add_init_script(
        """window.shift = 0
        new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shift += entry.value })
            .observe({ type: "layout-shift", buffered: true })"""
    )
    for path in pages_of(furnished):
        furnished.open(path)
        furnished.page.wait_for_load_state("networkidle")
        assert furnished.page.evaluate("window.shift") == 0, path


def test_a_tap_moves_nothing_but_the_marks(furnished):
    title = furnished.title_button("Robins").bounding_box()
    furnished.tap("Robins", times=2)
    assert furnished.title_button("Robins").bounding_box() == title


def test_a_tap_lays_out_nothing_but_its_marks_and_its_number(furnished):
    hand = Finger(furnished.page)
    furnished.tap("Robins")
    furnished.wait_until_saved()
    told, ended = [], []
    hand.session.on("Tracing.dataCollected", lambda part: told.extend(part["value"]))
    hand.session.on("Tracing.tracingComplete", lambda end: ended.append(end))
    hand.session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": ["devtools.timeline"]}})
    hand.down(furnished.field("Robins"))
    hand.up()
    expect(furnished.card("Robins").locator("[data-count-text]")).to_have_text("14")
    furnished.wait_until_saved()
    hand.session.send("Tracing.end")
    while not ended:
        furnished.page.wait_for_timeout(10)
    tapped = next(event["ts"] for event in told if event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "pointerup")
    layouts = sorted((event["ts"], event["args"]["beginData"]) for event in told if event["name"] == "Layout")
    first = next(layout for time, layout in layouts if time > tapped)
    assert first["partialLayout"] and first["dirtyObjects"] < 40, first


def test_the_first_load_with_twelve_counters_is_at_most_30_kilobytes_on_the_wire(home, server):
    if not server.database:
        pytest.skip("needs a server started by the tests")
    for number in range(12):
        server.set_count(home.create(f"Counter number {number}").get_attribute("data-counter"), 3 * number)
    fresh = home.page.context.new_page()
    answers = {}
    fresh.on("response", lambda answer: answers.update({answer.url: answer}))
    # What follows changes, and what sends them, comes once the page is awake: the wait below may still see it.
    for later in ("counters/list/live", "sync/begin", "sync/sender"):
        fresh.route(f"**/js/{later}.js", lambda route: route.abort())
    fresh.goto(server.path("/"))
    expect(fresh.locator("body[data-awake]")).to_be_attached()
    fresh.wait_for_load_state("networkidle")
    weights = {
        address: len(gzip.compress(answer.body(), 6))
        for address, answer in answers.items()
        if answer.request.resource_type in ("document", "stylesheet", "script", "image", "other")
    }
    assert len(weights) > 20
    # With the headers of nginx, 200 bytes each, and a page put together of parts: deploy/bench --visits measures it.
    assert sum(weights.values()) <= 25_300, weights


def test_fifty_counters_of_the_benchmarks_counts_weigh_at_most_80_kilobytes(home, server):
    for count in range(50):
        form = {"title": f"Counter {count}"}
        home.page.request.post(server.path("/counters"), form=form, headers={"Sec-Fetch-Site": "same-origin"})
    home.open()
    for count, card in enumerate(home.cards.all()):
        server.set_count(card.get_attribute("data-counter"), count)
    page = home.page.request.get(server.path("/"), headers={"Accept-Encoding": "identity"}).body()
    assert b'data-count="49"' in page
    assert len(page) <= 80 * 1024


def test_the_sheet_of_all_marks_is_made_in_any_folder(server, tmp_path):
    sheet = subprocess.run([server.program, "marks"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60).stdout
    assert sheet.startswith("<!doctype html>") and sheet.count('class="field"') > 100


def test_the_add_button_covers_nothing_at_the_end_of_the_list(home):
    for number in range(8):
        home.create(f"Counter {number}")
    home.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last = home.cards.last.bounding_box()
    assert last["y"] + last["height"] <= home.page.locator(".add").bounding_box()["y"]


def test_without_a_module_the_plain_forms_work(visit):
    home = visit()
    home.create("Robins")
    home.page.route("**/js/counters/counting.js", lambda route: route.abort())
    home.reload()
    home.tap()
    home.shows("1")
    assert "#tap-" in home.page.url
