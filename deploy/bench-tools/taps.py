"""What a finger feels on a phone a quarter as fast as this machine: from a tap to the next frame (INP), with a dozen
counters and with 500, and the frames while a goal of ten years is scrolled. Needs .venv and the browser of deploy/test."""

import statistics

from playwright.sync_api import sync_playwright

import fill
from streams import cookies
from visitor import Visitor
from visits import CHROMIUM

TAPS = 40
# Interactions shorter than this are not told by the browser, which tells the others in steps of 8 ms.
SHORTEST = 16
WATCH = f"""
    window.interactions = {{}}
    new PerformanceObserver(list => {{
        for (const {{ interactionId, duration }} of list.getEntries())
            if (interactionId) interactions[interactionId] = Math.max(duration, interactions[interactionId] ?? 0)
    }}).observe({{ type: "event", durationThreshold: {SHORTEST}, buffered: true }})
"""
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
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=3, is_mobile=True,
                                  has_touch=True)
    # As the browser's own: the service worker's requests need them, too.
    context.add_cookies([{"url": address, "name": name, "value": value} for name, value in (
        cookie.split("=", 1) for cookie in [*cookies(visitor).split("; "), "fivebar-tutorial=done"])])
    page = context.new_page()
    page.add_init_script(WATCH)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return context, page


def open_awake(page, address):
    page.goto(address)
    page.locator("body[data-awake]").wait_for(state="attached")
    # What is loaded once the page is awake is no part of a tap.
    page.wait_for_load_state("networkidle")


def tap_to_frame(browser, address, visitor):
    """Milliseconds from each of some taps on the first counters to the frame that shows it, in order."""
    context, page = phone(browser, address, visitor)
    open_awake(page, address)
    fields = page.locator("[data-tap]")
    for number in range(TAPS):
        fields.nth(number % 4).tap()
        # Two frames: the tap's own, and the one after which it is told.
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    told = page.evaluate("Object.values(interactions)")
    context.close()
    return sorted(told + [SHORTEST] * (TAPS - len(told)))


def measure(bench):
    fivebar, web = bench.start()
    address = f"http://127.0.0.1:{web.port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        visitor = Visitor(web.site)
        for number in range(12):
            visitor.create(f"Counter {number}")
        for counters, limit in ((12, 50), (500, 100)):
            if counters > 12:
                fill.add_counters(bench.data / "fivebar.sqlite", counters - 12)
                visitor.create("The last one")
            times = tap_to_frame(browser, address, visitor)
            worst = times[int(len(times) * 0.98) - 1]
            bench.table.add(f"tap to next frame, {counters} counters, 4× slowdown: p50, p98",
                            f"{statistics.median(times):.0f}, {worst:.0f} ms",
                            f"≤ {limit} ms {'✓' if worst <= limit else '✗'}")
        goal, _ = fill.add_goal(bench.data / "fivebar.sqlite", 3650)
        context, page = phone(browser, address, visitor)
        open_awake(page, f"{address}/goals/{goal}")
        frames = sorted(page.evaluate(SCROLL))
        usual, late = statistics.median(frames), frames[int(len(frames) * 0.95)]
        bench.table.add("scrolling a goal of 3,650 days, 4× slowdown: a frame, p50, p95",
                        f"{usual:.1f}, {late:.1f} ms", f"≤ 16.7 ms {'✓' if late < 17 else '✗'}")
        context.close()
        browser.close()
    web.stop()
    fivebar.stop()
