"""Wrong, slow and incomplete requests on the FastCGI socket, as from a faulty or hostile web server."""

import random
import struct

import fastcgi
import pytest
from fastcgi import ABORT, GET_VALUES, GET_VALUES_RESULT, PARAMS, STDIN, begin, pairs, record, variables
from processes import Fivebar
from stage import until
from visitor import cookie_header, seen


@pytest.fixture(scope="module")
def fivebar(home):
    process = Fivebar(home)
    yield process
    try:
        assert process.stop() == 0, process.log
    finally:
        process.kill()


@pytest.fixture(autouse=True)
def is_well_afterwards(fivebar):
    """Whatever a test sent: the process lives, answers, and has let go of every connection."""
    fastcgi.ask(fivebar.address, target="/health")
    before = fivebar.descriptors
    yield
    assert fastcgi.ask(fivebar.address, target="/health", timeout=30)[0] == 200
    # What the first requests open for good (the database's connections) is not a leak.
    until(lambda: fivebar.descriptors <= before + 8, "all connections are closed again", 30)
    assert not fivebar.has_ended, fivebar.log


def send(fivebar, data):
    with fastcgi.connect(fivebar.address) as connection:
        connection.sendall(data)
        connection.shutdown(1)
        try:
            while connection.recv(65536):
                pass
        except OSError:
            pass


REQUEST = fastcgi.request("POST", "/counters", b"title=Birds", sec_fetch_site="same-origin")


def test_noise_crashes_nothing(fivebar):
    chance = random.Random(5)
    for size in (1, 7, 8, 9, 100, 5000, 100_000):
        send(fivebar, chance.randbytes(size))


def test_a_request_cut_anywhere_crashes_nothing(fivebar):
    for end in {*range(0, 40), *range(40, len(REQUEST), 29)}:
        send(fivebar, REQUEST[:end])


def test_a_request_with_any_byte_wrong_crashes_nothing(fivebar):
    chance = random.Random(5)
    for _ in range(150):
        wrong = bytearray(REQUEST)
        wrong[chance.randrange(len(wrong))] = chance.randrange(256)
        send(fivebar, bytes(wrong))


@pytest.mark.parametrize("name, data", [
    ("another version", struct.pack("!BBHHBB", 9, 1, 1, 8, 0, 0) + bytes(8)),
    ("an unknown kind of record", begin() + record(99, b"x" * 100)),
    ("an unknown role", begin(role=7) + record(PARAMS) + record(STDIN)),
    ("an authorizer", begin(role=2) + record(PARAMS) + record(STDIN)),
    ("no variables at all", begin() + record(PARAMS) + record(STDIN)),
    ("a body before the variables", begin() + record(STDIN, b"x" * 1000) + record(STDIN)),
    ("two beginnings", begin() + begin() + record(PARAMS) + record(STDIN)),
    ("an abort", begin() + record(ABORT)),
    ("an abort of somebody else's request", begin() + record(ABORT, request=9)),
    ("an answer as a request", begin() + record(6, b"Status: 200\r\n\r\n")),
    ("a length that lies", begin() + record(PARAMS, b"\xff\xff\xff\xff\x7f\xff\xff\xff") + record(PARAMS)),
    ("a name longer than its record", begin() + record(PARAMS, b"\x80\x00\xff\xff\x01x") + record(PARAMS) + record(STDIN)),
], ids=lambda value: value if isinstance(value, str) else "")
def test_records_that_make_no_sense_crash_nothing(fivebar, name, data):
    send(fivebar, data)


