"""Installing where it cannot touch the machine."""

import subprocess

import pytest

from stage import folder, IS_ROOT


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
