"""A machine that has little, or is odd: Fivebar works with what there is, or says in a sentence what is missing."""

import os
import sqlite3
import subprocess
import uuid
from pathlib import Path

import pytest
from disks import SmallDisk
from processes import Fivebar, Process, refused, run_command
from stage import APP, IS_ROOT, WEB, bare_environment, folder, until
from uploads import history, upload
from visitor import Visitor, at_once
from webservers import Nginx

needs_root = pytest.mark.skipif(not IS_ROOT, reason="only root may mount")

# A clock that the machine has before it has asked anybody for the time.
CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int clock_gettime(clockid_t clock, struct timespec *now) {
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    if (clock == CLOCK_REALTIME && result == 0) now->tv_sec %= 1000;
    return result;
}
"""

# Takes the last migration back, and leaves it much to do.
OLDER = """
    DROP INDEX goalInList;
    DROP INDEX goalRemoved;
    DROP INDEX operationToForgetByCounter;
    DROP INDEX operationToForgetByGoal;
    DROP INDEX signInCodeToExpire;
    ALTER TABLE goal ADD COLUMN isRemoved INTEGER NOT NULL DEFAULT 0 CHECK (isRemoved IN (0, 1));
    ALTER TABLE goal DROP COLUMN removedAt;
    DELETE FROM grdb_migrations WHERE identifier IN ('16 tidying', '17 listed goals');
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10000)
    INSERT INTO goal (book, number, origin, name, color, firstDay, lastDay, rank, revision, createdAt)
        SELECT 1, n, randomblob(16), 'Walk', 0, 0, 1, n, 1, 0 FROM number;
    UPDATE book SET lastGoal = 10000;
"""


def counts(visitor):
    counter = visitor.create("Kept")
    return visitor.tap(counter).status == 200 and visitor.count(counter) == 1


def test_a_socket_with_a_path_of_200_letters_is_refused_with_how_many_it_may_have(start):
    path = f"{folder('run', APP)}/{'a' * 200}.sock"
    refused(start(Fivebar, arguments=["--listen", f"unix:{path}"], ready=False), "1 to 107 bytes", path)


@needs_root
def test_a_group_that_is_not_there_is_named(start):
    """As www-data is not, on machines that are not Debian's."""
    fivebar = start(Fivebar, arguments=["--group", "nobody-has-it"], ready=False)
    refused(fivebar, "there is no group nobody-has-it")
    assert not fivebar.address.exists() and list(fivebar.data.iterdir()) == []


@needs_root
def test_it_serves_where_there_is_no_ipv4(start, home):
    script = 'ip link set lo up && ip address del 127.0.0.1/8 dev lo && exec setpriv "$@"'
    process = start(Process, "fivebar", [
        "unshare", "--net", "sh", "-ec", script, "sh", f"--reuid={APP.uid}", f"--regid={APP.gid}", "--clear-groups",
        home.binary, "http", "--host", "::1", "--port", "8080"],
        env=bare_environment(FIVEBAR_DATABASE=folder("data", APP) / "fivebar.sqlite"))

    def asked():
        return subprocess.run(["nsenter", f"--net=/proc/{process.pid}/ns/net", "curl", "--silent", "--globoff",
                               "http://[::1]:8080/health"], capture_output=True, text=True, timeout=60).stdout
    process.wait_until(lambda: asked().startswith("ok\n"), "it answers")


def test_with_64_files_whoever_comes_too_many_is_asked_to_come_back(start):
    fivebar = start(Fivebar, wrapper=["prlimit", "--nofile=64:64"])
    site = start(Nginx, fivebar.address).site
    people = [Visitor(site) for _ in range(60)]
    counters = [person.create("Kept") for person in people]

    def taken(person, counter, operation):
        answer = person.tap(counter, operation)
        assert answer.status == 200 or answer.status == 503 and int(answer.header("Retry-After")) > 0, answer
        return answer.status == 200

    def one(index):
        operation = str(uuid.uuid4())
        until(lambda: taken(people[index], counters[index], operation), "the tap is taken", 60)
    at_once(60, one)
    assert [person.count(counter) for person, counter in zip(people, counters)] == 60 * [1]
    assert fivebar.descriptors <= 64
    assert "the limit of open files is too low" in fivebar.log
    assert "systemctl edit fivebar.service, and there, below [Service], LimitNOFILE=4682" in fivebar.log


@pytest.mark.parametrize("megabytes", [56, 64])
def test_with_little_memory_it_serves_or_says_so_and_ends_when_it_is_asked_to(start, megabytes):
    fivebar = start(Fivebar, wrapper=["prlimit", f"--data={megabytes << 20}"], ready=False)
    until(lambda: fivebar.has_ended or fivebar.answers(), "it answers, or has ended")
    if fivebar.has_ended:
        assert "there is no memory for a thread" in fivebar.log
    else:
        assert counts(Visitor(start(Nginx, fivebar.address).site))
        assert fivebar.stop() == 0, fivebar.log


