"""One geometry, two drawers: what the browser draws is what the server draws."""

import pytest

DRAW = """async count => {
    const { western } = await import(document.querySelector('link[rel="modulepreload"][href$="marks.js"]').href)
    const drawn = document.createElement("span")
    drawn.innerHTML = western.draw(BigInt(count))
    return drawn.innerHTML
}"""
REDRAW = """async ([from, to]) => {
    const { western } = await import(document.querySelector('link[rel="modulepreload"][href$="marks.js"]').href)
    const drawn = document.createElement("span")
    drawn.innerHTML = western.draw(BigInt(from))
    western.redraw(drawn, BigInt(from), BigInt(to))
    return drawn.childElementCount === 0 ? drawn.innerHTML : drawn.innerHTML.replaceAll(' pathLength="1"', "").replaceAll(' fresh"', '"')
}"""


def drawn_by_the_server(home):
    return home.page.locator("[data-marks]").evaluate("marks => marks.innerHTML")


def test_every_count_up_to_60_is_drawn_alike(home, server):
    counter = home.create("Robins").get_attribute("data-counter")
    for count in range(61):
        home.open()
        home.shows(str(count))
        assert home.page.evaluate(DRAW, str(count)) == drawn_by_the_server(home), count
        home.page.request.post(
            server.path(f"/counters/{counter}/marks"), headers={"Origin": server.address}, max_redirects=0
        )


LARGE = [99, 100, 612, 2_499, 2_500, 2_501, 3_500, 3_501, 12_345, 1_234_567, 2**53 + 1, 2**63 - 1]


def test_large_counts_are_drawn_and_written_alike(home, server):
    if not server.database:
        pytest.skip("needs a server started by the tests")
    counter = home.create("Robins").get_attribute("data-counter")
    for count in LARGE:
        server.set_count(counter, count)
        home.open()
        home.shows(f"{count:,}")
        assert home.page.evaluate(DRAW, str(count)) == drawn_by_the_server(home), count


def test_a_redrawn_count_is_the_count_drawn_anew(home):
    home.create("Robins")
    steps = [(0, 1), (1, 2), (4, 5), (5, 6), (6, 5), (5, 4), (1, 0), (9, 10), (10, 9), (26, 31), (31, 3), (2500, 2501), (2501, 2500), (3500, 3501), (7000, 7003)]
    for before, after in steps:
        drawn, anew = home.page.evaluate(REDRAW, [before, after]), home.page.evaluate(DRAW, after)
        if after == before + 1 and after % 5 == 0:
            # The gate just closed is set out, so that its slash can grow.
            assert drawn.count("<svg") == anew.count("<svg") and 'class="slash"' in drawn
        else:
            assert drawn == anew, (before, after)


def test_a_mark_in_hand_is_as_large_as_the_first_one(home, server):
    home.create("Robins")
    home.tap(times=8)
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
