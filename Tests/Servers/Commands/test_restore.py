"""Going back to a copy with `fivebar restore`, as deploy/README.md says: nothing is damaged, whoever still runs."""

import fcntl
import os
import shutil
import sqlite3
import stat
import subprocess

import fastcgi
import pytest
from disks import SmallDisk
from processes import Fivebar, Process, listening, run_command
from stage import APP, IS_ROOT, WEB, bare_environment, folder, until
from visitor import Visitor
from webservers import Nginx


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


@pytest.fixture
def visitor(start, fivebar):
    return Visitor(start(Nginx, fivebar.address).site)


@pytest.fixture
def copied(fivebar, visitor):
    """A copy of one counter with one mark, after which it got another; and the counter."""
    counter = visitor.create("Kept")
    visitor.tap(counter)
    copy = fivebar.data / "copy.sqlite"
    done = fivebar.command("backup", copy)
    assert done.returncode == 0, done.stderr
    visitor.tap(counter)
    return copy, counter


def whole(database):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_database_that_is_served_is_not_replaced(fivebar, visitor, copied):
    copy, counter = copied
    done = fivebar.command("restore", copy)
    assert done.returncode != 0
    # There are no units here.
    assert "the web server that starts Fivebar" in done.stderr and "systemctl" not in done.stderr
    visitor.tap(counter)
    assert visitor.count(counter) == 3
    assert fivebar.command("check").returncode == 0


def test_whoever_looks_at_a_copy_leaves_it_whole_and_alone(fivebar, copied):
    copy, _ = copied
    commands = (["check"], ["stats"], ["repair"], ["tidy"], ["feedback", "list"], ["account", "list"], ["account", "show", "1"],
                ["account", "limit", "1"], ["account", "invitations"])
    for command in commands:
        done = fivebar.command(*command, "--database", copy)
        assert done.returncode == 0, (command, done.stderr)
        assert sorted(path.name for path in copy.parent.glob("copy.sqlite-*")) == [], command
    assert fivebar.stop() == 0
    # What a command writes is in the file, too, which may be copied by itself.
    link = fivebar.command("account", "recover", "1")
    assert link.returncode == 0, link.stderr
    assert not fivebar.database.with_name(fivebar.database.name + "-wal").exists()
    done = fivebar.command("restore", copy)
    assert done.returncode == 0, done.stderr


def test_the_copy_is_served_after_it_and_the_one_before_is_kept(start, fivebar, visitor, copied):
    copy, counter = copied
    assert fivebar.stop() == 0
    before = os.stat(fivebar.database)
    done = fivebar.command("restore", copy)
    assert done.returncode == 0, done.stderr
    kept, = fivebar.data.glob("fivebar.sqlite.before-*")
    assert str(kept) in done.stdout and str(fivebar.database) in done.stdout
    after = os.stat(fivebar.database)
    assert (after.st_uid, after.st_gid, after.st_mode) == (before.st_uid, before.st_gid, before.st_mode)
    assert whole(kept)
    start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    assert visitor.count(counter) == 1
    visitor.tap(counter)
    assert visitor.count(counter) == 2


def test_root_restores_what_only_root_may_read_and_leaves_nothing_of_its_own(start, fivebar, visitor, copied, home):
    if not IS_ROOT:
        pytest.skip("needs root")
    copy, counter = copied
    private = folder("private")
    private.chmod(0o700)
    mine = shutil.move(copy, private / "copy.sqlite")
    os.chown(mine, 0, 0)
    assert fivebar.stop() == 0
    done = subprocess.run([home.binary, "restore", "--database", fivebar.database, mine], capture_output=True,
                          text=True, timeout=60, env=bare_environment())
    assert done.returncode == 0, done.stderr
    assert {file.stat().st_uid for file in fivebar.data.iterdir()} == {APP.uid}
    start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    assert visitor.count(counter) == 1


