"""Memory use is bounded whatever visitors do: many who import large files at once, and many who view one."""

import threading

import pytest
from processes import Fivebar
from stage import until
from uploads import history, upload
from visitor import Visitor, at_once
from webservers import Nginx

MEGABYTE = 1_000_000
MOST = 200 * MEGABYTE


class Watch:
    """Looks all the time how much memory a process has."""

    def __init__(self, fivebar):
        self.fivebar, self.most, self.over = fivebar, 0, threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def look(self):
        while not self.over.wait(0.02):
            self.most = max(self.most, self.fivebar.resident)

    def end(self):
        self.over.set()
        self.thread.join()
        return self.most


@pytest.fixture
def fivebar(start):
    return start(Fivebar, FIVEBAR_UPLOADS_PER_ADDRESS=0)


@pytest.fixture
def site(start, fivebar):
    return start(Nginx, fivebar.address).site


def test_large_files_at_once_and_many_looks_at_one_keep_their_bound(fivebar, site):
    content = history(70_000)
    content = content[:content.rindex(b"\r\n", 0, 9_400_000) + 2]
    # What any first file and page take for good: code that is loaded, caches of the database.
    first = Visitor(site, timeout=600)
    assert first.ask("GET", upload(first, history(10)).location).status == 200
    before = fivebar.resident
    watch = Watch(fivebar)
    previews, someone_is_done = [], threading.Condition()

    def send(_):
        visitor = Visitor(site, timeout=600)
        # For whom there is no place is told so, and comes again after one of the others.
        while (answer := upload(visitor, content)).status in (429, 503):
            assert int(answer.header("Retry-After")) > 0
            with someone_is_done:
                someone_is_done.wait(5)
        previews.append((visitor, answer.location))
        with someone_is_done:
            someone_is_done.notify()

    at_once(24, send)
    visitor, preview = previews[0]
    pages = []
    at_once(120, lambda _: pages.append(visitor.ask("GET", preview).status))
    assert set(pages) == {200} and None not in [location for _, location in previews]
    most = watch.end()
    assert most < MOST, f"{most / MEGABYTE:.0f} MB"
    # Each thread keeps a little for the next file; before, it was all that the files had taken.
    until(lambda: fivebar.resident < before + 60 * MEGABYTE, "the memory is given back", 60)


@pytest.mark.parametrize("value", [b"{}", b"0", b"[]", b'""'])
def test_a_file_of_nothing_but_brackets_takes_no_more(fivebar, site, value):
    watch = Watch(fivebar)
    content = b'{"format":"fivebar","version":1,"counters":[' + (value + b",") * (9_000_000 // (len(value) + 1)) + b"0]}"
    assert upload(Visitor(site, timeout=600), content).status == 422
    most = watch.end()
    assert most < MOST, f"{most / MEGABYTE:.0f} MB"


def test_a_name_of_megabytes_is_neither_kept_nor_shown(fivebar, site):
    watch = Watch(fivebar)
    visitor = Visitor(site, timeout=600)
    # One letter for whoever counts letters.
    assert upload(visitor, history(10), "a" + "\u0301" * 4_500_000).status == 422
    assert upload(visitor, history(10), 'a"\r\n' + "x\r\n" * 3_000_000).status == 422
    assert upload(visitor, history(10), "a" + "\u0301" * 3_900).status == 422
    preview = upload(visitor, history(10), "a" * 7_800).location
    assert len(visitor.ask("GET", preview).text) < 8_000
    most = watch.end()
    assert most < MOST, f"{most / MEGABYTE:.0f} MB"


def test_an_address_may_send_fifty_megabytes_a_day(start):
    fivebar = start(Fivebar, FIVEBAR_UPLOADS_PER_ADDRESS=3)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    for _ in range(2):
        assert upload(visitor, b"x" * 1_400_000).status == 422
    answer = upload(visitor, b"x" * 1_400_000)
    assert answer.status == 429 and int(answer.header("Retry-After")) > 0 and "<h1" in answer.text
    visitor.create("Those who do not import go on")
