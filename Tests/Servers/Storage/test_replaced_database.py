"""A database that is moved, removed or replaced while Fivebar has it open: no tap is answered that is gone afterwards,
and Fivebar starts again on the file that lies there."""

import os
import sqlite3
import uuid

import pytest
from processes import Fivebar, run_command
from stage import APP, folder, until
from visitor import Visitor
from webservers import Nginx


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


@pytest.fixture
def visitor(start, fivebar):
    return Visitor(start(Nginx, fivebar.address).site)


def refused(answer):
    """Whoever has tapped is told that nobody knows, and to come back."""
    return answer.status == 503 and int(answer.header("Retry-After")) > 0


def is_sound(database):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_tap_is_not_answered_when_another_file_has_taken_the_name(start, fivebar, visitor):
    counter = visitor.create("Kept")
    visitor.tap(counter)
    copy, aside = fivebar.data / "copy.sqlite", fivebar.data / "aside.sqlite"
    assert fivebar.command("backup", copy).returncode == 0
    visitor.tap(counter)
    os.link(fivebar.database, aside)
    os.replace(copy, fivebar.database)

    operation = str(uuid.uuid4())
    assert refused(visitor.tap(counter, operation))
    # As systemd takes it: what ends so is started again.
    assert fivebar.child.wait(30) == 1
    [told] = [line for line in fivebar.log.splitlines() if "is another file than the one" in line]
    assert str(fivebar.database) in told and "fivebar restore FILE" in told
    # The new file is not read with what belongs to the old one, which is whole.
    assert not (fivebar.data / "fivebar.sqlite-wal").exists()
    assert is_sound(aside)

    start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    assert visitor.count(counter) == 1
    assert visitor.tap(counter, operation).status == 200
    assert visitor.count(counter) == 2
    assert is_sound(fivebar.database)


def test_a_file_that_is_named_by_a_link_is_replaced_without_the_changes_of_the_one_before(start):
    data = folder("data", APP)
    real = folder("real", APP) / "fivebar.sqlite"
    (data / "fivebar.sqlite").symlink_to(real)
    fivebar = start(Fivebar, data=data)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    counter = visitor.create("Kept")
    copy, aside = real.with_name("copy.sqlite"), real.with_name("aside.sqlite")
    assert run_command(fivebar.home, "backup", copy, FIVEBAR_DATABASE=fivebar.database).returncode == 0
    # As long as somebody reads, what is written stays beside the file.
    with sqlite3.connect(f"file:{real}?mode=ro", uri=True, isolation_level=None) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count FROM counter").fetchall()
        for _ in range(4):
            visitor.tap(counter)
        os.link(real, aside)
        os.replace(copy, real)
        assert refused(visitor.tap(counter))
        assert fivebar.child.wait(30) == 1
    reader.close()
    assert not real.with_name("fivebar.sqlite-wal").exists()
    start(Fivebar, data=data, run=fivebar.address.parent)
    assert visitor.count(counter) == 0
    assert is_sound(real)


def test_nothing_is_taken_while_the_file_is_away_and_nothing_lost_when_it_comes_back(start, fivebar, visitor):
    counter = visitor.create("Kept")
    visitor.tap(counter)
    away = fivebar.data / "away.sqlite"
    os.rename(fivebar.database, away)
    operation = str(uuid.uuid4())
    assert refused(visitor.tap(counter, operation)) and refused(visitor.tap(counter, operation))
    # An empty one is not made in its place.
    assert not fivebar.database.exists() and not fivebar.has_ended
    told = "was moved or removed while Fivebar has it open"
    until(lambda: told in fivebar.log, "the log says so")
    assert is_sound(away)

    os.rename(away, fivebar.database)
    assert refused(visitor.tap(counter, operation))
    assert fivebar.child.wait(30) == 1
    assert fivebar.log.count(told) == 1
    start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    assert visitor.count(counter) == 1
    assert visitor.tap(counter, operation).status == 200
    assert visitor.count(counter) == 2


@pytest.mark.parametrize("way", ["unix", "http"])
def test_the_health_finds_it_where_nobody_counts(start, way):
    fivebar = start(Fivebar, way)
    os.rename(fivebar.database, fivebar.data / "away.sqlite")
    until(lambda: not fivebar.answers(), "the health says that it is away")
    (fivebar.data / "away.sqlite").rename(fivebar.database)
    until(lambda: fivebar.answers() or fivebar.has_ended, "it ends, to start again")
    assert fivebar.child.wait(30) == 1