@pytest.mark.parametrize("wrong", [
    {"CONTENT_LENGTH": "-1"}, {"CONTENT_LENGTH": "x"}, {"CONTENT_LENGTH": "99999999999999999999"},
    {"REQUEST_METHOD": ""}, {"REQUEST_METHOD": "GE T"}, {"REQUEST_METHOD": "GET\r\nX: 1"}, {"REQUEST_URI": ""},
    {"REQUEST_URI": "no slash"}, {"REQUEST_URI": "http://localhost/"}, {"REQUEST_URI": "/\r\nX-Evil: 1"},
    {"REQUEST_URI": b"/\xff\xfe"}, {"HTTP_HOST": ""}, {"HTTP_COOKIE": b"fivebar=\xff\xfe; =; ;;"},
    {"HTTP_COOKIE": "fivebar=" + "x" * 9000}, {"HTTP_": "x"}, {"HTTP_A B": "x"}, {"": "x"}, {"HTTP_X": "a\r\nb"},
    {"QUERY_STRING": "&&=&%"}, {"SERVER_PROTOCOL": "?"}, {"HTTP_IF_NONE_MATCH": '"'}, {"REMOTE_ADDR": "not one"},
], ids=repr)
def test_variables_that_make_no_sense_get_an_answer(fivebar, wrong):
    values = variables("POST", "/counters", b"title=Birds", sec_fetch_site="same-origin") | wrong
    with fastcgi.connect(fivebar.address) as connection:
        connection.sendall(begin() + record(PARAMS, pairs(values)) + record(PARAMS)
                           + record(STDIN, b"title=Birds") + record(STDIN))
        status, headers, _ = fastcgi.answer(connection)
    assert 200 <= status < 500, (status, headers)
    assert not any(name.lower() == "x-evil" for name, _ in headers)


def test_a_body_longer_than_announced_does_not_spill_over(fivebar):
    values = variables("POST", "/counters", b"title=Birds", sec_fetch_site="same-origin")
    with fastcgi.connect(fivebar.address) as connection:
        connection.sendall(begin() + record(PARAMS, pairs(values)) + record(PARAMS)
                           + record(STDIN, b"title=Birds" + b"x" * 5000) + record(STDIN))
        assert fastcgi.answer(connection)[0] in (303, 400, 413, 422)


def test_variables_beyond_all_measure_are_refused(fivebar):
    """A web server limits headers itself (nginx to 32 KB); the socket must not be a way to fill the memory."""
    try:
        # Whether it is cut off at once or later does not matter here; only that it is not taken in.
        with fastcgi.connect(fivebar.address, timeout=3) as connection:
            connection.sendall(begin())
            for _ in range(400):
                connection.sendall(record(PARAMS, pairs({"HTTP_X": "x" * 65000})))
            connection.sendall(record(PARAMS) + record(STDIN))
            fastcgi.answer(connection)
    except (OSError, EOFError):
        pass
    assert fivebar.resident < 200 * 1024 * 1024


def test_a_request_that_dribbles_in_is_answered(fivebar):
    with fastcgi.connect(fivebar.address) as connection:
        for start in range(0, len(REQUEST), 7):
            connection.sendall(REQUEST[start:start + 7])
        assert fastcgi.answer(connection)[0] == 303


