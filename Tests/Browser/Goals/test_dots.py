"""The dot grid alone, on an empty page: its size, its touch handling, and what happens after a day is marked."""

import gzip

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from folders import ROOT
from home import eventually

GOLDEN = ROOT / "Tests/FiguresTests/Golden"
PUT = """async grid => {
    for (const name of ["goals/neon.css", "goals/dots.css"]) {
        const sheet = document.createElement("link")
        sheet.rel = "stylesheet"
        sheet.href = document.querySelector('link[href*="css/shell/tokens.css"]').href.replace("shell/tokens.css", name)
        document.head.append(sheet)
        await new Promise((arrived, failed) => { sheet.onload = arrived; sheet.onerror = failed })
    }
    const list = document.createElement("ol")
    list.className = "dots"
    list.innerHTML = grid
    document.querySelector("main").replaceChildren(list)
}"""
LEARN = """async () => {
    const { celebrate } = await import(document.querySelector('link[href*="css/shell/tokens.css"]').href.replace("css/shell/tokens.css", "js/goals/celebrate.js"))
    window.celebrate = celebrate
    window.shaken = []
    navigator.vibrate = pattern => { window.shaken.push(pattern); return true }
}"""
CELEBRATE = """([place, isComplete]) => {
    const cells = [...document.querySelectorAll(".dots > li")]
    const begin = performance.now()
    window.lasted = undefined
    window.celebrate(cells[place], { isComplete }).then(() => { window.lasted = performance.now() - begin })
    const moving = cells.map(cell => cell.querySelector("circle").getAnimations())
    const canvas = document.querySelector("canvas.celebration")
    return {
        neighbours: moving.filter(animations => animations.length > 0).length,
        longest: Math.max(...moving.flat().map(animation => animation.effect.getComputedTiming().endTime)),
        kinds: [...new Set(moving.flat().flatMap(animation => animation.effect.getKeyframes().flatMap(Object.keys)))],
        canvases: document.querySelectorAll("canvas").length,
        takesTouch: canvas ? getComputedStyle(canvas).pointerEvents !== "none" : undefined,
        covers: canvas ? canvas.getBoundingClientRect().width === document.documentElement.clientWidth : undefined,
    }
}"""


def drawn(name):
    return (GOLDEN / f"dots-{name}.html.txt").read_text()


def test_a_year_of_dots_compresses_to_4_kilobytes_in_every_language():
    years = sorted(GOLDEN.glob("dots-365-*.html.txt"))
    assert len(years) == 11
    for year in years:
        assert len(gzip.compress(year.read_bytes(), 6)) <= 4096, year.name


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_dots_wrap_at_any_width_and_stay_round_and_of_one_size(visit, width):
    home = visit(desktop=width > 1000)
    home.page.set_viewport_size({"width": width, "height": 800})
    home.page.evaluate(PUT, drawn("30-marked"))
    seen = home.page.evaluate("""() => [...document.querySelectorAll(".dots > li")].map(cell => {
        const link = cell.firstChild.getBoundingClientRect(), dot = cell.querySelector("circle").getBoundingClientRect()
        return { width: link.width, height: link.height, right: link.right, y: link.y,
                 dot: cell.firstChild.className ? null : dot.width, isRound: Math.abs(dot.width - dot.height) < 0.1,
                 inside: dot.left >= link.left && dot.right <= link.right && dot.top >= link.top && dot.bottom <= link.bottom }
    })""")
    assert len(seen) == 30 and all(dot["isRound"] and dot["inside"] for dot in seen)
    assert len({round(dot["dot"], 2) for dot in seen if dot["dot"]}) == 1
    assert min(min(dot["width"], dot["height"]) for dot in seen) > 39.9
    # One continuous grid: each row as full as it can be, and nothing beyond the edge.
    rows = [sum(dot["y"] == y for dot in seen) for y in sorted({dot["y"] for dot in seen})]
    assert len(set(rows[:-1])) <= 1 and rows[-1] <= rows[0]
    assert max(dot["right"] for dot in seen) <= width


def test_a_touch_between_dots_meets_the_nearest_one(home):
    home.page.evaluate(PUT, drawn("30-middle"))
    # What is in view is there from the next frame on.
    eventually(lambda: home.page.evaluate("""() => {
        const [first, second] = document.querySelectorAll(".dots a"), box = first.getBoundingClientRect()
        const at = x => document.elementFromPoint(x, box.y + box.height / 2)
        return at(box.right - 1) === first && at(box.right + 1) === second
    }"""))


