"""A number of up to nineteen digits on a narrow screen with the largest letters: it breaks between its groups, never inside
one, lies on nothing else and widens no page. What is read aloud and what scripts get is the number as it was."""

import contextlib
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from pages import shared_page


MOST = 2**63 - 1

#: The numbers whose digits stand in two lines, lie on another text or leave the window, of what can be seen.
WRONG = """() => {
    const parts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const place = node.parentElement
        if (!node.data.trim() || place.closest("template, script, style, .hidden, svg defs, [aria-hidden] .hidden")) continue
        if (!place.checkVisibility({ visibilityProperty: true })) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        parts.push({ node, place, boxes: Array.from(range.getClientRects()) })
    }
    const lies = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.height, other.height) / 3
    const wrong = []
    for (const { node, place, boxes } of parts) {
        if (!/\\d/.test(node.data) || !/\\d\\D?\\d{3}\\D?\\d{3}\\D?\\d{3}/.test(place.textContent)) continue
        const told = `${place.className.baseVal ?? place.className ?? ""} ${node.data}`
        for (const { 0: digits, index } of node.data.matchAll(/\\d+/g)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + digits.length)
            const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
            if (lines.size > 1) wrong.push(`${told}: broken in ${digits}`)
        }
        for (const box of boxes) {
            if (box.left < -1 || box.right > innerWidth + 1) wrong.push(`${told}: outside`)
            for (const other of parts) {
                if (other.place === place || place.closest("svg") || other.place.closest(".tabs, .sync, .shell-head, nav")) continue
                if (other.boxes.some(theirs => lies(box, theirs))) wrong.push(`${told}: lies on ${other.node.data.trim().slice(0, 20)}`)
            }
        }
    }
    return wrong
}"""


@pytest.fixture(params=["en-GB", "fr-FR"])
def rich(request, visit):
    """Somebody whose counter has come to its end. French groups digits by spaces, English by commas."""
    home = visit(locale=request.param)
    own = {"Origin": home.server.address}
    home.page.request.post(home.server.path("/counters"), form={"title": "Grains of sand"}, headers=own)
    home.open()
    home.counter = home.card().get_attribute("data-counter")
    home.page.request.post(home.server.path(f"/counters/{home.counter}/marks"), headers=own)
    home.server.set_count(home.counter, MOST)
    # As if all of it had been counted in this hour.
    with contextlib.closing(sqlite3.connect(home.server.database, timeout=10)) as database, database:
        changed = database.execute(
            "UPDATE hour SET marks = ? WHERE counter = (SELECT id FROM counter WHERE number = ?)", [MOST, home.counter])
        assert changed.rowcount == 1
    home.open()
    return home


def narrow(home, width, letters):
    home.page.set_viewport_size({"width": width, "height": 640})
    home.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", letters)


def test_a_long_number_breaks_only_between_its_groups(rich):
    at = f"/counters/{rich.counter}"
    paths = [
        "/", at, f"{at}/full", f"{at}/history", f"{at}/statistics?period=all", "/statistics", "/search?q=sand", "/search",
        "/counters/arrange", "/watch", f"/watch{at}", shared_page(rich, rich.counter),
    ]
    wrong = {}
    for path in paths:
        rich.open(path)
        for width, letters in ((320, 200), (320, 100), (390, 200), (390, 100)):
            narrow(rich, width, letters)
            wide = rich.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            found = rich.page.evaluate(WRONG) + (["wide"] if wide > 0 else [])
            if found:
                wrong[path, width, letters] = found
        assert re.search(r"9\D{0,2}223", rich.page.locator("body").inner_text()), path
    assert wrong == {}


def test_a_long_number_breaks_like_that_after_a_tap_too(rich):
    narrow(rich, 320, 200)
    rich.take_back()
    for path in ("/", f"/counters/{rich.counter}"):
        if path != "/":
            rich.wait_until_saved()
            rich.open(path)
            narrow(rich, 320, 200)
            rich.page.locator("[data-minus]").click()
        number = rich.page.locator("[data-count-text]")
        expect(number).to_have_text(re.compile(r"^9\D223\D372\D036\D854\D775\D80[56]$"))
        assert rich.page.evaluate(WRONG) == []


def test_what_is_said_and_what_scripts_get_is_the_number_alone(rich):
    said = rich.page.locator("[data-marks]").first.get_attribute("aria-label")
    assert re.match(r"9\D223\D372\D036\D854\D775\D807\b", said)
    answer = rich.page.request.post(
        rich.server.path(f"/counters/{rich.counter}/erasures"), headers={"Origin": rich.server.address, "Accept": "application/json"})
    assert re.fullmatch(r"9\D223\D372\D036\D854\D775\D806", answer.json()["formattedCount"])
    expect(rich.page.locator("[data-count-text]").first).to_have_text(re.compile(r"^9\D223\D372\D036\D854\D775\D80[67]$"))


def test_a_number_that_becomes_short_again_is_whole(rich):
    rich.server.set_count(rich.counter, 1_000_000_000)
    rich.open()
    rich.take_back()
    rich.shows(re.compile(r"^999\D999\D999$"))
    rich.tap()
    rich.shows(re.compile(r"^1\D000\D000\D000$"))
    rich.take_back()
    rich.shows(re.compile(r"^999\D999\D999$"))
    assert rich.complaints == []
