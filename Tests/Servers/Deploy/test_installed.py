"""The operator's commands on a machine where Fivebar is installed: they find its database and its user by themselves,
and never make another database beside it."""

import os
import shutil
import sqlite3
import subprocess

import pytest
from installation import Machine
from processes import Fivebar, Process, run_command
from stage import APP, IS_ROOT, bare_environment, folder, free_port
from visitor import Visitor
from webservers import Nginx, listens

COMMANDS = [["check"], ["stats"], ["tidy"], ["migrate"], ["feedback", "list"], ["backup", "/tmp/fivebar-never.sqlite"]]

needs_root = pytest.mark.skipif(not IS_ROOT, reason="/etc is root's")


@pytest.fixture
def fivebar(start):
    fivebar = start(Fivebar)
    Visitor(start(Nginx, fivebar.address).site).create("Kept")
    return fivebar


@needs_root
def test_the_installed_settings_are_found_and_told(home, fivebar):
    machine = Machine(home, f'# Settings\nFIVEBAR_DATABASE="{fivebar.database}"\nFIVEBAR_ZONE=Europe/Berlin\n')
    checked = machine.command("check")
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.splitlines()[0] == f"ok       database: {fivebar.database}, named by /etc/fivebar.env."
    assert machine.command("stats").returncode == 0


@needs_root
def test_the_file_of_one_of_several_is_told_for_the_environment_that_it_is(home, fivebar):
    machine = Machine(home, "FIVEBAR_DATABASE=/nowhere/fivebar.sqlite\n")
    (machine.etc / "fivebar-club.env").write_text(f"FIVEBAR_DATABASE={fivebar.database}\n")
    settings = {"FIVEBAR_INSTANCE": "club", "FIVEBAR_DATABASE": fivebar.database, "FIVEBAR_ZON": "UTC", "INVOCATION_ID": "1",
                "STATE_DIRECTORY": fivebar.data}
    told = machine.command("check", **settings).stdout
    assert told.startswith(f"ok       database: {fivebar.database}, named by /etc/fivebar-club.env.\n")
    assert "/etc/fivebar-club.env was read" in told and "Rename it in /etc/fivebar-club.env, or" in told
    assert "environment" not in told


@needs_root
def test_what_is_named_wins_over_the_installed_settings(home, fivebar, start):
    other = start(Fivebar)
    machine = Machine(home, f"FIVEBAR_DATABASE={fivebar.database}\n")
    by_option = machine.command("check", "--database", other.database)
    assert by_option.stdout.splitlines()[0] == f"ok       database: {other.database}, named by --database."
    by_environment = machine.command("check", FIVEBAR_DATABASE=other.database)
    assert by_environment.stdout.startswith(
        f"ok       database: {other.database}, named by FIVEBAR_DATABASE in the environment.")


@needs_root
def test_the_settings_beside_the_program_are_found(home, fivebar):
    own = folder("own")
    for name in ("Views", "Public"):
        (own / name).symlink_to(home.path / name)
    shutil.copy(home.binary, own / "fivebar")
    (own / "fivebar.env").write_text(f"FIVEBAR_DATABASE={fivebar.database}\n")
    checked = subprocess.run([own / "fivebar", "check"], capture_output=True, text=True, timeout=60, cwd="/",
                             env=bare_environment(), **APP.popen)
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.splitlines()[0] == f"ok       database: {fivebar.database}, named by {own}/fivebar.env."


@needs_root
def test_of_two_installations_a_command_asks_which_one_is_meant(home, fivebar, start):
    """One below /etc, and a folder of somebody's with settings and a database of its own, which its server uses."""
    own, other = folder("own"), start(Fivebar)
    for name in ("Views", "Public"):
        (own / name).symlink_to(home.path / name)
    shutil.copy(home.binary, own / "fivebar")
    beside = own / "fivebar.env"
    beside.write_text(f"FIVEBAR_DATABASE={other.database}\n")
    machine = Machine(home, f"FIVEBAR_DATABASE={fivebar.database}\n")

    def typed(*command, **settings):
        return machine.command(*command, program=own / "fivebar", **settings)
    said = f"/etc/fivebar.env is about {fivebar.database}, and {beside}, beside this program, about {other.database}."
    for command in (["check"], ["tidy"], ["account", "create"], ["migrate"]):
        done = typed(*command)
        assert done.returncode != 0 and said in done.stdout + done.stderr, done
    assert typed("check", "--database", fivebar.database).stdout.startswith(f"ok       database: {fivebar.database}, ")
    assert typed("check", FIVEBAR_HOME=own).stdout.startswith(f"ok       database: {other.database}, named by {beside}.")
    # What lies there otherwise is about no database.
    beside.write_text("FIVEBAR_EVENTS=off\n")
    assert typed("check").stdout.startswith(f"ok       database: {fivebar.database}, named by /etc/fivebar.env.")


