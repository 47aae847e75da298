"""Many open event streams through a web server, read by one thread. Knows what a stream says, not who sends it."""

import selectors
import socket

from visitor import cookie_header


def cookies(visitor):
    return cookie_header(visitor.cookies)


class Streams:
    """Open event streams through the web server, and what has come in on each."""

    def __init__(self, site, cookie, number):
        self.selector = selectors.DefaultSelector()
        self.received = {}
        request = f"GET {site.base}/events HTTP/1.1\r\nHost: {site.authority}\r\nCookie: {cookie}\r\n\r\n".encode()
        for _ in range(number):
            connection = socket.create_connection((site.host, site.port))
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

    def have(self, text, number):
        self.read()
        return sum(text in received for received in self.received.values()) >= number

    def close(self):
        self.selector.close()
        for connection in self.received:
            connection.close()
