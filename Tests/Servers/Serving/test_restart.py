"""A restart under load refuses nobody: new connections wait in systemd's socket, and those that nginx keeps are served
until it cannot be writing on them any more."""

import http.client
import os
import threading
import uuid
from urllib.parse import urlencode

from processes import Process, listening
from stage import APP, bare_environment, folder
from visitor import Visitor, cookie_header
from webservers import Nginx

RESTARTS = int(os.environ.get("RESTARTS", 5))
PEOPLE = 16


class Service:
    """Fivebar as systemd runs it: the socket outlives each process, and a restart begins when the last one has ended."""

    def __init__(self, start, home):
        self.start, self.home = start, home
        self.address = folder("run", APP) / "fivebar.sock"
        self.socket = listening(self.address)
        self.environment = bare_environment(
            FIVEBAR_DATABASE=folder("data", APP) / "fivebar.sqlite", FIVEBAR_ACCOUNTS_PER_ADDRESS=0,
            FIVEBAR_OPERATIONS_PER_SECOND=0, FIVEBAR_OPERATIONS_PER_DAY=0)
        self.begin()

    def begin(self):
        self.process = self.start(
            Process, "fivebar", [self.home.binary, "serve", "--listen", "inherited"], user=APP, stdin=self.socket,
            cwd="/", env=self.environment)

    def restart(self):
        assert self.process.stop() == 0, self.process.log
        self.begin()


class Person:
    """Taps as fast as the answers come, in turn as the script does (with an id) and as the plain form (without)."""

    def __init__(self, site):
        self.visitor = Visitor(site)
        self.counter = self.visitor.create()
        self.counted, self.refused, self.sent = 0, [], 0

    def tap(self, until):
        site = self.visitor.site
        connection = http.client.HTTPConnection(site.host, site.port, timeout=60)
        while not until.is_set():
            fields = {"operation": str(uuid.uuid4())} if self.sent % 2 else {}
            connection.request("POST", f"{site.base}/counters/{self.counter}/marks", urlencode(fields), {
                "Host": site.authority, "Cookie": cookie_header(self.visitor.cookies),
                "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
                "Accept": "application/json" if fields else "text/html,*/*"})
            answer = connection.getresponse()
            answer.read()
            self.sent += 1
            if answer.status in (200, 303):
                self.counted += 1
            else:
                self.refused.append(answer.status)
        connection.close()


def test_a_restart_under_load_refuses_nobody_and_loses_and_doubles_nothing(start, home):
    service = Service(start, home)
    web = start(Nginx, service.address)
    people = [Person(web.site) for _ in range(PEOPLE)]
    enough = threading.Event()
    threads = [threading.Thread(target=person.tap, args=(enough,)) for person in people]
    for thread in threads:
        thread.start()
    try:
        for _ in range(RESTARTS):
            before = sum(person.sent for person in people)
            service.process.wait_until(lambda: sum(person.sent for person in people) >= before + 500, "there is load")
            service.restart()
    finally:
        enough.set()
        for thread in threads:
            thread.join()
    sent = sum(person.sent for person in people)
    refused = [status for person in people for status in person.refused]
    print(f"{sent} taps during {RESTARTS} restarts, {len(refused)} refused")
    assert refused == [], f"{len(refused)} of {sent}\n{web.logs}"
    assert [person.visitor.count(person.counter) for person in people] == [person.counted for person in people]
