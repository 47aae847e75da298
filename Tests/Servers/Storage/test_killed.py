"""kill -9 under load, repeatedly. The proof is each client's list of answered taps."""

import http.client
import sqlite3
import threading
import uuid

from processes import Fivebar
from stage import APP, folder
from visitor import Visitor
from webservers import Nginx

ROUNDS = 20
CLIENTS = 8
TAPS_A_ROUND = 60


class Clients:
    """Taps from several phones until the server is gone."""

    def __init__(self, visitor, counter):
        self.visitor, self.counter = visitor, counter
        self.answered, self.unknown = set(), set()
        self.enough = threading.Event()

    def tap(self, operation):
        """Whether the tap was answered; with no answer, or with a 5xx, nobody knows whether it is saved."""
        try:
            answer = self.visitor.tap(self.counter, operation)
        except (OSError, http.client.HTTPException):
            answer = None
        if answer is None or answer.status >= 500:
            self.unknown.add(operation)
            return False
        assert answer.status == 200, answer
        self.unknown.discard(operation)
        self.answered.add(operation)
        return True

    def tap_until_it_is_gone(self, end):
        while self.tap(str(uuid.uuid4())):
            if len(self.answered) >= end:
                self.enough.set()

    def round(self, kill):
        self.enough.clear()
        end = len(self.answered) + TAPS_A_ROUND
        threads = [threading.Thread(target=self.tap_until_it_is_gone, args=(end,)) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        assert self.enough.wait(120)
        kill()
        for thread in threads:
            thread.join()


def test_every_answered_tap_is_there_after_each_kill_and_none_twice(start):
    data, run = folder("data", APP), folder("run", APP)
    fivebar = start(Fivebar, data=data, run=run)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    counter = visitor.create()
    clients = Clients(visitor, counter)

    for round in range(ROUNDS):
        clients.round(fivebar.kill)
        fivebar = start(Fivebar, data=data, run=run)

        count, answered = visitor.count(counter), len(clients.answered)
        assert answered <= count <= answered + len(clients.unknown), f"after kill {round + 1}"
        # What was not answered is sent again, as a phone does; and a few that were, as a phone must be allowed to.
        for operation in list(clients.unknown) + list(clients.answered)[:3]:
            assert clients.tap(operation)
        assert visitor.count(counter) == len(clients.answered), f"after kill {round + 1}"

        with sqlite3.connect(f"file:{fivebar.database}?mode=ro", uri=True) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        checked = fivebar.command("check")
        assert checked.returncode == 0, checked.stdout + checked.stderr

    assert len(clients.answered) >= ROUNDS * TAPS_A_ROUND
