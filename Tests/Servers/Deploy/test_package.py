"""The Debian package, installed for real: on a copy of this machine that is thrown away, where systemd does not run."""

import os
import re
import subprocess
import tarfile

import pytest
from installation import needs_root, with_mounts
from processes import Process
from stage import BINARY, DEPLOY, ROOT, bare_environment, folder, free_port, replaced, until
from visitor import Site, Visitor
from webservers import listens


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120,
                          **({"env": bare_environment()} | options))
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


def build(umask=0o022):
    place = folder("package")
    # Uncompressed, since the tests' executable is large.
    environment = bare_environment(FIVEBAR_BIN=BINARY, DPKG_DEB_COMPRESSOR_TYPE="none", SOURCE_DATE_EPOCH=1_700_000_000,
                                   DEBFULLNAME="Ada", DEBEMAIL="ada@example.org")
    run(DEPLOY / "package", "--to", place, env=environment, umask=umask)
    [package] = place.iterdir()
    return package


@pytest.fixture(scope="module")
def package():
    return build()


@pytest.fixture(scope="module")
def unpacked(package):
    place = folder("unpacked")
    run("dpkg-deb", "--raw-extract", package, place)
    return place


@pytest.fixture(scope="module")
def newer(package):
    """The same package as the next version, with another style."""
    place = folder("newer")
    run("dpkg-deb", "--raw-extract", package, place)
    control = place / "DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*", "Version: 99.0", control.read_text(), flags=re.MULTILINE))
    style = next((place / "usr/lib/fivebar/Public/css").rglob("*.css"))
    style.write_text(style.read_text() + ".newer {}\n")
    run("dpkg-deb", "--root-owner-group", "--build", place, place / "newer.deb",
        env=bare_environment(DPKG_DEB_COMPRESSOR_TYPE="none"))
    return place / "newer.deb"


class Machine:
    """This one with a file system over its own in memory: what is installed there is gone with it."""

    def __init__(self, start):
        self.start, self.place = start, folder("machine")
        self.holder = start(Process, "machine", with_mounts(self.place, "echo ready && exec sleep infinity"))
        self.holder.wait_until(lambda: "ready" in self.holder.log, "the file systems are there")

    def inside(self, *command):
        return ["nsenter", f"--mount=/proc/{self.holder.pid}/ns/mnt", "chroot", self.place / "root", *command]

    def run(self, *command):
        return run(*self.inside(*command))

    def install(self, package):
        # The machine's own indexes, of man pages and the like, are not asked about.
        return self.run("dpkg", "--no-triggers", "--install", package)

    def file(self, path):
        """As its owner, its group and its mode."""
        return self.run("stat", "--format", "%U %G %a", path).strip()

    def exists(self, path):
        return subprocess.run([str(part) for part in self.inside("test", "-e", path)], timeout=60).returncode == 0

    def serve(self):
        """What systemd starts by the package's units: their user, their settings, their socket."""
        service = self.run("cat", "/usr/lib/systemd/system/fivebar.service")
        program = re.search(r"^ExecStart=(\S+) serve ", service, re.MULTILINE)[1]
        settings = re.findall(r"^FIVEBAR_\w+=.*", self.run("cat", "/etc/fivebar.env"), re.MULTILINE)
        self.run("install", "-d", "-o", "fivebar", "/run/fivebar")
        fivebar = self.start(Process, "fivebar", self.inside(
            "setpriv", "--reuid", "fivebar", "--regid", "fivebar", "--groups", "www-data", "env", *settings, program,
            "serve", "--listen", "unix:/run/fivebar/fivebar.sock", "--group", "www-data"))
        fivebar.wait_until(lambda: self.exists("/run/fivebar/fivebar.sock"), "Fivebar listens")
        return fivebar

    def behind_nginx(self):
        """Debian's nginx with the package's file, in which only the address was changed."""
        port, sites = free_port(), folder("sites")
        site = replaced(self.run("cat", "/usr/share/fivebar/nginx/fivebar.conf"), {
            "    listen 80;": f"    listen 127.0.0.1:{port};", "    listen [::]:80;": ""})
        (sites / "fivebar.conf").write_text(site)
        self.run("sh", "-c", f"rm -f /etc/nginx/sites-enabled/*; cp {sites}/fivebar.conf /etc/nginx/conf.d/")
        web = self.start(Process, "nginx", self.inside("nginx", "-g", "daemon off;"))
        web.wait_until(lambda: listens(port), "nginx listens")
        return Site("nginx", port)


@pytest.fixture
def machine(start, package):
    machine = Machine(start)
    machine.install(package)
    return machine


def test_the_same_executable_gives_the_same_bytes(package):
    assert build(umask=0o077).read_bytes() == package.read_bytes()


