"""People who count without a break, as phones do: each tap has an id, and what was not answered is sent again."""

import http.client
import sys
import threading
import time
import uuid
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests/Servers/Helpers"))
from visitor import Visitor, cookie_header  # noqa: E402


class Person:
    def __init__(self, site, number):
        # An address each, or the web server would take them for one who floods it.
        self.visitor = Visitor(site, address=f"127.0.1.{number + 1}")
        self.counter = self.visitor.create()
        self.answered, self.refused, self.slowest = 0, [], 0

    def count_until(self, enough):
        connection, site = None, self.visitor.site
        while not enough.is_set():
            operation, begun = str(uuid.uuid4()), time.monotonic()
            while True:
                connection = connection or self.visitor.connection()
                try:
                    connection.request("POST", f"{site.base}/counters/{self.counter}/marks", urlencode({"operation": operation}), {
                        "Host": site.authority, "Cookie": cookie_header(self.visitor.cookies), "Accept": "application/json",
                        "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"})
                    answer = connection.getresponse()
                    answer.read()
                    outcome = answer.status
                except (OSError, http.client.HTTPException) as problem:
                    connection, outcome = None, repr(problem)
                if outcome == 200:
                    break
                self.refused.append(outcome)
                # Somewhat longer than a stop takes.
                if enough.is_set() and time.monotonic() - begun > 20:
                    return
                time.sleep(0.05)
            self.answered += 1
            self.slowest = max(self.slowest, time.monotonic() - begun)
            time.sleep(0.01)


class Counting:
    """`with Counting(site) as people:` they count until its end."""

    def __init__(self, site, number=8):
        self.people = [Person(site, index) for index in range(number)]
        self.enough = threading.Event()

    def __enter__(self):
        self.threads = [threading.Thread(target=person.count_until, args=(self.enough,)) for person in self.people]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *problem):
        self.enough.set()
        for thread in self.threads:
            thread.join()

    @property
    def answered(self):
        return sum(person.answered for person in self.people)

    @property
    def refused(self):
        return [outcome for person in self.people for outcome in person.refused]

    @property
    def difference(self):
        """How many taps were counted twice, or lost if it is less than nothing."""
        return [person.visitor.count(person.counter) - person.answered for person in self.people]

    def told(self):
        slowest = max(person.slowest for person in self.people)
        return f"{self.answered} taps, {len(self.refused)} refused, the slowest {slowest * 1000:.0f} ms"
