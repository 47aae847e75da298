"""Puts many accounts and counters into a database as if people had made them, straight through SQLite: by posts it would
take hours. What it makes passes `fivebar check`."""

import os
import random
import sqlite3
import time


def fill(database, accounts, counters):
    now = int(time.time() * 1000)
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -400000")
    connection.execute("BEGIN")
    first = connection.execute("SELECT COALESCE(MAX(id), 0) + 1 FROM account").fetchone()[0]
    connection.executemany(
        "INSERT INTO account (id, revision, createdAt, seenAt) VALUES (?, 1, ?, ?)",
        ((first + number, now, now) for number in range(accounts)))
    connection.executemany(
        "INSERT INTO session (token, account, createdAt, seenAt) VALUES (?, ?, ?, ?)",
        ((os.urandom(32), first + number, now, now) for number in range(accounts)))
    connection.executemany(
        "INSERT INTO counter (account, title, color, position, revision, createdAt, origin) VALUES (?, ?, ?, ?, 1, ?, randomblob(16))",
        ((first + number % accounts, f"Counter {number}", number % 12, number // accounts, now)
         for number in range(counters)))
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def add_counters(database, counters):
    """Gives the newest account more counters. Its next operation lets them be seen."""
    now = int(time.time() * 1000)
    connection = sqlite3.connect(database, isolation_level=None, timeout=10)
    account, revision = connection.execute("SELECT id, revision FROM account ORDER BY id DESC LIMIT 1").fetchone()
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(
        "INSERT INTO counter (account, title, color, position, revision, createdAt, origin) VALUES (?, ?, ?, ?, ?, ?, randomblob(16))",
        ((account, f"Counter {number}", number % 8, number, revision + 1, now) for number in range(counters)))
    connection.execute("UPDATE account SET revision = revision + 1 WHERE id = ?", (account,))
    connection.execute("COMMIT")
    connection.close()


def add_entries(database, counter, number):
    """Gives a counter a history of so many taps, by day and by evening, over the last two years."""
    chance = random.Random(1)
    now = int(time.time() * 1000)
    begin = now - 2 * 365 * 86_400_000
    times = sorted(chance.randrange(begin, now) for _ in range(number))
    connection = sqlite3.connect(database, isolation_level=None, timeout=10)
    connection.execute("BEGIN IMMEDIATE")
    entries, count = connection.execute("SELECT entries, count FROM counter WHERE id = ?", (counter,)).fetchone()
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
    account, revision = connection.execute("SELECT id, revision + 1 FROM account ORDER BY id DESC LIMIT 1").fetchone()
    goal = connection.execute(
        "INSERT INTO goal (account, name, color, firstDay, lastDay, position, revision, createdAt)"
        " VALUES (?, ?, 0, ?, ?, 0, ?, ?)",
        (account, f"A goal of {days} days", first, first + days - 1, revision, now)).lastrowid
    done = [day for day in range(first, today) if chance.random() < 0.7]
    noted = [day for day in done if chance.random() < 0.1]
    connection.executemany(
        "INSERT INTO goalDay (goal, day, isDone, markedAt) VALUES (?, ?, 1, ?)", ((goal, day, now) for day in done))
    connection.executemany(
        "UPDATE goalDay SET hasNote = 1, notedAt = ? WHERE goal = ? AND day = ?", ((now, goal, day) for day in noted))
    connection.executemany(
        "INSERT INTO dayNote (goal, day, text) VALUES (?, ?, 'Rain')", ((goal, day) for day in noted))
    connection.execute("UPDATE account SET revision = ? WHERE id = ?", (revision, account))
    connection.execute("COMMIT")
    connection.close()
    return goal, time.strftime("%Y-%m-%d", time.gmtime(now / 1000))
