"""The narrowest screen with letters of twice their size: what leads on stands in even rows, what is pressed leaves room for
names, and headings are larger than the text but break no word."""

import contextlib
import re

import pytest
from playwright.sync_api import expect

from goals import make


def narrow(home, width, letters):
    home.page.set_viewport_size({"width": width, "height": 640})
    home.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", letters)


def boxes(places):
    return [place.bounding_box() for place in places.all()]


def are_apart(one, other):
    return (one["x"] + one["width"] <= other["x"] + 0.5 or other["x"] + other["width"] <= one["x"] + 0.5
            or one["y"] + one["height"] <= other["y"] + 0.5 or other["y"] + other["height"] <= one["y"] + 0.5)


@pytest.mark.parametrize("letters", [100, 200])
@pytest.mark.parametrize("locale", ["en-GB", "nl-NL", "ru-RU", "fr-FR", "ja-JP"])
def test_no_way_and_no_colour_of_a_counter_stands_alone_in_its_row(visit, locale, letters):
    home = visit(locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Origin": home.server.address})
    home.open()
    home.open(f"/counters/{home.card().get_attribute('data-counter')}")
    for width in (320, 360, 375, 390):
        narrow(home, width, letters)
        ways = boxes(home.page.locator(".way"))
        rows = [[way for way in ways if way["y"] == y] for y in sorted({way["y"] for way in ways})]
        assert [len(row) for row in rows] in ([4], [2, 2]), width
        tops = [colour["y"] for colour in boxes(home.page.locator(".color"))]
        assert [tops.count(top) for top in sorted(set(tops))] in ([8], [4, 4]), width
        icons = boxes(home.page.locator(".way .icon"))
        assert len({icon["y"] for icon in icons}) == len(rows), width


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "ru-RU"])
@pytest.mark.parametrize(("width", "letters"), [(320, 100), (320, 200), (390, 100), (390, 200)])
def test_the_add_button_stands_in_the_row_of_the_tabs_and_apart_from_them(visit, locale, width, letters):
    home = visit(locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Origin": home.server.address})
    home.open()
    narrow(home, width, letters)
    add, row = home.page.locator(".add").bounding_box(), home.page.locator(".tabs").bounding_box()
    assert add["width"] == add["height"] >= 44
    assert add["width"] <= 0.18 * width
    above, below = add["y"] - row["y"], row["y"] + row["height"] - add["y"] - add["height"]
    assert above >= 0 and abs(above - below) <= 2
    for tab in boxes(home.page.locator(".tab")):
        assert are_apart(add, tab)


@pytest.mark.parametrize("desktop", [False, True], ids=["phone", "desktop"])
def test_the_add_button_keeps_its_size(visit, desktop):
    home = visit(desktop=desktop)
    home.create("Robins")
    assert home.page.locator(".add").bounding_box()["width"] == 48


def test_a_row_that_is_moved_stays_on_the_screen_and_its_buttons_apart(home):
    for name in ("Robins seen from the kitchen", "Количество прочитанных страниц", "Coffee"):
        home.create(name)
    home.wait_until_saved()
    home.open("/counters/arrange")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    for width, letters in ((320, 100), (320, 200), (390, 200)):
        narrow(home, width, letters)
        done = home.page.locator(".shell-head > .button").bounding_box()
        assert done["width"] > 1.2 * done["height"] >= 44
        for place in home.page.locator(".place").all():
            place.locator(".place-name").click()
            bar = place.locator(".place-bar").bounding_box()
            assert bar["x"] + bar["width"] <= width - 12
            parts = boxes(place.locator(".place-moves > *, .place-grip, .place-count"))
            assert len(parts) >= 4
            assert all(are_apart(one, other) for at, one in enumerate(parts) for other in parts[:at])
            # Its longest word has room.
            assert place.locator(".place-name").evaluate(BROKEN) == []
            assert all(part["x"] >= bar["x"] and part["x"] + part["width"] <= bar["x"] + bar["width"] + 0.5 for part in parts)


#: The words that stand in two lines. In Chinese and Japanese a line may end within a run of letters.
BROKEN = """place => {
    const broken = [], walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of node.data.matchAll(/[\\p{Script=Latin}\\p{Script=Cyrillic}]+/gu)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) broken.push(word)
        }
    }
    return broken
}"""


def recovery(home):
    """Where recovery links lead: of the account that is open here, of another one, and one that is known to nobody."""
    with contextlib.closing(home.page.context.browser.new_context()) as context:
        other = type(home)(context.new_page(), home.server)
        context.request.post(home.server.path("/counters"), form={"title": "Tea"}, headers={"Origin": home.server.address})
        links = [recovery_link(person) for person in (home, other)]
    return [*(link.removeprefix(home.server.address) for link in links), "/recover/unknown"]


def recovery_link(home):
    home.open("/settings/devices")
    home.page.locator("#recovery-form .button").click()
    return home.page.locator("#recovery-link").input_value()


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR", "ja-JP", "nl-NL", "ru-RU", "zh-CN"])
def test_no_heading_breaks_a_word_or_is_smaller_than_what_stands_below_it(visit, locale):
    home = visit(locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Coffee"}, headers={"Origin": home.server.address})
    home.open()
    counter = home.card().get_attribute("data-counter")
    pages = ["/waiting", "/offline", *recovery(home),
             "/statistics", "/search", "/trash", "/undo", "/transfer", "/join", "/keyboard", "/feedback", "/community",
             "/settings/sign-in", "/settings/zone", "/settings/devices", "/tutorial",
             *(f"/counters/{counter}{page}" for page in ("", "/history", "/statistics", "/share", "/title", "/reset"))]
    broken = {}
    for path in pages:
        home.open(path)
        narrow(home, 320, 200)
        for heading in home.page.locator("h1, .page-bar-title").all():
            if words := heading.evaluate(BROKEN):
                broken[path] = words
        sizes = home.page.evaluate("""() => ["h1:not(.shell-name, .card-bar > h1)", "main h2:not(.setting:not(.device) > h2)", "main p"]
            .map(name => document.querySelector(name)).filter(Boolean).map(place => parseFloat(getComputedStyle(place).fontSize))""")
        if path.count("/") < 3:
            assert sizes == sorted(sizes, reverse=True), path
    assert broken == {}


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU", "fr-FR", "nl-NL"])
def test_a_heading_is_seen_to_be_larger_than_the_text_below_it(visit, locale):
    home = visit(locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Origin": home.server.address})
    home.open()
    counter = f"/counters/{home.card().get_attribute('data-counter')}"
    size = "place => parseFloat(getComputedStyle(place).fontSize)"
    for path in ("/statistics", "/search", "/undo", "/transfer", "/join", "/settings", "/settings/zone", f"{counter}/history", f"{counter}/share"):
        home.open(path)
        narrow(home, 390, 200)
        text = home.page.locator("body").evaluate(size)
        assert home.page.get_by_role("heading", level=1).evaluate(size) > 1.15 * text, path
        for heading in home.page.locator("main h2:not(.long-word, .setting-group > h2, .history-head > h2)").all():
            assert heading.evaluate(size) > 1.1 * text, path
    for path in (counter, f"{counter}/history"):
        home.open(path)
        narrow(home, 390, 200)
        assert home.page.locator(".card-bar > :is(h1, .page-bar-title)").evaluate(size) > text, path


#: What one finds one's way by, and presses.
LED_BY = "h1:not(.hidden), h2, label, .button, .segment, .option, .wheel-name, .tab, .edit, .setting-row, .entry-way, main p > a, .chart-table summary"


@pytest.mark.parametrize("locale", ["ru-RU", "nl-NL", "fr-FR", "es-ES"])
@pytest.mark.parametrize("width", [320, 390])
def test_no_word_one_finds_one_s_way_by_is_broken_and_no_page_is_wider_than_the_screen(visit, locale, width):
    home, broken, wide = visit(locale=locale), {}, {}
    own = {"Origin": home.server.address}
    narrow(home, width, 200)
    # Nothing is there yet.
    assert home.page.evaluate("document.documentElement.scrollWidth") == width
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers=own)
    home.open()
    counter = home.card().get_attribute("data-counter")
    home.page.request.post(home.server.path(f"/counters/{counter}/marks"), headers=own)
    for path in ["/", "/undo", "/waiting", "/offline", *recovery(home), "/transfer", "/join", "/community", "/settings", "/settings/sign-in",
                 "/settings/devices", "/goals/new", "/statistics", f"/counters/{counter}", f"/counters/{counter}/history", f"/counters/{counter}/share",
                 f"/counters/{counter}/title"]:
        home.open(path)
        narrow(home, width, 200)
        home.page.locator(".entry").evaluate_all("entries => entries.forEach(entry => { entry.open = true })")
        seen = "place => place.checkVisibility({ visibilityProperty: true })"
        if words := home.page.locator(LED_BY).evaluate_all(f"places => places.filter({seen}).flatMap({BROKEN})"):
            broken[path] = words
        if over := home.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"):
            wide[path] = over
    assert (broken, wide) == ({}, {})


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU", "fr-FR", "ja-JP"])
def test_the_words_of_the_tabs_are_as_large_on_the_narrowest_screen_as_on_others(visit, locale):
    home = visit(locale=locale)
    home.page.set_viewport_size({"width": 320, "height": 640})
    for tab in home.page.locator(".tab").all():
        assert tab.evaluate("tab => parseFloat(getComputedStyle(tab).fontSize)") >= 13
        assert tab.evaluate("tab => tab.scrollWidth <= tab.clientWidth")


def test_what_a_figure_is_of_is_read_beside_a_long_value(visit):
    home = visit(locale="ru-RU")
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Origin": home.server.address})
    home.open()
    home.tap(times=3)
    home.wait_until_saved()
    home.open("/statistics")
    narrow(home, 390, 200)
    for name in home.page.locator(".figure dt").all():
        assert name.evaluate(BROKEN) == []


def test_what_is_searched_for_has_most_of_the_line(home):
    home.open("/search")
    narrow(home, 320, 200)
    field = home.page.get_by_role("searchbox")
    room = field.evaluate("field => { const style = getComputedStyle(field); return field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) }")
    assert room >= 150


def test_the_place_of_a_day_is_no_larger_than_its_date(home):
    today = make(home)
    home.open(f"{home.page.url.removeprefix(home.server.address).split('#')[0]}/{today}")
    narrow(home, 320, 200)
    size = "place => parseFloat(getComputedStyle(place).fontSize)"
    assert home.page.locator(".day-place").evaluate(size) < home.page.get_by_role("heading", level=1).evaluate(size)


def test_the_ninth_counter_has_its_colour_on_all_its_pages(home):
    own = {"Origin": home.server.address}
    for number in range(10):
        home.page.request.post(home.server.path("/counters"), form={"title": f"Number {number}"}, headers=own)
    home.open()
    last = home.cards.nth(9)
    color = re.search(r"color-\d", last.get_attribute("class")).group()
    at = f"/counters/{last.get_attribute('data-counter')}"
    home.page.request.post(home.server.path(f"{at}/marks"), headers=own)
    for path in (f"{at}/history", f"{at}/statistics", f"{at}/share"):
        home.open(path)
        expect(home.page.locator(".page-bar")).to_contain_class(color)
        expect(home.page.locator(".page-bar").get_by_role("link", name="Number 9")).to_have_attribute("href", at)
    for path in ("/search", "/search?q=Number+9"):
        home.open(path)
        expect(home.page.locator(".hit").first.locator(".hit-card")).to_contain_class(color)


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_what_undoes_and_what_closes_are_seen_in_a_notice_that_has_no_room_for_its_sentence(visit, locale):
    home = visit(locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins and " * 15}, headers={"Origin": home.server.address})
    home.open()
    counter = home.card().get_attribute("data-counter")
    home.page.request.post(home.server.path(f"/counters/{counter}/deletion"), headers={"Origin": home.server.address})
    home.open(f"/?deleted={counter}")
    notice = home.page.locator("#notice")
    for width, letters in ((320, 100), (320, 200), (390, 200)):
        narrow(home, width, letters)
        around = notice.bounding_box()
        for part in boxes(notice.locator("button, [data-dismiss]")):
            assert around["y"] <= part["y"] and part["y"] + part["height"] <= around["y"] + around["height"], (width, letters)


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR", "ja-JP", "nl-NL", "ru-RU", "zh-CN"])
def test_the_ways_on_of_the_tutorial_leave_the_window_to_what_is_read(visit, locale):
    home = visit(locale=locale)
    for page in (2, 6):
        home.open(f"/tutorial/{page}")
        narrow(home, 320, 200)
        ways = home.page.locator(".tutorial-ways")
        assert ways.bounding_box()["height"] <= 0.2 * 640, page
        for button in ways.locator(".button").all():
            box = button.bounding_box()
            assert box["width"] >= 44 and box["height"] >= 44
            assert button.evaluate("button => button.scrollWidth <= button.clientWidth") and button.evaluate(BROKEN) == []


#: Of each list of choices the widest, and the room that it has.
CHOICES = """lists => lists.map(list => {
    const style = getComputedStyle(list), pen = document.createElement("canvas").getContext("2d")
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    return { name: list.id, room, widest: Math.max(...Array.from(list.options, ({ text }) => pen.measureText(text).width)) }
})"""


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR", "ja-JP", "nl-NL", "ru-RU", "zh-CN"])
def test_no_choice_of_the_settings_is_cut(visit, locale):
    home = visit(locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Origin": home.server.address})
    for width, letters in ((320, 100), (320, 200), (390, 200)):
        home.open("/settings")
        narrow(home, width, letters)
        lists = home.page.locator(".setting-select").evaluate_all(CHOICES)
        assert len(lists) == 3
        assert [each for each in lists if each["widest"] > each["room"] + 0.5] == [], (width, letters)


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_what_was_counted_today_stays_beside_the_word(visit, locale):
    home = visit(locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Origin": home.server.address})
    home.open()
    home.open(f"/counters/{home.card().get_attribute('data-counter')}")
    for width, letters in ((320, 100), (390, 100), (390, 200)):
        narrow(home, width, letters)
        for figure in home.page.locator(".lately > span").all():
            assert figure.evaluate("figure => figure.getBoundingClientRect().height < 2 * parseFloat(getComputedStyle(figure).fontSize)")
