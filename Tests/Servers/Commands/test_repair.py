"""A sum that is wrong: copies are made all the same, cron tells of it, and `fivebar repair` mends it."""

import re
import sqlite3
import subprocess

import pytest
from processes import Fivebar
from stage import APP, DEPLOY, bare_environment, folder
from visitor import Visitor
from webservers import Nginx


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


@pytest.fixture
def visitor(start, fivebar):
    return Visitor(start(Nginx, fivebar.address).site)


@pytest.fixture
def counter(fivebar, visitor):
    counter = visitor.create("Kept")
    visitor.tap(counter)
    return counter


@pytest.fixture
def wrong(fivebar, counter):
    """A counter whose sum is wrong."""
    change(fivebar.database, "UPDATE counter SET count = 41")
    return counter


def change(database, sql):
    with sqlite3.connect(database) as connection:
        connection.execute(sql)
    connection.close()


def test_sums_are_mended_while_people_count_with_a_report_and_a_copy_before(fivebar, visitor, wrong):
    assert "fivebar repair" in fivebar.command("check").stdout
    mended = fivebar.command("repair")
    assert mended.returncode == 0, mended.stderr
    assert "stood at 41 and stands at 1 now" in mended.stdout
    copy, = fivebar.data.glob("fivebar.sqlite.before-repair-*")
    assert str(copy) in mended.stdout
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT count FROM counter").fetchall() == [(41,)]
    connection.close()
    assert fivebar.command("check").returncode == 0
    assert visitor.count(wrong) == 1
    visitor.tap(wrong)
    assert visitor.count(wrong) == 2


def test_where_nothing_is_wrong_nothing_is_done(fivebar, counter):
    mended = fivebar.command("repair")
    assert mended.returncode == 0 and "Nothing had to be mended" in mended.stdout
    assert not list(fivebar.data.glob("*before*"))


def cron_lines(home, fivebar, place):
    """The commands of cron/fivebar, with the paths of this test, as cron hands them to a shell."""
    text = (DEPLOY / "cron/fivebar").read_text()
    for old, new in (("/var/lib/fivebar/backups", place), ("/srv/fivebar", home.path)):
        assert old in text
        text = text.replace(old, str(new))
    return [line.replace("\\%", "%") for line in re.findall(r"^\d\S* (?:\S+ ){4}www-data (.*)$", text, re.MULTILINE)]


def runs(line, fivebar):
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60, cwd="/",
                          env=bare_environment(FIVEBAR_DATABASE=fivebar.database), **APP.popen)


def unit_line(home, place):
    """The command of fivebar-backup.service, as systemd starts it."""
    text = (DEPLOY / "systemd/fivebar-backup.service").read_text()
    line = re.search(r"^ExecStart=/bin/sh -uc '(.*)'$", text, re.MULTILINE)[1]
    line = line.replace("$$", "$").replace("%%", "%")
    return "set -u; " + line.replace("/var/lib/fivebar/backups", str(place)).replace("/srv/fivebar", str(home.path))


def test_cron_is_silent_while_all_is_well_and_makes_a_copy(home, fivebar, counter):
    place = folder("backups", APP)
    lines = cron_lines(home, fivebar, place)
    assert len(lines) == 2
    for line in lines:
        done = runs(line, fivebar)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [path.name for path in place.iterdir() if re.fullmatch(r"[1-7]\.sqlite", path.name)]


def test_a_wrong_sum_does_not_end_the_nightly_copies_and_is_told(home, fivebar, wrong):
    by_cron, by_systemd = folder("backups", APP), folder("backups", APP)
    for _ in range(2):
        done = runs(cron_lines(home, fivebar, by_cron)[0], fivebar)
        assert "in which sums are wrong" in done.stderr and f"Counter {wrong}" in done.stderr
        done = runs(unit_line(home, by_systemd), fivebar)
        assert done.returncode != 0 and "in which sums are wrong" in done.stderr
    for place in (by_cron, by_systemd):
        copy, = place.glob("*.sqlite")
        with sqlite3.connect(copy) as connection:
            assert connection.execute("SELECT count FROM counter").fetchall() == [(41,)]
        connection.close()
    told = runs(cron_lines(home, fivebar, by_cron)[1], fivebar)
    assert f"Counter {wrong}" in told.stdout


def test_a_damaged_file_leaves_the_last_good_copy(home, fivebar, counter):
    place = folder("backups", APP)
    line = unit_line(home, place)
    assert runs(line, fivebar).returncode == 0
    copy, = place.iterdir()
    good = copy.read_bytes()
    assert fivebar.stop() == 0
    content = bytearray(fivebar.database.read_bytes())
    # A page of each half is overwritten; the first, which says what the file is, is not.
    for page in (9, len(content) // 8192):
        content[page * 4096:(page + 1) * 4096] = b"\xff" * 4096
    fivebar.database.write_bytes(content)
    assert runs(line, fivebar).returncode != 0
    assert copy.read_bytes() == good and list(place.iterdir()) == [copy]
    assert fivebar.command("repair").returncode != 0
