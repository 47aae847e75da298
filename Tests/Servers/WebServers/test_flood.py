"""What nginx takes from one address: a flood waits, and everybody else is served; a household notices nothing.

Fewer than in the files, so that the tests do not depend on how fast this machine is."""

import http.client

import pytest
from problem_pages import is_the_page
from processes import Fivebar, listening
from stage import folder
from visitor import Visitor, at_once
from webservers import Nginx

# 127.0.0.1 itself is not limited.
FLOOD, OTHER = "127.0.0.2", "127.0.0.3"
BURST = 20
RATE = {"rate=200r/s": "rate=1r/m", "burst=1000": f"burst={BURST}"}


@pytest.fixture(params=["", "/count"], ids=["host", "subpath"])
def base(request):
    return request.param


@pytest.fixture
def behind(start, base):
    """nginx with some other limits, before Fivebar or before what a test names."""
    def begin(limits, backend=None):
        settings = {"FIVEBAR_BASE_PATH": base} if base else {}
        return start(Nginx, backend or start(Fivebar, **settings).address, base=base, limits=limits)
    return begin


def flood(visitor, path="/health", **headers):
    """More than the burst; answers how many were not limited, and the last answer, which was."""
    answers = [visitor.get(path, **headers) for _ in range(BURST + 10)]
    limited = [answer for answer in answers if answer.status == 429]
    assert {answer.status for answer in answers} == {200, 429}, answers
    return len(answers) - len(limited), limited[-1]


def test_a_flood_waits_while_others_count(behind):
    site = behind(RATE).site
    flooding, other = Visitor(site, address=FLOOD), Visitor(site, address=OTHER)
    counter = other.create()
    # One at the rate, and the burst.
    taken, answer = flood(flooding, accept_language="fr")
    assert taken == BURST + 1
    assert is_the_page(answer, 429, "429.fr.html", site) and answer.header("Retry-After") == "5"
    assert other.tap(counter).status == 200 and other.count(counter) == 1


def test_what_is_counted_meanwhile_is_told_to_come_later(behind):
    """Not as Fivebar's own answer: a script keeps what it has sent, and heeds Retry-After."""
    site = behind(RATE).site
    visitor = Visitor(site, address=FLOOD)
    counter = visitor.create()
    flood(visitor)
    upload = visitor.post("/imports", {"file": "x" * 200_000})
    for answer in (visitor.tap(counter), visitor.post("/operations", accept="application/json"), upload):
        assert is_the_page(answer, 429, "429.en.html", site) and answer.header("Retry-After") == "5"


def test_files_and_the_page_that_says_so_are_not_limited(behind, home):
    site = behind(RATE).site
    visitor = Visitor(site, address=FLOOD)
    _, answer = flood(visitor)
    [build] = (home.path / "assets").iterdir()
    for _ in range(BURST):
        assert visitor.get(f"/assets/{build.name}/css/shell/base.css").status == 200
    *styles, _ = answer.page.links
    assert len(styles) > 2 and all(visitor.ask("GET", path).status == 200 for path in styles)
    # Fivebar would have to be asked.
    assert visitor.get("/assets/0123456789abcdef/css/shell/base.css").status == 429


def test_a_household_is_not_limited(behind):
    """By the limits as they are: eight at once, and within a moment what they do in minutes."""
    site = behind({}).site
    visitor = Visitor(site, address=OTHER)
    counter = visitor.create()

    def count(_):
        for _ in range(40):
            assert visitor.tap(counter).status == 200
            assert visitor.get("/").status == 200
    at_once(8, count)
    assert visitor.count(counter) == 8 * 40


def test_this_machine_is_not_limited(behind):
    visitor = Visitor(behind(RATE).site)
    assert {visitor.get("/health").status for _ in range(3 * BURST)} == {200}


def reach(site, backend, address, path):
    """Sends a request that nobody answers, and waits until it has come through."""
    connection = http.client.HTTPConnection(site.host, site.port, timeout=60, source_address=(address, 0))
    connection.request("GET", site.base + path)
    return connection, backend.accept()[0]


@pytest.mark.parametrize("path, limits, free", [
    ("/goals", {"fivebar_at_once 64": "fivebar_at_once 3"}, "/events"),
    ("/events", {"fivebar_streams 200": "fivebar_streams 3"}, "/goals")], ids=["requests", "streams"])
def test_an_address_has_a_part_of_what_is_done_at_once(behind, path, limits, free):
    with listening(folder("run") / "fivebar.sock") as backend:
        backend.settimeout(60)
        site = behind(limits, backend.getsockname()).site
        underway = [reach(site, backend, FLOOD, path) for _ in range(3)]
        answer = Visitor(site, address=FLOOD).get(path)
        assert is_the_page(answer, 429, "429.en.html", site) and answer.header("Retry-After") == "5"
        # Others are asked for, and so is something else.
        underway += [reach(site, backend, OTHER, path), reach(site, backend, FLOOD, free)]
        for connections in underway:
            for connection in connections:
                connection.close()


def test_nobodys_address_is_logged(behind):
    server = behind(RATE)
    flood(Visitor(server.site, address=FLOOD))
    flood(Visitor(server.site, address=OTHER))
    assert FLOOD not in (server.run / "error.log").read_text() + server.log
    if not server.site.base:
        assert FLOOD not in server.logs


def test_behind_a_proxy_an_address_is_the_visitors_and_of_ipv6_a_network(start):
    proxy = "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;"
    site = start(Nginx, start(Fivebar).address, locations=proxy, limits=RATE).site
    # A line feed in an address is nothing special.
    for network in ("2001:db8:a0a:a0a", "2001:db8:a0a:a0b"):
        visitor = Visitor(site)
        answers = [visitor.get("/health", x_forwarded_for=f"{network}::{number:x}").status for number in range(BURST + 5)]
        assert answers.count(200) == BURST + 1 and answers.count(429) == 4, answers
    for number in range(BURST + 5):
        assert Visitor(site).get("/health", x_forwarded_for=f"198.51.100.{number}").status == 200
