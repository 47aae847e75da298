"""A full disk: a 5xx that says so, nothing lost that was answered, and normal operation once there is room again."""

import os
import subprocess
import uuid

import pytest
from processes import Fivebar
from stage import APP, IS_ROOT, folder, until
from test_database import says_what_to_do
from visitor import Visitor, at_once
from webservers import Nginx


class SmallDisk:
    """A file system of a few megabytes, which only root can make."""

    def __init__(self, megabytes=3):
        self.data = folder("disk")
        options = f"size={megabytes}m,uid={APP.uid},gid={APP.gid},mode=755"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.data], check=True)
        self.filler = self.data / "filler"
        self.options = {}

    def fill(self, fivebar):
        with open(self.filler, "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass

    def make_room(self, fivebar):
        self.filler.unlink()

    def remove(self):
        subprocess.run(["umount", "--lazy", self.data], check=True)


class SmallFiles:
    """Where there is no root: the process may not make its files larger than they are."""

    def __init__(self):
        self.data = folder("data", APP)
        # Python ignores SIGXFSZ, and so does what it starts; writing then fails instead of ending the process.
        self.options = {"restore_signals": False}

    def limit(self, fivebar, most):
        # By its own user: root may not do so everywhere.
        subprocess.run(["prlimit", "--pid", str(fivebar.pid), f"--fsize={most}:"], check=True, **APP.popen)

    def fill(self, fivebar):
        self.limit(fivebar, min(4096, max(path.stat().st_size for path in self.data.iterdir())))

    def make_room(self, fivebar):
        self.limit(fivebar, "unlimited")

    def remove(self):
        pass


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
    assert says_what_to_do(answer, 503, 507)
    # Reading goes on, and what is shown is true.
    assert visitor.count(counter) == answered
    # So it is for many at once, whose taps are committed together.
    at_once(8, lambda _: says_what_to_do(visitor.post(f"/counters/{counter}/marks"), 503, 507))
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
