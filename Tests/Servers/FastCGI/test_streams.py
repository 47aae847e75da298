"""Many clients at once: a thousand open event streams, clients that stop reading, and other requests meanwhile."""

import json
import socket
import sqlite3
import time

import fastcgi
import pytest
from processes import Fivebar
from stage import until
from streams import MOST_OF_DEVICE, Streams, cookies, visitors
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
    few = Streams(web.site, [cookies(one) for one in visitors(web.site, 20)], 20)
    until(lambda: few.have(b"text/event-stream", 20), "the first streams are open")
    people = visitors(web.site, STREAMS)
    threads, memory = fivebar.threads, fivebar.resident

    many = Streams(web.site, [cookies(person) for person in people], STREAMS)
    until(lambda: many.have(b"text/event-stream", STREAMS), "a thousand streams are open", 120)
    assert fivebar.threads <= threads + 2
    each = (fivebar.resident - memory) / STREAMS
    assert each < 32 * 1024, f"{each / 1024:.0f} KB a stream"

    # They hear of a change, all of them, and taps go on meanwhile.
    [news] = {heard(person.tap(1)) for person in people}
    visitor.tap(counter)
    until(lambda: many.have(news, STREAMS), "every stream has heard of the tap", 120)
    assert fivebar.threads <= threads + 2

    # And when they are gone, so is what they took.
    descriptors = fivebar.descriptors
    many.close()
    few.close()
    until(lambda: fivebar.descriptors <= descriptors - STREAMS, "the streams are closed", 120)
    assert visitor.count(counter) == 81


@pytest.mark.parametrize("streams", [60, 2000])
def test_when_all_streams_are_taken_everybody_else_is_served_at_once(start, streams):
    """The larger number is what is so without a setting."""
    fivebar = start(Fivebar, **({} if streams == 2000 else {"FIVEBAR_EVENT_STREAMS": streams}))
    site = start(Nginx, fivebar.address).site
    visitor = Visitor(site)
    counter = visitor.create()
    taken = Streams(site, [cookies(person) for person in visitors(site, streams)], streams)
    until(lambda: taken.have(b"event: revision", streams), "all streams are open", 120)

    refused = visitor.get("/events")
    assert refused.status == 503 and int(refused.header("Retry-After")) > 0, refused
    other = Visitor(site, timeout=20)
    begin = time.monotonic()
    own = other.create()
    for _ in range(10):
        assert visitor.tap(counter).status == 200 and other.tap(own).status == 200
        assert other.get("/").status == 200
    assert time.monotonic() - begin < 10
    assert other.get("/events").status == 503

    # With the first that is closed there is room again.
    taken.close()
    again = until(lambda: opened(site, other), "a stream can be had again", 60)
    again.close()


def test_where_few_files_may_be_open_there_are_fewer_streams(start):
    """And not fewer connections for everybody else."""
    fivebar = start(Fivebar, wrapper=["prlimit", "--nofile=200:200"])
    site = start(Nginx, fivebar.address).site
    visitor = Visitor(site)
    counter = visitor.create()
    assert "fewer event streams" in fivebar.log
    taken = Streams(site, [cookies(person) for person in visitors(site, 120)], 120)
    until(lambda: taken.have(b"\r\n\r\n", 120), "all are answered")
    assert 20 <= sum(b"event: revision" in received for received in taken.received.values()) <= 100
    assert visitor.tap(counter).status == 200 and visitor.get("/").status == 200
    taken.close()


def opened(site, visitor):
    """A stream of the visitor's, or None where it is refused."""
    stream = Streams(site, cookies(visitor), 1)
    until(lambda: stream.have(b"\r\n\r\n", 1), "it is answered")
    if stream.have(b"text/event-stream", 1):
        return stream
    stream.close()
    return None


def test_a_device_has_six_streams_and_takes_no_more(fivebar, web):
    visitor = Visitor(web.site)
    visitor.create()
    mine = Streams(web.site, cookies(visitor), MOST_OF_DEVICE)
    until(lambda: mine.have(b"event: revision", MOST_OF_DEVICE), "six streams are open")
    for _ in range(3):
        refused = visitor.get("/events")
        assert refused.status == 503 and int(refused.header("Retry-After")) > 0, refused
    assert visitor.head("/events").status == 503
    other = Visitor(web.site)
    other.create()
    theirs = Streams(web.site, cookies(other), 1)
    until(lambda: theirs.have(b"event: revision", 1), "another device has a stream")
    theirs.close()
    assert mine.ended == 0
    mine.close()
    until(lambda: opened(web.site, visitor), "its places are given back").close()


def test_asking_for_the_head_of_a_stream_takes_no_place(fivebar, web):
    visitor = Visitor(web.site)
    visitor.create()
    for _ in range(3 * MOST_OF_DEVICE):
        assert visitor.head("/events").status == 200
    stream = opened(web.site, visitor)
    assert stream
    stream.close()


def test_a_stream_says_now_and_then_that_it_is_alive(fivebar, web):
    visitor = Visitor(web.site)
    visitor.create()
    stream = opened(web.site, visitor)
    until(lambda: stream.have(b"event: heartbeat\ndata: ", 1), "it is heard of without a change", 60)
    stream.close()


def test_a_stream_ends_when_its_session_is_revoked(fivebar, web):
    mine, other = Visitor(web.site), Visitor(web.site)
    mine.create()
    other.create()
    streams, others = opened(web.site, mine), opened(web.site, other)
    with sqlite3.connect(fivebar.database, timeout=30) as database:
        first, = database.execute("SELECT min(account) FROM device").fetchone()
        database.execute("DELETE FROM device WHERE account = ?", [first])
    database.close()
    until(lambda: [streams.read(), streams.ended][1] == 1, "the stream has ended", 60)
    assert [others.read(), others.ended][1] == 0
    streams.close()
    others.close()


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
