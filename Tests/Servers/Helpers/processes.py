"""Fivebar as a process: starts it in each of its modes, checks that it responds, stops, kills, and inspects /proc."""

import http.client
import os
import re
import signal
import socket
import subprocess
from contextlib import suppress
from pathlib import Path

import fastcgi
from stage import APP, WEB, bare_environment, folder, free_port, until


class Process:
    """A child with its output in a file. The tests end only what they started, by its number."""

    def __init__(self, name, command, user=None, **options):
        self.name = name
        self.log_path = folder("log") / "output"
        self.is_over = False
        options = {"stdin": subprocess.DEVNULL} | options
        with open(self.log_path, "ab") as output:
            self.child = subprocess.Popen(
                [str(part) for part in command], stdout=output, stderr=output, start_new_session=True,
                **((user.popen if user else {}) | options))

    @property
    def pid(self):
        return self.child.pid

    @property
    def log(self):
        return self.log_path.read_text(errors="replace")

    @property
    def logs(self):
        """Everything it wrote down anywhere."""
        return self.log

    @property
    def has_ended(self):
        return self.child.poll() is not None

    def wait_until(self, condition, what, seconds=60):
        def look():
            if self.has_ended:
                raise AssertionError(f"{self.name} ended with {self.child.returncode}:\n{self.logs}")
            return condition()
        try:
            return until(look, what, seconds)
        except AssertionError as problem:
            self.kill()
            raise AssertionError(f"{problem}\n{self.logs}") from None

    def stop(self, sent=signal.SIGTERM, seconds=20):
        """Asks it to end, and answers its exit code."""
        if not self.has_ended:
            self.child.send_signal(sent)
        try:
            code = self.child.wait(seconds)
            self.is_over = True
            return code
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.name} did not end within {seconds} s:\n{self.log}") from None

    def kill(self):
        """Ends it and its children without a word, also when it has died before them."""
        if not self.is_over:
            self.is_over = True
            # Each was started in its own process group.
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        self.child.wait()


class Fivebar(Process):
    """A serving process. ways: unix, tcp, http, inherited (a listening socket as fd 0)."""

    def __init__(self, home, way="unix", data=None, arguments=(), wrapper=(), ready=True, run=None, options=None,
                 user=APP, **settings):
        self.home, self.way = home, way
        self.data = data or folder("data", APP)
        self.database = self.data / "fivebar.sqlite"
        run = run or folder("run", APP)
        stdin = subprocess.DEVNULL
        if way == "unix":
            self.address = run / "fivebar.sock"
            command = ["serve", "--listen", f"unix:{self.address}", "--group", WEB.group]
        elif way == "tcp":
            self.address = ("127.0.0.1", free_port())
            command = ["serve", "--listen", f"tcp:127.0.0.1:{self.address[1]}"]
        elif way == "http":
            self.address = ("127.0.0.1", free_port())
            command = ["http", "--port", self.address[1]]
        else:
            self.address = run / "fivebar.sock"
            stdin = listening(self.address)
            command = [] if way == "no arguments" else ["serve", "--listen", "inherited"]
        self.settings = {"FIVEBAR_DATABASE": self.database, "FIVEBAR_ACCOUNTS_PER_ADDRESS": 0,
                         "FIVEBAR_OPERATIONS_PER_SECOND": 0, "FIVEBAR_OPERATIONS_PER_DAY": 0} | settings
        super().__init__(
            f"fivebar ({way})", [*wrapper, home.binary, *command, *arguments], user=user, stdin=stdin, cwd="/",
            env=bare_environment(**self.settings), **(options or {}))
        if stdin is not subprocess.DEVNULL:
            stdin.close()
        if ready:
            self.wait_until(self.answers, "fivebar answers")

    def answers(self):
        try:
            if self.way == "http":
                connection = http.client.HTTPConnection(*self.address, timeout=10)
                connection.request("GET", "/health")
                return connection.getresponse().status == 200
            return fastcgi.ask(self.address, target=self.base + "/health", timeout=10)[0] == 200
        except (OSError, EOFError):
            return False

    @property
    def base(self):
        return str(self.settings.get("FIVEBAR_BASE_PATH", ""))

    def command(self, *arguments, **settings):
        """Runs a subcommand on the same database."""
        return run_command(self.home, *arguments, **(self.settings | settings))

    # Readings from /proc.

    @property
    def threads(self):
        return len(os.listdir(f"/proc/{self.pid}/task"))

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    @property
    def resident(self):
        """Bytes of memory that are this process's own."""
        text = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        kilobytes = re.findall(r"^Private_\w+:\s+(\d+) kB", text, re.MULTILINE)
        return sum(map(int, kilobytes)) * 1024


def run_command(home, *arguments, timeout=60, **settings):
    return subprocess.run(
        [str(home.binary), *map(str, arguments)], env=bare_environment(**settings), capture_output=True, text=True,
        stdin=subprocess.DEVNULL, timeout=timeout, cwd="/", **APP.popen)


def listening(path):
    """A socket as systemd makes it for fivebar.socket."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(path))
    os.chmod(path, 0o666)
    listener.listen(1024)
    return listener


# What programs say, which helps nobody.
RAW = ("Fatal error", "ParserError", "bind(descriptor", "unable to open database file", "Fault.", "SQLITE_", "errno")


def refused(process, *words, code=78):
    assert process.child.wait(30) == code, process.log
    for word in words:
        assert word in process.log, process.log
    for word in RAW:
        assert word not in process.log, process.log
