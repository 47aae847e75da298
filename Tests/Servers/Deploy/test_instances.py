"""Several Fivebars on one machine, by the units, the command and the lines of instances.md."""

import re
import subprocess

import pytest
from processes import Fivebar
from stage import APP, DEPLOY, bare_environment, folder, free_port, replaced, shipped
from visitor import Site, Visitor
from webservers import Sites

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


def test_its_command_has_its_settings(home):
    place, data, program = folder("instance"), folder("data", APP), folder("program")
    settings = place / "fivebar-club.env"
    settings.write_text(f"# Settings\nFIVEBAR_DATABASE={data}/fivebar.sqlite\nFIVEBAR_URL='https://club.example.org'\n")
    (program / "fivebar").symlink_to(home.binary)
    (program / "fivebar-instance").write_text(shipped("fivebar-instance", {'"/etc/': f'"{place}/'}))
    (program / "fivebar-instance").chmod(0o755)
    (place / "fivebar-club").symlink_to(program / "fivebar-instance")

    def command(*arguments):
        return subprocess.run([place / "fivebar-club", *arguments], capture_output=True, text=True, timeout=60, cwd="/",
                              env=bare_environment(), **APP.popen)
    assert command("migrate", "--new").returncode == 0
    assert command("check").stdout.startswith(f"ok       database: {data}/fivebar.sqlite, ")
    assert "https://club.example.org/recover/" in command("account", "create").stdout
    [hint] = re.findall(r"There is no copy .*\n *(.*)", command("check").stdout)
    assert "fivebar-backup@club.timer" in hint
    settings.unlink()
    refused = command("check")
    assert refused.returncode != 0 and "fivebar-club.env" in refused.stderr and not refused.stdout


def test_what_it_says_to_type_is_about_itself(start):
    fivebar = start(Fivebar, FIVEBAR_INSTANCE="club")
    copy = fivebar.data / "copy.sqlite"
    assert fivebar.command("backup", copy).returncode == 0
    refused = fivebar.command("restore", copy)
    assert "systemctl stop fivebar@club.socket fivebar@club.service" in refused.stderr
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
