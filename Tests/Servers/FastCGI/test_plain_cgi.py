"""Fivebar as a CGI program, started directly with a web server's variables, and in the folders of shared-host.md."""

import fcntl
import os
import re
import shutil
import subprocess
import threading

import pytest
from plain_cgi import cgi, cgi_environment
from processes import run_command
from stage import APP, DEPLOY, WEB, bare_environment, folder, shipped, until
from visitor import Visitor, cookie_header, seen
from webservers import Apache


@pytest.fixture
def data():
    return folder("data", APP)


def test_a_page_is_answered_below_the_scripts_own_name(home, data):
    status, _, body = cgi(home, data)
    assert status == 200
    assert b'href="/cgi-bin/fivebar/counters/new"' in body


def test_a_form_leads_back_below_the_scripts_own_name(home, data):
    status, headers, _ = cgi(home, data, "POST", "/cgi-bin/fivebar/counters", b"title=Birds")
    location = next(value for name, value in headers if name.lower() == "location")
    assert status == 303
    assert re.fullmatch(r"(http://localhost)?/cgi-bin/fivebar/\?undo=[-0-9a-f]{36}#tap-\d+", location)


def test_a_configured_path_goes_before_the_scripts_name(home, data):
    status, _, body = cgi(home, data, target="/count/", SCRIPT_NAME="/count/fivebar.cgi", PATH_INFO="/",
                          FIVEBAR_BASE_PATH="/count")
    assert status == 200 and b'href="/count/counters/new"' in body


def test_the_wal_does_not_become_longer_with_each_request(home, data):
    """Each process reads all of it, unless another one has the database open."""
    for _ in range(20):
        assert cgi(home, data, "POST", "/cgi-bin/fivebar/counters", b"title=Birds", FIVEBAR_ACCOUNTS_PER_ADDRESS=0)[0] == 303
    assert (data / "fivebar.sqlite-wal").stat().st_size < 320 << 10


def test_a_query_is_never_read_as_arguments(home, data):
    """RFC 3875, 4.4: a query without = becomes the program's arguments."""
    elsewhere = folder("elsewhere", APP)
    for arguments in (["--database", f"{elsewhere}/x"], ["backup", f"{elsewhere}/x"], ["--help"], ["http"]):
        target = "/cgi-bin/fivebar/?" + "+".join(arguments)
        status, _, body = cgi(home, data, target=target, arguments=arguments)
        assert status == 200 and b"<h1" in body
    assert list(elsewhere.iterdir()) == []


def test_a_query_is_never_read_as_arguments_behind_apache(ways):
    running = ways("apache-cgi")
    elsewhere = folder("elsewhere", WEB)
    for query in (f"--database+{elsewhere}/x", f"backup+{elsewhere}/x", "--help", "serve"):
        assert Visitor(running.site).get(f"/?{query}").status == 200
    assert list(elsewhere.iterdir()) == []


def test_a_body_that_nobody_needs_is_read_to_its_end(home, data):
    """Apache drops a large form whose reader went away, and the reader would see no answer."""
    status, _, _ = cgi(home, data, "POST", "/cgi-bin/fivebar/nothing", b"title=" + b"x" * 60_000)
    assert status == 404
    status, _, _ = cgi(home, data, "POST", "/cgi-bin/fivebar/counters", b"title=" + b"x" * 1_000_000)
    assert status == 413


@pytest.mark.parametrize("wrong, status", [({"REQUEST_METHOD": "NO METHOD"}, 400), ({"FIVEBAR_ZONE": "Nowhere"}, 500)],
                         ids=["an unreadable request", "a bad setting"])
def test_a_body_is_read_to_its_end_where_nothing_can_be_done_with_it(home, data, wrong, status):
    body = b"x" * 1_000_000
    child = subprocess.Popen([home.binary], env=cgi_environment(data, "POST", body=body, **wrong), cwd="/",
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, **APP.popen)
    # Fails once its reader has gone away.
    with child.stdin as pipe:
        pipe.write(body)
    assert child.stdout.read().startswith(b"Status: %d" % status)
    assert child.wait(timeout=60) == 0


def test_the_hash_of_files_is_kept_beside_the_database_for_the_next_page(home, data):
    kept = data / "fivebar.sqlite-assets"

    def page():
        status, _, body = cgi(home, data)
        assert status == 200
        return body

    first = page()
    # Files that have just been put there are read once more.
    until(lambda: page() and kept.exists(), "the hash is kept")
    assert kept.stat().st_mode & 0o777 == 0o600
    hash = kept.read_text()[:16]
    address = f"/cgi-bin/fivebar/assets/{hash}/css/shell/tokens.css"
    for whole in (kept.read_bytes(), b"torn", None):
        if whole is None:
            kept.unlink()
        else:
            kept.write_bytes(whole)
        body = page()
        assert address.encode() in first and address.encode() in body
        status, headers, style = cgi(home, data, target=address)
        assert status == 200 and len(style) > 1000
    checked = run_command(home, "check", FIVEBAR_DATABASE=data / "fivebar.sqlite")
    assert checked.returncode == 0 and "sqlite-assets" not in checked.stdout + checked.stderr


