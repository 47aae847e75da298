"""How far one file carries: several processes on it behind one nginx, and what each tap adds to it."""

import sqlite3

from processes import Fivebar
from readings import processor_seconds
from webservers import Nginx

PROCESSES = (1, 2, 4)
SERVER = "    server {};\n"


def size(database):
    """(bytes of the file with everything in it, entries)."""
    connection = sqlite3.connect(database, timeout=10)
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    pages, each = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    entries = connection.execute("SELECT COUNT(*) FROM entry").fetchone()[0]
    connection.close()
    return pages * each, entries


def measure(bench):
    database = bench.data / "fivebar.sqlite"
    before, entries = size(database)
    for number in PROCESSES:
        fivebars = [Fivebar(bench.home, data=bench.data, FIVEBAR_LOG_LEVEL="error") for _ in range(number)]
        others = "".join(SERVER.format("unix:" + str(one.address).removeprefix("unix:")) for one in fivebars[1:])
        web = Nginx(bench.home, fivebars[0].address, changes={"    keepalive 16;": f"{others}    keepalive 64;"})
        for work, kind in (("home, unchanged, in full", "page"), ("increment, durable", "tap")):
            spent = sum(processor_seconds(one.pid) for one in fivebars)
            rate, *_ = bench.wrk(web, kind, 64)
            spent = sum(processor_seconds(one.pid) for one in fivebars) - spent
            each = spent / (rate * bench.options.seconds) * 1000
            bench.table.add(f"{work}, 64 connections, processes: {number}", f"{each:.3f} ms CPU, {rate:,.0f}/s")
        for process in (web, *fivebars):
            process.stop()
    after, now = size(database)
    bench.table.add("what a tap adds to the file", f"{(after - before) / max(1, now - entries):.0f} bytes")
