"""Lines of the guides and of cron's file, run by a shell as somebody who has copied them runs them."""

import re
import subprocess

import pytest
from stage import DEPLOY, bare_environment, folder

CRON = re.search(r"^20 3 (?:\* ){3}www-data (.*)$", (DEPLOY / "cron/fivebar").read_text(), re.MULTILINE)[1]
GUIDE = (DEPLOY / "README.md").read_text()
SHARED_HOST = re.search(r"^    (mkdir -p .*backup --quiet.*)$", (DEPLOY / "shared-host.md").read_text(), re.MULTILINE)[1]


def shell(line):
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60, cwd="/", env=bare_environment())


@pytest.mark.parametrize("line", [CRON, SHARED_HOST], ids=["cron", "shared host"])
@pytest.mark.parametrize("result, makes", [(0, True), (1, False), (1, True)], ids=["well", "no copy", "a copy with wrong sums"])
def test_a_nightly_copy_ends_as_the_backup_did(line, result, makes):
    place = folder("night")
    (place / "fivebar").write_text(f"#!/bin/sh\n{'echo copy >$3' if makes else ':'}\nexit {result}\n")
    (place / "fivebar").chmod(0o755)
    line = line.replace("\\%", "%").replace("/var/lib/fivebar", f"{place}/data").replace("/srv/fivebar", str(place))
    done = shell(line.replace("/home/you/fivebar", str(place)))
    assert (done.returncode, done.stdout, done.stderr) == (result, "", "")
    copies = [path.name for path in (place / "data/backups").iterdir()]
    assert (len(copies) == 1 and re.fullmatch(r"[1-7]\.sqlite", copies[0])) if makes else copies == []


def test_what_is_copied_with_any_umask_is_open_to_the_service():
    copies = re.findall(r"^    sudo cp -r dist/fivebar (\S+)(.*(?:\n    .*)*)", GUIDE, re.MULTILINE)
    assert len(copies) == 2
    for place, rest in copies:
        assert f"sudo chmod -R a+rX {place}" in rest


def test_the_command_that_the_guides_print_is_there_in_a_folder_too():
    assert "sudo ln -s /srv/fivebar/fivebar /usr/local/bin/fivebar\n" in GUIDE
    # Where the folder goes, a link that leads nowhere would hide the package's command.
    assert len(re.findall(r"^    sudo rm .*/usr/local/bin/fivebar\b", GUIDE, re.MULTILINE)) == 2
    for guide in DEPLOY.glob("*.md"):
        assert "sudo /srv/fivebar/fivebar" not in guide.read_text(), guide


@pytest.mark.parametrize("file", ["apache/cgi.conf", "apache/fcgid.conf", "apache/proxy_fcgi.conf", "caddy/Caddyfile",
                                  "lighttpd/fivebar.conf", "fcgiwrap/fivebar.conf", "uwsgi/fivebar.conf", "uwsgi/fivebar.ini"])
def test_a_file_is_adjusted_before_its_server_is_restarted_and_as_root(file):
    head = re.match(r"(#.*\n)+", (DEPLOY / file).read_text())[0]
    assert re.search(r"As root, copy to", head)
    assert head.index("adjust:") < re.search(r"systemctl re(start|load) (apache2|caddy|lighttpd|nginx|uwsgi)", head).start()


def test_a_move_takes_away_all_that_was_beside_the_database():
    [line] = re.findall(r"^    sudo (sh -c 'rm .*)$", (DEPLOY / "moving.md").read_text(), re.MULTILINE)
    data = folder("data")
    for name in ("fivebar.sqlite", "fivebar.sqlite-wal", "fivebar.sqlite-shm", "other.txt"):
        (data / name).touch()
    # What a `fivebar top` that was killed has left.
    (data / "fivebar.sqlite-top").mkdir()
    (data / "fivebar.sqlite-top/7").touch()
    done = shell(line.replace("/var/lib/fivebar", str(data)))
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in data.iterdir()] == ["other.txt"]
