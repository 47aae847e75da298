"""How long a tap takes to the other devices of its account, with one that follows, with 99, and beside thousands of other
people's: from the moment in which it is sent to the event on each of their streams."""

import resource
import threading
import time
from urllib.parse import urlsplit

from processes import Fivebar
from readings import memory
from streams import Streams, cookies, visitors
from visitor import Visitor
from webservers import Nginx

TAPS = 40
CROWD = 5000


def join(visitor, site, devices):
    """As many further devices of a visitor's account, by its recovery link."""
    page = visitor.submit(visitor.get("/settings/devices").form("/settings/recovery"))
    page = visitor.follow(page) if page.status == 303 else page
    path = urlsplit(page.text.split('id="recovery-link" value="')[1].split('"')[0]).path
    joined = [Visitor(site) for _ in range(devices)]
    for device in joined:
        opened = device.submit(device.ask("GET", path).form(path))
        assert opened.status == 303, opened
    return joined


def arrivals(streams):
    """When the next event has come in, by stream."""
    times, waiting, deadline = {}, set(streams.received), time.monotonic() + 30
    while waiting:
        assert time.monotonic() < deadline, f"{len(waiting)} streams were told nothing"
        for key, _ in streams.selector.select(0.1):
            if key.fileobj.recv(65536) and key.fileobj in waiting:
                waiting.remove(key.fileobj)
                times[key.fileobj] = time.monotonic()
    return times


def measure(bench):
    fivebar, web = bench.start()
    for devices in (2, 100):
        visitor = Visitor(web.site)
        counter = visitor.create("On every device")
        others = join(visitor, web.site, devices - 1)
        streams = opened(Streams(web.site, [cookies(device) for device in others], len(others)))
        delays = []
        for _ in range(TAPS):
            begin = time.monotonic()
            assert visitor.tap(counter).status in (200, 303)
            delays += [arrival - begin for arrival in arrivals(streams).values()]
        tell(bench, f"a tap on one of {devices} devices, until the others are told", delays)
        streams.close()
    fivebar.stop()
    web.stop()
    crowd(bench)


def crowd(bench):
    """As many streams as a large server has, each device with all it may have; and then one device after the other taps."""
    files = 4 * CROWD
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    fivebar = Fivebar(bench.home, data=bench.data, FIVEBAR_LOG_LEVEL="error", FIVEBAR_EVENT_STREAMS=CROWD)
    web = Nginx(bench.home, fivebar.address, around={
        "worker_rlimit_nofile 8192": f"worker_rlimit_nofile {files}",
        "worker_connections 6144": f"worker_connections {2 * CROWD + 2000}"})
    people = visitors(web.site, CROWD)
    counters = [visitor.create() for visitor in people]
    before = memory(fivebar.pid)[0]
    streams = opened(Streams(web.site, [cookies(visitor) for visitor in people], CROWD))
    bench.table.add(f"{CROWD:,} open event streams, memory of all", f"{memory(fivebar.pid)[0] - before:.0f} MB")
    begins = {}

    def tap():
        for visitor, counter in zip(people, counters):
            begins[cookies(visitor)] = time.monotonic()
            assert visitor.tap(counter).status in (200, 303)

    tapping = threading.Thread(target=tap)
    tapping.start()
    told = arrivals(streams)
    tapping.join()
    tell(bench, f"{len(people):,} devices tap, one after the other, beside {CROWD:,} open event streams, until all theirs "
         "are told", [arrival - begins[streams.owners[stream]] for stream, arrival in told.items()])
    seconds = max(begins.values()) - min(begins.values())
    bench.table.add("the same, taps and events a second", f"{len(people) / seconds:,.0f}, {CROWD / seconds:,.0f}/s")
    streams.close()
    fivebar.stop()
    web.stop()


def opened(streams):
    """Once all are open, and what a stream begins with has come in."""
    deadline = time.monotonic() + 60
    while not streams.have(b"\r\n\r\n", len(streams.received)):
        assert time.monotonic() < deadline, "the streams do not open"
    while streams.selector.select(0.5):
        streams.read()
    return streams


def tell(bench, what, delays):
    delays.sort()
    usual, late = (delays[int(len(delays) * part)] * 1000 for part in (0.5, 0.99))
    bench.table.add(f"{what}: p50, p99", f"{usual:.1f}, {late:.1f} ms", f"≤ 1,000 ms {'✓' if late <= 1000 else '✗'}")
