"""The maximum number of connections: everybody gets a response, and the process survives."""

import threading

import fastcgi
import pytest
from processes import Fivebar
from stage import until
from visitor import Visitor, at_once
from webservers import Nginx

FILES = 200


@pytest.fixture
def few_files(start):
    """A process that may have few files open."""
    return start(Fivebar, wrapper=["prlimit", f"--nofile={FILES}:{FILES}"])


def turned_away(connection):
    """Whether the request on it is answered that there is no room, or not at all; and not whether it waits."""
    try:
        status, headers, _ = fastcgi.answer(connection)
    except (fastcgi.Unanswered, OSError):
        return True
    assert status == 200 or dict(headers)["Retry-After"]
    return status == 503


def send(connection, data):
    try:
        connection.sendall(data)
    except OSError:
        # Turned away already.
        pass


def test_when_no_more_files_can_be_opened_whoever_is_connected_is_served(few_files):
    health = fastcgi.request(target="/health", keep=True)
    kept = [fastcgi.connect(few_files.address) for _ in range(10)]
    for connection in kept:
        connection.sendall(health)
        assert fastcgi.answer(connection)[0] == 200
    others = [fastcgi.connect(few_files.address) for _ in range(2 * FILES)]
    for connection in others:
        send(connection, health)
    refused = [turned_away(connection) for connection in others]
    assert 0 < sum(refused) < len(refused)
    assert refused[0] is False
    for connection in kept:
        connection.sendall(health)
        assert fastcgi.answer(connection)[0] == 200
    assert few_files.descriptors < FILES - 20, "nothing is left for the database and its files"

    for connection in others:
        connection.close()

    def answers():
        with fastcgi.connect(few_files.address) as connection:
            send(connection, health)
            return not turned_away(connection)
    until(answers, "there is room again")
    for connection in kept:
        connection.close()
    assert not few_files.has_ended, few_files.log


def test_the_soft_limit_of_files_is_none(start):
    """A shell's usual limit is far below what the system would let the process have."""
    fivebar = start(Fivebar, wrapper=["prlimit", "--nofile=120:2000"])
    connections = [fastcgi.connect(fivebar.address) for _ in range(300)]
    for connection in connections:
        connection.sendall(fastcgi.request(target="/health", keep=True))
    assert all(not turned_away(connection) for connection in connections)
    for connection in connections:
        connection.close()


def test_a_tap_beside_long_uploads_is_never_lost(start):
    """The web server keeps the connection that an upload came over, and sends the next tap by it."""
    fivebar = start(Fivebar)
    site = start(Nginx, fivebar.address).site
    visitor = Visitor(site)
    counter = visitor.create()
    taps = 50
    over = threading.Event()

    def work(index):
        if index < 4:
            while not over.is_set():
                answer = visitor.post("/feedback", {"other": "x" * 200_000})
                assert answer.status < 500, answer
        else:
            try:
                for _ in range(taps):
                    assert visitor.tap(counter).status == 200
            finally:
                over.set()

    at_once(8, work)
    assert visitor.count(counter) == 4 * taps
