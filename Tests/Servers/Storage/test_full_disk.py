"""A full disk: a 5xx that says so, nothing lost that was answered, and normal operation once there is room again."""

import os
import uuid

import pytest
from disks import SmallDisk, SmallFiles
from problem_pages import is_a_clear_page
from processes import Fivebar, refused
from stage import IS_ROOT, until
from visitor import Visitor, at_once
from webservers import Nginx


@pytest.fixture
def disk():
    disk = SmallDisk() if IS_ROOT else SmallFiles()
    yield disk
    disk.remove()


def test_a_full_disk_is_told_loses_nothing_and_is_survived(start, disk):
    fivebar = start(Fivebar, data=disk.data, options=disk.options)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    counter = visitor.create("Kept")
    answered = 0
    for _ in range(5):
        answered += visitor.tap(counter).status == 200

    disk.fill(fivebar)
    refused = None
    while refused is None:
        operation = str(uuid.uuid4())
        answer = visitor.post(f"/counters/{counter}/marks", {"operation": operation})
        if answer.status == 303:
            answered += 1
        else:
            refused = operation
    assert is_a_clear_page(answer, 503, 507)
    # Reading goes on, and what is shown is true.
    assert visitor.count(counter) == answered
    # So it is for many at once, whose taps are committed together.
    at_once(8, lambda _: is_a_clear_page(visitor.post(f"/counters/{counter}/marks"), 503, 507))
    assert visitor.count(counter) == answered
    if IS_ROOT:
        # Where files are small the disk is not full.
        until(lambda: not_well(visitor), "the health says so")

    disk.make_room(fivebar)
    assert visitor.tap(counter, refused).status == 200
    assert visitor.count(counter) == answered + 1
    until(lambda: visitor.get("/health").status == 200, "the health is good again")
    checked = fivebar.command("check")
    assert checked.returncode == 0, checked.stdout + checked.stderr

    fivebar.kill()
    start(Fivebar, data=disk.data, run=fivebar.address.parent)
    assert visitor.count(counter) == answered + 1


@pytest.mark.skipif(not IS_ROOT, reason="a full disk of its own needs root")
def test_a_start_on_a_full_disk_says_that_it_is_full(start, disk):
    fivebar = start(Fivebar, data=disk.data, options=disk.options)
    Visitor(start(Nginx, fivebar.address).site).create("Kept")
    assert fivebar.stop() == 0
    disk.fill(fivebar)
    refused(start(Fivebar, data=disk.data, ready=False, options=disk.options), f"The disk of {fivebar.database} is full.", code=1)
    checked = fivebar.command("check")
    assert checked.returncode == 1
    assert f"database: The disk of {fivebar.database} is full.\n         Make room" in checked.stdout, checked.stdout
    disk.make_room(fivebar)
    start(Fivebar, data=disk.data)


@pytest.mark.skipif(not IS_ROOT, reason="a full disk of its own needs root")
def test_a_command_that_a_full_disk_stops_names_it_and_what_to_do(start, disk):
    fivebar = start(Fivebar, data=disk.data, options=disk.options)
    Visitor(start(Nginx, fivebar.address).site).create("Kept")
    assert fivebar.stop() == 0
    disk.fill(fivebar)
    for left in (0, 65_536):
        # What SQLite needs to open it, and no more.
        os.truncate(disk.filler, os.path.getsize(disk.filler) - left)
        for command in (["create"], ["delete", "1", "--yes"]):
            done = fivebar.command("account", *command)
            assert done.returncode != 0 and done.stdout == "", done
            assert f"The disk of {fivebar.database} is full. Make room" in done.stderr, done.stderr
    disk.make_room(fivebar)
    assert fivebar.command("account", "delete", "1", "--yes").returncode == 0


def not_well(visitor):
    answer = visitor.get("/health")
    return answer.status == 503 and answer.text.startswith("not well: ") and "\nFivebar " in answer.text


def test_a_backup_onto_a_full_disk_fails_and_leaves_no_half_copy(start, disk):
    if not IS_ROOT:
        pytest.skip("a full disk of its own needs root")
    fivebar = start(Fivebar)
    disk.fill(fivebar)
    copy = disk.data / "copy.sqlite"
    done = fivebar.command("backup", copy)
    assert done.returncode != 0
    assert "Fatal error" not in done.stderr
    assert not os.path.exists(copy)


def test_a_disk_that_fails_is_no_fault_of_the_program(start):
    """Not full, but failing: SQLite calls it an I/O error, whatever it is that the system says."""
    small = SmallFiles()
    fivebar = start(Fivebar, data=small.data, options=small.options)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    counter = visitor.create("Kept")
    operation = str(uuid.uuid4())
    small.fill(fivebar)
    for accept in ("text/html", "application/json"):
        answer = visitor.post(f"/counters/{counter}/marks", {"operation": operation}, accept=accept)
        assert answer.status == 503 and int(answer.header("Retry-After")) > 0, answer
    assert visitor.count(counter) == 0
    small.make_room(fivebar)
    assert visitor.tap(counter, operation).status == 200
    assert visitor.count(counter) == 1