@pytest.mark.skipif(not IS_ROOT, reason="a file of somebody else needs root")
@pytest.mark.parametrize("linked", ["the database", "its folder"])
@pytest.mark.parametrize("maker", [APP.uid, 0], ids=["the service", "root"])
def test_root_follows_no_link_of_the_service_to_somebody_elses_file(fivebar, copied, home, linked, maker):
    copy, _ = copied
    assert fivebar.stop() == 0
    theirs = folder("theirs", WEB)
    shutil.copy(fivebar.database, theirs / "fivebar.sqlite")
    os.chown(theirs / "fivebar.sqlite", WEB.uid, WEB.gid)
    before = sorted(os.listdir(theirs)), (theirs / "fivebar.sqlite").read_bytes()
    if linked == "the database":
        link = fivebar.database
        link.unlink()
        link.symlink_to(theirs / "fivebar.sqlite")
        database = link
    else:
        link = fivebar.data / "elsewhere"
        link.symlink_to(os.path.relpath(theirs, fivebar.data))
        database = link / "fivebar.sqlite"
    # Made by root or not: who owns the folder may have brought it there.
    os.chown(link, maker, maker, follow_symlinks=False)
    for command in (["restore", copy], ["repair"], ["tidy"]):
        done = subprocess.run([home.binary, *command, "--database", database], capture_output=True, text=True,
                              timeout=60, env=bare_environment())
        assert done.returncode != 0 and f"{link} is a link" in done.stderr, done.stderr
        assert WEB.name in done.stderr and "--database" in done.stderr
        assert (sorted(os.listdir(theirs)), (theirs / "fivebar.sqlite").read_bytes()) == before


@pytest.mark.skipif(not IS_ROOT, reason="a file of somebody else needs root")
def test_root_follows_links_that_root_or_the_service_made_to_the_services_file(fivebar, copied, home):
    assert fivebar.stop() == 0
    mine = folder("mine")
    (mine / "fivebar.sqlite").symlink_to(fivebar.database)
    own = fivebar.data / "own.sqlite"
    own.symlink_to("fivebar.sqlite")
    os.chown(own, APP.uid, APP.gid, follow_symlinks=False)
    (mine / "own.sqlite").symlink_to(own)
    for database in (mine / "fivebar.sqlite", own, mine / "own.sqlite"):
        done = subprocess.run([home.binary, "tidy", "--database", database], capture_output=True, text=True,
                              timeout=60, env=bare_environment())
        assert done.returncode == 0, done.stderr
    assert {file.lstat().st_uid for file in fivebar.data.iterdir()} == {APP.uid}


