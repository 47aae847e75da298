"""Entries that an import adds to a counter which is there already are seen as they are written, piece by piece, so that
others can write in between. Broken off in the middle, it goes on where it was, or is taken back as a whole."""

import uuid

import pytest
from processes import Fivebar
from stage import APP, folder, until
from staging import is_sound, Meanwhile, Rows
from uploads import confirm, history, upload
from visitor import Visitor
from webservers import Nginx

BEFORE, AFTER = 500, 8_500


class Import:
    """A visitor who looks at the preview of a file that continues their counter, which is killed while it is applied."""

    def __init__(self, start):
        self.start, self.data, self.run = start, folder("data", APP), folder("run", APP)
        self.fivebar = start(Fivebar, data=self.data, run=self.run)
        self.visitor = Visitor(start(Nginx, self.fivebar.address).site)
        self.rows, known = Rows(self.fivebar), uuid.uuid4()
        assert confirm(self.visitor, upload(self.visitor, history(BEFORE, counter=known)).location).status == 303
        self.counter = self.visitor.cards()[0].id
        self.preview = upload(self.visitor, history(AFTER, counter=known)).location

    @property
    def count(self):
        return self.visitor.count(self.counter)

    def kill_at(self, entries):
        applying = Meanwhile(lambda: confirm(self.visitor, self.preview))
        until(lambda: self.rows.shown >= entries or applying.is_over, f"{entries} entries are written")
        self.fivebar.kill()
        applying.end()
        assert is_sound(self.fivebar)
        self.fivebar = self.start(Fivebar, data=self.data, run=self.run)
        assert BEFORE < self.count < AFTER, "it was in the middle"


@pytest.fixture
def importing(start):
    return Import(start)


def test_it_goes_on_where_it_was_killed_and_again(importing):
    for moment in (BEFORE + 1, 3_000, 5_500):
        importing.kill_at(moment)
    # As a browser does that reloads, having got no answer.
    assert confirm(importing.visitor, importing.preview).status == 303
    assert importing.count == AFTER
    assert importing.visitor.get("/export.csv").body.count(b",increment,") == AFTER
    assert is_sound(importing.fivebar)


def test_what_was_written_until_then_is_taken_back_as_a_whole(importing):
    importing.kill_at(3_000)
    importing.visitor.tap(importing.counter)
    importing.visitor.post("/undo", {"undo": importing.preview.rsplit("/", 1)[1]})
    assert importing.count == BEFORE + 1
    assert is_sound(importing.fivebar)
