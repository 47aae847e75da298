"""An answered tap is on disk. kill -9 cannot tell a written file from a synced one, so the order of the system calls
is the proof: the WAL's fdatasync has returned before the response is sent."""

import re
import uuid

import fastcgi
from processes import Fivebar
from stage import APP, folder, until

CALL = re.compile(r"^(\d+) +(\w+)\((.*)$")
RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>(.*)$")
TRACED = "fdatasync,fsync,write,writev,sendto,sendmsg,pwrite64,pwritev"
ANSWERS = ("write", "writev", "sendto", "sendmsg")


def calls(text):
    """(name, arguments, when it began, when it returned) of every call, by line numbers."""
    begun, done = {}, []
    for number, line in enumerate(text.splitlines()):
        if match := RESUMED.match(line):
            thread, name, _ = match.groups()
            started, arguments = begun.pop((thread, name), (None, ""))
            if started is not None:
                done.append((name, arguments, started, number))
        elif match := CALL.match(line):
            thread, name, rest = match.groups()
            if "<unfinished ...>" in rest:
                begun[(thread, name)] = (number, rest)
            else:
                done.append((name, rest, number, number))
    return sorted(done, key=lambda call: call[2])


def traced(start):
    trace = folder("trace", APP) / "calls"
    fivebar = start(Fivebar, wrapper=["strace", "-f", "-y", "-s", "64", "-o", trace, "-e", f"trace={TRACED}"])
    return fivebar, trace


def cookie_and_counter(fivebar):
    status, headers, _ = fastcgi.ask(fivebar.address, "POST", "/counters", b"title=Birds", sec_fetch_site="same-origin")
    assert status == 303
    values = {name.lower(): value for name, value in headers}
    return values["set-cookie"].split(";")[0], values["location"].rsplit("-", 1)[1]


def test_the_wal_is_synced_before_each_answer_leaves(start):
    fivebar, trace = traced(start)
    cookie, counter = cookie_and_counter(fivebar)
    begin = len(trace.read_text().splitlines())
    number = 10
    for _ in range(number):
        body = f"operation={uuid.uuid4()}".encode()
        status, _, _ = fastcgi.ask(fivebar.address, "POST", f"/counters/{counter}/marks", body, cookie=cookie,
                                   sec_fetch_site="same-origin")
        assert status == 303

    def answers():
        return [call for call in calls(trace.read_text()) if call[0] in ANSWERS and "Status: 303" in call[1]
                and call[2] >= begin]

    until(lambda: len(answers()) == number, "strace has written all answers down")
    everything = calls(trace.read_text())
    written = [call for call in everything if call[0] in ("pwrite64", "pwritev", "write") and ".sqlite-wal>" in call[1]]
    synced = [call for call in everything if call[0] in ("fdatasync", "fsync") and ".sqlite-wal>" in call[1]]
    previous = begin
    for _, arguments, left, _ in answers():
        last_write = max(call[3] for call in written if previous <= call[3] < left)
        assert any(last_write <= call[2] and call[3] < left for call in synced), (
            f"no finished fdatasync of the WAL between its last write and the answer {arguments[:80]}")
        previous = left


def test_a_new_account_is_synced_before_its_cookie_leaves(start):
    fivebar, trace = traced(start)
    cookie_and_counter(fivebar)
    everything = until(
        lambda: (lambda found: found if any("Set-Cookie" in c[1] or "Status: 303" in c[1] for c in found) else None)(
            calls(trace.read_text())), "strace has written the answer down")
    answer = next(call for call in everything if call[0] in ANSWERS and "Status: 303" in call[1])
    assert any(name in ("fdatasync", "fsync") and ".sqlite-wal>" in arguments and end < answer[2]
               for name, arguments, _, end in everything)
