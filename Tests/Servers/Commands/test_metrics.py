"""`fivebar stats --prometheus`: numbers for an operator's graphs, that tell of no person and open no port."""

import re
import subprocess
import time

import pytest
from processes import Fivebar
from stage import DEPLOY, bare_environment, folder
from visitor import Visitor
from webservers import Nginx


@pytest.fixture
def fivebar(start):
    fivebar = start(Fivebar)
    assert fivebar.command("backup", fivebar.data / "copy.sqlite").returncode == 0
    return fivebar


def test_what_there_is_is_told_in_prometheus_format(start, fivebar):
    visitor = Visitor(start(Nginx, fivebar.address).site)
    visitor.tap(visitor.create("Robins"))
    done = fivebar.command("stats", "--prometheus")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("\n") and "Robins" not in done.stdout
    lines = done.stdout.splitlines()
    samples = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    for name in samples:
        bare = name.split("{")[0]
        assert lines.count(f"# TYPE {bare} gauge") == 1
    assert samples["fivebar_accounts"] == samples["fivebar_counters"] == "1"
    assert samples["fivebar_changes_today"] == "2"
    assert int(samples["fivebar_database_bytes"]) > 0 and int(samples["fivebar_disk_free_bytes"]) > 0
    assert abs(int(samples["fivebar_backup_newest_timestamp_seconds"]) - time.time()) < 600
    assert any(name.startswith('fivebar_info{version="') for name in samples)


def test_numbers_are_asked_for_in_one_way(fivebar):
    done = fivebar.command("stats", "--prometheus", "--csv")
    assert done.returncode == 64 and done.stdout == "" and "--csv or --prometheus" in done.stderr


def test_the_cron_line_hands_the_numbers_to_the_collector(home, fivebar):
    line, = re.findall(r"^#\*/5 (?:\* ){4}root (.*)$", (DEPLOY / "cron/fivebar").read_text(), re.MULTILINE)
    collected = folder("collected")
    for old, new in (("/var/lib/prometheus/node-exporter", collected), ("/srv/fivebar", home.path)):
        assert old in line
        line = line.replace(old, str(new))
    for _ in range(2):
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60, cwd="/",
                              env=bare_environment(FIVEBAR_DATABASE=fivebar.database))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [path.name for path in collected.iterdir()] == ["fivebar.prom"]
    assert "\nfivebar_accounts 0\n" in (collected / "fivebar.prom").read_text()
