"""A device that sends what it did in lists and asks what is different since, in a book of as many counters as may be;
and somebody who moves a counter there."""

import http.client
import json
import secrets
import time
import uuid

import fill
from readings import processor_seconds, verdict
from streams import cookies
from visitor import Visitor

COUNTERS = 2000
LIST = 500
LISTS = 40
MOVES = 100


class Device:
    """One that keeps its connection, as a browser does."""

    def __init__(self, web, visitor):
        self.site = web.site
        self.connection = http.client.HTTPConnection(web.site.host, web.site.port)
        self.headers = {"Cookie": cookies(visitor), "Sec-Fetch-Site": "same-origin"}

    def ask(self, method, path, body=None, kind="application/json"):
        self.connection.request(method, self.site.base + path, body, self.headers | {"Content-Type": kind})
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status in (200, 303), (path, answer.status, text[:200])
        return text


def identifier():
    """A UUID of version 7, as devices make them: what comes one after the other is stored together."""
    return str(uuid.UUID(int=int(time.time() * 1000) << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62)))


def cost_of(fivebar, work, number):
    before = processor_seconds(fivebar.pid)
    for index in range(number):
        work(index)
    return (processor_seconds(fivebar.pid) - before) / number * 1000


def measure(bench):
    # A visitor without the limits that the measurement would exceed.
    fivebar, web = bench.start(FIVEBAR_OPERATIONS_PER_DAY="0", FIVEBAR_OPERATIONS_PER_SECOND="0")
    visitor = Visitor(web.site)
    first = visitor.create()
    fill.add_counters(bench.data / "fivebar.sqlite", COUNTERS - 1)
    device = Device(web, visitor)

    def send_list(index):
        operations = [
            {"id": identifier(), "kind": "increment", "change": {"counter": first + number % 50},
             "at": int(time.time() * 1000), "offset": 60}
            for number in range(LIST)]
        receipts = json.loads(device.ask("POST", "/operations", json.dumps(operations)))["receipts"]
        assert all(receipt["status"] == "applied" for receipt in receipts)

    each = cost_of(fivebar, send_list, LISTS) / LIST
    bench.table.add(f"operation in a list of {LIST}", f"{each:.3f} ms CPU", verdict(each, 0.03, "ms"))

    revision = json.loads(device.ask("GET", "/changes?since=0"))["revision"]
    while (later := json.loads(device.ask("GET", f"/changes?since={revision}"))["revision"]) != revision:
        revision = later
    visitor.tap(first)

    assert len(json.loads(device.ask("GET", f"/changes?since={revision}"))["counters"]) == 1
    bench.accounts_file.write_text(f"{cookies(visitor)} - {first}\n")
    list(bench.rates(fivebar, web, f"changes since the revision before, {COUNTERS:,} counters", "page", 0.1,
                     page=f"/changes?since={revision}"))

    def move(index):
        device.ask("POST", f"/counters/{first + 2 + index}/place", f"after={first}", "application/x-www-form-urlencoded")

    def move_and_look(index):
        move(index)
        device.ask("GET", "/")

    # As browsers ask, and without compression.
    for encoding, name in (("gzip", ""), ("", ", not compressed")):
        work = f"move among {COUNTERS:,} counters and the whole page after it{name}"
        device.headers["Accept-Encoding"] = encoding
        device.ask("GET", "/")
        rate, half, _, _ = bench.wrk(web, "moved", 16, fivebar, encoding=encoding)
        bench.table.add(f"{work}, 16 connections", f"{2 * half:.3f} ms CPU, {rate / 2:,.0f}/s",
                        verdict(2 * half, 0.3, "ms"))
        # One after the other, each move has a commit of its own.
        bench.table.add(f"{work}, one after the other", f"{cost_of(fivebar, move_and_look, MOVES):.3f} ms CPU")
    bench.table.add(f"move among {COUNTERS:,} counters, one after the other",
                    f"{cost_of(fivebar, move, MOVES):.3f} ms CPU")
    fivebar.stop()
    web.stop()
