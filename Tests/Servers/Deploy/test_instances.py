"""Several Fivebars on one machine, by the units, the command and the lines of instances.md."""

import os
import re
import shutil
import subprocess
import time

import pytest
from installation import Machine
from processes import Fivebar
from stage import APP, DEPLOY, IS_ROOT, bare_environment, folder, free_port, replaced, shipped
from visitor import Site, Visitor
from webservers import Sites

needs_root = pytest.mark.skipif(not IS_ROOT, reason="/etc is root's")

UNITS = sorted(path.name for path in (DEPLOY / "systemd").iterdir() if "@" not in path.name)


def for_the_club(file):
    """nginx's file as the guide's line changes it for the one called club."""
    [line] = re.findall(rf"^    (sed .* /srv/fivebar/deploy/{file}) \| sudo tee ", (DEPLOY / "instances.md").read_text(),
                        re.MULTILINE)
    done = subprocess.run(["sh", "-c", line.replace("/srv/fivebar/deploy", str(DEPLOY))], capture_output=True, text=True,
                          timeout=60, env=bare_environment())
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_for_each_name_is_the_one_without_a_name(unit):
    def lines(name):
        # Its name is told to it.
        text = re.sub(r"^(#.*|Description=.*|Environment=FIVEBAR_INSTANCE=%i|)\n", "", shipped(f"systemd/{name}", {}), flags=re.MULTILINE)
        return text.splitlines()
    named = [line.replace("/run/fivebar/%i.sock", "/run/fivebar/fivebar.sock").replace("fivebar@%i", "fivebar")
             .replace("fivebar-%i", "fivebar") for line in lines(unit.replace(".", "@."))]
    assert named == lines(unit)
    assert "%i" in shipped(f"systemd/{unit.replace('.', '@.')}", {})


@pytest.fixture
def club(home):
    """A command of the one called club, which is handed to whoever asks for a machine with these settings."""
    data, program = folder("data", APP), folder("program")
    (program / "fivebar").symlink_to(home.binary)
    shutil.copy(DEPLOY / "fivebar-instance", program)
    (program / "fivebar-club").symlink_to(program / "fivebar-instance")

    def command(settings, *arguments, **environment):
        machine = Machine(home, settings.replace("DATABASE", f"FIVEBAR_DATABASE={data}/fivebar.sqlite"), "fivebar-club.env")
        return machine.command(*arguments, program=program / "fivebar-club", **environment)
    command.database = data / "fivebar.sqlite"
    command.program = program
    return command


@needs_root
def test_its_command_has_its_settings(club):
    settings = "# Settings\nDATABASE\nFIVEBAR_URL='https://club.example.org'\n"
    assert club(settings, "migrate", "--new").returncode == 0
    told = f"ok       database: {club.database}, named by /etc/fivebar-club.env."
    assert club(settings, "check").stdout.startswith(told)
    assert "https://club.example.org/recover/" in club(settings, "account", "create").stdout
    [hint] = re.findall(r"There is no copy .*\n *(.*)", club(settings, "check").stdout)
    assert "fivebar-backup@club.timer" in hint
    # What names another one for the shell that it is typed in.
    assert club(settings, "check", FIVEBAR_DATABASE="/nowhere/fivebar.sqlite", FIVEBAR_HOME="/nowhere").stdout.startswith(told)


@needs_root
@pytest.mark.parametrize("settings", [
    "DATABASE\nFIVEBAR_SIGN_UP = closed\n", "; a comment\nDATABASE\nFIVEBAR_SIGN_UP=closed\n",
    "DATABASE\r\nFIVEBAR_SIGN_UP=closed\r\n", "DATABASE\nLC_TIME=$(exit 1) & `x`\nFIVEBAR_SIGN_UP=closed\n"])
def test_its_command_reads_the_settings_as_systemd_does(club, settings):
    assert club(settings, "migrate", "--new").returncode == 0
    checked = club(settings, "check")
    assert (checked.returncode, checked.stderr) == (0, "") and "FIVEBAR_SIGN_UP=closed" in checked.stdout
    assert "FIVEBAR_SIGN_UP=closed takes no invitation" in club(settings, "account", "invite").stderr


