"""The server under test: where it is, and what a test may do to it from behind."""

import contextlib
import sqlite3


class Server:
    def __init__(self, address, database=None):
        self.address = address
        self.database = database

    def path(self, path):
        return self.address + path

    def has_seen_the_tutorial(self, context):
        """Lets a browser go straight to the counters, as it does for whoever has been here before."""
        context.add_cookies([{"name": "fivebar-tutorial", "value": "done", "url": self.address}])

    def set_count(self, counter, count):
        """Puts a counter to a count no test could tap its way to, the way an entry of the kind "set" would."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=10)) as database, database:
            account, before, entries = database.execute(
                "SELECT account, count, entries FROM counter WHERE id = ?", [counter]
            ).fetchone()
            (revision,) = database.execute(
                "UPDATE account SET revision = revision + 1 WHERE id = ? RETURNING revision", [account]
            ).fetchone()
            database.execute(
                "UPDATE counter SET count = ?, entries = ?, revision = ? WHERE id = ?",
                [count, entries + 1, revision, counter],
            )
            database.execute(
                "INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)"
                " VALUES (?, ?, 'set', ?, ?, 0, 0, randomblob(16))",
                [counter, entries + 1, count - before, count],
            )
