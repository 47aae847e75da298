"""Every parameter of every route is tried with values that no form sends; the same process is running afterwards."""

import contextlib
import http.client
import re
import sqlite3
import uuid
from urllib.parse import quote_plus

import pytest
from processes import Fivebar
from routes import fields, forms, parameters, routes
from visitor import Site, Visitor, cookie_header

VALUES = ["0", "1", "-1", str(2**63 - 1), str(1 - 2**63), str(-2**63), str(2**63), "", "ab" * 5000, "%", "NaN"]
"""What makes a form good but for the one field that is tried; any other is left out."""
GOOD = {
    "title": "Birds", "collapsed": "yes", "void": "yes", "archived": "yes", "done": "yes", "shared": "yes",
    "style": "western", "color": "1", "number": "5", "name": "Run", "start": "2026-01-01", "end": "2026-12-31",
    "length": "date", "message": "Good", "stars": "5", "note": "By the door", "word": "delete",
}


"""Where an account of elsewhere is opened."""
SIGN_INS = ("/join", "/sign-in")


def spelled(value):
    """As it stands in an address; the lone percent sign stays one."""
    return value if value == "%" else quote_plus(value)


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
    fivebar = start(Fivebar, "http")
    visitor = Visitor(Site("fivebar http", fivebar.address[1]))
    visitor.create()
    line = Line(fivebar, visitor)
    before = fivebar.pid
    yield line
    line.is_well()
    assert fivebar.pid == before and fivebar.stop() == 0


def filled(pattern, counter, **tried):
    """An address of the route, with something that is there for each gap that is not tried."""
    goal = pattern.startswith("/goals")
    there = {"id": "1" if goal else str(counter), "day": "2026-01-03", "entry": "1", "place": "1", "page": "2",
             "token": "a" * 43, "build": "0"} | tried
    path = re.sub(r":(\w+)", lambda gap: there[gap.group(1)], pattern)
    return path.replace("**", "css/base.css")


def something(line):
    """A counter with an entry, and the first goal."""
    counter = line.visitor.create()
    line.visitor.tap(counter)
    line.visitor.post("/goals", {"name": "Run", "start": "2026-01-01", "end": "2026-12-31", "length": "date",
                                 "operation": str(uuid.uuid4())})
    return counter


def test_the_table_is_read():
    found = routes()
    assert len(found) > 70 and ("GET", "/counters/:id/export.csv") in {route[:2] for route in found}
    assert {"part", "before", "q", "undo", "link", "period"} <= set(parameters())
    assert {"TapForm", "NumberForm", "GoalForm"} <= set(forms())


def test_every_gap_of_every_address(line):
    counter = something(line)
    for method, pattern, _ in routes():
        for gap in re.findall(r":(\w+)", pattern) + ["**"] * ("**" in pattern):
            for value in VALUES:
                path = (filled(pattern, counter).replace("css/base.css", spelled(value)) if gap == "**"
                        else filled(pattern, counter, **{gap: spelled(value)}))
                line.ask(method, path, "" if method == "POST" else None)
        line.is_well()


def test_every_parameter_of_every_query(line):
    counter = something(line)
    for method, pattern, _ in routes():
        if method == "GET" and pattern != "/events":
            for name in parameters():
                for value in VALUES:
                    line.ask("GET", f"{filled(pattern, counter)}?{name}={spelled(value)}")
            line.is_well()


def test_every_field_of_every_form(line):
    tried = 0
    for method, pattern, controller in routes():
        if method == "POST":
            counter, names = something(line), fields(controller)
            good = {name: GOOD[name] for name in names if name in GOOD}
            # As every page says. A form that opens another account is not looked at otherwise.
            good["account"] = line.account
            # Otherwise the account were deleted with the first value, and the others tried on none.
            good.pop("word", None)
            for name in names:
                for value in VALUES:
                    if pattern in SIGN_INS:
                        line.forget_sign_ins()
                    form = {key: quote_plus(each) for key, each in good.items()} | {name: spelled(value)}
                    line.ask("POST", filled(pattern, counter), "&".join(f"{key}={each}" for key, each in form.items()))
                    tried += 1
            if pattern in SIGN_INS:
                assert line.has_tried_to_sign_in, f"{pattern}: no field was looked at"
            line.is_well()
    assert tried > 500
