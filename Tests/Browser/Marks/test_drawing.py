"""One geometry, two renderers: the browser draws the same as the server."""

import os
import random
import subprocess

import pytest
from playwright.sync_api import expect

from folders import ROOT
from home import eventually

STYLES = ("fractal", "western", "zheng")
DRAWER = """const { draw, drawAnew, learn, redraw } = await import(document.querySelector('link[rel="modulepreload"][href$="marks/marks.js"]').href)"""
DRAW = "async ([style, counts, frame]) => {" + DRAWER + """
    await learn(style, 100n)
    return counts.map(count => draw(style, BigInt(count), frame ?? "wide"))
}"""
# The drawer with all it fetches once somebody touches the page.
READY = DRAWER + """
    await Promise.all([learn("western"), learn("fractal", 100n), import(document.body.dataset.shapes)])
    dispatchEvent(new Event("pointerdown"))
    await import(document.querySelector('link[rel="modulepreload"][href$="marks/marks.js"]').href.replace("marks.js", "motion.js"))
    await new Promise(done => setTimeout(done))
"""
REDRAW = "async ([style, frames, from, to]) => {" + READY + """
    const drawn = document.createElement("span")
    drawn.className = "marks"
    drawn.dataset.frames = frames
    document.querySelector("main").append(drawn)
    for (const count of [to, from]) drawAnew(drawn, style, BigInt(count))
    await new Promise(done => setTimeout(done))
    const whole = [from, to].every(count => draw(style, BigInt(count)).match(/#\\w+/g).every(name => document.querySelector(name)))
    redraw(drawn, style, BigInt(from), BigInt(to))
    const animations = drawn.getAnimations({ subtree: true })
    const moving = drawn.querySelectorAll(".fresh, .leaving").length
    const longest = Math.max(0, ...animations.map(animation => animation.effect.getComputedTiming().endTime / Math.abs(animation.playbackRate)))
    for (const animation of animations) animation.finish()
    await Promise.allSettled(animations.map(animation => animation.finished))
    await new Promise(done => setTimeout(done))
    const rested = drawn.innerHTML
    drawAnew(drawn, style, BigInt(to))
    const anew = drawn.innerHTML
    drawn.remove()
    return { moving, longest, whole, isAnew: rested === anew }
}"""


def drawn_by_the_server(style, counts, frame="wide"):
    program = os.environ.get("FIVEBAR_BIN", str(ROOT / ".build/debug/fivebar"))
    answer = subprocess.run([program, "marks", "--read", "--style", style, *(["--tall"] if frame == "tall" else [])], input="\n".join(map(str, counts)) + "\n",
                            capture_output=True, text=True, check=True)
    return answer.stdout.split("\n")[:-1]


def thresholds():
    around = [*(digit * 10 ** power for power in range(19) for digit in range(1, 10)), 25, 50, 75, 125, 150, 175]
    return sorted({number for count in around for number in (count - 1, count, count + 1) if number < 2**63} | {2**63 - 1})


@pytest.mark.parametrize("frame", ["wide", "tall"])
@pytest.mark.parametrize("style", STYLES)
def test_browser_and_server_draw_alike(home, style, frame):
    chance = random.Random(5)
    others = [chance.randrange(2 ** chance.randrange(1, 64)) for _ in range(10_000)]
    counts = [*range(1_101), *thresholds(), *others]
    for start in range(0, len(counts), 2_000):
        some = counts[start:start + 2_000]
        in_browser = home.page.evaluate(DRAW, [style, [str(count) for count in some], frame])
        for count, mine, its in zip(some, in_browser, drawn_by_the_server(style, some, frame), strict=True):
            # The number of a sum is grouped for the reader, here or there.
            assert mine.replace(",", "") == its, (style, count)


def test_a_drawing_is_small():
    """307 bytes up to 10,000, 184 on average below 100: a page may have hundreds."""
    sizes = [len(drawing.encode()) for drawing in drawn_by_the_server("fractal", range(10_001))]
    assert max(sizes) <= 307
    assert sum(sizes[:100]) <= 184 * 100


def test_a_page_holds_the_drawing_of_its_counters(home, server):
    if not server.database:
        pytest.skip("needs a server started by the tests")
    counter = home.create("Robins").get_attribute("data-counter")
    for count in [0, 7, 612, 12_345, 2**63 - 1]:
        server.set_count(counter, count)
        home.open()
        home.shows(f"{count:,}")
        [drawing] = home.page.evaluate(DRAW, ["fractal", [str(count)]])
        assert home.page.locator("[data-marks]").evaluate("(marks, drawing) => { const other = marks.cloneNode(); other.innerHTML = drawing; return other.innerHTML === marks.innerHTML }", drawing)


