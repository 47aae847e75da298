"""Presses at one point of the screen."""

import time


def middle(target):
    box = target.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Pressing:
    """Presses at a fixed point of the screen, with a finger or a mouse, through the browser's own input."""

    def __init__(self, page, is_touch):
        self.session, self.is_touch = page.context.new_cdp_session(page), is_touch

    def at(self, target, times):
        point = middle(target)
        for _ in range(times):
            self.once(*point)

    def once(self, x, y):
        # The clock that the browser goes by: a slow machine makes no press a long one.
        self.clock = time.time()
        if self.is_touch:
            self._send("Touch", "touchStart", touchPoints=[{"x": x, "y": y}])
            self._send("Touch", "touchEnd", touchPoints=[])
        else:
            for kind in ("mousePressed", "mouseReleased"):
                self._send("Mouse", kind, x=x, y=y, button="left", clickCount=1)

    def _send(self, device, kind, **event):
        self.clock += 0.016
        self.session.send(f"Input.dispatch{device}Event", {"type": kind, "timestamp": self.clock, **event})
