"""Files that arrive slowly, from a bad network or on purpose: they take nobody's memory, and nobody waits for them."""

import os
import socket
from contextlib import suppress
from pathlib import Path

from processes import Fivebar
from stage import until
from uploads import history, upload
from visitor import Site, Visitor
from webservers import apache_starting

SLOW = 8


def begin(site):
    """An upload of 9 MB of which only the beginning comes."""
    way = socket.create_connection((site.host, site.port))
    way.sendall(
        f"POST /imports HTTP/1.1\r\nHost: {site.authority}\r\nSec-Fetch-Site: same-origin\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n"
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'.encode())
    return way


def arriving(fivebar):
    """How many files are on their way: each lies beside the database, without a name."""
    number = 0
    for entry in os.scandir(f"/proc/{fivebar.pid}/fd"):
        # It may be closed meanwhile.
        with suppress(FileNotFoundError):
            path = os.readlink(entry.path)
            number += path.startswith(str(fivebar.data)) and path.endswith("(deleted)")
    return number


def test_nobody_waits_for_a_file_that_arrives_slowly_and_one_that_breaks_off_leaves_nothing(start):
    fivebar = start(Fivebar, way="http", FIVEBAR_UPLOADS_PER_ADDRESS=0)
    site = Site("http", fivebar.address[1])
    visitor = Visitor(site)
    assert upload(visitor, history(10)).status == 303
    files = sorted(os.listdir(fivebar.data))
    slow = [begin(site) for _ in range(SLOW)]
    until(lambda: arriving(fivebar) == SLOW, "all are on their way")
    answer = upload(visitor, history(20))
    assert answer.status == 303 and visitor.ask("GET", answer.location).status == 200
    assert arriving(fivebar) == SLOW
    for way in slow:
        way.close()
    until(lambda: arriving(fivebar) == 0, "those that broke off are gone")
    assert sorted(os.listdir(fivebar.data)) == files


def readers_of_files(web):
    """The processes that mod_fcgid has started for files only."""
    readers = []
    for place in Path("/proc").glob("[0-9]*"):
        # It may end meanwhile.
        with suppress(OSError):
            if os.getsid(int(place.name)) == web.pid and b"--listen" in (place / "cmdline").read_bytes():
                readers.append(int(place.name))
    return readers


def test_behind_mod_fcgid_files_are_read_by_processes_that_nobody_else_waits_for(start):
    web = start(lambda home: apache_starting(home, "fcgid"))
    visitor = Visitor(web.site)
    counter = visitor.create("Kept")
    assert readers_of_files(web) == []
    preview = upload(visitor, history(10)).location
    readers = readers_of_files(web)
    assert readers and visitor.ask("GET", preview).status == 200
    assert visitor.tap(counter).status == 200 and readers_of_files(web) == readers