def test_a_web_server_that_writes_the_whole_body_before_it_reads_gets_its_answer(home, data):
    """fcgiwrap does, and a pipe holds little: with an answer first, both would wait for ever."""
    body = b"x" * 60_000
    child = subprocess.Popen([home.binary], env=cgi_environment(data, "GET", body=body), cwd="/",
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, **APP.popen)
    for pipe in (child.stdin, child.stdout):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 4096)
    writing = threading.Thread(target=lambda: (child.stdin.write(body), child.stdin.close()), daemon=True)
    writing.start()
    writing.join(timeout=60)
    is_written = not writing.is_alive()
    if not is_written:
        child.kill()
    answer = child.stdout.read()
    child.wait(timeout=60)
    assert is_written
    assert answer.startswith(b"Status: 200") and answer.rstrip().endswith(b"</html>")


def test_a_body_shorter_than_it_says_is_refused(home, data):
    status, _, _ = cgi(home, data, "POST", "/cgi-bin/fivebar/counters", b"title=Birds", CONTENT_LENGTH="5000")
    assert status == 400


def test_many_first_requests_at_once_make_one_database(home, data):
    """The schema is made by whoever comes first, once."""
    environment = bare_environment(
        GATEWAY_INTERFACE="CGI/1.1", SERVER_PROTOCOL="HTTP/1.1", SERVER_NAME="localhost", SERVER_PORT="80",
        REQUEST_METHOD="GET", REQUEST_URI="/x/", SCRIPT_NAME="/x", PATH_INFO="/", QUERY_STRING="", HTTP_HOST="localhost",
        HTTP_COOKIE=cookie_header(seen("/x")), FIVEBAR_DATABASE=data / "fivebar.sqlite")
    for _ in range(3):
        for name in data.iterdir():
            name.unlink()
        children = [
            subprocess.Popen([home.binary], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             stdin=subprocess.DEVNULL, cwd="/", **APP.popen)
            for _ in range(8)]
        answers = [child.communicate(timeout=60) for child in children]
        for child, (output, problems) in zip(children, answers):
            assert child.returncode == 0, problems
            assert b"Status: 200" in output or not output.startswith(b"Status"), output[:300]
    check = run_command(home, "check", FIVEBAR_DATABASE=data / "fivebar.sqlite")
    assert check.returncode == 0, check.stdout + check.stderr


def shared_host(home):
    """A home folder as shared-host.md lays it out: the program outside the web folder, its settings beside it."""
    account = folder("account", WEB)
    program = account / "fivebar"
    shutil.copytree(home.path, program)
    (program / "data").mkdir()
    os.chown(program / "data", WEB.uid, WEB.gid)
    return account, program


def starter(program):
    """The two lines of shared-host.md that start the program, with this account's path in them."""
    guide = (DEPLOY / "shared-host.md").read_text()
    lines = re.search(r"^#!/bin/sh\n.*?(?=^```)", guide, re.MULTILINE | re.DOTALL).group(0)
    assert "/home/you/fivebar" in lines
    return lines.replace("/home/you/fivebar", str(program))


def write_script(path, text):
    path.write_text(text)
    path.chmod(0o755)


def counts_there(site):
    visitor = Visitor(site)
    counter = visitor.create("Birds")
    assert visitor.post(f"/counters/{counter}/marks").status == 303
    assert visitor.count(counter) == 1
    style = next(link for link in visitor.get("/").page.links if link.endswith("base.css"))
    answer = visitor.ask("GET", style)
    assert (answer.status, answer.header("Content-Type").split(";")[0]) == (200, "text/css")
    assert "immutable" in answer.header("Cache-Control")
    first = visitor.get("/", accept_encoding="gzip")
    assert visitor.get("/", accept_encoding="gzip", if_none_match=first.header("ETag")).status == 304
    return answer


def test_a_shared_host_with_only_a_cgi_bin(home, start):
    account, program = shared_host(home)
    (program / "fivebar.env").write_text("# settings\nFIVEBAR_EVENTS=off\nFIVEBAR_ACCOUNTS_PER_ADDRESS=0\n")
    bin = account / "cgi-bin"
    bin.mkdir()
    write_script(bin / "count", starter(program))
    server = start(Apache, "shared host", (
        f"ScriptAlias /cgi-bin/ {bin}/\n<Directory {bin}>\nOptions +ExecCGI\nRequire all granted\n</Directory>\n"),
        base="/cgi-bin/count")
    counts_there(server.site)
    assert (program / "data/fivebar.sqlite").exists()


def test_a_shared_host_with_htaccess(home, start):
    account, program = shared_host(home)
    (program / "fivebar.env").write_text(
        "FIVEBAR_BASE_PATH=/count\nFIVEBAR_EVENTS=off\nFIVEBAR_ACCOUNTS_PER_ADDRESS=0\n")
    web = account / "public_html"
    place = web / "count"
    shutil.copytree(home.path / "assets", place / "assets")
    (place / ".htaccess").write_text(shipped("apache/htaccess", {}))
    write_script(place / "fivebar.cgi", starter(program))
    server = start(Apache, "shared host", (
        f"DocumentRoot {web}\n<Directory {web}>\nOptions +SymLinksIfOwnerMatch\nAllowOverride All\nRequire all granted\n"
        "</Directory>\n"), base="/count")
    assert counts_there(server.site).header("Accept-Ranges") == "bytes", "Apache itself hands out the styles"
    assert Visitor(server.site).get("/.htaccess").status in (403, 404)
