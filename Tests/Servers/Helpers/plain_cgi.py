"""One run of the program as plain CGI."""

import subprocess

from stage import APP, bare_environment
from visitor import cookie_header, seen


def cgi_environment(data, method="GET", target="/cgi-bin/fivebar/", body=b"", **settings):
    """What a web server tells the program of a request."""
    path, _, query = target.partition("?")
    base = settings.get("FIVEBAR_BASE_PATH", "/cgi-bin/fivebar")
    variables = {
        "GATEWAY_INTERFACE": "CGI/1.1", "SERVER_PROTOCOL": "HTTP/1.1", "SERVER_NAME": "localhost", "SERVER_PORT": "80",
        "REQUEST_METHOD": method, "REQUEST_URI": target, "SCRIPT_NAME": "/cgi-bin/fivebar",
        "PATH_INFO": path.removeprefix("/cgi-bin/fivebar"), "QUERY_STRING": query, "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost", "HTTP_SEC_FETCH_SITE": "same-origin", "FIVEBAR_DATABASE": data / "fivebar.sqlite",
        "HTTP_COOKIE": cookie_header(seen(base)),
    }
    if body:
        variables |= {"CONTENT_LENGTH": len(body), "CONTENT_TYPE": "application/x-www-form-urlencoded"}
    return bare_environment(**variables | settings)


def cgi(home, data, method="GET", target="/cgi-bin/fivebar/", body=b"", arguments=(), **settings):
    """Answers (status, headers, body) of one run."""
    environment = cgi_environment(data, method, target, body, **settings)
    done = subprocess.run([home.binary, *arguments], input=body, env=environment, timeout=60, cwd="/",
                          capture_output=True, **APP.popen)
    assert done.returncode == 0, done.stderr
    head, _, content = done.stdout.partition(b"\r\n\r\n")
    headers = [line.split(": ", 1) for line in head.decode().split("\r\n")]
    status = next((int(value.split()[0]) for name, value in headers if name.lower() == "status"), 200)
    return status, headers, content
