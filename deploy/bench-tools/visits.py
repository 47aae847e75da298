"""The first visit of a phone on a slow network: how soon it is drawn and takes taps, and what goes over the wire.

Chromium slows its processor down to a quarter, waits 150 ms for each answer and takes 1.6 Mbit/s, as Lighthouse does for
a phone; nginx speaks HTTP/2 with the shipped file. Needs .venv and the browser of deploy/test."""

import statistics
import subprocess
import time

from playwright.sync_api import sync_playwright
from stage import bare_environment, folder
from streams import cookies
from visitor import Visitor

CHROMIUM = "/usr/bin/chromium-headless-shell"
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
VISITS = 9
WATCH = """
    window.awakeAt = 0
    new MutationObserver(() => { if (document.body && "awake" in document.body.dataset) window.awakeAt ||= performance.now() })
        .observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-awake"] })
    new PerformanceObserver(list => { for (const { startTime } of list.getEntries()) window.largestAt = startTime })
        .observe({ type: "largest-contentful-paint", buffered: true })
"""


def certificate():
    place = folder("certificate")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-keyout", place / "privkey.pem", "-out", place / "fullchain.pem"],
        check=True, capture_output=True, env=bare_environment())
    return place


def visit(browser, address, cookie):
    """(LCP in s, awake in s, bytes on the wire until then, requests until then), with nothing in the browser's cache."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=3, is_mobile=True,
                                  has_touch=True, ignore_https_errors=True, service_workers="block", extra_http_headers={"Cookie": cookie})
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    asked, arrived = {}, {}
    session.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    session.on("Network.loadingFinished", lambda event: arrived.update({asked[event["requestId"]]: event["encodedDataLength"]}))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(address)
    page.locator("body[data-awake]").wait_for(state="attached")
    deadline = time.monotonic() + 10
    while not (found := page.evaluate("window.largestAt > 0 && [window.largestAt, window.awakeAt]")):
        assert time.monotonic() < deadline
    # What comes later is asked for once the page is awake.
    names = page.evaluate("""performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
        .filter(({ startTime }) => startTime < window.awakeAt).map(({ name }) => name)""")
    context.close()
    return found[0] / 1000, found[1] / 1000, sum(arrived.get(name, 0) for name in names), len(names)


def measure(bench):
    fivebar, plain = bench.start()
    visitor = Visitor(plain.site)
    counters = [visitor.create(f"Counter {number}") for number in range(12)]
    for place, counter in enumerate(counters):
        for _ in range(3 * place):
            visitor.tap(counter)
    web = type(plain)(bench.home, fivebar.address, certificate=certificate())
    cookie = f"{cookies(visitor)}; fivebar-tutorial=done"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for name, path, awake in (("home with 12 counters", "/", 1.2), ("counter", f"/counters/{counters[3]}", 1.2)):
            found = [visit(browser, f"https://127.0.0.1:{web.port}{path}", cookie) for _ in range(VISITS)]
            largest, awakes, size, requests = (statistics.median(column) for column in zip(*found))
            bench.table.add(f"first visit, {name}: LCP", f"{largest:.2f} s", f"≤ 0.9 s {'✓' if largest <= 0.9 else '✗'}")
            bench.table.add(f"first visit, {name}: awake", f"{awakes:.2f} s", f"≤ {awake} s {'✓' if awakes <= awake else '✗'}")
            bench.table.add(f"first visit, {name}: on the wire until awake", f"{size:,.0f} bytes, {requests:.0f} requests",
                            f"≤ 30,000 bytes {'✓' if size <= 30_000 else '✗'}")
        browser.close()
    for process in (web, plain, fivebar):
        process.stop()