def test_what_is_in_it_belongs_to_root_and_is_everybodys_to_read(package):
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, timeout=60, check=True).stdout
    place = folder("tar") / "data.tar"
    place.write_bytes(data)
    programs = []
    for member in tarfile.open(place):
        assert (member.uname, member.gname, member.mtime) == ("root", "root", 1_700_000_000), member.name
        if member.isfile() and member.mode & 0o111:
            programs.append(member.name)
        assert member.issym() or member.mode == (0o755 if member.isdir() or member.mode & 0o111 else 0o644), member.name
    assert sorted(programs) == ["./usr/lib/fivebar/fivebar", "./usr/lib/fivebar/fivebar-instance"]


def test_debians_own_checker_finds_no_fault_in_it(package):
    # These three are the tests' own: it is not compressed, and the executable finds Swift's libraries where it was built.
    here = ["uses-no-compression-for-control-tarball", "uses-no-compression-for-data-tarball", "custom-library-search-path"]
    run("lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", ",".join(here), package)


def test_its_settings_units_and_configurations_name_debians_paths(unpacked):
    assert (unpacked / "DEBIAN/conffiles").read_text() == "/etc/fivebar.env\n"
    told = re.findall(r"^[^#\n].*", (unpacked / "etc/fivebar.env").read_text(), re.MULTILINE)
    assert told == ["FIVEBAR_DATABASE=/var/lib/fivebar/fivebar.sqlite"]
    units = {path.name for path in (unpacked / "usr/lib/systemd/system").iterdir()}
    assert units == {path.name for path in (DEPLOY / "systemd").iterdir()}
    for name in ("nginx/fivebar.conf", "nginx/subpath.conf", "apache/proxy_fcgi.conf", "caddy/Caddyfile",
                 "lighttpd/fivebar.conf"):
        assert "/usr/lib/fivebar" in (unpacked / "usr/share/fivebar" / name).read_text()
    for service in unpacked.rglob("*.service"):
        [guide] = re.findall("^Documentation=file:/(usr/share/doc/.*)", service.read_text(), re.MULTILINE)
        assert (unpacked / guide).exists(), service
    for folder_ in ("etc", "usr/lib/systemd", "usr/share/fivebar"):
        for path in (unpacked / folder_).rglob("*"):
            assert path.is_dir() or "/srv/" not in path.read_text(), path


def test_its_guides_lead_only_to_what_is_in_it(unpacked):
    guides = list((unpacked / "usr/share/doc/fivebar").glob("*.md"))
    assert len(guides) == 7
    for guide in guides:
        for target in re.findall(r"\]\(([^):]+)\)", guide.read_text()):
            place = guide.parent / target
            assert place.exists() or (unpacked / os.readlink(place).lstrip("/")).exists(), (guide.name, target)
        assert "[`container/`]" not in guide.read_text()


def test_its_guides_name_what_is_there(unpacked):
    doc = unpacked / "usr/share/doc/fivebar"
    for name in ("instances.md", "moving.md", "growth.md"):
        text = (doc / name).read_text()
        assert "/srv/fivebar" not in text and "What is called" not in text, name
        for path in re.findall(r"/usr/(?:lib|share)/fivebar/[\w./-]*\w", text):
            assert (unpacked / path.lstrip("/")).exists(), (name, path)
    assert "/usr/lib/fivebar/fivebar-instance /usr/local/bin/fivebar-club" in (doc / "instances.md").read_text()
    # dpkg may have left the operator's file as it was, without the new ones.
    assert (doc / "fivebar.env").is_file() and not (doc / "fivebar.env").is_symlink()


def test_the_guides_of_the_archive_lead_only_to_what_is_in_it():
    place = folder("contents") / "fivebar"
    run("bash", "-ec", f"source deploy/contents.sh && contents {BINARY} {place}", cwd=ROOT)
    guides = list(place.rglob("*.md"))
    assert {"README.md", "CHANGELOG.md", "SECURITY.md", "accounts.md"} <= {guide.name for guide in guides}
    for guide in guides:
        for target in re.findall(r"\]\(([^):]+)\)", guide.read_text()):
            assert (guide.parent / target).exists(), (guide, target)


def test_its_dependencies_are_those_of_the_executable(unpacked):
    depends = re.search(r"^Depends: (.*)", (unpacked / "DEBIAN/control").read_text(), re.MULTILINE)[1]
    assert re.search(r"\blibc6 \(>= 2\.\d+\)", depends) and "libsqlite3-0 (" in depends and "adduser" in depends
    assert "@" not in (unpacked / "DEBIAN/control").read_text().replace("ada@example.org", "")