STEPS = [*((count, count + 1) for count in (0, 1, 4, 5, 9, 14, 23, 24, 25, 26, 49, 50, 51, 74, 99, 100, 124, 125, 150, 151, 199, 200, 499, 999, 1000,
                                            1099, 1999, 2099, 9999, 10_000, 19_999, 99_999, 100_000, 999_999, 1_000_000, 2**63 - 2))]


@pytest.mark.parametrize("frames", ["wide", "wide tall"])
@pytest.mark.parametrize("style", STYLES)
def test_one_mark_moves_and_comes_to_rest_as_drawn_anew(home, style, frames):
    for count, more in STEPS:
        for before, after, most in ((count, more, 800), (more, count, 400)):
            drawing = home.page.evaluate(REDRAW, [style, frames, str(before), str(after)])
            assert drawing["whole"] and drawing["isAnew"], (before, after)
            assert drawing["moving"] > 0 and drawing["longest"] <= most, (before, after, drawing)
    assert home.page.evaluate(REDRAW, [style, frames, "3", "9"])["moving"] == 0


def test_a_second_tap_jumps_to_the_end_of_the_first(home):
    shown = home.page.evaluate("async () => {" + READY + """
        const drawn = document.createElement("span")
        document.querySelector("main").append(drawn)
        drawAnew(drawn, "fractal", 23n)
        await new Promise(done => setTimeout(done, 50))
        redraw(drawn, "fractal", 23n, 24n)
        redraw(drawn, "fractal", 24n, 25n)
        await new Promise(done => setTimeout(done, 100))
        redraw(drawn, "fractal", 25n, 26n)
        const running = drawn.getAnimations({ subtree: true })
        await Promise.allSettled(running.map(animation => animation.finished))
        await new Promise(done => setTimeout(done))
        return { running: running.length, isAtRest: drawn.innerHTML === draw("fractal", 26n) || drawn.innerHTML.replaceAll("></use>", "/>") === draw("fractal", 26n) }
    }""")
    assert shown == {"running": 1, "isAtRest": True}


def test_a_card_has_one_height_at_every_count(visit, server):
    if not server.database:
        pytest.skip("needs a server started by the tests")
    for desktop in (False, True):
        home = visit(desktop=desktop)
        counter = home.create("Robins").get_attribute("data-counter")
        heights = set()
        for style in STYLES:
            home.page.request.post(server.path(f"/counters/{counter}/style"), form={"style": style}, headers={"Origin": server.address}, max_redirects=0)
            for count in (0, 5, 24, 26, 99, 100, 101, 151, 612, 1000, 9999, 12_345, 2**63 - 1):
                server.set_count(counter, count)
                home.open()
                heights.add(round(home.field().evaluate("field => field.parentElement.getBoundingClientRect().height"), 2))
        assert len(heights) == 1, heights


def test_a_style_is_chosen_for_one_counter(any_home):
    any_home.create("Robins")
    any_home.tap(times=7)
    any_home.wait_until_saved()
    any_home.choose("Five-bar gates", option="segment")
    expect(any_home.page.locator("[data-counter][data-style=western] [data-marks] use")).to_have_count(2)
    any_home.open()
    expect(any_home.page.locator("[data-counter][data-style=western] [data-marks] use")).to_have_count(2)
    any_home.choose("Fractal", option="segment")
    expect(any_home.page.locator("[data-counter][data-style=fractal] .tally")).to_have_count(1)


def test_a_title_that_begins_with_an_underscore_is_counted_in_characters(any_home):
    any_home.create("_Tea")
    expect(any_home.page.locator("[data-name]")).to_have_text("Tea")
    any_home.tap()
    expect(any_home.page.locator("[data-counter][data-style=zheng] [data-marks] > svg")).to_have_count(1)


def test_a_mark_taken_back_leaves_and_is_gone(home):
    home.create("Robins")
    home.tap(times=3)
    expect(home.page.locator("[data-marks] .fresh")).to_have_count(0)
    home.take_back()
    expect(home.page.locator("[data-marks] .leaving")).to_have_count(0)
    expect(home.page.locator("[data-marks] use")).to_have_attribute("href", "#a2")


