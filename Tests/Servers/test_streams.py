"""Many at once: a thousand open event streams, readers that stop reading, and everybody else in between."""

import json
import socket

import fastcgi
import pytest
from processes import Fivebar
from stage import until
from streams import Streams, cookies
from visitor import Site, Visitor, at_once
from webservers import Nginx

STREAMS = 1000


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


@pytest.fixture
def web(start, fivebar):
    return start(Nginx, fivebar.address)


def heard(tapped):
    """What a stream says after a tap with this answer."""
    return f"event: revision\ndata: {json.loads(tapped.text)['revision']}\n".encode()


def test_a_thousand_open_streams_cost_no_thread_and_little_memory(fivebar, web):
    visitor = Visitor(web.site)
    counter = visitor.create()
    # A little of everything first, so that what the process needs once is there already.
    at_once(8, lambda _: [visitor.tap(counter) for _ in range(10)])
    few = Streams(web.site, cookies(visitor), 20)
    until(lambda: few.have(b"text/event-stream", 20), "the first streams are open")
    threads, memory = fivebar.threads, fivebar.resident

    many = Streams(web.site, cookies(visitor), STREAMS)
    until(lambda: many.have(b"text/event-stream", STREAMS), "a thousand streams are open", 120)
    assert fivebar.threads <= threads + 2
    each = (fivebar.resident - memory) / STREAMS
    assert each < 64 * 1024, f"{each / 1024:.0f} KB a stream"

    # They hear of a change, all of them, and taps go on meanwhile.
    news = heard(visitor.tap(counter))
    until(lambda: many.have(news, STREAMS), "every stream has heard of the tap", 120)
    assert fivebar.threads <= threads + 2

    # And when they are gone, so is what they took.
    descriptors = fivebar.descriptors
    many.close()
    few.close()
    until(lambda: fivebar.descriptors <= descriptors - STREAMS, "the streams are closed", 120)
    assert visitor.count(counter) == 81


@pytest.mark.parametrize("way", ["nginx", "nginx-subpath", "apache-proxy_fcgi", "http"])
def test_a_change_is_heard_at_once_on_another_device(ways, way):
    running = ways(way)
    visitor = Visitor(running.site)
    counter = visitor.create()
    streams = Streams(running.site, cookies(visitor), 1)
    until(lambda: streams.have(b"text/event-stream", 1), "the stream is open")
    news = heard(visitor.tap(counter))
    until(lambda: streams.have(news, 1), "the tap is heard of")
    streams.close()


@pytest.mark.parametrize("way", ["apache-fcgid", "apache-cgi"])
def test_where_nothing_can_stream_the_pages_are_told_not_to_try(ways, way):
    visitor = Visitor(ways(way).site)
    visitor.create()
    answer = visitor.get("/events")
    assert answer.status in (204, 404), answer
    assert not (answer.header("Content-Type") or "").startswith("text/event-stream")


def test_a_stream_hears_nothing_of_other_people(fivebar, web):
    mine, other = Visitor(web.site), Visitor(web.site)
    first, second = mine.create(), other.create()
    streams = Streams(web.site, cookies(mine), 1)
    until(lambda: streams.have(b"text/event-stream", 1), "the stream is open")
    for _ in range(5):
        strangers = heard(other.tap(second))
    news = heard(mine.tap(first))
    until(lambda: streams.have(news, 1), "my own tap is heard of")
    [received] = streams.received.values()
    assert strangers not in received
    streams.close()


def a_long_page(visitor, cards=240):
    """An account whose home page is larger than a socket takes at once, whoever reads it."""
    at_once(8, lambda index: [visitor.create("🦜" * 200) for _ in range(cards // 8)])
    size = len(visitor.get("/").body)
    assert size > 400_000
    return size


def test_readers_that_stop_reading_hold_up_nobody_else(fivebar, web):
    """More of them than the process has threads, on the FastCGI socket itself, where no web server reads for them."""
    visitor = Visitor(web.site)
    counter = visitor.create()
    size = a_long_page(visitor)
    number = 2 * fivebar.threads + 40
    stalled = []
    for _ in range(number):
        connection = fastcgi.connect(fivebar.address, timeout=60)
        connection.sendall(fastcgi.request(target="/", cookie=cookies(visitor)))
        stalled.append(connection)
    for connection in stalled:
        # One byte has come, so the answer has been begun.
        assert connection.recv(1)

    other = Visitor(web.site, timeout=20)
    theirs = other.create()
    for _ in range(10):
        assert other.tap(theirs).status == 200
        assert visitor.tap(counter).status == 200
        assert other.get("/").status == 200
    assert fivebar.threads < number

    # Whoever reads on after all gets the whole page.
    for connection in stalled[:3]:
        received = 1
        while piece := connection.recv(1 << 16):
            received += len(piece)
        assert received > size
    for connection in stalled:
        connection.close()
    until(lambda: fivebar.descriptors < number, "the stalled connections are let go")


def test_readers_that_stop_reading_hold_no_place_in_the_line(start):
    fivebar = start(Fivebar, FIVEBAR_CONCURRENT_REQUESTS=4)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    a_long_page(visitor)
    stalled = [fastcgi.connect(fivebar.address, timeout=60) for _ in range(20)]
    for connection in stalled:
        connection.sendall(fastcgi.request(target="/", cookie=cookies(visitor)))
    for connection in stalled:
        assert connection.recv(1)
    assert visitor.get("/health").status == 200
    for connection in stalled:
        connection.close()


def test_readers_that_stop_reading_hold_up_nobody_on_fivebars_own_server(start):
    fivebar = start(Fivebar, "http")
    visitor = Visitor(Site("fivebar http", fivebar.address[1]), timeout=20)
    counter = visitor.create()
    a_long_page(visitor)
    request = f"GET / HTTP/1.1\r\nHost: x\r\nCookie: {cookies(visitor)}\r\n\r\n".encode()
    stalled = []
    for _ in range(2 * fivebar.threads + 20):
        connection = socket.socket()
        # A small window, or the kernel would read the page for a reader who does not.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(60)
        connection.connect(fivebar.address)
        connection.sendall(request)
        stalled.append(connection)
    for connection in stalled:
        assert connection.recv(1)
    for _ in range(10):
        assert visitor.tap(counter).status == 200
    for connection in stalled:
        connection.close()