@needs_root
def test_root_acts_as_the_databases_owner(home, fivebar):
    machine = Machine(home, f"FIVEBAR_DATABASE={fivebar.database}\n")
    assert fivebar.stop() == 0
    copy = fivebar.data / "copy.sqlite"
    for command in (["check"], ["stats"], ["tidy"], ["migrate"], ["backup", copy]):
        done = machine.command(*command)
        assert done.returncode == 0, (command, done.stderr)
    assert copy.exists()
    assert {path.name: path.stat().st_uid for path in fivebar.data.iterdir() if path.stat().st_uid != APP.uid} == {}
    # Only its user may write there, so nobody could have done it as somebody else.
    refused = machine.command("backup", folder("roots") / "copy.sqlite")
    assert refused.returncode != 0 and "roots" in refused.stderr


@needs_root
def test_a_quick_try_is_of_what_is_installed_as_its_databases_owner(home, fivebar, start):
    machine = Machine(home, f"FIVEBAR_DATABASE={fivebar.database}\nFIVEBAR_ZONE=Europe/Berlin\n")
    port = free_port()
    tried = start(Process, "fivebar http", machine.inside("http", "--port", str(port)), cwd="/", env=bare_environment())
    tried.wait_until(lambda: listens(port), "it listens")
    assert f"with {fivebar.database} and FIVEBAR_ZONE=Europe/Berlin." in tried.log
    assert tried.stop() == 0
    assert {path.name: path.stat().st_uid for path in fivebar.data.iterdir() if path.stat().st_uid != APP.uid} == {}
    private = Machine(home, f"FIVEBAR_DATABASE={fivebar.database}\nFIVEBAR_REMOTE_USER=yes\n").command("http", "--port", str(port))
    assert private.returncode == 78 and "FIVEBAR_REMOTE_USER=yes" in private.stderr
    assert not (home.path / "data").exists()


@needs_root
def test_a_server_makes_no_second_database_beside_the_installed_one(home, fivebar):
    machine = Machine(home, f"FIVEBAR_DATABASE={fivebar.database}\n")
    listen = f"unix:{folder('run')}/fivebar.sock"
    served = machine.command("serve", "--listen", listen)
    assert served.returncode == 78, served.stderr
    for named in (str(fivebar.database), f"{home.path}/data/fivebar.sqlite", "systemctl start fivebar.socket fivebar.service"):
        assert named in served.stderr
    by_web_server = machine.command(GATEWAY_INTERFACE="CGI/1.1", REQUEST_METHOD="GET", REQUEST_URI="/", SERVER_PROTOCOL="HTTP/1.1")
    assert by_web_server.stdout.startswith("Status: 503") and str(fivebar.database) in by_web_server.stderr
    assert not (home.path / "data").exists()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_missing_database_is_named_and_not_made(home, command):
    data = folder("data", APP)
    done = run_command(home, *command, FIVEBAR_DATABASE=data / "fivebar.sqlite")
    assert done.returncode != 0
    said = done.stdout + done.stderr
    assert str(data / "fivebar.sqlite") in said and "FIVEBAR_DATABASE in the environment" in said
    assert list(data.iterdir()) == []
    assert not os.path.exists("/tmp/fivebar-never.sqlite")


def test_a_database_in_a_closed_folder_is_not_said_to_be_missing(home):
    if not IS_ROOT:
        pytest.skip("a folder of somebody else needs root")
    closed = folder("closed")
    closed.chmod(0o700)
    done = run_command(home, "check", FIVEBAR_DATABASE=closed / "fivebar.sqlite")
    assert done.returncode != 0 and f"{closed} is closed to {APP.name}" in done.stdout and "sudo" in done.stdout


def test_a_new_database_is_made_when_asked_for(home):
    data = folder("data", APP)
    settings = {"FIVEBAR_DATABASE": data / "fivebar.sqlite"}
    assert run_command(home, "migrate", "--new", **settings).returncode == 0
    assert run_command(home, "check", **settings).returncode == 0


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_another_programs_database_is_left_as_it_is(home, start, command):
    data = folder("data", APP)
    database = data / "fivebar.sqlite"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE precious (name TEXT)")
    connection.close()
    database.chmod(0o666)
    before = database.read_bytes()
    done = run_command(home, *command, FIVEBAR_DATABASE=database)
    assert done.returncode != 0 and "another program" in done.stdout + done.stderr
    assert start(Fivebar, data=data, ready=False).child.wait(30) != 0
    assert database.read_bytes() == before
