"""The files of Public/ under their hash: web servers hand out today's themselves, and no other file under a hash that is
not its own, also while one version takes the place of another. Browsers would keep it for a year."""

import re
import shutil
import subprocess

import pytest
from conftest import WAYS
from processes import Fivebar, run_command
from stage import APP, DEPLOY, IS_ROOT, Home, bare_environment, folder, until
from visitor import Visitor
from webservers import Caddy, Lighttpd, Nginx, apache_proxying, apache_starting

FOREVER = "max-age=31536000, immutable"
FILE = "css/shell/tokens.css"
# Those in front of a Fivebar that is a process of its own.
IN_FRONT = ["nginx", "nginx-subpath", "apache-proxy_fcgi", "caddy"]


def build(home):
    [place] = (home.path / "assets").iterdir()
    return place.name


def handed_out(home, file=FILE):
    """What fivebar assets has copied, which is the file without its comments."""
    return (home.path / "assets" / build(home) / file).read_bytes()


def asked(site, hash, file=FILE):
    return Visitor(site).get(f"/assets/{hash}/{file}")


def is_refused(answer):
    assert answer.status == 404, answer
    assert answer.header("Cache-Control") == "no-store", answer
    return True


def refuses_foreign_hashes(site, own):
    for other in ("0123456789abcdef", own[::-1], own + "0", own[1:], own + ".new", f"{own}/{own}", f"x/../{own}0", "Public"):
        assert is_refused(asked(site, other)), other
    return True


@pytest.fixture(params=[*WAYS, Caddy, Lighttpd])
def site(request, ways, start):
    """Each web server, and Fivebar alone."""
    if request.param in WAYS:
        return ways(request.param).site
    return start(request.param, start(Fivebar).address).site


def test_under_the_hash_of_another_build_there_is_nothing(site, home):
    own = build(home)
    todays = asked(site, own)
    assert (todays.status, todays.header("Cache-Control")) == (200, FOREVER)
    assert todays.body == handed_out(home)
    assert refuses_foreign_hashes(site, own)


@pytest.mark.parametrize("name", IN_FRONT)
def test_todays_files_need_no_fivebar(start, home, name):
    site = in_front(start, name, home, folder("run") / "fivebar.sock").site
    for file in (FILE, "js/counters/tap.js", "icons/fivebar.svg"):
        answer = asked(site, build(home), file)
        assert (answer.status, answer.header("Cache-Control")) == (200, FOREVER), answer
        assert answer.body == handed_out(home, file)
        assert not file.endswith(".js") or "javascript" in answer.header("Content-Type")
    other = asked(site, "0123456789abcdef")
    assert (other.status, other.header("Cache-Control")) == (503, "no-store")


class Installed(Home):
    """A home in a place where another version can follow it, and perhaps with a change in its files."""

    def __init__(self, place, change=""):
        super().__init__()
        shutil.move(self.path, place)
        self.path, self.binary = place, place / "fivebar"
        if change:
            with open(place / "Public" / FILE, "a") as file:
                file.write(change)
            shutil.rmtree(place / "assets")
            subprocess.run([self.binary, "assets"], check=True, capture_output=True, env=bare_environment())


def in_front(start, name, home, backend):
    if name == "nginx-subpath":
        return start(lambda _: Nginx(home, backend, base="/count"))
    return start(lambda _: {"nginx": Nginx, "apache-proxy_fcgi": apache_proxying, "caddy": Caddy}[name](home, backend))


def settings(name):
    return {"FIVEBAR_BASE_PATH": "/count"} if name == "nginx-subpath" else {}


@pytest.mark.parametrize("name", [*IN_FRONT, "apache-fcgid", "apache-cgi"])
def test_without_the_folder_fivebar_hands_out_its_files(start, name):
    home = Installed(folder("srv") / "fivebar")
    own, theirs = build(home), handed_out(home)
    shutil.rmtree(home.path / "assets")
    if name in IN_FRONT:
        site = in_front(start, name, home, start(lambda _: Fivebar(home, **settings(name))).address).site
    else:
        site = start(lambda _: apache_starting(home, name.removeprefix("apache-"))).site
    answer = asked(site, own)
    assert (answer.status, answer.header("Cache-Control")) == (200, FOREVER), answer
    assert answer.body == theirs
    assert refuses_foreign_hashes(site, own)


def update(home, newer):
    """The lines by which deploy/README.md replaces a version, up to the restart."""
    guide = (DEPLOY / "README.md").read_text().split("**A newer version.**")[1]
    lines = re.search(r"\n\n((?:    .*\n)+)", guide)[1].split("    sudo systemctl restart fivebar")[0]
    assert "dist/fivebar" in lines and "/srv/fivebar.old" in lines
    return lines.replace("sudo ", "").replace("dist/fivebar", str(newer.path)).replace("/srv/fivebar", str(home.path))


@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "replaced"])
@pytest.mark.parametrize("name", IN_FRONT)
def test_an_update_mixes_no_files(start, name, keeps):
    home = Installed(folder("srv") / "fivebar")
    newer = Installed(folder("dist") / "fivebar", ".zaunkoenig {}\n")
    old, new = build(home), build(newer)
    before, after = handed_out(home), handed_out(newer)
    assert old != new and before != after
    fivebar = start(lambda _: Fivebar(home, **settings(name)))
    site = in_front(start, name, home, fivebar.address).site

    lines = update(home, newer)
    if not keeps:
        lines = "".join(line for line in lines.splitlines(True) if "/assets " not in line)
    subprocess.run(["bash", "-e", "-c", lines], check=True, timeout=60)
    # The web server has the new files, and Fivebar still is the one from before.
    assert asked(site, old).body == before and asked(site, new).body == after

    assert fivebar.stop() == 0
    start(lambda _: Fivebar(home, data=fivebar.data, run=fivebar.address.parent, **settings(name)))
    until(lambda: asked(site, "0").status == 404, "the web server asks again")
    assert f"/assets/{new}/" in Visitor(site).get("/").text
    assert asked(site, new).body == after
    if keeps:
        assert asked(site, old).body == before, "a page that is still open has its files"
    else:
        assert is_refused(asked(site, old))


def test_the_command_copies_for_everybody_to_read(home):
    place = folder("web", APP) / "assets"
    first, again = (run_command(home, "assets", place) for _ in range(2))
    assert first.stdout == again.stdout == f"{place}/{build(home)}\n", first.stderr + again.stderr
    for path in place.rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path
    if IS_ROOT:
        refused = run_command(home, "assets", folder("closed") / "assets")
        assert refused.returncode == 1 and "/assets is not there, and the user " in refused.stderr
