"""How long a tap takes to the other devices of its account, with one that follows and with 99: from the moment in which
it is sent to the event on each of their streams."""

import time
from urllib.parse import urlsplit

from streams import Streams, cookies
from visitor import Visitor

TAPS = 40


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
    """When the next event has come in on each stream."""
    times, waiting, deadline = [], set(streams.received), time.monotonic() + 10
    while waiting:
        assert time.monotonic() < deadline, f"{len(waiting)} streams were told nothing"
        for key, _ in streams.selector.select(0.1):
            if key.fileobj.recv(65536) and key.fileobj in waiting:
                waiting.remove(key.fileobj)
                times.append(time.monotonic())
    return times


def measure(bench):
    fivebar, web = bench.start()
    for devices in (2, 100):
        visitor = Visitor(web.site)
        counter = visitor.create("On every device")
        others = join(visitor, web.site, devices - 1)
        streams = Streams(web.site, [cookies(device) for device in others], len(others))
        deadline = time.monotonic() + 30
        while not streams.have(b"\r\n\r\n", len(others)):
            assert time.monotonic() < deadline, "the streams do not open"
        # What a stream begins with.
        while streams.selector.select(0.5):
            streams.read()
        delays = []
        for _ in range(TAPS):
            begin = time.monotonic()
            assert visitor.tap(counter).status in (200, 303)
            delays += [arrival - begin for arrival in arrivals(streams)]
        delays.sort()
        usual, late = (delays[int(len(delays) * part)] * 1000 for part in (0.5, 0.99))
        bench.table.add(f"a tap on one of {devices} devices, until the others are told: p50, p99",
                        f"{usual:.1f}, {late:.1f} ms", f"≤ 1,000 ms {'✓' if late <= 1000 else '✗'}")
        streams.close()
    fivebar.stop()
    web.stop()
