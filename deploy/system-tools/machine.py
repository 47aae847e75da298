"""A booted machine to throw away: this one's files, or those of a folder, under a layer in memory, with an own systemd,
network and clock of processes. Needs root, and no container program. Knows no Fivebar."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

# $1 is a folder, in which $2 lies afterwards as the machine's root, without the services $3. Runs in namespaces of its own.
BOOT = r"""
mount --make-rprivate /
mount -t tmpfs -o size=4g tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=$2,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mkdir dev/pts dev/shm
mount -t devpts devpts dev/pts -o newinstance,ptmxmode=0666,mode=620
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for number in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${number%:*}" "dev/${number#*:}"; done
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
# Whatever else runs here by itself is not started there.
rm -f usr/sbin/policy-rc.d
for service in $3; do ln -sf /dev/null "etc/systemd/system/$service.service"; done
mkdir outside
pivot_root . outside
exec env -i container=fivebar PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -c '
    umount -l /outside && rmdir /outside; exec /lib/systemd/systemd --log-target=kmsg systemd.unit=multi-user.target'
"""


class Machine:
    def __init__(self, root="/", masked=()):
        self.place = Path(tempfile.mkdtemp(prefix="fivebar-system-"))
        with open(os.devnull, "r+b") as nothing:
            self.holder = subprocess.Popen(
                ["unshare", "--kill-child", "-m", "-p", "-f", "-C", "-u", "-i", "-n", "--mount-proc", "sh", "-ec", BOOT, "sh",
                 self.place, root, " ".join(masked)], stdin=nothing, stdout=nothing, stderr=subprocess.PIPE, start_new_session=True)
        self.pid = self.wait(self._init, "its first process")
        self.wait(self._is_up, "systemd is up", 90)

    @classmethod
    def running(cls, pid):
        """One that another process holds, by its first process as seen from here."""
        machine = cls.__new__(cls)
        machine.pid = pid
        return machine

    def _init(self):
        assert self.holder.poll() is None, self.holder.stderr.read().decode()
        children = Path(f"/proc/{self.holder.pid}/task/{self.holder.pid}/children").read_text().split()
        return children and Path(f"/proc/{children[0]}/comm").read_text().strip() == "systemd" and int(children[0])

    def _is_up(self):
        told = subprocess.run(self.inside("systemctl", "is-system-running"), capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL)
        return told.stdout.strip() in ("running", "degraded")

    @staticmethod
    def wait(condition, what, seconds=30):
        end = time.monotonic() + seconds
        while not (result := condition()):
            assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
            time.sleep(0.1)
        return result

    def inside(self, *command):
        return ["nsenter", "-t", str(self.pid), "-m", "-p", "-C", "-u", "-i", "-n", "--root", "--wd", "env", "-i", "LANG=C.UTF-8",
                "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", *map(str, command)]

    def ask(self, *command):
        """Its outcome, whatever it is."""
        return subprocess.run(self.inside(*command), capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)

    def run(self, *command):
        done = self.ask(*command)
        assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
        return done.stdout

    def shell(self, lines):
        """Runs lines as root."""
        return self.run("sh", "-ec", lines)

    def typed(self, lines):
        """Runs lines of a guide as somebody types them who is not root and may use sudo, which has to be installed: what
        only root may read, a shell of theirs neither finds by * nor writes to by >."""
        if self.ask("id", "somebody").returncode:
            self.run("useradd", "--create-home", "--shell", "/bin/bash", "somebody")
            self.path("/etc/sudoers.d/somebody").write_text("somebody ALL=(ALL) NOPASSWD: ALL\n")
        return self.run("runuser", "-u", "somebody", "--", "bash", "-ec", f"cd /home/somebody\n{lines}")

    def path(self, path):
        """A file of the machine, seen from outside."""
        return Path(f"/proc/{self.pid}/root{path}")

    def put(self, file, path):
        shutil.copy(file, self.path(path))

    def stop(self):
        self.holder.send_signal(signal.SIGKILL)
        self.holder.wait()
        shutil.rmtree(self.place, ignore_errors=True)
