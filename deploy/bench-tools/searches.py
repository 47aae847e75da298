"""Somebody with many counters who searches them: how long each answer takes, in milliseconds, through the web server."""

import http.client
import statistics
import time
from urllib.parse import urlencode

import fill
from readings import processor_seconds, verdict
from streams import cookies
from visitor import Visitor

COUNTERS = 10_000
SEARCHES = 1000
QUESTIONS = ["last", "nter 99", "9 count", "co", "1234", "nothing", "東京", "r", "tea coffee", "Counter 77"]


def make_visitor(web, database):
    visitor = Visitor(web.site)
    visitor.create()
    fill.add_counters(database, COUNTERS)
    visitor.tap(visitor.create("Last of all"))
    return visitor


def one_after_the_other(web, visitor, number):
    """As one types: over one connection, each time another part of a title."""
    connection = http.client.HTTPConnection(web.site.host, web.site.port)
    times = []
    for index in range(number):
        query = urlencode({"q": QUESTIONS[index % len(QUESTIONS)]})
        begin = time.monotonic()
        connection.request("GET", f"{web.site.base}/search?{query}", headers={"Cookie": cookies(visitor)})
        answer = connection.getresponse()
        answer.read()
        times.append((time.monotonic() - begin) * 1000)
        assert answer.status == 200
    connection.close()
    return times


def each_after_a_change(visitor, number):
    """After a title has joined, which each search must know."""
    times = []
    for index in range(number):
        visitor.create(f"Another {index}")
        begin = time.monotonic()
        assert b"data-search-results" in visitor.get(f"/search?q=another+{index}").body
        times.append((time.monotonic() - begin) * 1000)
    return times


def measure(bench):
    # More counters than an account may have.
    fivebar, web = bench.start(FIVEBAR_COUNTERS=2 * COUNTERS)
    visitor = make_visitor(web, bench.data / "fivebar.sqlite")
    # The first few fold the titles and warm the templates.
    one_after_the_other(web, visitor, 20)
    before = processor_seconds(fivebar.pid)
    times = one_after_the_other(web, visitor, SEARCHES)
    cost = (processor_seconds(fivebar.pid) - before) / SEARCHES * 1000
    for work, times in (("", times), (" right after a change", each_after_a_change(visitor, SEARCHES // 5))):
        p99 = sorted(times)[len(times) * 99 // 100]
        bench.table.add(f"search among {COUNTERS:,} counters{work}, p50, p99",
                        f"{statistics.median(times):.2f} ms, {p99:.2f} ms", verdict(p99, 5, "ms"))
    bench.table.add(f"search among {COUNTERS:,} counters", f"{cost:.3f} ms CPU")
    fivebar.stop()
    web.stop()