@needs_root
def test_a_command_of_one_that_is_not_there_is_about_no_other_one(home, club):
    (club.program / "fivebar.env").write_text(f"FIVEBAR_DATABASE={club.database}\n")
    assert Machine(home, "").command("migrate", "--new", "--database", club.database, user=APP).returncode == 0
    for command in (["check"], ["account", "delete", "1", "--yes"]):
        refused = Machine(home, "", "fivebar-clubs.env").command(*command, program=club.program / "fivebar-club")
        assert refused.returncode == 1 and "There is no /etc/fivebar-club.env" in refused.stdout + refused.stderr
        assert str(club.database) not in refused.stdout


def test_what_it_says_to_type_is_about_itself(start):
    fivebar = start(Fivebar, FIVEBAR_INSTANCE="club")
    copy = fivebar.data / "copy.sqlite"
    assert fivebar.command("backup", copy).returncode == 0
    os.utime(copy, (time.time() - 5 * 86_400,) * 2)
    assert "systemctl status fivebar-backup@club.timer fivebar-backup@club.service" in fivebar.command("check").stdout
    assert "`fivebar-club account list`" in fivebar.command("account", "show", 7).stderr
    assert fivebar.stop() == 0
    fivebar.database.write_bytes(b"SQLite format 3\0" + bytes(5000))
    assert "fivebar-club restore FILE" in fivebar.command("check").stdout
    unnamed = fivebar.command("check", FIVEBAR_INSTANCE="")
    assert ": fivebar restore FILE" in unnamed.stdout or "`fivebar restore FILE`" in unnamed.stdout


def test_a_name_that_cannot_be_one_is_refused(start):
    fivebar = start(Fivebar, ready=False, FIVEBAR_INSTANCE="../club")
    assert fivebar.child.wait(30) == 78
    assert "FIVEBAR_INSTANCE" in fivebar.log and "“../club”" in fivebar.log


def counts(visitor, title):
    counter = visitor.create(title)
    assert visitor.tap(counter).status == 200
    return [(card.title, card.count) for card in visitor.get("/").page.cards]


def test_each_has_a_host_name_of_its_own(home, start):
    first, second = start(Fivebar), start(Fivebar)
    ports = free_port(), free_port()
    texts = [shipped("nginx/fivebar.conf", {}), for_the_club("nginx/fivebar.conf")]
    assert "server_name club.example.org;" in texts[1]
    sockets = {"/run/fivebar/fivebar.sock": first.address}, {"/run/fivebar/club.sock": second.address}
    text = "".join(replaced(text, socket | {
        "/srv/fivebar": home.path, "    listen 80;": f"    listen 127.0.0.1:{port};", "    listen [::]:80;": ""})
        for text, socket, port in zip(texts, sockets, ports))
    web = start(Sites, text, ports[0])
    assert counts(Visitor(web.site), "First") == [("First", 1)]
    visitor = Visitor(Site("club", ports[1]))
    assert counts(visitor, "Second") == [("Second", 1)]
    style = next(link for link in visitor.get("/settings").page.links if link.endswith(".css"))
    assert visitor.get(style).status == 200
    # A log each, and each with its own requests.
    assert all("POST /counters 303" in (web.run / f"{name}.log").read_text() for name in ("fivebar", "club"))
    assert second.stop() == 0
    assert visitor.get("/").status == 503 and "away" in visitor.get("/").text
    assert Visitor(web.site).get("/").status == 200


def test_each_has_a_path_of_one_host(home, start):
    instances = [start(Fivebar, FIVEBAR_BASE_PATH=path) for path in ("/count", "/club")]
    port = free_port()
    texts = [shipped("nginx/subpath.conf", {}), for_the_club("nginx/subpath.conf")]
    sockets = {"/run/fivebar/fivebar.sock": instances[0].address}, {"/run/fivebar/club.sock": instances[1].address}
    locations = "".join(replaced(text, socket | {"/srv/fivebar": home.path}) for text, socket in zip(texts, sockets))
    start(Sites, f"server {{ listen 127.0.0.1:{port}; access_log off;\n{locations}\n}}", port)
    first, second = (Visitor(Site(path, port, path)) for path in ("/count", "/club"))
    # One browser, which shows both all that it has of this host.
    first.cookies = second.cookies = first.cookies | second.cookies
    assert counts(first, "First") == [("First", 1)]
    assert counts(second, "Second") == [("Second", 1)]
    assert counts(first, "Third")[-1] == ("Third", 1)
    style = next(link for link in second.get("/settings").page.links if link.endswith(".css"))
    assert style.startswith("/club/") and second.ask("GET", style).status == 200
