"""Puts many accounts and counters into a database as if people had made them, straight through SQLite: by posts it would
take hours. What it makes passes `fivebar check`."""

import os
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
        "INSERT INTO counter (account, title, color, position, revision, createdAt) VALUES (?, ?, ?, ?, 1, ?)",
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
        "INSERT INTO counter (account, title, color, position, revision, createdAt) VALUES (?, ?, ?, ?, ?, ?)",
        ((account, f"Counter {number}", number % 8, number, revision + 1, now) for number in range(counters)))
    connection.execute("UPDATE account SET revision = revision + 1 WHERE id = ?", (account,))
    connection.execute("COMMIT")
    connection.close()
