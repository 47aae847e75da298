"""Every parameter of every route, asked over one connection."""

import contextlib
import http.client
import re
import sqlite3
import uuid

import pytest

from processes import Fivebar
from visitor import cookie_header, Site, Visitor

GOOD = {
    "title": "Birds", "collapsed": "yes", "void": "yes", "archived": "yes", "done": "yes", "shared": "yes",
    "style": "western", "color": "1", "number": "5", "name": "Run", "start": "2026-01-01", "end": "2026-12-31",
    "length": "date", "message": "Good", "stars": "5", "note": "By the door", "word": "delete",
}


class Line:
    """One connection, kept, over which everything is asked: thousands of requests."""

    def __init__(self, fivebar, visitor):
        self.fivebar, self.visitor = fivebar, visitor
        self.connection = http.client.HTTPConnection(*fivebar.address, timeout=60)

    def ask(self, method, path, body=None):
        headers = {"Cookie": cookie_header(self.visitor.cookies), "Sec-Fetch-Site": "same-origin"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.connection.request(method, path, body=body, headers=headers)
            answer = self.connection.getresponse()
            answer.read()
        except (http.client.HTTPException, OSError) as problem:
            raise AssertionError(f"{method} {path[:200]} {(body or '')[:200]}: {problem!r}\n{self.fivebar.log[-3000:]}")
        if answer.getheader("Connection") == "close":
            self.connection.close()
        asked = f"{method} {path[:200]} {(body or '')[:200]}"
        assert answer.status < 500, f"{asked}: {answer.status}\n{self.fivebar.log[-3000:]}"
        return answer.status

    @property
    def account(self):
        """The visitor's account, as its pages say it."""
        return re.search(r' data-account="(\d+)"', self.visitor.get("/").text).group(1)

    def database(self, statement):
        with contextlib.closing(sqlite3.connect(self.fivebar.database, timeout=60, isolation_level=None)) as database:
            return database.execute(statement).fetchall()

    def forget_sign_ins(self):
        """After twenty in an hour the next ones would be refused unread."""
        if self.has_tried_to_sign_in:
            self.database("DELETE FROM signInAttempt")

    @property
    def has_tried_to_sign_in(self):
        return bool(self.database("SELECT 1 FROM signInAttempt"))

    def is_well(self):
        assert self.ask("GET", "/health") == 200
        assert not self.fivebar.has_ended


@pytest.fixture
def line(start):
    """One to a process of its own, which runs on and has lost nothing afterwards."""
    fivebar = start(Fivebar, "http")
    visitor = Visitor(Site("fivebar http", fivebar.address[1]))
    visitor.create()
    line = Line(fivebar, visitor)
    yield line
    line.is_well()
    assert "Every count is the sum of its entries." in fivebar.command("check").stdout
    assert fivebar.stop() == 0


def filled(pattern, counter, **tried):
    """An address of the route, with something that is there for each gap that is not tried."""
    goal = pattern.startswith("/goals")
    there = {"id": "1" if goal else str(counter), "day": "2026-01-03", "entry": "1", "place": "1", "page": "2",
             "token": "a" * 43, "build": "0"} | tried
    path = re.sub(r":(\w+)", lambda gap: there[gap.group(1)], pattern)
    return path.replace("**", "css/shell/base.css")


def something(line):
    """A counter with an entry, and the first goal."""
    counter = line.visitor.create()
    line.visitor.tap(counter)
    line.visitor.post("/goals", {"name": "Run", "start": "2026-01-01", "end": "2026-12-31", "length": "date",
                                 "operation": str(uuid.uuid4())})
    return counter
