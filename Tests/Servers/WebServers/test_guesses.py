"""Who guesses in vain, as fail2ban reads it from a log that is off unless the operator turns it on."""

import re
import shutil
import subprocess

import pytest
from processes import Fivebar
from stage import DEPLOY, bare_environment, folder, free_port, shipped
from visitor import Visitor
from webservers import Sites

FAIL2BAN = shutil.which("fail2ban-regex")


def with_guesses(text):
    """nginx's file with the lines uncommented that filter.conf names."""
    text, found = re.subn(r'^( *)#(?=map "\$request_method|log_format fivebar_guesses|access_log )', r"\1", text,
                          flags=re.MULTILINE)
    assert found == 3
    return text


@pytest.fixture
def web(start):
    """Starts nginx with its file after a change."""
    def begin(change):
        fivebar, port = start(Fivebar), free_port()
        text = change(shipped("nginx/fivebar.conf", {
            "/run/fivebar/fivebar.sock": fivebar.address, "    listen 80;": f"    listen 127.0.0.1:{port};",
            "    listen [::]:80;": ""}))
        return start(Sites, text, port)
    return begin


def guess(web):
    visitor = Visitor(web.site)
    assert visitor.post("/sign-in", {"name": "Ada", "passphrase": "wrong horse"}).status == 422
    assert visitor.post("/join", {"code": "KTRB-XMQV"}).status == 422
    assert visitor.get("/join").status == 200
    return visitor.create("Birds")


def test_no_address_is_written_down_unless_the_operator_wants_it(web):
    running = web(lambda text: text)
    guess(running)
    assert not (running.run / "fivebar-guesses.log").exists()
    assert "127.0.0.1" not in (running.run / "fivebar.log").read_text()


@pytest.mark.skipif(not FAIL2BAN, reason="no fail2ban")
def test_fail2ban_finds_each_guess_and_nobody_else(web):
    running = web(with_guesses)
    guess(running)
    log = running.run / "fivebar-guesses.log"
    assert len(log.read_text().splitlines()) == 2, "nobody else is written down"
    # Neither would be taken for one who guesses.
    others = folder("log") / "others.log"
    others.write_text(log.read_text() + "192.0.2.1 2026-11-24T10:00:00+00:00 POST /counters/7/title 422\n"
                      "192.0.2.1 2026-11-24T10:00:00+00:00 GET /join 200\n")
    read = subprocess.run([FAIL2BAN, others, DEPLOY / "fail2ban/filter.conf"], capture_output=True, text=True, timeout=60,
                          env=bare_environment())
    assert "4 lines, 0 ignored, 2 matched, 2 missed" in read.stdout, read.stdout