def test_marks_run_neither_into_the_number_nor_into_the_minus(visit, server):
    if not server.database:
        pytest.skip("needs a server started by the tests")
    for desktop in (False, True):
        home = visit(desktop=desktop)
        counter = home.create("Robins").get_attribute("data-counter")
        for count in (0, 4, 37, 39, 41, 46, 111):
            server.set_count(counter, count)
            home.open()
            home.tap()
            expect(home.page.locator("[data-marks] .fresh")).to_have_count(0)
            lowest = max(box["y"] + box["height"] for box in (part.bounding_box() for part in home.page.locator("[data-marks] use").all()))
            assert lowest <= home.page.locator("[data-count-text]").bounding_box()["y"], count
            assert lowest <= home.minus().bounding_box()["y"], count
            home.wait_until_saved()


def test_the_longest_number_fits_into_its_card(home, server):
    if not server.database:
        pytest.skip("needs a server started by the tests")
    counter = home.create("Robins").get_attribute("data-counter")
    server.set_count(counter, 2**63 - 1)
    home.page.set_viewport_size({"width": 364, "height": 700})
    home.open()
    card, number, minus = (place.bounding_box() for place in (home.card(), home.page.locator("[data-count-text]"), home.minus()))
    assert number["x"] >= card["x"]
    assert number["x"] + number["width"] <= minus["x"]
    assert minus["x"] + minus["width"] <= card["x"] + card["width"]
    home.take_back()
    home.shows(f"{2**63 - 2:,}")


def test_a_number_that_deserves_it_gets_a_flourish_that_goes_again(visit, server):
    for motion in ("no-preference", "reduce"):
        home = visit(reduced_motion=motion)
        counter = home.create("Robins").get_attribute("data-counter")
        server.set_count(counter, 41)
        home.open()
        with home.page.expect_response(lambda answer: "flourishes" in answer.url):
            home.tap()
        if motion == "reduce":
            expect(home.page.locator(".flourish")).to_have_count(0)
        else:
            flourish = home.page.locator(".flourish")
            expect(flourish).to_have_count(1)
            assert flourish.get_attribute("aria-hidden") == "true"
            home.tap()
            home.shows("43")
            expect(flourish).to_have_count(0)


@pytest.mark.parametrize(("before", "after"), [("fractal", "western"), ("western", "zheng"), ("zheng", "fractal")])
def test_a_style_chosen_while_a_mark_is_drawn_stays(home, server, before, after):
    counter = home.create("Robins").get_attribute("data-counter")
    server.set_count(counter, 24)
    home.page.request.post(server.path(f"/counters/{counter}/style"), form={"style": before}, headers={"Origin": server.address}, max_redirects=0)
    home.open()
    # The menu's module is fetched by its first use.
    home.options().click()
    for style in (after, before):
        home.page.locator(f"[data-restyle][value={style}]").click()
        expect(home.page.locator(f"[data-style={style}]:not([data-restyling])")).to_have_count(1)
    home.page.evaluate(
        """after => {
            document.querySelector("[data-tap]").click()
            document.querySelector(`[data-restyle][value=${after}]`).click()
        }""",
        after,
    )
    expect(home.page.locator(f"[data-counter][data-style={after}]")).to_have_count(1)
    expect(home.page.locator("[data-marks] :is(.fresh, .leaving)")).to_have_count(0)
    [drawing] = home.page.evaluate(DRAW, [after, ["25"]])
    eventually(lambda: home.page.evaluate("([drawing]) => { const marks = document.querySelector('[data-marks]'), other = marks.cloneNode(); other.innerHTML = drawing; return other.innerHTML === marks.innerHTML }", [drawing]))


def test_without_a_network_a_style_waits_and_the_page_stays(home):
    home.create("Robins")
    home.tap()
    home.wait_until_saved()
    home.choose("Five-bar gates", option="segment")
    expect(home.page.locator("[data-style=western]:not([data-restyling])")).to_have_count(1)
    home.page.context.set_offline(True)
    home.page.locator(".segment", has_text="Fractal").click()
    expect(home.page.locator("[data-style=fractal]:not([data-restyling])")).to_have_count(1)
    expect(home.saving).to_have_text("Offline. Saved here, sent later. 1 waiting.")
    home.page.context.set_offline(False)
    home.wait_until_saved()
    home.reload()
    expect(home.page.locator("[data-style=fractal]")).to_have_count(1)
    home.shows("1")
