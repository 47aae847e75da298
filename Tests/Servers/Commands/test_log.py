"""The log contains no person, no address and nothing that anybody typed, whatever goes wrong."""

import json
import re
import uuid

import pytest
from changes import operation, samples
from disks import SmallDisk, SmallFiles
from parameters import filled, GOOD, Line, something
from processes import Fivebar
from routes import fields, routes
from stage import IS_ROOT
from uploads import history, upload
from visitor import Site, Visitor

WORD = "zaunkoenig"
# Where any text may be typed; each is filled with the word.
TEXTS = {"title", "suggestion", "name", "message", "email", "note", "typed", "passphrase", "code"}


@pytest.fixture
def disk():
    disk = SmallDisk() if IS_ROOT else SmallFiles()
    yield disk
    disk.remove()


@pytest.fixture
def full(start, disk):
    """Starts a server for somebody with a counter, and fills its disk."""
    def fill(**settings):
        fivebar = start(Fivebar, "http", data=disk.data, options=disk.options, **settings)
        visitor = Visitor(Site("fivebar http", fivebar.address[1]))
        visitor.create("Kept")
        counter = something(Line(fivebar, visitor))
        disk.fill(fivebar)
        # Until there is no room in the last page of the log of the database either.
        while visitor.tap(counter).status == 200:
            pass
        return fivebar, visitor, counter

    return fill


def test_no_word_that_was_typed_is_written_down_when_nothing_can_be_kept(full):
    fivebar, visitor, counter = full(FIVEBAR_LOG_LEVEL="debug")
    failed = []
    for method, pattern, controller in routes():
        if method == "POST":
            form = {name: GOOD[name] for name in fields(controller) if name in GOOD}
            form |= {name: WORD for name in fields(controller) if name in TEXTS}
            if "email" in form:
                form["email"] = f"{WORD}@example.org"
            for accept in ("text/html", "application/json"):
                answer = visitor.post(filled(pattern, counter), form | {"operation": str(uuid.uuid4())}, accept=accept)
                if answer.status >= 500:
                    failed.append(pattern)
                    assert answer.status in (503, 507) and int(answer.header("Retry-After")) > 0, answer
    # What a device sends by itself, and a file.
    for kind, change in samples(counter, 1).items():
        words = {name: WORD for name in change if name in TEXTS}
        sent = visitor.ask(
            "POST", "/operations", f"[{operation(kind, json.dumps(change | words))}]".encode(),
            {"Content-Type": "application/json", "Accept": "application/json", "Sec-Fetch-Site": "same-origin"})
        assert sent.status in (503, 507) or "refused" in sent.text, (kind, sent)
    assert upload(visitor, history(30, note=WORD), f"{WORD}.csv").status in (503, 507)
    # A newcomer's first counter, and what is refused for what it is.
    Visitor(visitor.site).post("/counters", {"title": WORD})
    visitor.post("/counters", {"title": f"{WORD} " * 40})
    log = fivebar.log
    assert {"/counters", "/counters/:id/title", "/counters/:id/entries/:entry/note", "/feedback", "/goals",
            "/goals/:id/:day/note"} <= set(failed)
    assert "could not answer" in log and "full" in log
    assert WORD not in log and "TypedText" not in log


def test_a_full_disk_is_told_of_once_however_many_taps_it_refuses(full):
    fivebar, visitor, counter = full()
    pages = [visitor.post(f"/counters/{counter}/marks", {"operation": str(uuid.uuid4())}, accept="text/html") for _ in range(20)]
    assert {page.status for page in pages} == {507}
    lines = [line for line in fivebar.log.splitlines() if "could not answer" in line]
    # A slow machine may begin another minute.
    assert len(lines) <= 2
    # Whoever asks the operator about their page is told why.
    number = re.search(r"number=(\S+)", lines[0])[1]
    assert number in pages[0].text
