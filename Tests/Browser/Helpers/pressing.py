"""Presses at one point of the screen."""

import time

# Its release is an event of its own time, which a busy page hears only after what was to happen by then.
RELEASED = """async (pressed, after) => {
    const { x, y, width, height } = pressed.getBoundingClientRect()
    const about = { bubbles: true, pointerId: 7, pointerType: "touch", isPrimary: true, button: 0, clientX: x + width / 2, clientY: y + height / 2 }
    const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds))
    // The frame after that comes once the release, which waits in line before it, is heard.
    const released = Promise.withResolvers(), frame = requestAnimationFrame
    window.requestAnimationFrame = work => frame(time => released.promise.then(() => work(time)))
    pressed.dispatchEvent(new PointerEvent("pointerdown", about))
    const heard = wait(500)
    await wait(after)
    const release = new PointerEvent("pointerup", about), isBusyUntil = performance.now() + 600 - after
    while (performance.now() < isBusyUntil);
    await heard
    pressed.dispatchEvent(release)
    window.requestAnimationFrame = frame
    released.resolve()
}"""


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
