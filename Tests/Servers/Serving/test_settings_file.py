"""A file of settings that is there and cannot be read: nothing goes on as if it said nothing, which could open a private site."""

import shutil
import subprocess

import pytest
from installation import Machine
from plain_cgi import cgi_environment
from processes import Fivebar, refused, run_command
from stage import APP, IS_ROOT, folder

pytestmark = pytest.mark.skipif(not IS_ROOT, reason="a file of somebody else needs root")


@pytest.fixture
def own(home):
    """A folder with the program, and beside it settings that are root's."""
    own = folder("own")
    for name in ("Views", "Public"):
        (own / name).symlink_to(home.path / name)
    shutil.copy(home.binary, own / "fivebar")
    (own / "data").mkdir()
    shutil.chown(own / "data", APP.uid, APP.gid)
    (own / "fivebar.env").write_text("FIVEBAR_SIGN_UP=closed\n")
    (own / "fivebar.env").chmod(0o600)
    return own


def counted(own):
    """What the program answers, started by a web server to make somebody's first counter."""
    environment = cgi_environment(own / "data", "POST", "/cgi-bin/fivebar/counters", b"title=Birds")
    del environment["FIVEBAR_DATABASE"]
    return subprocess.run([own / "fivebar"], input="title=Birds", env=environment, timeout=60, cwd="/", text=True,
                          capture_output=True, **APP.popen)


def test_by_cgi_nobody_is_let_in(own):
    done = counted(own)
    assert done.stdout.startswith("Status: 500"), done.stdout
    assert f"{own}/fivebar.env has settings, and {APP.name} cannot read it" in done.stderr and "chgrp" in done.stderr
    assert list((own / "data").iterdir()) == []
    (own / "fivebar.env").chmod(0o644)
    assert counted(own).stdout.startswith("Status: 403")


def test_a_server_does_not_start(own, start):
    fivebar = start(Fivebar, ready=False, FIVEBAR_HOME=own)
    refused(fivebar, f"{own}/fivebar.env", f"{APP.name} cannot read it", f"chmod g+r {own}/fivebar.env")
    assert list(fivebar.data.iterdir()) == []


def test_a_link_that_leads_nowhere_is_no_missing_file(own, start):
    (own / "fivebar.env").unlink()
    (own / "fivebar.env").symlink_to("/nowhere/fivebar.env")
    refused(start(Fivebar, ready=False, FIVEBAR_HOME=own), f"{own}/fivebar.env is a link that leads nowhere")


def test_a_file_that_its_owner_may_not_read_is_named_with_its_rights(own, start):
    shutil.chown(own / "fivebar.env", APP.uid)
    (own / "fivebar.env").chmod(0)
    refused(start(Fivebar, ready=False, FIVEBAR_HOME=own), f"chmod u+r {own}/fivebar.env")


def test_a_command_says_who_may_run_it(own, home):
    checked = run_command(home, "check", FIVEBAR_HOME=own)
    assert checked.returncode == 1
    assert f"settings: {own}/fivebar.env has settings, and {APP.name} cannot read it" in checked.stdout
    assert "with sudo" in checked.stdout and "no file of settings" not in checked.stdout
    for command in (["migrate", "--new"], ["account", "invite"], ["stats"]):
        done = run_command(home, *command, FIVEBAR_HOME=own)
        assert done.returncode != 0 and "with sudo" in done.stderr and done.stdout == "", done
    assert list((own / "data").iterdir()) == []


@pytest.fixture
def machine(home):
    """One where root alone may read /etc/fivebar.env."""
    data = folder("data", APP)
    machine = Machine(home, f"FIVEBAR_DATABASE={data}/fivebar.sqlite\nFIVEBAR_SIGN_UP=closed\n")
    machine.settings.chmod(0o640)
    machine.database = data / "fivebar.sqlite"
    assert machine.command("migrate", "--new").returncode == 0
    return machine


def test_a_command_about_an_installation_whose_settings_are_roots_needs_root(machine):
    for command in (["check"], ["account", "list"], ["backup", machine.database.parent / "copy.sqlite"]):
        done = machine.command(*command, user=APP)
        assert done.returncode == 1, done
        said = done.stdout + done.stderr
        assert f"/etc/fivebar.env has settings, and {APP.name} cannot read it" in said and "with sudo" in said
    assert machine.command("check").returncode == 0


def test_what_systemd_has_handed_on_need_not_be_read(machine):
    unit = {"INVOCATION_ID": "1", "STATE_DIRECTORY": machine.database.parent}
    settings = {"FIVEBAR_DATABASE": machine.database, "FIVEBAR_SIGN_UP": "closed"}
    checked = machine.command("check", "--quiet", user=APP, **unit, **settings)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")
    # Also where the file names no database.
    without = machine.command("check", user=APP, FIVEBAR_SIGN_UP="closed", **unit)
    assert "cannot read" not in without.stdout and "FIVEBAR_SIGN_UP=closed" in without.stdout
    by_hand = machine.command("check", user=APP, FIVEBAR_SIGN_UP="closed", INVOCATION_ID="1")
    assert "cannot read" in by_hand.stdout, "a shell below systemd has its variable, too"


def test_a_server_begins_no_database_beside_settings_that_it_cannot_read(machine, home):
    listen = f"unix:{folder('run', APP)}/fivebar.sock"
    served = machine.command("serve", "--listen", listen, user=APP)
    assert served.returncode == 78, served
    assert "/etc/fivebar.env cannot be read by" in served.stderr and f"{home.path}/data/fivebar.sqlite" in served.stderr
    assert not (home.path / "data").exists()
