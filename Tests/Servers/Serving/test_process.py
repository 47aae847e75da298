"""The serving process: how it starts, who may connect to its socket, how it ends."""

import os
import signal
import sqlite3
import stat
import threading
import time
import uuid

import fastcgi
import pytest
from processes import Fivebar, Process, listening
from stage import APP, WEB, bare_environment, folder, until
from visitor import Visitor, at_once, cookie_header, seen
from webservers import Nginx


def counts_behind_nginx(start, fivebar_address):
    visitor = Visitor(start(Nginx, fivebar_address).site)
    counter = visitor.create()
    assert visitor.post(f"/counters/{counter}/marks").status == 303
    assert visitor.count(counter) == 1


def test_the_socket_belongs_to_the_web_servers_group_and_to_nobody_else(start):
    fivebar = start(Fivebar)
    state = os.stat(fivebar.address)
    assert stat.S_ISSOCK(state.st_mode)
    assert stat.S_IMODE(state.st_mode) == 0o660
    assert (state.st_uid, state.st_gid) == (APP.uid, WEB.gid)


def test_the_sockets_mode_is_chosen_whatever_the_umask(start):
    fivebar = start(Fivebar, arguments=["--mode", "600"], options={"umask": 0o000})
    assert stat.S_IMODE(os.stat(fivebar.address).st_mode) == 0o600
    other = start(Fivebar, arguments=["--mode", "666"], options={"umask": 0o077})
    assert stat.S_IMODE(os.stat(other.address).st_mode) == 0o666


def test_the_database_is_readable_for_its_owner_alone(start):
    fivebar = start(Fivebar)
    Visitor(start(Nginx, fivebar.address).site).create()
    for file in fivebar.data.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o007 == 0, f"everybody may read {file.name}"


def test_a_socket_left_by_a_killed_process_is_taken_over(start):
    run = folder("run", APP)
    start(Fivebar, run=run).kill()
    assert (run / "fivebar.sock").exists()
    counts_behind_nginx(start, start(Fivebar, run=run).address)


def test_a_socket_somebody_serves_on_is_not_taken_away(start):
    run = folder("run", APP)
    first = start(Fivebar, run=run)
    second = start(Fivebar, run=run, ready=False)
    assert second.child.wait(30) != 0
    assert str(first.address) in second.log
    assert fastcgi.ask(first.address, target="/health")[0] == 200


def test_a_socket_where_a_file_lies_is_refused_and_the_file_kept(start):
    run = folder("run", APP)
    (run / "fivebar.sock").write_text("precious")
    assert start(Fivebar, run=run, ready=False).child.wait(30) != 0
    assert (run / "fivebar.sock").read_text() == "precious"


def test_tcp_on_loopback_is_served(start):
    assert fastcgi.ask(start(Fivebar, "tcp").address, target="/", cookie=cookie_header(seen()))[0] == 200


@pytest.mark.parametrize("way", ["inherited", "no arguments"])
def test_a_socket_of_systemds_is_served_as_standard_input(start, way):
    counts_behind_nginx(start, start(Fivebar, way).address)


def test_requests_wait_in_systemds_socket_while_the_process_is_exchanged(start, home):
    """The listening socket outlives the process, so nobody is turned away in between."""
    path = folder("run", APP) / "fivebar.sock"
    with listening(path) as listener:
        database = folder("data", APP) / "fivebar.sqlite"

        def serving():
            return start(Process, "fivebar", [home.binary, "serve", "--listen", "inherited"], user=APP, stdin=listener,
                         cwd="/", env=bare_environment(FIVEBAR_DATABASE=database))

        first = serving()
        assert fastcgi.ask(path, target="/health")[0] == 200
        assert first.stop() == 0, first.log
        with fastcgi.connect(path, timeout=60) as waiting:
            waiting.sendall(fastcgi.request(target="/health"))
            serving()
            assert fastcgi.answer(waiting)[0] == 200


def test_spawn_fcgi_starts_it(start, home):
    path = folder("run", APP) / "fivebar.sock"
    command = ["spawn-fcgi", "-n", "-s", path, "-M", "0666", "--", home.binary]
    start(Process, "spawn-fcgi", command, user=APP, cwd="/",
          env=bare_environment(FIVEBAR_DATABASE=folder("data", APP) / "fivebar.sqlite"))
    until(path.exists, "spawn-fcgi has made the socket")
    counts_behind_nginx(start, path)


