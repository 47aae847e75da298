"""What a finger feels on a phone a quarter as fast as this machine: from a tap to the next frame (INP), with a dozen
counters, with 500 and on a button by itself, which no page can be faster than, and how much of that is the page's own work;
and the frames while a goal of ten years is scrolled. Needs .venv and the browser of deploy/test."""

import json
import statistics

from playwright.sync_api import sync_playwright

import fill
from streams import cookies
from visitor import Visitor
from visits import CHROMIUM

TAPS = 40
# The first taps load what draws them in motion.
WARMING = 8
# Interactions shorter than this are not told by the browser, which tells the others in steps of 8 ms.
SHORTEST = 16
WATCH = f"""
    window.interactions = {{}}
    new PerformanceObserver(list => {{
        for (const {{ interactionId, duration }} of list.getEntries())
            if (interactionId) interactions[interactionId] = Math.max(duration, interactions[interactionId] ?? 0)
    }}).observe({{ type: "event", durationThreshold: {SHORTEST}, buffered: true }})
"""
# Two frames: that of a touch, and the one after which it is told.
FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
BUTTON = """<!doctype html><meta name="viewport" content="width=device-width">
<button data-tap style="width: 340px; height: 180px">0</button>
<script>document.querySelector("button").addEventListener("pointerup", ({ target }) => { target.firstChild.data++ })</script>"""
SCROLL = """
    new Promise(resolve => {
        const frames = []
        let before
        const step = now => {
            if (before) frames.push(now - before)
            before = now
            scrollBy({ top: frames.length % 120 < 60 ? 40 : -40, behavior: "instant" })
            if (frames.length < 240) requestAnimationFrame(step)
            else resolve(frames)
        }
        requestAnimationFrame(step)
    })
"""


def phone(browser, address, visitor):
    """A slow phone with the visitor's account: the page, and the session that slows it and touches it."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=3, is_mobile=True,
                                  has_touch=True)
    # As the browser's own: the service worker's requests need them, too.
    context.add_cookies([{"url": address, "name": name, "value": value} for name, value in (
        cookie.split("=", 1) for cookie in [*cookies(visitor).split("; "), "fivebar-tutorial=done"])])
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return page, session


def open_awake(page, address):
    page.goto(address)
    page.locator("body[data-awake]").wait_for(state="attached")
    # What is loaded once the page is awake is no part of a tap.
    page.wait_for_load_state("networkidle")


def tap(page, session, number):
    """Taps on one of the first buttons, which are in view."""
    buttons = page.locator("[data-tap]")
    box = buttons.nth(number % min(buttons.count(), 3)).bounding_box()
    # By the browser's own input: Playwright's taps look first whether they would hit, in the page's own time.
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.evaluate(FRAMES)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate(FRAMES)


def tap_to_frame(page, session):
    """Milliseconds from each of some taps to the frame that shows it, in order."""
    for number in range(TAPS + WARMING):
        if number == WARMING:
            page.evaluate("interactions = {}")
        tap(page, session, number)
    told = page.evaluate("Object.values(interactions)")
    return sorted(told + [SHORTEST] * (TAPS - len(told)))


def work(browser, page, session):
    """Milliseconds of each tap from the end of its touch until the page has drawn it, in order: what the page itself does,
    without waiting for frames and for what else the machine is doing."""
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    for number in range(TAPS):
        tap(page, session, number)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    touches = [event for event in events if event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "pointerup"]
    drawn = [event for event in events if event["name"] == "Layerize"]
    return sorted(min(event["ts"] + event["dur"] for event in drawn if event["tid"] == touch["tid"] and event["ts"] > touch["ts"])
                  / 1000 - touch["ts"] / 1000 for touch in touches)


def percentiles(times):
    return statistics.median(times), times[int(len(times) * 0.98) - 1]


def measure(bench):
    fivebar, web = bench.start()
    address = f"http://127.0.0.1:{web.port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        visitor = Visitor(web.site)
        for number in range(12):
            visitor.create(f"Counter {number}")
        page, session = phone(browser, address, visitor)
        page.set_content(BUTTON)
        page.evaluate(WATCH)
        usual, worst = percentiles(tap_to_frame(page, session))
        page.context.close()
        bench.table.add("tap to next frame, a button by itself, 4× slowdown: p50, p98", f"{usual:.0f}, {worst:.0f} ms", "")
        for counters, limit in ((12, 50), (500, 100)):
            if counters > 12:
                fill.add_counters(bench.data / "fivebar.sqlite", counters - 12)
                visitor.create("The last one")
            page, session = phone(browser, address, visitor)
            open_awake(page, address)
            usual, worst = percentiles(tap_to_frame(page, session))
            bench.table.add(f"tap to next frame, {counters} counters, 4× slowdown: p50, p98",
                            f"{usual:.0f}, {worst:.0f} ms", f"≤ {limit} ms {'✓' if worst <= limit else '✗'}")
            usual, worst = percentiles(work(browser, page, session))
            bench.table.add(f"the page's own part of it, {counters} counters: p50, p98", f"{usual:.0f}, {worst:.0f} ms", "")
            page.context.close()
        goal, _ = fill.add_goal(bench.data / "fivebar.sqlite", 3650)
        page, _ = phone(browser, address, visitor)
        open_awake(page, f"{address}/goals/{goal}")
        frames = sorted(page.evaluate(SCROLL))
        usual, late = statistics.median(frames), frames[int(len(frames) * 0.95)]
        bench.table.add("scrolling a goal of 3,650 days, 4× slowdown: a frame, p50, p95",
                        f"{usual:.1f}, {late:.1f} ms", f"≤ 16.7 ms {'✓' if late < 17 else '✗'}")
        page.context.close()
        browser.close()
    web.stop()
    fivebar.stop()