def test_a_damaged_database_that_is_still_served_is_not_replaced(fivebar, copied):
    copy, _ = copied
    # What is still in the WAL would mend it.
    with sqlite3.connect(fivebar.database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    with open(fivebar.database, "r+b") as file:
        file.write(b"no database any more")
    done = fivebar.command("restore", copy)
    assert done.returncode != 0 and "is in use" in done.stderr
    fivebar.kill()
    done = fivebar.command("restore", copy)
    assert done.returncode == 0, done.stderr
    assert whole(fivebar.database)
    kept, = fivebar.data.glob("fivebar.sqlite.before-*Z")
    assert kept.read_bytes().startswith(b"no database any more")


def test_after_a_clean_stop_a_copied_file_alone_is_whole(fivebar, visitor, copied, home):
    _, counter = copied
    assert fivebar.stop() == 0
    alone = folder("alone", APP) / "alone.sqlite"
    shutil.copy(fivebar.database, alone)
    with sqlite3.connect(alone) as connection:
        assert connection.execute("SELECT count FROM counter").fetchall() == [(2,)]
    connection.close()
    assert not list(fivebar.data.glob("fivebar.sqlite-*"))


def test_a_process_that_a_request_starts_meanwhile_serves_the_copy(start, fivebar, copied, home):
    """Where the socket was not stopped: systemd starts the service while the database is being replaced."""
    copy, counter = copied
    assert fivebar.stop() == 0
    # Whoever replaces the database holds this lock, and so does the test until the process waits for it.
    with open(f"{fivebar.database}.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        path = folder("run", APP) / "fivebar.sock"
        with listening(path) as listener:
            process = start(Process, "fivebar", [home.binary, "serve", "--listen", "inherited"], user=APP,
                            stdin=listener, cwd="/", env=bare_environment(FIVEBAR_DATABASE=fivebar.database))
        until(lambda: waits_for_a_lock(process.pid), "it waits for the lock")
        os.replace(copy, fivebar.database)
        fcntl.flock(lock, fcntl.LOCK_UN)
    assert fastcgi.ask(path, target="/health", timeout=30)[0] == 200
    with sqlite3.connect(fivebar.database) as connection:
        assert connection.execute("SELECT count FROM counter").fetchall() == [(1,)]
    connection.close()
    assert process.stop() == 0, process.log


def waits_for_a_lock(pid):
    with open("/proc/locks") as locks:
        return any("-> FLOCK" in line and f" {pid} " in line for line in locks)


def test_the_database_itself_and_nothing_are_no_copies(fivebar, copied):
    for _ in range(2):
        itself = fivebar.command("restore", fivebar.database)
        assert itself.returncode != 0 and f"{fivebar.database} is the database itself" in itself.stderr
        fivebar.stop()
    nothing = fivebar.command("restore", "")
    assert nothing.returncode == 64 and "Name the copy to go back to." in nothing.stderr
    assert not list(fivebar.data.glob("*before*"))


def test_a_copy_with_wrong_sums_is_not_called_sound_and_may_be_restored_again_at_once(fivebar, copied):
    copy, _ = copied
    assert fivebar.stop() == 0
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE counter SET count = 41")
    connection.close()
    for _ in range(3):
        done = fivebar.command("restore", copy)
        assert done.returncode == 0, done.stderr
        assert "is sound" not in done.stdout and "some of its sums are wrong: `fivebar repair`" in done.stdout
    assert len(list(fivebar.data.glob("fivebar.sqlite.before-*Z*"))) == 3


@pytest.mark.parametrize("content", [b"", b"no database at all" * 1000], ids=["an empty file", "another file"])
def test_what_is_no_copy_of_fivebars_is_refused(fivebar, copied, content):
    assert fivebar.stop() == 0
    wrong = fivebar.data / "wrong.sqlite"
    wrong.write_bytes(content)
    wrong.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
    done = fivebar.command("restore", wrong)
    assert done.returncode != 0 and "no database of Fivebar's" in done.stderr
    assert not list(fivebar.data.glob("*before*"))
    assert run_command(fivebar.home, "restore", "/nowhere/copy.sqlite").returncode != 0


def test_another_programs_database_is_not_replaced(fivebar, copied):
    copy, _ = copied
    other = folder("other", APP) / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE precious (name TEXT)")
    connection.close()
    os.chown(other, APP.uid, APP.gid)
    before = other.read_bytes()
    done = run_command(fivebar.home, "restore", "--database", other, copy)
    assert done.returncode != 0 and f"{other} is the database of another program" in done.stderr, done.stderr
    assert "Nothing was lost." in done.stderr and other.read_bytes() == before
    assert os.listdir(other.parent) == ["other.sqlite"]


@pytest.mark.skipif(not IS_ROOT, reason="a file of somebody else needs root")
def test_a_database_that_belongs_to_somebody_else_is_not_called_in_use(fivebar, copied, home):
    copy, _ = copied
    assert fivebar.stop() == 0
    os.chown(fivebar.database, 0, 0)
    fivebar.database.chmod(0o600)
    done = subprocess.run([home.binary, "restore", "--database", fivebar.database, copy], capture_output=True,
                          text=True, timeout=60, env=bare_environment())
    assert done.returncode != 0 and "in use" not in done.stderr
    assert f"{fivebar.database} belongs to root" in done.stderr and "chown" in done.stderr, done.stderr
    assert not list(fivebar.data.glob("*before*"))


@pytest.mark.skipif(not IS_ROOT, reason="a full disk of its own needs root")
def test_a_disk_without_room_for_a_second_copy_says_how_much_is_needed(start):
    disk = SmallDisk()
    try:
        fivebar = start(Fivebar, data=disk.data)
        copy = folder("copies", APP) / "copy.sqlite"
        assert fivebar.command("backup", copy).returncode == 0
        assert fivebar.stop() == 0
        disk.fill(fivebar)
        done = fivebar.command("restore", copy)
        assert done.returncode != 0 and "Nothing was lost. Make room for one more copy" in done.stderr, done.stderr
        assert not list(disk.data.glob("*restoring*")) and not list(disk.data.glob("*before*"))
    finally:
        disk.remove()
