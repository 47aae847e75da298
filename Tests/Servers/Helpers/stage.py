"""The test environment: a copy of the deployed files that unprivileged users can access, folders for data and servers,
and the shipped configuration files with this run's paths and ports. Independent of any test."""

import atexit
import contextlib
import grp
import itertools
import os
import pwd
import random
import resource
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
BINARY = Path(os.environ.get("FIVEBAR_BIN", ROOT / ".build/debug/fivebar"))
IS_ROOT = os.geteuid() == 0

# A thousand open streams need a file each, here and in the servers started from here; a shell's default limit is 1,024.
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192) if most != resource.RLIM_INFINITY else 8192, most))


class User:
    """An account processes run as. Called by root the web server and Fivebar get two different ones, as in earnest."""

    def __init__(self, name, *groups):
        entry = pwd.getpwnam(name)
        self.name, self.uid, self.gid = name, entry.pw_uid, entry.pw_gid
        self.group = grp.getgrgid(entry.pw_gid).gr_name
        self.popen = {}
        if IS_ROOT:
            extra = [grp.getgrnam(group).gr_gid for group in groups]
            self.popen = {"user": self.uid, "group": self.gid, "extra_groups": extra}


ME = pwd.getpwuid(os.geteuid()).pw_name
WEB = User("www-data" if IS_ROOT else ME)
# In the web server's group, so that it may give the socket to that group.
APP = User("nobody", WEB.group) if IS_ROOT else WEB


def folder(name="", owner=None):
    """A new folder below /tmp that every user can enter; short, since a socket's path has at most 107 letters."""
    path = Path(tempfile.mkdtemp(prefix=f"fivebar-{name}-", dir="/tmp"))
    path.chmod(0o755)
    if IS_ROOT and owner:
        os.chown(path, owner.uid, owner.gid)
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


class Home:
    """FIVEBAR_HOME as it is deployed: the executable, Views/, Public/ and assets/."""

    def __init__(self):
        if not BINARY.exists():
            raise RuntimeError(f"no {BINARY}: run `swift build` first, or name the executable in FIVEBAR_BIN")
        self.path = folder("home")
        self.binary = self.path / "fivebar"
        shutil.copy(BINARY, self.binary)
        for name in ("Views", "Public"):
            shutil.copytree(ROOT / name, self.path / name)
        # Resource bundles that the Swift build puts beside the executable, if there are any.
        for bundle in BINARY.resolve().parent.glob("fivebar_*.resources"):
            shutil.copytree(bundle, self.path / bundle.name)
        subprocess.run([self.binary, "assets"], check=True, capture_output=True, timeout=60, env=bare_environment())
        for directory, _, files in os.walk(self.path):
            os.chmod(directory, 0o755)
            for file in files:
                target = Path(directory, file)
                target.chmod(0o755 if target == self.binary else 0o644)


# Below those that the system gives to connections, or one of these could have it before the server takes it; of several
# workers each has its own.
_first = 20_000 + 1_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
_ports = itertools.cycle(random.sample(range(_first, _first + 1_000), 1_000))


def free_port():
    for port in _ports:
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("0.0.0.0", port))
            return port


def shipped(path, replacements):
    """The text of a file of deploy/ with literal replacements; each must be found, so that the files and the tests
    cannot drift apart unseen."""
    return replaced((DEPLOY / path).read_text(), replacements, f"deploy/{path}")


def replaced(text, replacements, name="the text"):
    for old, new in replacements.items():
        if old not in text:
            raise AssertionError(f"{name} no longer holds {old!r}")
        text = text.replace(old, str(new))
    return text


def until(condition, what, seconds=30):
    """Asks again and again until the condition gives something true, and returns that."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s in vain: {what}")
        time.sleep(0.01)


def bare_environment(**settings):
    """Nothing of the caller's environment but where programs are: a stray FIVEBAR_… or a proxy would change the test."""
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | {key: str(value) for key, value in settings.items()}
