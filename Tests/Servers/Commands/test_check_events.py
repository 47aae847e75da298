"""What `fivebar check` finds out about visits by making some through the web server: whether events come at once, and whose
address Fivebar is told."""

import http.client
import json
import subprocess

import pytest
from processes import Fivebar, Process
from stage import bare_environment, folder, free_port
from visitor import Visitor
from webservers import Apache, Caddy, Lighttpd, Nginx, listens, nginx, shipped


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


def address(site):
    return f"http://{site.authority}{site.base}/"


def check(home, database, url):
    """What is said of visits, by the check's name."""
    done = subprocess.run(
        [home.binary, "check", "--json", "--database", database, "--url", url], env=bare_environment(),
        capture_output=True, text=True, timeout=120, cwd="/")
    results = {result["check"]: result for result in json.loads(done.stdout)}
    assert results["web server"]["outcome"] == "ok", results
    assert results.get("sign-up", {}).get("outcome", "ok") == "ok", results
    return {name: results[name] for name in ("event stream", "visitors") if name in results}


def outcomes(found):
    return {name: result["outcome"] for name, result in found.items()}


ALL_IS_WELL = {"event stream": "ok", "visitors": "ok"}


@pytest.mark.parametrize("server", [Nginx, Caddy, Lighttpd])
def test_events_and_addresses_come_through_with_the_shipped_files(start, home, fivebar, server):
    web = start(server, fivebar.address)
    found = check(home, fivebar.database, address(web.site))
    assert outcomes(found) == ALL_IS_WELL
    assert "at once" in found["event stream"]["says"] and "127.0.0.1" in found["visitors"]["says"]


def test_apache_as_a_proxy_does_the_same(ways, home):
    running = ways("apache-proxy_fcgi")
    assert outcomes(check(home, running.database, address(running.site))) == ALL_IS_WELL


@pytest.mark.parametrize("way", ["apache-fcgid", "apache-cgi"])
def test_where_pages_poll_that_is_no_fault(ways, home, way):
    running = ways(way)
    Visitor(running.site).create()
    found = check(home, running.database, address(running.site))
    assert outcomes(found) == ALL_IS_WELL
    assert "now and then" in found["event stream"]["says"]


def test_nginx_that_holds_events_back_is_found(start, home, fivebar):
    # With kept connections it hands on what it has, whatever it is told.
    web = start(Nginx, fivebar.address, changes={
        "fastcgi_buffering off;": "fastcgi_ignore_headers X-Accel-Buffering;", "fastcgi_keep_conn on;": ""})
    found = check(home, fivebar.database, address(web.site))
    assert outcomes(found) == ALL_IS_WELL | {"event stream": "fault"}
    assert "fastcgi_buffering off" in found["event stream"]["mend"]


def test_lighttpd_that_holds_events_back_is_found(start, home, fivebar):
    web = start(Lighttpd, fivebar.address, changes={"server.stream-response-body = 2": "server.stream-response-body = 0"})
    found = check(home, fivebar.database, address(web.site))
    assert outcomes(found) == ALL_IS_WELL | {"event stream": "fault"}


def test_apache_that_holds_events_back_is_found(start, home, fivebar):
    text = shipped("apache/proxy_fcgi.conf", {
        "/srv/fivebar": home.path, "/run/fivebar/fivebar.sock": fivebar.address, " flushpackets=on": ""})
    web = start(Apache, "Apache, mod_proxy_fcgi", text)
    found = check(home, fivebar.database, address(web.site))
    assert outcomes(found) == ALL_IS_WELL | {"event stream": "fault"}


def test_a_web_server_that_tells_no_address_is_found(start, home, fivebar):
    web = start(Nginx, fivebar.address, changes={"    fastcgi_param REMOTE_ADDR       $remote_addr;\n": ""})
    found = check(home, fivebar.database, address(web.site))
    assert outcomes(found) == ALL_IS_WELL | {"visitors": "fault"}
    assert "REMOTE_ADDR" in found["visitors"]["mend"]


def proxy(start, web, lines=""):
    """Another nginx in front, as people have them, and the address that they use."""
    run, port = folder("proxy"), free_port()
    site = (f"server {{ listen 127.0.0.1:{port}; access_log off; client_max_body_size 11m; location / {{\n"
            f"proxy_pass http://127.0.0.1:{web.port}; "
            f"proxy_set_header Host $http_host;\n{lines}\n}} }}")
    process = start(Process, "a proxy", nginx(run, site), env=bare_environment(PATH="/usr/sbin:/usr/bin"))
    process.wait_until(lambda: listens(port), "it listens")
    return f"http://127.0.0.1:{port}/"


SAYS_FOR_WHOM = "proxy_buffering off; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"
BELIEVES = "    server_name count.example.org;\n    real_ip_header X-Forwarded-For;\n    set_real_ip_from {};"


@pytest.mark.parametrize("lines, outcome", [(SAYS_FOR_WHOM, "fault"), ("proxy_buffering off;", "warning")], ids=["that says so", "silent"])
def test_behind_a_proxy_whose_address_all_visitors_have_the_mend_is_told(start, home, fivebar, lines, outcome):
    front = proxy(start, start(Nginx, fivebar.address), lines)
    found = check(home, fivebar.database, front)
    assert outcomes(found) == ALL_IS_WELL | {"visitors": outcome}
    assert "set_real_ip_from" in found["visitors"]["mend"]


def test_behind_a_proxy_that_the_operator_has_named_all_is_well(start, home, fivebar):
    web = start(Nginx, fivebar.address, changes={"    server_name count.example.org;": BELIEVES.format("127.0.0.1")})
    assert outcomes(check(home, fivebar.database, proxy(start, web, SAYS_FOR_WHOM))) == ALL_IS_WELL


def test_a_web_server_that_believes_anybody_is_a_warning(start, home, fivebar):
    web = start(Nginx, fivebar.address, changes={"    server_name count.example.org;": BELIEVES.format("0.0.0.0/0")})
    found = check(home, fivebar.database, address(web.site))
    assert outcomes(found) == ALL_IS_WELL | {"visitors": "warning"}
    assert "believed" in found["visitors"]["says"]


def test_a_proxy_in_front_that_holds_events_back_is_found(start, home, fivebar):
    front = proxy(start, start(Nginx, fivebar.address), "")
    assert outcomes(check(home, fivebar.database, front))["event stream"] == "fault"


def test_another_database_is_told(start, home, fivebar):
    other = start(Fivebar)
    web = start(Nginx, other.address)
    found = check(home, fivebar.database, address(web.site))
    assert outcomes(found) == {"visitors": "warning"} and "--database" in found["visitors"]["mend"]


def test_strangers_get_nothing_by_the_header(start, fivebar):
    web = start(Nginx, fivebar.address)
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
    for path in ("/health", "/events"):
        connection.request("GET", path, headers={"fivebar-check": "1795456800000.AAAA"})
        response = connection.getresponse()
        text = response.read()
        assert response.getheader("content-type") != "text/event-stream" and b"127.0.0.1" not in text
