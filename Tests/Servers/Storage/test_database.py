"""A database that is read-only, locked, or of another version: a clear response, and nothing lost."""

import contextlib
import os
import sqlite3
import threading
import time
import uuid

import pytest
from problem_pages import is_a_clear_page
from processes import Fivebar, refused, run_command
from stage import APP, IS_ROOT, folder, until
from uploads import confirm, history, upload
from visitor import Visitor, at_once
from webservers import Nginx, apache_starting


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


@pytest.fixture
def visitor(start, fivebar):
    return Visitor(start(Nginx, fivebar.address).site)


class Lock:
    """Another process, seen from SQLite, that has begun to write and does not end."""

    def __init__(self, database):
        self.connection = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        self.connection.execute("BEGIN IMMEDIATE")

    def release(self):
        self.connection.execute("ROLLBACK")
        self.connection.close()


def test_a_short_lock_delays_a_tap_and_no_more(fivebar, visitor):
    counter = visitor.create()
    lock = Lock(fivebar.database)
    timer = threading.Timer(0.5, lock.release)
    timer.start()
    assert visitor.tap(counter).status == 200
    timer.join()
    assert visitor.count(counter) == 1


def test_a_long_lock_asks_to_come_back_and_pages_go_on(fivebar, visitor):
    counter, operation = visitor.create(), str(uuid.uuid4())
    lock = Lock(fivebar.database)
    answer = visitor.post(f"/counters/{counter}/marks", {"operation": operation})
    assert is_a_clear_page(answer, 503)
    assert int(answer.header("Retry-After")) > 0
    assert visitor.count(counter) == 0
    lock.release()
    assert visitor.tap(counter, operation).status == 200
    assert visitor.count(counter) == 1


def test_a_long_lock_is_waited_for_once_by_all(fivebar, visitor):
    counters = [visitor.create() for _ in range(12)]
    lock = Lock(fivebar.database)
    begun = time.monotonic()
    at_once(12, lambda index: is_a_clear_page(visitor.post(f"/counters/{counters[index]}/marks"), 503))
    # A wait takes 5 s. It may have begun with one tap alone, and the others come while it lasts.
    assert time.monotonic() - begun < 11
    lock.release()
    assert visitor.tap(counters[0]).status == 200
    assert [visitor.count(counter) for counter in counters] == [1] + 11 * [0]


def test_a_lock_delays_a_cgi_program_and_no_more(start, home):
    server = start(apache_cgi)
    visitor = Visitor(server.site)
    counter = visitor.create()
    lock = Lock(server.data / "fivebar.sqlite")
    timer = threading.Timer(0.5, lock.release)
    timer.start()
    assert visitor.tap(counter).status == 200
    timer.join()
    assert visitor.count(counter) == 1


def apache_cgi(home, **options):
    return apache_starting(home, "cgi", **options)


