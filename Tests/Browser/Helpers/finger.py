"""A simulated finger on a touch screen."""

from playwright.sync_api import expect


class Finger:
    """Touches the glass as a finger does, through the browser's own input."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def down(self, target, across=0.5):
        box = target.bounding_box()
        self.at = (box["x"] + box["width"] * across, box["y"] + box["height"] / 2)
        self._send("touchStart", self.at)

    def move(self, x=0, y=0, steps=8):
        for _ in range(steps):
            self.at = (self.at[0] + x / steps, self.at[1] + y / steps)
            self._send("touchMove", self.at)

    def up(self):
        self._send("touchEnd")


def swipe(home, finger, title="Robins"):
    finger.down(home.field(title), across=0.7)
    finger.move(x=-240)
    finger.up()
    expect(home.card(title).locator(".card-behind")).to_be_visible()