def test_dots_are_links_of_a_list_with_names(home):
    home.page.evaluate(PUT, drawn("30-marked"))
    dots = home.page.get_by_role("list").get_by_role("link")
    expect(dots).to_have_count(30)
    expect(home.page.get_by_role("link", name="3 January, done, has a note", exact=True)).to_have_count(1)
    expect(home.page.get_by_role("link", name="5 January, 26 % done", exact=True)).to_have_count(1)
    expect(home.page.locator("[aria-current=date]")).to_have_accessible_name("23 January, today, open, has a note")


@pytest.mark.parametrize("shape", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("is_complete", [False, True])
def test_a_marked_day_is_celebrated_and_all_is_as_before(visit, shape, is_complete):
    home = visit(desktop=shape is DESKTOP)
    # The last that a page adds by itself; on an empty one it is not shown.
    expect(home.page.locator(".sync-rest")).to_be_attached()
    home.page.evaluate(PUT, drawn("365-middle"))
    home.page.evaluate(LEARN)
    before = home.page.locator("main").inner_html()
    seen = home.page.evaluate(CELEBRATE, [60, is_complete])
    assert seen["canvases"] == 1 and seen["covers"] and not seen["takesTouch"]
    assert seen["neighbours"] in (range(50, 200) if is_complete else range(20, 40))
    assert "scale" in seen["kinds"] and seen["longest"] <= 1000
    eventually(lambda: home.page.evaluate("window.lasted") is not None)
    assert home.page.evaluate("window.lasted") >= 700
    expect(home.page.locator("canvas")).to_have_count(0)
    assert home.page.locator("main").inner_html() == before
    assert len(home.page.evaluate("window.shaken")) == 1


def test_two_days_are_celebrated_on_one_canvas_and_a_dot_below_can_be_touched(home):
    home.page.evaluate(PUT, drawn("7-middle"))
    home.page.evaluate(LEARN)
    # Both at once: a celebration is short.
    canvases, can_be_touched = home.page.evaluate(f"""() => {{
        const celebrate = {CELEBRATE}
        celebrate([0, false])
        const {{ canvases }} = celebrate([1, false]), box = document.querySelector(".dots a").getBoundingClientRect()
        return [canvases, document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest("a") !== null]
    }}""")
    assert canvases == 1 and can_be_touched
    expect(home.page.locator("canvas")).to_have_count(0)


def test_where_nothing_may_move_a_dot_only_fades_in(visit):
    home = visit(reduced_motion="reduce")
    home.page.evaluate(PUT, drawn("7-middle"))
    home.page.evaluate(LEARN)
    seen = home.page.evaluate(CELEBRATE, [2, True])
    assert seen["canvases"] == 0 and seen["neighbours"] == 1
    assert "opacity" in seen["kinds"] and "scale" not in seen["kinds"]


def test_who_wants_no_vibration_gets_none(home):
    home.page.evaluate(PUT, drawn("7-middle"))
    home.page.evaluate(LEARN)
    home.page.evaluate("document.documentElement.toggleAttribute('data-still', true)")
    home.page.evaluate(CELEBRATE, [2, False])
    assert home.page.evaluate("window.shaken") == []


@pytest.mark.parametrize("wishes", [{}, {"forced_colors": "active"}, {"contrast": "more"}], ids=["plain", "forced", "contrast"])
def test_no_two_states_look_alike_without_their_colours(visit, wishes):
    home = visit(**wishes)
    home.page.evaluate(PUT, drawn("30-marked"))
    shapes = home.page.evaluate("""() => {
        const full = getComputedStyle(document.querySelector(".dots .done circle")).fill
        return ["a.done", "a.miss", "a.part", "a:not([class])"].map(name => {
            const circles = document.querySelectorAll(`.dots li:has(> ${name}):not(:has(.today)) circle`), look = getComputedStyle(circles[0])
            return [Math.round(parseFloat(look.r)), circles[0].parentNode.childElementCount, look.fill === full].join()
        })
    }""")
    assert len(set(shapes)) == 4, shapes
