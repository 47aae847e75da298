"""An import of thousands of entries writes them piece by piece, hidden, before one operation shows them all. Whatever
happens in between, people see all of it or nothing, and what stays hidden is removed."""

import sqlite3
import uuid
from contextlib import closing

import pytest
from disks import SmallDisk, SmallFiles
from problem_pages import is_a_clear_page
from processes import Fivebar
from stage import APP, IS_ROOT, folder, until
from staging import is_sound, Meanwhile, Rows, Tapping, tidy
from uploads import confirm, HEAD, history, upload
from visitor import Visitor
from webservers import Nginx

BEFORE, AFTER = 500, 800
NEW = (14_000, 10_000, 6_000)
NOTES = NEW[-1]
ENTRIES = sum(NEW)
# How many entries are written when the process is killed: in the first piece, in each counter, and where all are
# written and about to be shown. None: as soon as they are shown, and before that is answered.
MOMENTS = (1, 9_000, 14_000, 20_000, 28_000, ENTRIES, None)


class File:
    """A file with new counters, and with more entries of one that its visitor has already."""

    def __init__(self):
        known, head = uuid.uuid4(), len(HEAD)
        self.earlier = history(BEFORE, counter=known)
        parts = [history(entries, note="x" if entries == NOTES else "") for entries in NEW]
        self.content = history(AFTER, counter=known) + b"".join(part[head:] for part in parts)

    def offer(self, site):
        """A new visitor who has imported the earlier file, and sees the preview of this one."""
        visitor = Visitor(site)
        assert confirm(visitor, upload(visitor, self.earlier).location).status == 303
        preview = upload(visitor, self.content).location
        assert f"{NEW[0]:,} new entries" in visitor.ask("GET", preview).text
        return visitor, preview


def counts(visitor):
    return [card.count for card in visitor.cards()]


def with_one_more(rows):
    """The rows there should be after one more visitor has imported the file; each counter has one hour."""
    return {"counter": rows["counter"] + 1 + len(NEW), "entry": rows["entry"] + AFTER + ENTRIES,
            "hour": rows["hour"] + 1 + len(NEW), "note": rows["note"] + NOTES}


def test_an_import_that_is_killed_is_seen_whole_or_not_at_all_and_can_be_applied_again(start):
    data, run = folder("data", APP), folder("run", APP)
    fivebar = start(Fivebar, data=data, run=run)
    site, rows, file = start(Nginx, fivebar.address).site, Rows(fivebar), File()
    visitor, preview = file.offer(site)
    assert confirm(visitor, preview).status == 303
    undisturbed = visitor.get("/export.csv").body
    assert counts(visitor) == [AFTER, *NEW] and rows.hidden == 0

    unfinished = whole = 0
    for round, moment in enumerate(MOMENTS):
        when = f"killed at {moment or 'its end'}"
        wanted, shown = with_one_more(rows.all), rows.shown + BEFORE
        visitor, preview = file.offer(site)
        applying = Meanwhile(lambda: confirm(visitor, preview))
        until(lambda: (rows.hidden >= moment if moment else rows.shown > shown) or applying.is_over, when)
        fivebar.kill()
        applying.end()

        left, is_whole = rows.hidden, rows.shown > shown
        assert left == 0 if is_whole else left <= ENTRIES, when
        assert is_whole or moment, "it was seen, and is gone"
        whole += is_whole
        unfinished += 0 < left < ENTRIES
        assert is_sound(fivebar), when
        # What is hidden is removed by the command, and each second time by the process itself when it starts.
        if round % 2:
            tidy(fivebar)
            assert rows.hidden == 0 and rows.all["entry"] == rows.shown, when
        fivebar = start(Fivebar, data=data, run=run)
        assert counts(visitor) == ([AFTER, *NEW] if is_whole else [BEFORE]), when

        # As a browser does that reloads, having got no answer.
        assert confirm(visitor, preview).status == 303, when
        assert counts(visitor) == [AFTER, *NEW], when
        until(lambda: rows.all == wanted, f"{wanted}, {when}")
        assert visitor.get("/export.csv").body == undisturbed, when
    assert is_sound(fivebar)
    # The machine may be slow to kill, but not each time.
    assert unfinished >= 3 and whole >= 1


