"""Ways to the server on which something is missing: cookies, as in a browser that refuses them, or answers."""

import contextlib
import http.client
import http.server
import threading
from urllib.parse import urlsplit

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding"}


class Way(http.server.ThreadingHTTPServer):
    """Passes on what comes, and what is answered as it comes."""

    def __init__(self, server, without=()):
        super().__init__(("127.0.0.1", 0), Passing)
        self.target = urlsplit(server.address)
        self.without = HOP_BY_HOP | set(without)
        # Whether what was posted is done, and its answer never comes.
        self.loses_answers = False
        self.lost = 0
        # Whether nobody learns that the server is there.
        self.hides_health = False

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"


class Passing(http.server.BaseHTTPRequestHandler):
    def pass_on(self):
        way = self.server
        if way.hides_health and self.path.endswith("/health"):
            return
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        connection = http.client.HTTPConnection(way.target.hostname, way.target.port, timeout=30)
        with contextlib.closing(connection), contextlib.suppress(ConnectionError, TimeoutError):
            headers = {name: value for name, value in self.headers.items() if name.lower() not in way.without}
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            if way.loses_answers and self.command == "POST":
                way.lost += 1
                return
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in way.without:
                    self.send_header(name, value)
            self.end_headers()
            while part := answer.read1():
                self.wfile.write(part)

    do_GET = do_HEAD = do_POST = pass_on

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def way_to(server, without=()):
    with Way(server, without) as way:
        threading.Thread(target=way.serve_forever, daemon=True).start()
        try:
            yield way
        finally:
            way.shutdown()


@contextlib.contextmanager
def without_cookies(server):
    """Its address."""
    with way_to(server, {"cookie", "set-cookie"}) as way:
        yield way.address
