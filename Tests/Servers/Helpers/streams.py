"""Many open event streams through a web server, read by one thread. Knows the stream's format, not the server."""

import selectors
import socket

from visitor import Visitor, cookie_header

# The maximum per device.
MOST_OF_DEVICE = 6


def cookies(visitor):
    return cookie_header(visitor.cookies)


def visitors(site, streams):
    """As many visitors, each with a counter, as may have so many streams: one account may have a part of all only."""
    made = [Visitor(site) for _ in range(-(-streams // MOST_OF_DEVICE))]
    for visitor in made:
        visitor.create()
    return made


class Streams:
    """Open event streams through the web server, and what has come in on each. Several devices share them out."""

    def __init__(self, site, cookie, number):
        self.selector = selectors.DefaultSelector()
        self.received, self.owners, self.ended = {}, {}, 0
        cookie = [cookie] if isinstance(cookie, str) else cookie
        for index in range(number):
            owner = cookie[index % len(cookie)]
            request = (f"GET {site.base}/events HTTP/1.1\r\nHost: {site.authority}\r\n"
                       f"Cookie: {owner}\r\nConnection: close\r\n\r\n").encode()
            connection = socket.create_connection((site.host, site.port))
            self.owners[connection] = owner
            connection.sendall(request)
            connection.setblocking(False)
            self.received[connection] = b""
            self.selector.register(connection, selectors.EVENT_READ)

    def read(self):
        for key, _ in self.selector.select(0.1):
            try:
                data = key.fileobj.recv(65536)
            except OSError:
                data = b""
            if data:
                self.received[key.fileobj] += data
            else:
                self.selector.unregister(key.fileobj)
                self.ended += 1

    def have(self, text, number):
        self.read()
        return sum(text in received for received in self.received.values()) >= number

    def close(self):
        self.selector.close()
        for connection in self.received:
            connection.close()
