"""The container's recipe, without an engine: what it copies is there, and its steps, followed on a copy of this machine that
is thrown away, lead to a Fivebar that serves."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import fastcgi
import pytest
from installation import needs_root, with_mounts
from processes import Process
from stage import DEPLOY, bare_environment, folder, free_port
from visitor import Site, Visitor
from webservers import listens

RECIPE = DEPLOY / "container"


def stages():
    """The steps of each image, by its name: what to do, and with what."""
    text = re.sub(r"^#.*\n", "", (RECIPE / "Containerfile").read_text(), flags=re.MULTILINE)
    found = {}
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "FROM":
            steps = found.setdefault(rest.split(" AS ")[1], [])
        elif word:
            steps.append((word, rest))
    return found


def only(steps, word):
    [rest] = [rest for step, rest in steps if step == word]
    return rest


def environment(steps):
    return dict(rest.split("=", 1) for word, rest in steps if word == "ENV") | {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}


@pytest.fixture(scope="module")
def context(home):
    """The folder of a release, as far as the recipe sees it."""
    place = folder("release")
    shutil.copytree(home.path, place, dirs_exist_ok=True)
    # libqrencode, which the tests' executable finds on this machine.
    (place / "lib").mkdir()
    line, = re.findall(r"^    cp -r deploy/\{(.*)\} ", (DEPLOY / "contents.sh").read_text(), re.MULTILINE)
    (place / "deploy").mkdir()
    for name in line.split(","):
        source = DEPLOY / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, place / "deploy" / name)
    return place


def test_what_is_copied_is_in_a_release(context):
    for steps in stages().values():
        for source, target in (rest.split() for word, rest in steps if word == "COPY"):
            assert (context / source).exists(), source
            assert target.startswith("/")
    assert "mkdir dist/fivebar/lib\n" in (DEPLOY / "static-build").read_text()


def test_both_files_speak_of_the_same():
    compose = (RECIPE / "compose.yaml").read_text()
    names = stages()
    assert set(re.findall(r"target: (\S+)", compose)) == set(names)
    volumes = json.loads(only(names["fivebar"], "VOLUME"))
    assert all(re.search(rf"^      - \w+:{volume}$", compose, re.MULTILINE) for volume in volumes)
    recipe = (RECIPE / "Containerfile").read_text()
    [variable] = re.findall(r"^      (\w+): \$\{\w+:\?", compose, re.MULTILINE)
    assert f"{{${variable}}}" in recipe
    assert "{$FIVEBAR_PROXY:127.0.0.1}" in recipe and "\n      FIVEBAR_PROXY: ${FIVEBAR_PROXY:-127.0.0.1}\n" in compose
    assert only(names["fivebar"], "USER") == "fivebar"


class Container(Process):
    """The first image's steps in a copy of this machine, and then what it starts."""

    def __init__(self, context):
        self.steps = stages()["fivebar"]
        script = ["cd /"]
        for word, rest in self.steps:
            if word == "RUN":
                script.append(f"chroot \"$1/root\" sh -ec {shlex.quote(rest)}")
            elif word == "COPY":
                source, target = rest.split()
                script.append(f"mkdir -p \"$1/root{os.path.dirname(target)}\"; cp -r {context / source} \"$1/root{target}\"")
        # One account for each address.
        self.variables = environment(self.steps) | {"FIVEBAR_ACCOUNTS_PER_ADDRESS": "1"}
        command = json.loads(only(self.steps, "ENTRYPOINT")) + json.loads(only(self.steps, "CMD"))
        script.append(f"exec chroot --userspec={only(self.steps, 'USER')} \"$1/root\" "
                      f"env -i {self.words} {shlex.join(command)}")
        super().__init__("the container", with_mounts(folder("container"), "\n".join(script)), cwd="/",
                         env=bare_environment(PATH=self.variables["PATH"]))
        self.socket = Path(f"/proc/{self.pid}/root/run/fivebar/fivebar.sock")
        self.wait_until(self.answers, "it answers")

    @property
    def words(self):
        return shlex.join(f"{name}={value}" for name, value in self.variables.items())

    def answers(self):
        try:
            return fastcgi.ask(self.socket, target="/health", timeout=10)[0] == 200
        except OSError:
            return False

    def inside(self, *command):
        """Runs a command in it, as an engine does."""
        entered = ["nsenter", "--target", str(self.pid), "--mount", "--root", "--wdns=/", "--setuid=10001", "--setgid=10001"]
        return subprocess.run([*entered, "env", "-i", *shlex.split(self.words), *command], capture_output=True, text=True,
                              timeout=60)


@needs_root
def test_the_steps_lead_to_a_fivebar_that_serves(start, context):
    container = start(lambda home: Container(context))
    [status] = re.findall(r"^Uid:\s+(\d+)", Path(f"/proc/{container.pid}/status").read_text(), re.MULTILINE)
    assert status == "10001"
    health = only(container.steps, "HEALTHCHECK")
    command = json.loads(health.partition("CMD ")[2])
    done = container.inside(*command)
    assert done.returncode == 0, done.stderr
    # The second image: its file, with Debian's Caddy as root, as in the image.
    run, port = folder("caddy"), free_port()
    web = stages()["web"]
    for source, target in (rest.split() for word, rest in web if word == "COPY"):
        (shutil.copytree if (context / source).is_dir() else shutil.copy)(context / source, run / Path(target).name)
    for changing in (rest for word, rest in web if word == "RUN" and rest.startswith("sed ")):
        subprocess.run(["sh", "-ec", changing.replace("/etc/caddy", str(run))], check=True)
    file = run / "Caddyfile"
    text = file.read_text()
    assert "\n{$FIVEBAR_ADDRESS} {" in text and "\ncount.example.org {" not in text
    file.write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text.replace("/srv/fivebar", str(run)).replace(
        "/run/fivebar/fivebar.sock", str(container.socket)))
    caddy = start(Process, "Caddy", ["caddy", "run", "--config", file, "--adapter", "caddyfile"], cwd=run,
                  env=bare_environment(HOME=run, FIVEBAR_ADDRESS=f"http://127.0.0.1:{port}"))
    caddy.wait_until(lambda: listens(port), "it listens")
    visitor = Visitor(Site("a container", port))
    counter = visitor.create()
    assert visitor.tap(counter).status == 200 and visitor.count(counter) == 1
    # Behind another proxy, as which the tests come here: 127.0.0.1 is what it is if FIVEBAR_PROXY is not set.
    answers = [Visitor(visitor.site, address=address).post("/counters", {"title": "A"}, x_forwarded_for=forwarded).status
               for address, forwarded in (
                   ("127.0.0.1", "192.0.2.1"), ("127.0.0.1", "192.0.2.1"), ("127.0.0.1", "192.0.2.2"),
                   ("127.0.0.2", "192.0.2.3"), ("127.0.0.2", "192.0.2.4"))]
    assert [status == 303 for status in answers] == [True, False, True, True, False], answers
    assert container.inside("fivebar", "check", "--quiet").returncode == 0
    copy = container.inside("fivebar", "backup", "/var/lib/fivebar/copy.sqlite")
    assert copy.returncode == 0, copy.stderr
    # As an engine stops it.
    assert container.stop() == 0, container.log
