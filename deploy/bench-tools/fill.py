"""Puts many accounts and counters into a database as if people had made them, straight through SQLite: by posts it would
take hours. What it makes passes `fivebar check`."""

import os
import random
import sqlite3
import time


COUNTER = "book, number, title, color, rank, revision, createdAt, origin, style, step, isCollapsed"
VALUES = "?, ?, ?, ?, ?, ?, ?, randomblob(16), 'fractal', 1, 0"


def fill(database, accounts, counters):
    now = int(time.time() * 1000)
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -400000")
    connection.execute("BEGIN")
    first = connection.execute("SELECT COALESCE(MAX(id), 0) + 1 FROM account").fetchone()[0]
    connection.executemany(
        "INSERT INTO book (id, revision, lastCounter) VALUES (?, 1, ?)",
        ((first + number, -(-counters // accounts)) for number in range(accounts)))
    connection.executemany(
        "INSERT INTO account (id, createdAt, seenAt) VALUES (?, ?, ?)",
        ((first + number, now, now) for number in range(accounts)))
    connection.executemany(
        "INSERT INTO device (token, account, createdAt, seenAt) VALUES (?, ?, ?, ?)",
        ((os.urandom(32), first + number, now, now) for number in range(accounts)))
    connection.executemany(
        f"INSERT INTO counter ({COUNTER}) VALUES ({VALUES})",
        ((first + number % accounts, number // accounts + 1, f"Counter {number}", number % 12,
          (number // accounts + 1) << 32, 1, now) for number in range(counters)))
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def add_counters(database, counters):
    """Gives the newest account more counters. Its next operation lets them be seen."""
    now = int(time.time() * 1000)
    connection = sqlite3.connect(database, isolation_level=None, timeout=10)
    book, revision, last = connection.execute(
        "SELECT id, revision, lastCounter FROM book ORDER BY id DESC LIMIT 1").fetchone()
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(
        f"INSERT INTO counter ({COUNTER}) VALUES ({VALUES})",
        ((book, number, f"Counter {number}", number % 8, number << 34, revision + 1, now)
         for number in range(last + 1, last + 1 + counters)))
    connection.execute(
        "UPDATE book SET revision = revision + 1, lastCounter = lastCounter + ? WHERE id = ?", (counters, book))
    connection.execute("COMMIT")
    connection.close()


def add_entries(database, counter, number):
    """Gives a counter of the first account a history of so many taps, by day and by evening, over the last two years."""
    chance = random.Random(1)
    now = int(time.time() * 1000)
    begin = now - 2 * 365 * 86_400_000
    times = sorted(chance.randrange(begin, now) for _ in range(number))
    connection = sqlite3.connect(database, isolation_level=None, timeout=10)
    connection.execute("BEGIN IMMEDIATE")
    counter, entries, count = connection.execute(
        "SELECT id, entries, count FROM counter WHERE number = ? ORDER BY book LIMIT 1", (counter,)).fetchone()
    connection.executemany(
        "INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)"
        " VALUES (?, ?, 'increment', 1, ?, ?, 0, zeroblob(16))",
        ((counter, entries + place, count + place, moment) for place, moment in enumerate(times, 1)))
    connection.execute(
        "UPDATE counter SET entries = entries + ?, count = count + ? WHERE id = ?", (number, number, counter))
    connection.execute("DELETE FROM hour WHERE counter = ?", (counter,))
    connection.execute(
        "INSERT INTO hour SELECT counter, madeAt / 3600000, SUM(delta), MIN(madeAt), MAX(madeAt) FROM entry"
        " WHERE counter = ? AND kind IN ('increment', 'decrement') GROUP BY 1, 2", (counter,))
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def add_goal(database, days):
    """Gives the newest account a goal that began so long ago that a tenth of its days are still to come, most of the
    others done and some noted. (The goal's number, today as its addresses have it.)"""
    chance = random.Random(1)
    now = int(time.time() * 1000)
    today = now // 86_400_000
    first = today - days * 9 // 10
    connection = sqlite3.connect(database, isolation_level=None, timeout=10)
    connection.execute("BEGIN IMMEDIATE")
    book, revision, number = connection.execute(
        "SELECT id, revision + 1, lastGoal + 1 FROM book ORDER BY id DESC LIMIT 1").fetchone()
    goal = connection.execute(
        "INSERT INTO goal (book, number, origin, name, color, firstDay, lastDay, rank, revision, createdAt)"
        " VALUES (?, ?, randomblob(16), ?, 0, ?, ?, 0, ?, ?)",
        (book, number, f"A goal of {days} days", first, first + days - 1, revision, now)).lastrowid
    done = [day for day in range(first, today) if chance.random() < 0.7]
    noted = [day for day in done if chance.random() < 0.1]
    connection.executemany(
        "INSERT INTO goalDay (goal, day, isDone, markedAt) VALUES (?, ?, 1, ?)", ((goal, day, now) for day in done))
    connection.executemany(
        "UPDATE goalDay SET hasNote = 1, notedAt = ? WHERE goal = ? AND day = ?", ((now, goal, day) for day in noted))
    connection.executemany(
        "INSERT INTO dayNote (goal, day, text) VALUES (?, ?, 'Rain')", ((goal, day) for day in noted))
    connection.execute("UPDATE book SET revision = ?, lastGoal = ? WHERE id = ?", (revision, number, book))
    connection.execute("COMMIT")
    connection.close()
    return number, time.strftime("%Y-%m-%d", time.gmtime(now / 1000))
