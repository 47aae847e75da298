"""Another proxy is in front of the web server: with the lines for that, each visitor's own address gets to Fivebar, and
nobody is believed who is not that proxy."""

import json
import re
import subprocess

import pytest
from processes import Fivebar
from stage import bare_environment, shipped
from visitor import Visitor
from webservers import Apache, Caddy, Forwarding, Lighttpd, Nginx


def lines(server, *beginnings):
    """What the guide's table says for a web server that begins with one of these."""
    row, = re.findall(rf"^\| {server} \| (.*) \|$", shipped("README.md", {}), re.MULTILINE)
    found = [line for line in re.findall(r"`([^`]+)`", row) if line.startswith(beginnings)]
    assert len(found) == len(beginnings), found
    return "".join(f"    {line}\n" for line in found)


def nginx(home, backend):
    name = "    server_name count.example.org;\n"
    return Nginx(home, backend, changes={name: name + lines("nginx", "set_real_ip_from", "real_ip_header")})


def apache(home, backend):
    end = "</VirtualHost>\n\n"
    return Apache(home, "Apache, mod_proxy_fcgi", shipped("apache/proxy_fcgi.conf", {
        "/srv/fivebar": home.path, "/run/fivebar/fivebar.sock": backend, end: lines("Apache", "RemoteIPHeader", "RemoteIPInternalProxy") + end}))


def caddy(home, backend):
    return Caddy(home, backend, is_behind=True)


def lighttpd(home, backend):
    return Lighttpd(home, backend, is_behind=True)


@pytest.fixture(params=[nginx, apache, caddy, lighttpd], ids=lambda kind: kind.__name__)
def kind(request):
    return request.param


@pytest.fixture
def web(start, kind):
    return start(kind, start(Fivebar, FIVEBAR_ACCOUNTS_PER_ADDRESS=2).address)


@pytest.fixture
def front(start, web):
    return start(Forwarding, web)


def accounts(web, address, *forwarded):
    """How many accounts are made, with a visit for each value of the header that tells of forwarding."""
    answers = [Visitor(web.site, address=address).post("/counters", {"title": "A"}, x_forwarded_for=value).status
               for value in forwarded]
    return answers.count(303)


def test_visitors_are_told_apart(front):
    assert [accounts(front, f"127.0.0.{number}", None, None, None) for number in (2, 3)] == [2, 2]


def test_what_a_visitor_writes_gains_nothing(front):
    assert accounts(front, "127.0.0.2", *(f"192.0.2.{number}" for number in range(4))) == 2


def test_a_proxy_that_adds_to_what_a_visitor_writes_is_believed_about_the_last(web):
    for last in ("198.51.100.7", "198.51.100.8", "2001:db8:1::7", "2001:db8:2::7"):
        assert accounts(web, None, *(f"192.0.2.{number}, {last}" for number in range(2)), last) == 2


def test_a_proxy_that_names_nobody_is_one_visitor(web):
    assert accounts(web, None, None, "unknown", "192.0.2.1:443x") == 2


def test_nobody_else_is_believed(web):
    assert accounts(web, "127.0.0.2", *(f"192.0.2.{number}" for number in range(4))) == 2


def test_check_finds_all_well(start, home, kind):
    fivebar = start(Fivebar)
    front = start(Forwarding, start(kind, fivebar.address))
    done = subprocess.run(
        [home.binary, "check", "--json", "--database", fivebar.database, "--url", f"http://{front.site.authority}/"],
        env=bare_environment(), capture_output=True, text=True, timeout=120, cwd="/")
    told = {result["check"]: result for result in json.loads(done.stdout)}
    assert told["visitors"]["outcome"] == told["event stream"]["outcome"] == "ok", told
