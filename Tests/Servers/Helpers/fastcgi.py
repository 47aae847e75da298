"""A FastCGI 1.0 client like a web server's, with which tests can send wrong, slow or incomplete requests."""

import socket
import struct

BEGIN, ABORT, END, PARAMS, STDIN, STDOUT, STDERR = 1, 2, 3, 4, 5, 6, 7
GET_VALUES, GET_VALUES_RESULT = 9, 10
RESPONDER = 1


def record(kind, content=b"", request=1):
    return struct.pack("!BBHHBB", 1, kind, request, len(content), 0, 0) + content


def begin(role=RESPONDER, keep=False):
    return record(BEGIN, struct.pack("!HB5x", role, 1 if keep else 0))


def length(number):
    return struct.pack("!B", number) if number < 128 else struct.pack("!I", number | 0x80000000)


def pairs(variables):
    encoded = b""
    for name, value in variables.items():
        name = name.encode()
        value = value if isinstance(value, bytes) else str(value).encode()
        encoded += length(len(name)) + length(len(value)) + name + value
    return encoded


def variables(method="GET", target="/", body=b"", **headers):
    """What nginx sends for a request with fivebar.conf."""
    path, _, query = target.partition("?")
    values = {
        "GATEWAY_INTERFACE": "CGI/1.1", "SERVER_PROTOCOL": "HTTP/1.1", "SERVER_SOFTWARE": "test",
        "SERVER_NAME": "localhost", "SERVER_PORT": "80", "REMOTE_ADDR": "127.0.0.1", "REQUEST_SCHEME": "http",
        "REQUEST_METHOD": method, "REQUEST_URI": target, "SCRIPT_NAME": "", "PATH_INFO": path,
        "QUERY_STRING": query, "HTTP_HOST": "localhost",
        "CONTENT_TYPE": "application/x-www-form-urlencoded" if body else "",
        "CONTENT_LENGTH": str(len(body)) if body else "",
    }
    for name, value in headers.items():
        values[f"HTTP_{name.upper()}"] = value
    return values


def request(method="GET", target="/", body=b"", keep=False, **headers):
    """All records of a request."""
    content = pairs(variables(method, target, body, **headers))
    parts = [begin(keep=keep)]
    for start in range(0, len(content), 0xFFFF):
        parts.append(record(PARAMS, content[start:start + 0xFFFF]))
    parts.append(record(PARAMS))
    for start in range(0, len(body), 0xFFFF):
        parts.append(record(STDIN, body[start:start + 0xFFFF]))
    parts.append(record(STDIN))
    return b"".join(parts)


def connect(address, timeout=30):
    """The address is the path of a Unix socket or (host, port)."""
    family = socket.AF_UNIX
    if isinstance(address, tuple):
        family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    connection = socket.socket(family, socket.SOCK_STREAM)
    connection.settimeout(timeout)
    try:
        connection.connect(address if isinstance(address, tuple) else str(address))
    except BaseException:
        connection.close()
        raise
    return connection


class Unanswered(EOFError):
    """Not a byte came back: the request was not taken on."""


class BrokenOff(EOFError):
    """An answer was begun and not ended."""


def receive(connection, size):
    try:
        return connection.recv(size)
    except ConnectionResetError:
        return b""


def exactly(connection, count):
    data = b""
    while len(data) < count:
        piece = receive(connection, count - len(data))
        if not piece:
            raise BrokenOff("the server closed the connection inside a record")
        data += piece
    return data


def records(connection):
    """(kind, content) until FCGI_END_REQUEST, or until the server closes between two records."""
    while True:
        first = receive(connection, 1)
        if not first:
            return
        _, kind, _, size, padding, _ = struct.unpack("!BBHHBB", first + exactly(connection, 7))
        content = exactly(connection, size)
        exactly(connection, padding)
        yield kind, content
        if kind == END:
            return


def answer(connection):
    """(status, headers, body) of an answer that came whole."""
    output, kinds = b"", []
    for kind, content in records(connection):
        kinds.append(kind)
        if kind == STDOUT:
            output += content
    if not kinds:
        raise Unanswered()
    if kinds[-1] != END:
        raise BrokenOff("no FCGI_END_REQUEST")
    head, _, body = output.partition(b"\r\n\r\n")
    headers = [tuple(part.strip() for part in line.split(":", 1)) for line in head.decode().split("\r\n")]
    status = int(next((value for name, value in headers if name.lower() == "status"), "200").split()[0])
    return status, headers, body


def ask(address, method="GET", target="/", body=b"", timeout=30, **headers):
    with connect(address, timeout) as connection:
        connection.sendall(request(method, target, body, **headers))
        return answer(connection)