def test_clients_that_leave_at_any_moment_leave_nothing_behind(fivebar):
    page = fastcgi.request(target="/", cookie=cookie_header(seen()))
    before = fivebar.descriptors
    for round in range(300):
        connection = fastcgi.connect(fivebar.address)
        connection.sendall((REQUEST[:len(REQUEST) * (round % 7) // 6], page, REQUEST[:-8])[round % 3])
        connection.close()
    until(lambda: fivebar.descriptors <= before + 4, "the process lets go of all of them")


def test_idle_connections_hold_up_nobody(fivebar):
    """A web server may keep connections open, or be attacked into it; more of them than the process has threads."""
    idle = [fastcgi.connect(fivebar.address) for _ in range(100)]
    half = [fastcgi.connect(fivebar.address) for _ in range(100)]
    for connection in half:
        connection.sendall(REQUEST[:60])
    for _ in range(20):
        assert fastcgi.ask(fivebar.address, target="/health", timeout=30)[0] == 200
    for connection in idle + half:
        connection.close()


def test_more_requests_than_are_worked_on_at_once_are_all_answered(home):
    fivebar = Fivebar(home, FIVEBAR_CONCURRENT_REQUESTS=4)
    try:
        connections = [fastcgi.connect(fivebar.address, timeout=60) for _ in range(60)]
        for connection in connections:
            connection.sendall(fastcgi.request(target="/", cookie=cookie_header(seen())))
        statuses = [fastcgi.answer(connection)[0] for connection in connections]
        assert set(statuses) == {200}
    finally:
        fivebar.kill()


def test_the_web_server_may_ask_what_the_socket_can_do(fivebar):
    """By itself, as it may before its first request, and between two of them."""
    names = ["FCGI_MAX_CONNS", "FCGI_MAX_REQS", "FCGI_MPXS_CONNS"]
    with fastcgi.connect(fivebar.address, timeout=30) as connection:
        for _ in range(2):
            connection.sendall(record(GET_VALUES, pairs(dict.fromkeys(names, "")), request=0))
            kind, content = next(fastcgi.records(connection))
            assert kind == GET_VALUES_RESULT
            assert all(name.encode() in content for name in names)
            assert pairs({"FCGI_MPXS_CONNS": "0"}) in content
            connection.sendall(fastcgi.request(target="/health", keep=True))
            assert fastcgi.answer(connection)[0] == 200


@pytest.mark.parametrize("first", [record(GET_VALUES, request=0), begin(keep=True) + record(ABORT)],
                         ids=["question", "taken back"])
def test_a_request_in_one_piece_with_what_comes_before_it_is_answered(home, first):
    """Over TCP nothing tells once more that there is something to read."""
    fivebar = Fivebar(home, "tcp")
    request = fastcgi.request(target="/health", keep=True)
    try:
        with fastcgi.connect(fivebar.address, timeout=30) as connection:
            connection.sendall(request)
            assert fastcgi.answer(connection)[0] == 200
            connection.sendall(first + request)
            next(fastcgi.records(connection))
            assert fastcgi.answer(connection)[0] == 200
    finally:
        fivebar.kill()


HEAD = record(PARAMS, pairs(variables())) + record(PARAMS)


@pytest.mark.parametrize("begun", [b"", HEAD[:-8], HEAD], ids=["beginning", "variables", "head"])
def test_a_request_that_is_taken_back_is_ended_and_its_connection_kept(fivebar, begun):
    with fastcgi.connect(fivebar.address, timeout=30) as connection:
        for _ in range(2):
            connection.sendall(begin(keep=True) + begun + record(ABORT))
            assert next(fastcgi.records(connection)) == (fastcgi.END, bytes(8))
            connection.sendall(fastcgi.request(target="/health", keep=True))
            assert fastcgi.answer(connection)[0] == 200


@pytest.mark.parametrize("size", [20_000, 200_000, 300_000, 2_000_000])
def test_a_kept_connection_stays_usable_after_a_long_body(fivebar, size):
    with fastcgi.connect(fivebar.address, timeout=30) as connection:
        for target in ("/counters", "/feedback", "/imports", "/nowhere"):
            connection.sendall(fastcgi.request(
                "POST", target, b"title=" + b"x" * size, keep=True, sec_fetch_site="same-origin"))
            assert 300 <= fastcgi.answer(connection)[0] < 500
            connection.sendall(fastcgi.request(target="/health", keep=True))
            assert fastcgi.answer(connection)[0] == 200


def test_an_answer_before_the_whole_body_does_not_wait_for_the_rest(fivebar):
    """nginx sends nothing more of a request once it has the head of the answer, and waits for its end."""
    body = b"x" * 50_000
    values = variables("POST", "/feedback", body, sec_fetch_site="cross-site")
    with fastcgi.connect(fivebar.address, timeout=10) as connection:
        connection.sendall(begin(keep=True) + record(PARAMS, pairs(values)) + record(PARAMS) + record(STDIN, body[:40_000]))
        assert fastcgi.answer(connection)[0] == 403
        # The connection is not to be used again, and the end of the answer says so.
        assert connection.recv(8) == record(GET_VALUES_RESULT, request=0)
        assert fastcgi.receive(connection, 1) == b""
