"""What an operator reads where a file is not where it is looked for, or looks so: the right one is named, and what opens it."""

import shutil
import subprocess

import pytest
from processes import Fivebar, refused, run_command
from stage import APP, IS_ROOT, bare_environment, folder

needs_root = pytest.mark.skipif(not IS_ROOT, reason="a folder of somebody else needs root")


def test_a_mistyped_database_is_named_with_the_right_one_before_a_copy_of_it(start):
    fivebar = start(Fivebar)
    (fivebar.data / "backups").mkdir(mode=0o777)
    (fivebar.data / "backups").chmod(0o777)
    assert fivebar.command("backup", fivebar.data / "backups/night.sqlite").returncode == 0
    mistyped = {"FIVEBAR_DATABASE": fivebar.data / "fivebar.sqlit"}
    refused(start(Fivebar, data=fivebar.data, ready=False, **mistyped),
            f"If another file is meant, name it in FIVEBAR_DATABASE in the environment: there is {fivebar.database}.")
    for told in (fivebar.command("account", "list", **mistyped).stderr, fivebar.command("check", **mistyped).stdout):
        assert told.index("If another file is meant") < told.index("migrate --new") < told.index("restore ")
    typed = fivebar.command("account", "list", "--database", fivebar.data / "fivebar.sqlit")
    assert f"name it with --database: there is {fivebar.database}." in typed.stderr


def test_a_mistyped_database_is_not_begun_beside_the_right_one(start):
    fivebar = start(Fivebar)
    mistyped = {"FIVEBAR_DATABASE": fivebar.data / "fivebar.sqlit"}
    refused(start(Fivebar, data=fivebar.data, ready=False, **mistyped),
            f"name it in FIVEBAR_DATABASE in the environment: there is {fivebar.database}.", "To begin this one: fivebar migrate --new")
    assert not mistyped["FIVEBAR_DATABASE"].exists()
    # Whoever tries it out means another one, and is told that it is new.
    tried = start(Fivebar, "http", data=fivebar.data, FIVEBAR_DATABASE=fivebar.data / "play.sqlite")
    assert f"with a new database, {fivebar.data}/play.sqlite" in tried.log
    assert fivebar.command("migrate", "--new", **mistyped).returncode == 0
    assert start(Fivebar, data=fivebar.data, **mistyped).answers()


@needs_root
@pytest.mark.parametrize("closed", ["", "Public", "Views/Goals", "Public/css"])
def test_a_closed_folder_is_not_called_missing(start, home, closed):
    half = folder("half")
    for name in ("Views", "Public"):
        shutil.copytree(home.path / name, half / name)
    (half / closed).chmod(0o700)
    place = str(half / closed)
    fivebar = start(Fivebar, ready=False, FIVEBAR_HOME=half)
    words = [f"{place} is closed to {APP.name}.", f"chmod -R o+rX {place}"]
    if closed == "":
        # Settings may lie in there, too.
        words = [f"{APP.name} may not look into {half}", f"chmod o+x {half}"]
    elif closed == "Public/css":
        # A start looks for no styles.
        fivebar.wait_until(fivebar.answers, "it answers")
    if closed != "Public/css":
        refused(fivebar, *words)
    if closed:
        assert run_command(home, "migrate", "--new", FIVEBAR_DATABASE=fivebar.data / "new.sqlite").returncode == 0
        checked = run_command(home, "check", FIVEBAR_HOME=half, FIVEBAR_DATABASE=fivebar.data / "new.sqlite")
        assert checked.returncode != 0 and all(word in checked.stdout for word in words), checked.stdout


@needs_root
def test_on_a_shared_host_nobody_is_sent_to_settings_of_the_machine(home):
    own = folder("own")
    shutil.copy(home.binary, own / "fivebar")
    for name in ("Views", "Public"):
        (own / name).symlink_to(home.path / name)
    (own / "data").mkdir(mode=0o755)
    done = subprocess.run([own / "fivebar", "migrate", "--new"], env=bare_environment(), capture_output=True, text=True,
                          timeout=60, cwd="/", **APP.popen)
    assert done.returncode != 0 and f"{own}/data belongs to root" in done.stderr, done.stderr
    assert "/etc/fivebar.env" not in done.stderr