def make_newer(database):
    """As a Fivebar of the future would leave it: with a migration that this one does not know."""
    with sqlite3.connect(database) as connection:
        tables = {name for name, in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "grdb_migrations" in tables:
            connection.execute("INSERT INTO grdb_migrations VALUES ('999 of the future')")
        connection.execute("PRAGMA user_version = 999")
    connection.close()


def test_a_database_of_a_newer_version_is_refused_in_plain_words(start, home, fivebar, visitor):
    visitor.create("From tomorrow")
    assert fivebar.stop() == 0
    make_newer(fivebar.database)
    for way in ("unix", "http"):
        late = start(Fivebar, way, data=fivebar.data, ready=False)
        assert late.child.wait(30) != 0
        assert "newer" in late.log.lower()
        assert "Fatal error" not in late.log
    for command in ("migrate", "check", "tidy"):
        done = run_command(home, command, FIVEBAR_DATABASE=fivebar.database)
        assert done.returncode != 0 and "newer" in (done.stdout + done.stderr).lower(), command
    with sqlite3.connect(f"file:{fivebar.database}?mode=ro", uri=True) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_migration_waits_for_the_older_version_and_says_how_far_it_is(start, home, fivebar, visitor):
    visitor.create("From yesterday")
    assert fivebar.stop() == 0
    with sqlite3.connect(fivebar.database) as connection:
        connection.execute("DELETE FROM grdb_migrations WHERE identifier LIKE '17 %'")
        connection.execute("DROP INDEX goalInList")
    connection.close()
    # A process of the version before would go on writing in its own way.
    with contextlib.closing(sqlite3.connect(fivebar.database)) as in_use:
        in_use.execute("BEGIN")
        in_use.execute("SELECT COUNT(*) FROM counter").fetchone()
        told = run_command(home, "migrate", FIVEBAR_DATABASE=fivebar.database)
        assert told.returncode != 0 and "is in use" in told.stderr and "Stop what serves it" in told.stderr
        # systemd tries again, until it has ended.
        refused(start(Fivebar, data=fivebar.data, ready=False), "is in use", "End that process", code=1)
    done = run_command(home, "migrate", FIVEBAR_DATABASE=fivebar.database)
    assert done.returncode == 0 and done.stdout.strip().endswith("is ready.")
    assert done.stderr.splitlines() == ["Migration 17 listed goals …"]


def test_a_database_of_a_newer_version_gives_a_cgi_page(start):
    server = start(apache_cgi)
    visitor = Visitor(server.site)
    visitor.create()
    make_newer(server.data / "fivebar.sqlite")
    assert is_a_clear_page(visitor.get("/"), 503)
    assert is_a_clear_page(visitor.post("/counters", {"title": "x"}), 503)


@pytest.mark.parametrize("content", [b"", b"no database at all" * 1000, b"SQLite format 3\0" + bytes(5000)],
                         ids=["an empty file", "another file", "a broken file"])
def test_a_file_that_is_no_database_is_made_one_only_when_empty(start, content):
    data = folder("data", APP)
    database = data / "fivebar.sqlite"
    database.write_bytes(content)
    database.chmod(0o666)
    if not content:
        assert start(Fivebar, data=data).answers()
        return
    fivebar = start(Fivebar, data=data, ready=False)
    assert fivebar.child.wait(30) != 0
    assert "Fatal error" not in fivebar.log and str(database) in fivebar.log
    assert database.read_bytes() == content


def set_writable(data, writable):
    for path in [data, *data.iterdir()]:
        mode = path.stat().st_mode & 0o777
        path.chmod(mode | 0o200 if writable else mode & ~0o222)


def test_a_read_only_database_is_told_and_loses_nothing(start, fivebar, visitor):
    counter = visitor.create("Kept")
    visitor.tap(counter)
    assert fivebar.stop() == 0
    set_writable(fivebar.data, False)
    late = start(Fivebar, data=fivebar.data, run=fivebar.address.parent, ready=False)
    try:
        late.wait_until(late.answers, "it serves what can be read")
        assert is_a_clear_page(visitor.post(f"/counters/{counter}/marks"), 503, 507)
        late.stop()
    except AssertionError:
        # Or it refuses to start, and says which file it cannot write.
        assert late.child.returncode not in (0, None), late.log
        assert str(late.database) in late.log or str(late.data) in late.log
        assert "Fatal error" not in late.log
    set_writable(fivebar.data, True)
    start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    assert visitor.count(counter) == 1
    assert visitor.tap(counter).status == 200


def test_a_read_only_database_gives_a_cgi_page(start):
    server = start(apache_cgi)
    visitor = Visitor(server.site)
    counter = visitor.create()
    set_writable(server.data, False)
    assert is_a_clear_page(visitor.post(f"/counters/{counter}/marks"), 503, 507)
    set_writable(server.data, True)
    assert visitor.tap(counter).status == 200
    assert visitor.count(counter) == 1


def test_a_folder_that_is_not_there_or_not_ours_is_named(start, home):
    locked = folder("locked")
    locked.chmod(0o500)
    if IS_ROOT:
        done = run_command(home, "migrate", FIVEBAR_DATABASE=locked / "fivebar.sqlite")
        assert done.returncode != 0 and str(locked) in done.stdout + done.stderr
    done = run_command(home, "migrate", FIVEBAR_DATABASE="/proc/nothing/fivebar.sqlite")
    assert done.returncode != 0 and "/proc/nothing" in done.stdout + done.stderr


def test_a_home_without_templates_is_named(start, home):
    elsewhere = folder("elsewhere", APP)
    fivebar = start(Fivebar, ready=False, FIVEBAR_HOME=elsewhere)
    assert fivebar.child.wait(30) != 0
    assert str(elsewhere) in fivebar.log and "Fatal error" not in fivebar.log


def test_a_backup_made_while_people_tap_is_whole(fivebar, visitor):
    counter = visitor.create("Kept")
    for _ in range(5):
        visitor.tap(counter)
    copy = fivebar.data / "copy.sqlite"
    done = fivebar.command("backup", copy)
    assert done.returncode == 0, done.stdout + done.stderr
    with sqlite3.connect(f"file:{copy}?mode=ro", uri=True) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    checked = fivebar.command("check", FIVEBAR_DATABASE=copy)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert fivebar.command("tidy").returncode == 0
    assert visitor.count(counter) == 5


def test_check_finds_a_count_that_is_not_the_sum_of_its_entries(fivebar, visitor):
    counter = visitor.create("Tampered with")
    visitor.tap(counter)
    with sqlite3.connect(fivebar.database) as connection:
        connection.execute("UPDATE counter SET count = 41 WHERE id = ?", (counter,))
    connection.close()
    checked = fivebar.command("check")
    assert checked.returncode != 0
    assert str(counter) in checked.stdout + checked.stderr


def test_accounts_of_one_address_are_limited_and_the_limit_explained(start):
    fivebar = start(Fivebar, FIVEBAR_ACCOUNTS_PER_ADDRESS=2)
    site = start(Nginx, fivebar.address).site
    first = Visitor(site)
    first.create()
    Visitor(site).create()
    answer = Visitor(site).post("/counters", {"title": "One too many"})
    assert is_a_clear_page(answer, 403, 429, 503)
    assert "One too many" in answer.text, "what was typed is kept"
    first.create("Those who have one go on")


def test_wrong_settings_are_named(start):
    for name, value in (("FIVEBAR_EVENTS", "sometimes"), ("FIVEBAR_ACCOUNTS_PER_ADDRESS", "many"),
                        ("FIVEBAR_FEEDBACK_PER_ADDRESS", "all"), ("FIVEBAR_UPLOADS_PER_ADDRESS", "-1"), ("FIVEBAR_CONCURRENT_REQUESTS", "-3"),
                        ("FIVEBAR_BASE_PATH", "count"), ("FIVEBAR_LOG_LEVEL", "loud"),
                        ("FIVEBAR_ZONE", "Mars/Olympus")):
        fivebar = start(Fivebar, ready=False, **{name: value})
        assert fivebar.child.wait(30) != 0, name
        assert name in fivebar.log and "Fatal error" not in fivebar.log


def test_a_database_that_is_cut_short_while_it_is_served_is_told_and_not_well(start):
    fivebar = start(Fivebar, FIVEBAR_UPLOADS_PER_ADDRESS=0)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    assert confirm(visitor, upload(visitor, history(20_000)).location).status == 303
    assert fivebar.stop() == 0
    again = start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    os.truncate(again.database, again.database.stat().st_size // 4)
    counter = visitor.cards()[0].id
    until(lambda: visitor.tap(counter, str(uuid.uuid4())).status == 503, "a tap meets the damage")
    until(lambda: visitor.get("/health").status == 503, "the monitor is told")
    assert "damaged" in visitor.get("/health").text
    assert f"{again.database} is damaged" in again.log and "restore FILE" in again.log
