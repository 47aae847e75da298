"""`fivebar top`: what each serving process does now, told to whoever can read the database, and leaving nothing behind."""

import os
import pty
import signal
import subprocess
import threading

import pytest
from disks import SmallDisk
from processes import Fivebar, Process
from stage import APP, IS_ROOT, bare_environment, until
from streams import Streams, cookies
from visitor import Visitor
from webservers import Nginx


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


def looked(done):
    """The values of each process, by its number."""
    assert done.returncode == 0, done.stdout + done.stderr
    processes = [dict(word.split("=", 1) for word in line.split(" ")) for line in done.stdout.splitlines()]
    return {int(values["process"]): values for values in processes}


def place(fivebar):
    return fivebar.data / "fivebar.sqlite-top"


class Counting:
    """Somebody taps for as long as this lasts."""

    def __init__(self, visitor, counter):
        self.is_over = threading.Event()

        def tap():
            while not self.is_over.is_set():
                visitor.tap(counter)
        self.thread = threading.Thread(target=tap, daemon=True)

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *problem):
        self.is_over.set()
        self.thread.join()


def test_what_happens_is_told_without_a_word_about_who_does_it(start, fivebar):
    web = start(Nginx, fivebar.address)
    visitor = Visitor(web.site)
    counter = visitor.create("Robins")
    streams = Streams(web.site, cookies(visitor), 2)
    until(lambda: streams.have(b"event: revision", 2), "both streams are open")
    with Counting(visitor, counter):
        done = fivebar.command("top", "--once")
    streams.close()
    values = looked(done)[fivebar.pid]
    assert float(values["taps"]) > 0 and float(values["requests.counters"]) > 0 and float(values["answers.2xx"]) > 0
    assert float(values["changes.increment"]) == float(values["taps"]) and float(values["commits"]) > 0
    assert values["streams"] == "2" and int(values["memory"]) > 1 << 20 and int(values["database"]) > 0
    assert "Robins" not in done.stdout and "127.0.0.1" not in done.stdout
    # A process may write once more before it sees that nobody looks any longer.
    until(lambda: not place(fivebar).exists(), "nothing is left behind")


def test_several_processes_are_told_apart_and_a_killed_one_is_gone(start, fivebar):
    other = start(Fivebar, data=fivebar.data)
    assert set(looked(fivebar.command("top", "--once"))) == {fivebar.pid, other.pid}
    os.kill(other.pid, signal.SIGKILL)
    until(lambda: set(looked(fivebar.command("top", "--once"))) == {fivebar.pid}, "it is gone")
    until(lambda: not place(fivebar).exists(), "nothing is left behind")


def test_where_nothing_serves_that_is_said(fivebar):
    assert fivebar.stop() == 0
    done = fivebar.command("top", "--once")
    assert done.returncode == 1 and "plain CGI" in done.stderr
    assert not place(fivebar).exists()


def test_a_process_serves_on_where_it_cannot_tell_anything(start, fivebar):
    web = start(Nginx, fivebar.address)
    # A file where the folder should be.
    place(fivebar).write_text("")
    done = fivebar.command("top", "--once")
    assert done.returncode == 1 and "fivebar check" in done.stderr
    visitor = Visitor(web.site)
    assert visitor.tap(visitor.create()).status == 200


@pytest.mark.skipif(not IS_ROOT, reason="a full disk of its own needs root")
def test_a_full_disk_is_told_and_no_worse_for_being_watched(start):
    disk = SmallDisk()
    try:
        fivebar = start(Fivebar, data=disk.data)
        visitor = Visitor(start(Nginx, fivebar.address).site)
        counter = visitor.create()
        watching = start(Process, "top", [fivebar.home.binary, "top"], user=APP, cwd="/",
                         env=bare_environment(**fivebar.settings))
        watching.wait_until(lambda: f"process={fivebar.pid} " in watching.log, "it shows the process")
        disk.fill(fivebar)
        watching.wait_until(lambda: "is full" in watching.log, "it says why it shows nothing")
        assert visitor.post(f"/counters/{counter}/marks").status in (303, 503, 507)
        disk.make_room(fivebar)
        shown = watching.log.count("process=")
        watching.wait_until(lambda: watching.log.count("process=") > shown, "it shows the process again")
        assert visitor.tap(counter).status == 200
        assert watching.stop(signal.SIGINT) == 0
        until(lambda: not place(fivebar).exists(), "nothing is left behind")
        fivebar.kill()
    finally:
        disk.remove()


def test_a_terminal_is_refreshed_until_it_is_interrupted(fivebar):
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [fivebar.home.binary, "top"], stdin=follower, stdout=follower, stderr=follower, cwd="/",
        env=bare_environment(**fivebar.settings), start_new_session=True, **APP.popen)
    os.close(follower)
    os.set_blocking(leader, False)
    shown = b""

    def has_refreshed():
        nonlocal shown
        try:
            shown += os.read(leader, 65536)
        except BlockingIOError:
            pass
        return shown.count(b"\x1b[H") >= 2 and str(fivebar.pid).encode() in shown
    try:
        until(has_refreshed, "it shows the process twice")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        os.close(leader)
    assert b"requests/s" in shown and b"in the WAL" in shown
    until(lambda: not place(fivebar).exists(), "nothing is left behind")


def test_whoever_can_read_the_database_alone_can_read_it(start, fivebar):
    process = subprocess.Popen(
        [fivebar.home.binary, "top"], stdout=subprocess.PIPE, cwd="/", env=bare_environment(**fivebar.settings),
        **APP.popen)
    try:
        file = place(fivebar) / f"{fivebar.pid}.json"
        until(file.exists, "the process tells of itself")
        assert place(fivebar).stat().st_mode & 0o077 == 0 and file.stat().st_mode & 0o077 == 0
    finally:
        process.kill()
        process.communicate()
    # Killed, it could not clear up: whoever serves does.
    until(lambda: not place(fivebar).exists(), "nothing is left behind")
