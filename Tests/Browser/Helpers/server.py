"""The server under test: its URL, and what a test may do to it directly."""

import contextlib
import sqlite3
import subprocess


class Server:
    def __init__(self, address, database=None, program=None, environment=None):
        self.address = address
        self.database = database
        self.program = program
        self.environment = environment

    def path(self, path):
        return self.address + path

    def command(self, *arguments):
        """What a command prints for the operator of this server."""
        return subprocess.run(
            [self.program, *arguments], env=self.environment, check=True, capture_output=True, text=True, timeout=60
        ).stdout.strip()

    def has_seen_the_tutorial(self, context):
        """Lets a browser go straight to the counters, as it does for whoever has been here before."""
        context.add_cookies([{"name": "fivebar-tutorial", "value": "done", "url": self.address}])

    def number_books_apart(self):
        """Gives each person numbers of their own, so that a number names one counter, and a stranger's is nobody's."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=10)) as database, database:
            database.execute(
                "CREATE TRIGGER IF NOT EXISTS numbersOfItsOwn AFTER INSERT ON book BEGIN"
                " UPDATE book SET lastCounter = 1000 * id, lastGoal = 1000 * id WHERE id = new.id; END"
            )

    def count_of(self, counter):
        with contextlib.closing(sqlite3.connect(self.database, timeout=10)) as database:
            return database.execute("SELECT count FROM counter WHERE number = ?", [counter]).fetchone()[0]

    def move_back(self, counter, minutes):
        """Has the counter's entries been made some minutes earlier, within their hour or not: its hours are not asked for."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=10)) as database, database:
            database.execute(
                "UPDATE entry SET madeAt = madeAt - ? WHERE counter = (SELECT id FROM counter WHERE number = ?)",
                [minutes * 60_000, counter],
            )

    def set_count(self, counter, count):
        """Puts a counter to a count no test could tap its way to, the way an entry of the kind "set" would."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=10)) as database, database:
            row, book, before, entries = database.execute(
                "SELECT id, book, count, entries FROM counter WHERE number = ?", [counter]
            ).fetchone()
            (revision,) = database.execute(
                "UPDATE book SET revision = revision + 1 WHERE id = ? RETURNING revision", [book]
            ).fetchone()
            database.execute(
                "UPDATE counter SET count = ?, entries = ?, revision = ? WHERE id = ?",
                [count, entries + 1, revision, row],
            )
            database.execute(
                "INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)"
                " VALUES (?, ?, 'set', ?, ?, 0, 0, randomblob(16))",
                [row, entries + 1, count - before, count],
            )
