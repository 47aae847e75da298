"""Several fingers at once, and what they count."""

import time

import pytest
from playwright.sync_api import expect


class Hand:
    """Several fingers on the glass at once, through the browser's own input."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.fingers = {}
        # The clock that the browser goes by: a slow machine makes no press a long one.
        self.clock = time.time()

    def _send(self, kind, *numbers):
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in self.fingers.items() if number in numbers]
        self.clock += 0.016
        self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": self.clock})

    def down(self, number, target, across=0.5, along=0.4):
        box = target.bounding_box()
        self.fingers[number] = (box["x"] + box["width"] * across, box["y"] + box["height"] * along)
        self._send("touchStart", *self.fingers)

    def slip(self, number, x=0, y=0):
        before = self.fingers[number]
        self.fingers[number] = (before[0] + x, before[1] + y)
        self._send("touchMove", *self.fingers)

    def up(self, number):
        self._send("touchEnd", number)
        del self.fingers[number]

    def tap(self, number, target, **where):
        self.down(number, target, **where)
        self.up(number)


@pytest.fixture(params=["home", "counter", "full"])
def counter(request, visit):
    """A counter called Robins, at 0, on each page that counts."""
    home = visit()
    home.create("Robins")
    number = home.card("Robins").get_attribute("data-counter")
    if request.param != "home":
        home.open(f"/counters/{number}" + ("/full" if request.param == "full" else ""))
        expect(home.page.locator("body[data-awake]")).to_be_attached()
    return Counter(home, number)


class Counter:
    def __init__(self, home, number):
        self.home, self.number = home, number
        self.hand = Hand(home.page)
        self.card = home.page.locator(f"[data-counter='{number}']")
        self.field, self.minus = self.card.locator("[data-tap]"), self.card.locator("[data-minus]")

    def counts(self, number):
        expect(self.card).to_have_attribute("data-count", str(number))
        self.home.wait_until_saved()
        assert self.home.server.count_of(self.number) == number
