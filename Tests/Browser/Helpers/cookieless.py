"""A way to the server on which no cookie passes, as in a browser that refuses them."""

import contextlib
import http.client
import http.server
import threading
from urllib.parse import urlsplit

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding"}


@contextlib.contextmanager
def without_cookies(server):
    """Its address."""
    target = urlsplit(server.address)

    class Way(http.server.BaseHTTPRequestHandler):
        def pass_on(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            connection = http.client.HTTPConnection(target.hostname, target.port, timeout=30)
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP_BY_HOP | {"cookie"}}
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            text = answer.read()
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in HOP_BY_HOP | {"set-cookie", "content-length"}:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(text)
            connection.close()

        do_GET = do_HEAD = do_POST = pass_on

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Way) as way:
        threading.Thread(target=way.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{way.server_port}"
        finally:
            way.shutdown()
