"""A server that goes away and comes back, with its database, at the same address."""

import contextlib
from urllib.parse import urlsplit


class Unsteady:
    def __init__(self, begin):
        self._begin = begin
        self._running = contextlib.ExitStack()
        self.server = self._running.enter_context(begin())

    def stop(self):
        self._running.close()

    def start(self):
        self._running.enter_context(self._begin(urlsplit(self.server.address).port))