@pytest.fixture
def group():
    """Whose processes may have 64 MB together, as systemd's MemoryMax has it."""
    old = Path("/sys/fs/cgroup/memory/cgroup.procs").exists()
    group = Path("/sys/fs/cgroup/memory" if old else "/sys/fs/cgroup") / f"fivebar-{uuid.uuid4()}"
    try:
        group.mkdir()
        (group / ("memory.limit_in_bytes" if old else "memory.max")).write_text(str(64 << 20))
    except OSError:
        pytest.skip("only root limits memory, and not everywhere")
    yield group
    # Once nobody is in it any more.
    until(lambda: not (group / "cgroup.procs").read_text(), "all have ended")
    group.rmdir()


def test_where_a_large_file_would_end_it_it_is_refused_and_everybody_goes_on(start, group):
    script = 'echo $$ >"$1/cgroup.procs" && shift && exec setpriv "$@"'
    fivebar = start(Fivebar, FIVEBAR_UPLOADS_PER_ADDRESS=0, user=None, wrapper=[
        "sh", "-ec", script, "sh", group, f"--reuid={APP.uid}", f"--regid={APP.gid}", f"--groups={WEB.gid}"])
    site = start(Nginx, fivebar.address).site
    content = history(70_000)[:9_400_000]
    answers = []
    at_once(10, lambda _: answers.append(upload(Visitor(site), content)))
    assert {answer.status for answer in answers} <= {422, 503} and any(answer.status == 422 for answer in answers), answers
    assert all("larger than 1\N{NO-BREAK SPACE}MB" in answer.text for answer in answers if answer.status == 422)
    visitor = Visitor(site)
    assert upload(visitor, history(6_000)).status == 303
    assert counts(visitor) and fivebar.stop() == 0
    assert "Fivebar may take 64 MB of memory" in fivebar.log and "MemoryMax=200M" in fivebar.log


def test_a_clock_in_1970_loses_nothing_and_is_told(start):
    place = folder("clock")
    (place / "clock.c").write_text(CLOCK)
    subprocess.run(["clang", "-shared", "-fPIC", "-o", place / "clock.so", place / "clock.c", "-ldl"], check=True, timeout=60)
    fivebar = start(Fivebar)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    counter = visitor.create("Kept")
    assert visitor.tap(counter).status == 200
    assert fivebar.stop() == 0

    early = start(Fivebar, data=fivebar.data, run=fivebar.address.parent, LD_PRELOAD=place / "clock.so")
    assert visitor.count(counter) == 1
    assert visitor.tap(counter).status in (200, 422, 503)
    assert "The clock says 1970-" in early.command("check").stdout
    count = visitor.count(counter)
    assert early.stop() == 0
    start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    assert visitor.count(counter) == count
    assert visitor.tap(counter).status == 200
    assert fivebar.command("check").returncode == 0


@needs_root
def test_a_read_only_root_is_enough(start, home):
    data, run = folder("data", APP), folder("run", APP)
    script = """
        mount --make-rprivate / && for place in "$1" "$2"; do mount --bind "$place" "$place"; done
        mount -o remount,bind,ro / && shift 2 && exec setpriv "$@"
    """
    path = run / "fivebar.sock"
    process = start(Process, "fivebar", [
        "unshare", "--mount", "sh", "-ec", script, "sh", data, run, f"--reuid={APP.uid}", f"--regid={APP.gid}",
        "--clear-groups", home.binary, "serve", "--listen", f"unix:{path}", "--mode", "666"],
        env=bare_environment(FIVEBAR_DATABASE=data / "fivebar.sqlite"))
    process.wait_until(path.exists, "it listens")
    visitor = Visitor(start(Nginx, path).site)
    until(lambda: visitor.get("/health").status == 200, "it answers")
    assert counts(visitor)


@needs_root
def test_a_disk_that_fills_in_the_middle_of_a_migration_leaves_the_database_of_before(start, home):
    disk = SmallDisk(megabytes=6)
    try:
        fivebar = start(Fivebar, data=disk.data)
        visitor = Visitor(start(Nginx, fivebar.address).site)
        counter = visitor.create("Kept")
        assert visitor.tap(counter).status == 200
        assert fivebar.stop() == 0
        # As a version before has left it.
        with sqlite3.connect(fivebar.database) as connection:
            connection.executescript(OLDER)
        connection.close()
        disk.fill(fivebar)
        # It begins, and comes to no end.
        os.truncate(disk.filler, disk.filler.stat().st_size - (200 << 10))
        late = start(Fivebar, data=disk.data, run=fivebar.address.parent, ready=False)
        refused(late, f"The disk of {fivebar.database} is full", code=1)
        disk.make_room(fivebar)
        with sqlite3.connect(f"file:{fivebar.database}?mode=ro", uri=True) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
        start(Fivebar, data=disk.data, run=fivebar.address.parent)
        assert visitor.count(counter) == 1
        checked = run_command(home, "check", FIVEBAR_DATABASE=fivebar.database)
        assert "ok       sums" in checked.stdout and "ok       integrity" in checked.stdout, checked.stdout
    finally:
        disk.remove()