def test_a_hangup_changes_nothing(start):
    fivebar = start(Fivebar)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    counter = visitor.create()

    def work(index):
        for round in range(20):
            if index == 0 and round % 5 == 0:
                fivebar.child.send_signal(signal.SIGHUP)
            assert visitor.tap(counter).status == 200

    at_once(4, work)
    assert visitor.count(counter) == 80
    assert not fivebar.has_ended


@pytest.mark.parametrize("way", ["unix", "tcp", "http", "inherited"])
def test_an_idle_process_ends_at_once_when_asked(start, way):
    fivebar = start(Fivebar, way)
    assert fivebar.stop(seconds=10) == 0, fivebar.log
    if way == "unix":
        assert not fivebar.address.exists(), "its socket stays behind"


def test_an_interrupt_ends_it_as_well(start):
    fivebar = start(Fivebar, "http")
    assert fivebar.stop(signal.SIGINT, seconds=10) == 0, fivebar.log


def test_a_request_that_was_begun_is_finished_before_the_end(start):
    """Held up by a lock on the database, told to end meanwhile, and answered all the same."""
    fivebar = start(Fivebar)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    counter = visitor.create()
    before = fivebar.descriptors
    blocker = sqlite3.connect(fivebar.database, isolation_level=None, check_same_thread=False)
    blocker.execute("BEGIN IMMEDIATE")
    answers = []
    tapping = threading.Thread(target=lambda: answers.append(visitor.tap(counter)))
    tapping.start()
    # Where nginx sends it over the connection that it kept, nothing new is opened: then only time tells.
    begun = time.monotonic()
    until(lambda: fivebar.descriptors > before or time.monotonic() > begun + 2, "the request has been accepted")
    fivebar.child.send_signal(signal.SIGTERM)
    until(lambda: not fivebar.address.exists() or not listens(fivebar.address), "it accepts nobody any more")
    blocker.execute("ROLLBACK")
    tapping.join()
    assert answers[0].status == 200, answers
    assert fivebar.child.wait(20) == 0, fivebar.log


def listens(address):
    try:
        fastcgi.connect(address, timeout=5).close()
        return True
    except OSError:
        return False


def test_an_end_under_load_breaks_off_no_answer_and_loses_no_tap(start):
    fivebar = start(Fivebar)
    web = start(Nginx, fivebar.address)
    visitor = Visitor(web.site)
    counter = visitor.create()
    cookie = cookie_header(visitor.cookies)
    answered, broken, enough = [], [], threading.Event()

    def work(index):
        while True:
            operation = str(uuid.uuid4())
            body = f"operation={operation}".encode()
            try:
                status, _, _ = fastcgi.ask(
                    fivebar.address, "POST", f"/counters/{counter}/marks", body, cookie=cookie,
                    sec_fetch_site="same-origin", accept="application/json")
            except fastcgi.BrokenOff:
                broken.append(operation)
                return
            except (fastcgi.Unanswered, OSError):
                # Not taken on any more, which is fair.
                return
            if status != 200:
                broken.append((operation, status))
                return
            answered.append(operation)
            if len(answered) >= 100:
                enough.set()

    threads = [threading.Thread(target=work, args=(index,)) for index in range(16)]
    for thread in threads:
        thread.start()
    assert enough.wait(60)
    assert fivebar.stop(seconds=10) == 0, fivebar.log
    for thread in threads:
        thread.join()
    assert broken == []
    start_again = start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    assert len(answered) <= visitor.count(counter) <= len(answered) + 16
    assert not start_again.has_ended


def test_an_open_stream_does_not_hold_up_the_end(start):
    fivebar = start(Fivebar)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    visitor.create()
    cookie = cookie_header(visitor.cookies)
    with fastcgi.connect(fivebar.address) as stream:
        stream.sendall(fastcgi.request(target="/events", cookie=cookie))
        assert b"text/event-stream" in next(fastcgi.records(stream))[1]
        assert fivebar.stop(seconds=10) == 0, fivebar.log


def test_a_mistyped_option_is_refused_with_help(start):
    fivebar = start(Fivebar, arguments=["--lisen", "x"], ready=False)
    assert fivebar.child.wait(30) != 0
    assert "--lisen" in fivebar.log