@pytest.fixture(params=["full", "failing"])
def disk(request):
    """One without room, which SQLite reports as such; and one on which writing fails, which needs no root."""
    if request.param == "full" and not IS_ROOT:
        pytest.skip("a full disk of its own needs root")
    disk = SmallDisk(megabytes=24) if request.param == "full" else SmallFiles()
    yield disk
    disk.remove()


def test_a_disk_that_is_full_halfway_through_an_import_shows_nothing_of_it_and_is_survived(start, disk):
    fivebar = start(Fivebar, data=disk.data, options=disk.options)
    site, rows, file = start(Nginx, fivebar.address).site, Rows(fivebar), File()
    other = Visitor(site)
    counter, operation = other.create("Kept"), str(uuid.uuid4())
    assert other.tap(counter).status == 200
    wanted = with_one_more(rows.all)
    visitor, preview = file.offer(site)
    # A log with old content has room for much of the import.
    with closing(sqlite3.connect(fivebar.database)) as database:
        assert database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0

    applying = Meanwhile(lambda: confirm(visitor, preview))
    until(lambda: rows.hidden >= 3_000 or applying.is_over, "pieces are written")
    disk.fill(fivebar)
    refused = applying.end()
    assert is_a_clear_page(refused, 503, 507) and int(refused.header("Retry-After")) > 0, refused
    assert 0 < rows.hidden < ENTRIES, "it was in the middle"
    # Others read on, and are told the same when they write.
    assert counts(visitor) == [BEFORE]
    assert other.count(counter) == 1
    assert is_a_clear_page(other.post(f"/counters/{counter}/marks", {"operation": operation}), 503, 507)
    assert other.count(counter) == 1
    # Asking again with no room left changes nothing.
    assert is_a_clear_page(confirm(visitor, preview), 503, 507)
    assert counts(visitor) == [BEFORE]

    disk.make_room(fivebar)
    assert other.tap(counter, operation).status == 200
    assert other.count(counter) == 2
    # The file is still there, so nobody has to send it again.
    assert f"{NEW[0]:,} new entries" in visitor.ask("GET", preview).text
    assert confirm(visitor, preview).status == 303
    assert counts(visitor) == [AFTER, *NEW]
    assert other.count(counter) == 2
    assert is_sound(fivebar)
    assert rows.hidden > 0
    tidy(fivebar)
    # The tap that was refused at first is there, too.
    wanted["entry"] += 1
    assert rows.all == wanted

    fivebar.kill()
    start(Fivebar, data=disk.data, run=fivebar.address.parent)
    assert counts(visitor) == [AFTER, *NEW] and other.count(counter) == 2


@pytest.mark.parametrize(("fields", "status"), [("account=999999999", 409), ("offset=99999", 422)])
def test_an_import_that_is_refused_leaves_nothing_behind_however_often(start, fields, status):
    fivebar = start(Fivebar)
    rows, file = Rows(fivebar), File()
    visitor, preview = file.offer(start(Nginx, fivebar.address).site)
    before = rows.all
    for _ in range(3):
        answer = visitor.ask("POST", preview, fields, {
            "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"})
        assert answer.status == status, answer
    assert rows.all == before
    assert confirm(visitor, preview).status == 303
    assert counts(visitor) == [AFTER, *NEW]


def test_taps_of_others_and_of_the_same_person_during_an_import_are_all_counted(start):
    fivebar = start(Fivebar)
    site, rows, file = start(Nginx, fivebar.address).site, Rows(fivebar), File()
    others = [Visitor(site) for _ in range(3)]
    counters = [other.create() for other in others]
    visitor, preview = file.offer(site)
    # The same person on another page: on the counter that the file continues.
    itself = Visitor(site)
    itself.cookies = dict(visitor.cookies)
    grows = visitor.cards()[0].id

    def is_staging():
        return rows.hidden > 0

    tapping = [Tapping(*one, is_staging) for one in [*zip(others, counters), (itself, grows)]]
    until(lambda: all(one.answered for one in tapping), "everybody taps")
    assert confirm(visitor, preview).status == 303
    answered = [one.end() for one in tapping]

    assert [other.count(counter) for other, counter in zip(others, counters)] == answered[:-1]
    assert counts(visitor) == [AFTER + answered[-1], *NEW]
    # A tap waits for a piece, and not for the whole import.
    assert all(one.meanwhile >= 3 for one in tapping), [one.meanwhile for one in tapping]
    assert is_sound(fivebar)
