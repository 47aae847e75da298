"""Disks without room."""

import subprocess

from stage import APP, folder


class SmallDisk:
    """A file system of a few megabytes, which only root can make."""

    def __init__(self, megabytes=3):
        self.data = folder("disk")
        options = f"size={megabytes}m,uid={APP.uid},gid={APP.gid},mode=755"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.data], check=True)
        self.filler = self.data / "filler"
        self.options = {}

    def fill(self, fivebar):
        with open(self.filler, "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass

    def make_room(self, fivebar):
        self.filler.unlink()

    def remove(self):
        subprocess.run(["umount", "--lazy", self.data], check=True)


class SmallFiles:
    """Where there is no root: the process may not make its files larger than they are."""

    def __init__(self):
        self.data = folder("data", APP)
        # Python ignores SIGXFSZ, and so does what it starts; writing then fails instead of ending the process.
        self.options = {"restore_signals": False}

    def limit(self, fivebar, most):
        # By its own user: root may not do so everywhere.
        subprocess.run(["prlimit", "--pid", str(fivebar.pid), f"--fsize={most}:"], check=True, **APP.popen)

    def fill(self, fivebar):
        self.limit(fivebar, min(4096, max(path.stat().st_size for path in self.data.iterdir())))

    def make_room(self, fivebar):
        self.limit(fivebar, "unlimited")

    def remove(self):
        pass
