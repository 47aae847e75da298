"""`deploy/run` as started in a checkout: it prints Fivebar's URL, and leaves nothing running."""

import os
import re
import signal
from pathlib import Path

import pytest
from processes import Process
from stage import BINARY, DEPLOY, IS_ROOT, bare_environment, folder, free_port, until
from visitor import Site, Visitor
from webservers import listens


def run(start, *options):
    """The script's process and the site it serves."""
    data = folder("data")
    # Called by root the script takes another user, and it is the script's choice which.
    data.chmod(0o777)
    port = free_port()
    environment = bare_environment(FIVEBAR_BIN=BINARY, FIVEBAR_DATABASE=data / "fivebar.sqlite",
                                   FIVEBAR_ACCOUNTS_PER_ADDRESS=0)
    script = start(Process, "deploy/run", [DEPLOY / "run", "--port", port, *options], env=environment)
    script.wait_until(lambda: "Ctrl-C ends it" in script.log, "deploy/run tells where Fivebar is")
    return script, Site("deploy/run", port)


def children(pid):
    """Everything that descends from a process."""
    found = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        found += [int(child), *children(int(child))]
    return found


def names(pids):
    return {Path(f"/proc/{pid}/comm").read_text().strip() for pid in pids}


@pytest.mark.parametrize("options", [[], ["--http"], ["--lan"]], ids=["nginx", "http", "lan"])
def test_it_serves_and_ends_on_ctrl_c_with_all_it_started(start, options):
    script, site = run(start, *options)
    assert f":{site.port}" in script.log
    visitor = Visitor(site)
    counter = visitor.create()
    visitor.tap(counter)
    assert visitor.count(counter) == 1

    started = children(script.pid)
    assert names(started) == ({"fivebar"} if "--http" in options else {"fivebar", "nginx"})
    if IS_ROOT:
        assert all(os.stat(f"/proc/{pid}").st_uid != 0 for pid in started), "something runs as root"
    # A terminal sends Ctrl-C to all of them.
    os.killpg(script.pid, signal.SIGINT)
    script.child.wait(20)
    assert not any(os.path.exists(f"/proc/{pid}") for pid in started)
    assert not listens(site.port)


def test_a_database_is_named_from_where_one_stands(start):
    place = folder("place")
    place.chmod(0o777)
    environment = bare_environment(FIVEBAR_BIN=BINARY, FIVEBAR_DATABASE="play.sqlite")
    script = start(Process, "deploy/run", ["env", "-C", place, DEPLOY / "run", "--http", "--port", free_port()], env=environment)
    script.wait_until(lambda: "Ctrl-C ends it" in script.log, "deploy/run tells where Fivebar is")
    assert (place / "play.sqlite").exists()


def test_on_the_local_network_a_phone_keeps_its_cookie(start):
    script, site = run(start, "--lan")
    addresses = re.findall(r"http://([\d.]+):", script.log)
    assert addresses, "no address of the local network is told"
    # The address of this machine itself, as a phone would use it.
    visitor = Visitor(Site("deploy/run", site.port, host=addresses[0]))
    counter = visitor.create()
    visitor.tap(counter)
    assert visitor.count(counter) == 1


@pytest.mark.parametrize("name", ["fivebar", "nginx"])
def test_when_one_of_the_two_dies_the_other_does_not_go_on_alone(start, name):
    script, site = run(start)
    started = children(script.pid)
    os.kill(next(pid for pid in started if names([pid]) == {name}), signal.SIGKILL)
    assert script.child.wait(30) != 0
    until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in started), "all have ended")
    assert "has ended" in script.log


def test_nothing_goes_on_when_the_script_itself_is_killed(start):
    script, site = run(start)
    started = children(script.pid)
    script.kill()
    until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in started), "all have ended")
    assert not listens(site.port)


def test_a_port_that_is_taken_is_told(start):
    _, site = run(start)
    second = start(Process, "deploy/run", [DEPLOY / "run", "--port", site.port], env=bare_environment(
        FIVEBAR_BIN=BINARY, FIVEBAR_DATABASE=folder("data") / "fivebar.sqlite"))
    assert second.child.wait(30) != 0
    assert "could not be started" in second.log or "in use" in second.log
