"""What is written in parts, and what happens meanwhile."""

import http.client
import sqlite3
import threading
import uuid
from contextlib import closing, suppress


class Meanwhile:
    """Asks for something that takes a while, while the test does something else."""

    def __init__(self, ask):
        self.ask, self.answer = ask, None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        # Nobody answers after a kill.
        with suppress(OSError, http.client.HTTPException):
            self.answer = self.ask()

    @property
    def is_over(self):
        return not self.thread.is_alive()

    def end(self):
        self.thread.join()
        return self.answer


class Rows:
    """What the database holds, seen from outside."""

    def __init__(self, fivebar):
        self.path = fivebar.database

    def number(self, of):
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as database:
            return database.execute(f"SELECT {of}").fetchone()[0]

    @property
    def hidden(self):
        """The entries that are written and not shown."""
        return self.number("COALESCE(SUM(entries), 0) FROM counter WHERE deletedAt = 0")

    @property
    def shown(self):
        return self.number("COALESCE(SUM(entries), 0) FROM counter WHERE deletedAt IS NULL")

    @property
    def all(self):
        return {table: self.number(f"COUNT(*) FROM {table}") for table in ("counter", "entry", "hour", "note")}


def is_sound(fivebar):
    checked = fivebar.command("check")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    return True


def tidy(fivebar):
    done = fivebar.command("tidy")
    assert done.returncode == 0, done.stdout + done.stderr


class Tapping:
    """Somebody who taps as fast as answers come, until it is enough."""

    def __init__(self, visitor, counter, is_staging):
        self.visitor, self.counter, self.is_staging = visitor, counter, is_staging
        self.answered = self.meanwhile = 0
        self.problems, self.enough = [], threading.Event()
        self.thread = threading.Thread(target=self.tap, daemon=True)
        self.thread.start()

    def tap(self):
        while not self.enough.is_set():
            was_staging = self.is_staging()
            answer = self.visitor.tap(self.counter, str(uuid.uuid4()))
            if answer.status != 200:
                self.problems.append(answer)
                return
            self.answered += 1
            self.meanwhile += was_staging and self.is_staging()

    def end(self):
        self.enough.set()
        self.thread.join()
        assert not self.problems, self.problems
        return self.answered
