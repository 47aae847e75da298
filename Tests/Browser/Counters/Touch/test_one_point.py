"""Nothing moves under a finger: whoever taps at one point counts on one counter, however its drawing changes and
whatever others do meanwhile. FIVEBAR_TAPS is how often each button is pressed, from every start (300 by hand)."""

import os
import time

import pytest
from playwright.sync_api import expect

from home import eventually
from offline import OPERATIONS
from pressing import middle, Pressing

TAPS = int(os.environ.get("FIVEBAR_TAPS", "12"))
IS_WHOLE = "FIVEBAR_TAPS" in os.environ
#: Before counts at which a drawing changes as a whole.
STARTS = (0, 90, 190, 990, 1_005, 9_990)
STYLES = ("fractal", "western", "zheng")

ELSEWHERE = """async ({ counter, id, at }) => {
    const body = new URLSearchParams({ operation: id, at, offset: "0" })
    const response = await fetch(`/counters/${counter}/marks`, { method: "POST", body, headers: { Accept: "application/json" } })
    return response.status
}"""
RESTYLE = """async ({ counter, style }) => {
    const response = await fetch(`/counters/${counter}/style`, { method: "POST", body: new URLSearchParams({ style }) })
    return response.ok
}"""


@pytest.mark.parametrize("desktop", [False, True], ids=["phone", "desktop"])
def test_taps_at_one_point_count_on_one_counter(visit, desktop):
    home = visit(desktop=desktop)
    numbers = [home.create(style.title()).get_attribute("data-counter") for style in STYLES]
    other = home.create("Elsewhere").get_attribute("data-counter")
    home.wait_until_saved()
    for number, style in zip(numbers, STYLES):
        assert home.page.evaluate(RESTYLE, {"counter": number, "style": style})
    pressing = Pressing(home.page, is_touch=not desktop)
    told = 0
    # By default a finger takes one half of them and a mouse the other.
    for start in STARTS if IS_WHOLE else STARTS[desktop::2]:
        for number in numbers:
            home.server.set_count(number, start)
        home.open()
        expect(home.page.locator("body[data-live]")).to_be_attached()
        for number in numbers:
            card = home.page.locator(f"[data-counter='{number}']")
            card.scroll_into_view_if_needed()
            for button, after in (("[data-tap]", start + TAPS), ("[data-minus]", start)):
                # Another card changes while one taps.
                told += 1
                moment = int(time.time() * 1000)
                operation = f"{moment >> 16:08x}-{moment & 0xffff:04x}-7000-8000-{told:012x}"
                assert home.page.evaluate(ELSEWHERE, {"counter": other, "id": operation, "at": str(moment)}) == 200
                pressing.at(card.locator(button), TAPS)
                expect(card).to_have_attribute("data-count", str(after))
        home.wait_until_saved()
        assert [home.server.count_of(number) for number in numbers] == [start] * 3
        assert home.server.count_of(other) == told
    assert home.complaints == []


def test_a_word_on_saving_that_comes_under_the_thumb_is_in_nobodys_way(home):
    for number in range(6):
        home.create(f"More {number}")
    home.wait_until_saved()
    page, held = home.page, []
    page.route(OPERATIONS, lambda route: held.append(route))
    home.tap("More 0")
    link = home.saving.get_by_role("link")
    expect(link).to_be_visible()
    x, y = middle(link)
    page.evaluate("y => scrollBy(0, document.querySelectorAll('[data-tap]')[3].getBoundingClientRect().y + 40 - y)", y)
    under = page.evaluate("([x, y]) => Array.from(document.elementsFromPoint(x, y)).find(it => it.matches('[data-tap]')).closest('[data-counter]').dataset.counter", [x, y])
    for request in held:
        request.continue_()
    expect(home.saving).to_be_empty()
    page.unroute(OPERATIONS)
    page.route(OPERATIONS, lambda route: held.append(route))
    hand, card = Pressing(page, is_touch=True), page.locator(f"[data-counter='{under}']")
    hand.once(x, y)
    expect(link).to_be_visible()
    for _ in range(3):
        hand.once(x, y)
    expect(card).to_have_attribute("data-count", "4")
    # Beside it, however long it stays.
    eventually(lambda: page.evaluate("([x, y]) => document.elementFromPoint(x, y).matches('a')", [x, y]))
    hand.once(x + 150, y)
    expect(card).to_have_attribute("data-count", "5")
    link.tap()
    expect(page).to_have_url(home.server.path("/waiting"))
