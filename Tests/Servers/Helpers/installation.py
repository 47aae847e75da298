"""Installing where it cannot touch the machine."""

import shutil
import subprocess

import pytest

from stage import bare_environment, folder, IS_ROOT


# This machine with a file system over its own in memory: what is installed there is gone with it.
MOUNTS = """
    mount -t tmpfs tmpfs "$1" && mkdir "$1/upper" "$1/work" "$1/root"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
    for shared in /proc /dev /tmp; do mount --bind "$shared" "$1/root$shared"; done
    mount -t tmpfs tmpfs "$1/root/run"
"""


def with_mounts(place, *then):
    """A command that a shell ends in, once the file systems are there."""
    return ["unshare", "--mount", "sh", "-ec", MOUNTS + " ".join(then), "sh", place]


def can_mount():
    """Not every container lets its root mount."""
    return IS_ROOT and subprocess.run(with_mounts(folder("machine"), "true"), capture_output=True, timeout=60).returncode == 0


needs_root = pytest.mark.skipif(not can_mount(), reason="only root installs, and never on the machine itself")


class Machine:
    """One whose /etc/fivebar.env is ours: a namespace of its own, where another folder lies over /etc."""

    def __init__(self, home, settings, file="fivebar.env"):
        self.home, self.etc = home, folder("etc")
        for name in ("passwd", "group", "nsswitch.conf", "ld.so.cache"):
            shutil.copy(f"/etc/{name}", self.etc)
        self.settings = self.etc / file
        self.settings.write_text(settings)

    def inside(self, *arguments, user=None, program=None):
        script = 'mount --bind "$1" /etc && shift && exec "$@"'
        by = ["setpriv", f"--reuid={user.uid}", f"--regid={user.gid}", "--clear-groups"] if user else []
        return ["unshare", "--mount", "sh", "-c", script, "sh", self.etc, *by, program or self.home.binary, *arguments]

    def command(self, *arguments, user=None, program=None, **settings):
        """Runs a command, as root if nobody else is named."""
        return subprocess.run(self.inside(*arguments, user=user, program=program), env=bare_environment(**settings),
                              capture_output=True, text=True, timeout=60, cwd="/")
