"""One host on which several servers have a path each, as a web server in front of them gives it. A stream is refused, so
that pages ask now and then."""

import contextlib
import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


class OneHost:
    def __init__(self, servers):
        """Servers by their paths."""
        self.servers = servers
        # Paths that are answered as if the server behind them were away.
        self.away = set()
        # Paths that somebody else answers, with a page.
        self.foreign = set()

    def handler(self):
        host = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def forward(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                server = host.servers.get("/" + self.path.split("/")[1].split("?")[0])
                if server is None or self.path in host.away or self.path.endswith("/events"):
                    return self.answer(503, [("Retry-After", "1")], b"")
                if self.path in host.foreign:
                    return self.answer(200, [("Content-Type", "text/html")], b"<!doctype html><title>Sign in to our network</title>")
                behind = http.client.HTTPConnection(urlsplit(server.address).netloc)
                behind.request(self.command, self.path, body, dict(self.headers))
                answer = behind.getresponse()
                self.answer(answer.status, answer.getheaders(), answer.read())
                behind.close()

            def answer(self, status, headers, body):
                self.send_response_only(status)
                for name, value in headers:
                    if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_HEAD = forward

            def log_message(self, *parts):
                pass

        return Handler


@contextlib.contextmanager
def on_one_host(**servers):
    """on_one_host(count=server, club=another) as host: at host.address each server is below its name."""
    host = OneHost({f"/{name}": server for name, server in servers.items()})
    listening = ThreadingHTTPServer(("127.0.0.1", 0), host.handler())
    # A browser that leaves a page closes connections as it likes.
    listening.handle_error = lambda *_: None
    host.address = f"http://127.0.0.1:{listening.server_port}"
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        listening.shutdown()
        listening.server_close()
