"""Memory use is bounded whatever visitors do: many who import large files at once, and many who view one."""

import json
import socket
import threading
import time
import uuid

import pytest
from processes import Fivebar
from stage import until
from uploads import history, upload
from visitor import at_once, cookie_header, Site, Visitor
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


def test_answers_that_nobody_takes_have_a_bound(start):
    """Where no web server takes them in, each large page would stay in memory until its reader has it."""
    fivebar = start(Fivebar, way="http", FIVEBAR_WORDS_PER_DAY=0)
    site = Site("http", fivebar.address[1])
    visitor = Visitor(site)
    visitor.create("First")
    family = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}\N{ZERO WIDTH JOINER}\N{GIRL}" * 190
    now = int(time.time() * 1000)
    for _ in range(30):
        made = [{"id": str(uuid.uuid4()), "kind": "createCounter", "change": {"title": family, "style": "western"},
                 "at": now, "offset": 0} for _ in range(40)]
        answer = visitor.ask("POST", "/operations", json.dumps(made, ensure_ascii=False).encode(),
                             {"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"})
        assert {receipt["status"] for receipt in json.loads(answer.text)["receipts"]} == {"applied"}
    size = len(visitor.get("/counters/arrange").body)
    assert size > 6 * MEGABYTE
    watch, readers = Watch(fivebar), []
    for _ in range(60):
        reader = socket.create_connection((site.host, site.port))
        reader.sendall(f"GET /counters/arrange HTTP/1.1\r\nHost: {site.authority}\r\n"
                       f"Cookie: {cookie_header(visitor.cookies)}\r\n\r\n".encode())
        readers.append(reader)
    # Each has its answer's beginning: the page, or that too much is on its way.
    statuses = [reader.recv(12).split()[1] for reader in readers]
    assert set(statuses) == {b"200", b"503"} and statuses.count(b"200") * size < 130 * MEGABYTE
    assert Visitor(site).get("/").status == 200
    most = watch.end()
    assert most < 2 * MOST, f"{most / MEGABYTE:.0f} MB"
    for reader in readers:
        reader.close()
    until(lambda: visitor.get("/counters/arrange").status == 200, "there is room again")