def test_its_changelog_is_the_newest_part_of_ours(unpacked):
    ours = re.split(r"^## .*$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1]
    told = run("gzip", "-dc", unpacked / "usr/share/doc/fivebar/changelog.gz")
    first, *lines, last = [line for line in told.splitlines() if line]
    assert re.fullmatch(r"fivebar \(\d+\.\d+\.\d+\) unstable; urgency=medium", first)
    assert last == " -- Ada <ada@example.org>  Tue, 14 Nov 2023 22:13:20 +0000"
    assert " ".join(lines).replace("*", "-").split() == ours.split() and max(map(len, lines)) <= 80
    # Only an item's last line is short.
    assert all(len(line) > 50 for line, after in zip(lines, lines[1:]) if not after.startswith("  *"))


def test_the_maintainers_scripts_the_man_page_and_the_completions_are_sound(unpacked):
    for name in ("postinst", "prerm", "postrm"):
        run("sh", "-n", unpacked / "DEBIAN" / name)
    page = run("gzip", "-dc", unpacked / "usr/share/man/man1/fivebar.1.gz")
    told = re.findall(r"^  (\w+)  ", run(BINARY, "--help").split("SUBCOMMANDS:")[1], re.MULTILINE)
    assert len(told) > 10 and all(re.search(rf"^\.SS fivebar {name}\b", page, re.MULTILINE) for name in told)
    assert r"\fB\-\-database\fR \fIFILE\fR" in page
    completions = unpacked / "usr/share/bash-completion/completions/fivebar"
    run("bash", "-n", completions)
    assert "restore" in completions.read_text()


@needs_root
def test_installed_it_serves_behind_nginx(machine):
    assert machine.file("/var/lib/fivebar") == "fivebar fivebar 700"
    assert machine.run("fivebar", "--version") == run(BINARY, "--version")
    fivebar = machine.serve()
    site = machine.behind_nginx()
    visitor = Visitor(site)
    visitor.tap(visitor.create("Kept"))
    assert machine.file("/var/lib/fivebar/fivebar.sqlite") == "fivebar fivebar 600"
    checked = machine.run("fivebar", "check")
    assert checked.startswith("ok       database: /var/lib/fivebar/fivebar.sqlite, named by /etc/fivebar.env.")
    assert "fault" not in checked
    # It came from nginx, out of the folder that postinst has made.
    style = re.search(r'href="(/assets/[^"]+\.css)"', visitor.get("/").text)[1]
    assert machine.exists(f"/usr/lib/fivebar{style}")
    assert fivebar.stop() == 0


@needs_root
def test_a_newer_version_keeps_what_was_counted_and_the_settings(machine, newer):
    fivebar = machine.serve()
    visitor = Visitor(machine.behind_nginx())
    counter = visitor.create("Kept")
    machine.run("sh", "-c", "echo FIVEBAR_ZONE=Europe/Berlin >>/etc/fivebar.env")
    old = re.search(r'href="(/assets/[^"]+\.css)"', visitor.get("/").text)[1]
    machine.install(newer)
    # While it is installed, the version before goes on.
    visitor.tap(counter)
    assert fivebar.stop() == 0
    machine.serve()
    until(lambda: visitor.get("/").status == 200, "the newer version serves")
    assert visitor.count(counter) == 1
    new = re.search(r'href="(/assets/[^"]+\.css)"', visitor.get("/").text)[1]
    assert new != old and machine.exists(f"/usr/lib/fivebar{new}")
    # Pages of the version before may be open.
    assert machine.exists(f"/usr/lib/fivebar{old}") and visitor.get(old).status == 200
    assert "FIVEBAR_ZONE=Europe/Berlin" in machine.run("cat", "/etc/fivebar.env")


@needs_root
def test_it_is_started_when_it_is_installed_again_and_not_by_an_upgrade_of_what_was_stopped(machine, package, newer):
    """systemd does not run here: what it would be told is written down."""
    told, script = "/run/told", folder("script") / "tell"
    script.write_text(f'#!/bin/sh\n[ "$*" != "--quiet is-active fivebar.socket" ] || exit 3\necho "$@" >>{told}\n')
    script.chmod(0o755)
    machine.run("sh", "-c", f"mkdir -p /run/systemd/system && cp {script} /usr/bin/deb-systemd-invoke && "
                            f"ln -sf deb-systemd-invoke /usr/bin/systemctl")
    machine.run("dpkg", "--no-triggers", "--remove", "fivebar")
    machine.install(package)
    start = "start fivebar.socket fivebar.service fivebar-backup.timer fivebar-tidy.timer"
    assert start in machine.run("cat", told).splitlines()
    machine.run("rm", told)
    machine.install(newer)
    assert not re.search(r"^(re)?start ", machine.run("cat", told), re.MULTILINE)


@needs_root
def test_removed_and_purged_it_leaves_what_people_have_counted(machine, package):
    machine.run("fivebar", "migrate", "--new")
    machine.run("dpkg", "--no-triggers", "--remove", "fivebar")
    assert machine.exists("/etc/fivebar.env") and not machine.exists("/usr/lib/fivebar")
    assert not machine.exists("/var/cache/fivebar")
    machine.install(package)
    assert "fault" not in machine.run("fivebar", "check")
    machine.run("dpkg", "--no-triggers", "--purge", "fivebar")
    assert not machine.exists("/etc/fivebar.env") and not machine.exists("/usr/lib/fivebar")
    assert machine.file("/var/lib/fivebar/fivebar.sqlite") == "fivebar fivebar 600"
    assert machine.run("sh", "-c", "find /etc/systemd /var/lib/systemd -name '*fivebar*'") == ""
