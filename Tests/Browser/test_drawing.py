"""One geometry, two drawers: what the browser draws is what the server draws."""

import gzip
import os
import random
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import ROOT
from home import eventually

STYLES = ("fractal", "western", "zheng")
DRAWER = """const { draw, learn, redraw } = await import(document.querySelector('link[rel="modulepreload"][href$="marks/marks.js"]').href)"""
DRAW = "async ([style, counts]) => {" + DRAWER + """
    await learn(style)
    return counts.map(count => draw(style, BigInt(count)))
}"""
REDRAW = "async ([style, from, to]) => {" + DRAWER + """
    await learn(style)
    const drawn = document.createElement("span")
    drawn.className = "marks"
    document.querySelector("main").append(drawn)
    drawn.innerHTML = draw(style, BigInt(from))
    redraw(drawn, style, BigInt(from), BigInt(to))
    const moving = drawn.querySelectorAll(".fresh, .leaving").length
    await Promise.allSettled(drawn.getAnimations({ subtree: true }).map(animation => animation.finished))
    await new Promise(done => setTimeout(done))
    const rested = drawn.innerHTML
    drawn.innerHTML = draw(style, BigInt(to))
    const anew = drawn.innerHTML
    drawn.remove()
    return { moving, isAnew: rested === anew }
}"""


def drawn_by_the_server(style, counts):
    program = os.environ.get("FIVEBAR_BIN", str(ROOT / ".build/debug/fivebar"))
    answer = subprocess.run([program, "marks", "--read", "--style", style], input="\n".join(map(str, counts)) + "\n",
                            capture_output=True, text=True, check=True)
    return answer.stdout.split("\n")[:-1]


def thresholds():
    sums = range(2_500, 9_000, 500)
    around = [unit * times for unit in (5, 25, *(100 ** power for power in range(1, 10))) for times in (1, 2, 5, 10, 25, 50)]
    return sorted({number for count in [*around, *sums] for number in (count - 1, count, count + 1) if number < 2**63} | {2**63 - 1})


@pytest.mark.parametrize("style", STYLES)
def test_browser_and_server_draw_alike(home, style):
    chance = random.Random(5)
    others = [chance.randrange(2 ** chance.randrange(1, 64)) for _ in range(10_000)]
    counts = [*range(1_101), *thresholds(), *others]
    for start in range(0, len(counts), 500):
        some = counts[start:start + 500]
        in_browser = home.page.evaluate(DRAW, [style, [str(count) for count in some]])
        for count, mine, its in zip(some, in_browser, drawn_by_the_server(style, some), strict=True):
            # The number of a sum is grouped for the reader, here or there.
            assert mine.replace(",", "") == its, (style, count)


def test_a_drawing_compresses_to_little():
    """1 KB up to 10,000, 300 bytes for most below 100 (tally-marks.md)."""
    sizes = [len(gzip.compress(drawing.encode(), 6)) for drawing in drawn_by_the_server("fractal", range(10_001))]
    assert max(sizes) <= 1024
    assert sum(size <= 300 for size in sizes[:100]) > 50


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


STEPS = [(0, 1), (1, 2), (4, 5), (5, 6), (6, 5), (5, 4), (1, 0), (9, 10), (10, 9), (24, 25), (25, 24), (26, 31), (31, 3), (99, 100), (100, 101), (101, 100),
         (199, 200), (999, 1000), (1000, 1001), (2499, 2500), (2500, 2501), (2501, 2500), (3500, 3501), (7000, 7003), (9999, 10_000), (99_999, 100_000),
         (129_999, 130_000), (999_999, 1_000_000)]


@pytest.mark.parametrize("style", STYLES)
def test_one_mark_moves_and_comes_to_rest_as_drawn_anew(home, style):
    for before, after in STEPS:
        drawing = home.page.evaluate(REDRAW, [style, str(before), str(after)])
        assert drawing["isAnew"], (before, after)
        assert (drawing["moving"] > 0) == (abs(after - before) == 1), (before, after)


def test_a_style_is_chosen_for_one_counter(any_home):
    any_home.create("Robins")
    any_home.tap(times=7)
    any_home.wait_until_saved()
    any_home.choose("Five-bar gates", option="segment")
    expect(any_home.page.locator("[data-counter][data-style=western] [data-marks] > svg")).to_have_count(2)
    any_home.open()
    expect(any_home.page.locator("[data-counter][data-style=western] [data-marks] > svg")).to_have_count(2)
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
    assert home.page.locator("[data-marks] path.ink").evaluate("ink => ink.getAttribute('d').match(/q/g).length") == 2


def test_a_mark_in_hand_is_as_large_as_the_first_one(home, server):
    home.create("Robins")
    home.tap(times=8)
    home.wait_until_saved()
    home.choose("Five-bar gates", option="segment")
    expect(home.page.locator("[data-style=western] .gate")).to_have_count(2)
    boxes = [gate.bounding_box() for gate in home.page.locator("[data-marks] svg").all()]
    # A box is the difference of two positions, so it carries their rounding.
    assert {(round(box["width"], 3), round(box["height"], 3)) for box in boxes} == {(32, 32)}


def test_marks_run_neither_into_the_number_nor_into_the_minus(visit, server):
    for desktop in (False, True):
        home = visit(desktop=desktop)
        counter = home.create("Robins").get_attribute("data-counter")
        for count in (1, 5, 38, 40, 42, 47, 112):
            while int(home.card().get_attribute("data-count")) < count:
                home.tap()
        home.wait_until_saved()
        lowest = max(box["y"] + box["height"] for box in (gate.bounding_box() for gate in home.page.locator("[data-marks] svg").all()))
        assert lowest <= home.page.locator("[data-count-text]").bounding_box()["y"], counter
        assert lowest <= home.minus().bounding_box()["y"]


def test_the_longest_number_fits_into_its_card(home, server):
    if not server.database:
        pytest.skip("needs a server started by the tests")
    counter = home.create("Robins").get_attribute("data-counter")
    server.set_count(counter, 2**63 - 1)
    home.page.set_viewport_size({"width": 364, "height": 700})
    home.open()
    card, number, minus = (place.bounding_box() for place in (home.card(), home.page.locator("[data-count-text]"), home.minus()))
    assert number["x"] >= minus["x"] + minus["width"]
    assert number["x"] + number["width"] <= card["x"] + card["width"]
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


def test_without_a_network_a_style_goes_back_and_the_page_stays(home):
    home.create("Robins")
    home.tap()
    home.wait_until_saved()
    home.choose("Five-bar gates", option="segment")
    expect(home.page.locator("[data-style=western]:not([data-restyling])")).to_have_count(1)
    home.page.context.set_offline(True)
    home.page.locator(".segment", has_text="Fractal").click()
    expect(home.page.locator("[data-style=western]:not([data-restyling])")).to_have_count(1)
    expect(home.saving).not_to_be_empty()
    home.page.context.set_offline(False)
    home.shows("1")
