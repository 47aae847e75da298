"""Many open event streams through a web server, read by one thread. Knows the stream's format, not the server."""

import selectors
import socket
from urllib.parse import urlsplit

from visitor import Visitor, cookie_header

# The maximum per device.
MOST_OF_DEVICE = 6


def cookies(visitor):
    return cookie_header(visitor.cookies)


def devices(visitor, streams):
    """The cookies of as many devices of the visitor's account as may have so many streams."""
    page = visitor.submit(visitor.get("/settings/devices").form("/settings/recovery"))
    page = visitor.follow(page) if page.status == 303 else page
    path = urlsplit(page.text.split('id="recovery-link" value="')[1].split('"')[0]).path
    made = []
    for _ in range(-(-streams // MOST_OF_DEVICE)):
        device = Visitor(visitor.site)
        device.submit(device.ask("GET", path).form(path))
        made.append(cookies(device))
    return made


class Streams:
    """Open event streams through the web server, and what has come in on each. Several devices share them out."""

    def __init__(self, site, cookie, number):
        self.selector = selectors.DefaultSelector()
        self.received, self.ended = {}, 0
        cookie = [cookie] if isinstance(cookie, str) else cookie
        for index in range(number):
            request = (f"GET {site.base}/events HTTP/1.1\r\nHost: {site.authority}\r\n"
                       f"Cookie: {cookie[index % len(cookie)]}\r\nConnection: close\r\n\r\n").encode()
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
                self.ended += 1

    def have(self, text, number):
        self.read()
        return sum(text in received for received in self.received.values()) >= number

    def close(self):
        self.selector.close()
        for connection in self.received:
            connection.close()
