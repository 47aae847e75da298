"""One counter with a million entries, and one person with 500 counters: what their pages cost."""

import fill
from readings import processor_seconds, verdict
from visitor import Visitor

ENTRIES = 1_000_000


def cost(fivebar, visitor, path, number=100):
    """CPU milliseconds of Fivebar for a page."""
    visitor.get(path)
    before = processor_seconds(fivebar.pid)
    for _ in range(number):
        assert visitor.get(path).status == 200
    return (processor_seconds(fivebar.pid) - before) / number * 1000


def measure(bench):
    fivebar, web = bench.start()
    visitor, many = Visitor(web.site), Visitor(web.site)
    counter = visitor.create("Long")
    visitor.tap(counter)
    many.create("First")
    fill.add_counters(bench.data / "fivebar.sqlite", 499)
    fill.add_entries(bench.data / "fivebar.sqlite", counter, ENTRIES)
    bench.table.add("home, 500 counters, unchanged, in full", f"{cost(fivebar, many, '/'):.2f} ms CPU")
    for work, path, limit in (
            ("history, its newest page", "history", None),
            ("history, a page in its middle", f"history?before={ENTRIES // 2}", None),
            ("statistics of 30 days", "statistics", 30),
            ("statistics of all time", "statistics?period=all", 30)):
        value = cost(fivebar, visitor, f"/counters/{counter}/{path}")
        bench.table.add(f"{work}, {ENTRIES:,} entries", f"{value:.2f} ms CPU", verdict(value, limit, "ms") if limit else "")
    value = cost(fivebar, visitor, "/statistics?period=all")
    bench.table.add(f"statistics of all counters and all time, {ENTRIES:,} entries", f"{value:.2f} ms CPU", verdict(value, 30, "ms"))
    fivebar.stop()
    web.stop()
