"""`fivebar stats`: daily totals, stored without delaying a response and without personal data."""

import datetime
import signal
import sqlite3
import time
from contextlib import closing

import pytest
from plain_cgi import cgi
from processes import Fivebar, run_command
from stage import APP, folder, until
from visitor import Site, Visitor
from webservers import Nginx

INSIDE = {"sec_fetch_mode": "navigate", "sec_fetch_site": "same-origin"}
OUTSIDE = {"sec_fetch_mode": "navigate", "sec_fetch_site": "none"}


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


@pytest.fixture
def visitor(start, fivebar):
    return Visitor(start(Nginx, fivebar.address).site)


def kept(database):
    """How often what happened, over all days."""
    with closing(sqlite3.connect(database)) as connection:
        return dict(connection.execute("SELECT event, SUM(number) FROM total GROUP BY event"))


def stats(fivebar, *options):
    done = fivebar.command("stats", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rows(table):
    return {line.split()[0]: line.split()[1:] for line in table.splitlines()[1:]}


def test_what_was_counted_is_kept_at_the_end_and_nothing_before(fivebar, visitor):
    for _ in range(3):
        assert visitor.get("/", **INSIDE).status == 200
    assert visitor.get("/settings", **OUTSIDE).status == 200
    assert visitor.get("/goals", **INSIDE, dnt="1").status == 200
    assert visitor.get("/community", **INSIDE, sec_gpc="1").status == 200
    visitor.create("Robins")
    assert "view" not in stats(fivebar)
    assert fivebar.stop() == 0, fivebar.log
    assert kept(fivebar.database) == {"view.home": 3, "view.settings": 1, "launch": 1, "create.desktop": 1}
    assert rows(stats(fivebar)) == {
        "view.home": ["3", "3", "3"], "view.settings": ["1", "1", "1"], "create.desktop": ["1", "1", "1"],
        "launch": ["1", "1", "1"], "launch.browser": ["1", "1", "1"]}


def test_a_kill_takes_the_last_minute_and_nothing_else(fivebar, visitor):
    assert visitor.get("/", **INSIDE).status == 200
    fivebar.child.send_signal(signal.SIGKILL)
    fivebar.child.wait(20)
    assert kept(fivebar.database) == {}
    assert fivebar.command("check").returncode == 0


def test_an_interrupt_of_the_quick_try_keeps_them_as_well(start):
    fivebar = start(Fivebar, "http")
    assert Visitor(Site("fivebar http", fivebar.address[1])).get("/", **INSIDE).status == 200
    assert fivebar.stop(signal.SIGINT) == 0, fivebar.log
    assert kept(fivebar.database) == {"view.home": 1}


def test_they_are_printed_for_people_and_for_machines(fivebar):
    today = datetime.datetime.now(datetime.timezone.utc).date()
    number = (today - datetime.date(1970, 1, 1)).days
    assert stats(fivebar).strip() == "Nothing was counted in these days."
    assert stats(fivebar, "--csv").split() == ["day,event,number"]
    with closing(sqlite3.connect(fivebar.database)) as database:
        database.executemany("INSERT INTO total VALUES (?, ?, ?)", [
            (number, "view.home", 5), (number - 3, "view.home", 7), (number - 20, "reset", 1),
            (number - 3, "launch", 4), (number - 3, "launch.app", 3), (number - 60, "view.home", 100)])
        database.commit()
    table = stats(fivebar)
    assert table.splitlines()[0].split() == ["today", "7", "days", "30", "days"]
    assert rows(table) == {
        "view.home": ["5", "12", "12"], "reset": ["0", "0", "1"], "launch": ["0", "4", "4"],
        "launch.app": ["0", "3", "3"], "launch.browser": ["0", "1", "1"]}
    assert len({len(line) for line in table.splitlines()}) == 1, table
    assert rows(stats(fivebar, "--days", "1")) == {"view.home": ["5"]}
    assert rows(stats(fivebar, "--days", "90"))["view.home"] == ["5", "12", "112"]
    earlier = today - datetime.timedelta(days=3)
    assert stats(fivebar, "--csv", "--days", "7").split() == [
        "day,event,number", f"{earlier},view.home,7", f"{earlier},launch,4", f"{earlier},launch.app,3",
        f"{earlier},launch.browser,1", f"{today},view.home,5"]


@pytest.mark.parametrize("days", ["0", "-1", "732", "x", "9223372036854775808"])
def test_days_that_cannot_be_are_refused(fivebar, days):
    done = fivebar.command("stats", f"--days={days}")
    assert done.returncode != 0 and "Fatal error" not in done.stderr


def test_a_cgi_program_keeps_them_before_it_ends(home):
    data = folder("data", APP)
    navigation = {"HTTP_SEC_FETCH_MODE": "navigate"}
    assert cgi(home, data, **navigation)[0] == 200
    assert cgi(home, data, target="/cgi-bin/fivebar/settings", **navigation)[0] == 200
    assert cgi(home, data, target="/cgi-bin/fivebar/settings", HTTP_SEC_GPC="1", **navigation)[0] == 200
    assert cgi(home, data, target="/cgi-bin/fivebar/nothing", **navigation)[0] == 404
    assert cgi(home, data, "POST", "/cgi-bin/fivebar/counters", b"title=Birds")[0] == 303
    assert kept(data / "fivebar.sqlite") == {"view.home": 1, "view.settings": 1, "create.desktop": 1}
    check = run_command(home, "check", FIVEBAR_DATABASE=data / "fivebar.sqlite")
    assert check.returncode == 0, check.stdout + check.stderr


def test_a_cgi_program_drops_them_rather_than_wait(home):
    data = folder("data", APP)
    assert cgi(home, data)[0] == 200
    with closing(sqlite3.connect(data / "fivebar.sqlite", isolation_level=None)) as blocker:
        blocker.execute("BEGIN IMMEDIATE")
        begin = time.monotonic()
        assert cgi(home, data, HTTP_SEC_FETCH_MODE="navigate")[0] == 200
        # Whoever waits for a writer does so for five seconds.
        assert time.monotonic() - begin < 4
        blocker.execute("ROLLBACK")
    assert kept(data / "fivebar.sqlite") == {}


def test_apache_has_the_whole_answer_and_what_it_counts_is_kept(ways):
    """Apache ends a CGI program whose answer is out; what it counted must be kept all the same."""
    running = ways("apache-cgi")
    visitor = Visitor(running.site)
    before = kept(running.database).get("view.keyboard", 0) if running.database.exists() else 0
    for _ in range(5):
        assert "</html>" in visitor.get("/keyboard", **INSIDE).text
    until(lambda: kept(running.database).get("view.keyboard") == before + 5, "five views are kept")
