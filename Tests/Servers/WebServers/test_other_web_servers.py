"""Caddy, lighttpd, and nginx with fcgiwrap or uWSGI, with the files that operators copy: what of a web server Fivebar
depends on."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import fastcgi
import pytest
from processes import Fivebar
from stage import until
from streams import Streams, cookies
from visitor import Visitor
from webservers import Caddy, Fcgiwrap, Lighttpd, Uwsgi

# These ask a Fivebar that runs; the others start one for each request.
FASTCGI = [Caddy, Lighttpd]
PLAIN_CGI = [Fcgiwrap, Uwsgi]


def name_of(kind):
    return kind.__name__.lower()


def start_with_fivebar(start, kind, **settings):
    """The web server with a Fivebar of these settings behind it."""
    return start(kind, **settings) if kind in PLAIN_CGI else start(kind, start(Fivebar, **settings).address)


@pytest.fixture(params=FASTCGI + PLAIN_CGI, ids=name_of)
def web_server(request):
    return request.param


@pytest.fixture
def web(start, web_server):
    return start_with_fivebar(start, web_server)


def test_people_count_with_and_without_scripts(web):
    visitor = Visitor(web.site)
    counter = visitor.create("Birds & bees")
    assert visitor.tap(counter).status == 200
    assert visitor.post(f"/counters/{counter}/marks").status == 303
    assert visitor.card(counter).count == 2 and visitor.card(counter).title == "Birds & bees"


def test_a_form_is_taken_by_its_origin_and_refused_from_elsewhere(web):
    for origin, status in ((f"http://{web.site.authority}", 303), ("http://evil.example", 403)):
        answer = Visitor(web.site).ask("POST", "/counters", "title=A", {
            "Content-Type": "application/x-www-form-urlencoded", "Origin": origin})
        assert answer.status == status, answer


def test_an_unchanged_page_is_not_sent_again(web):
    visitor = Visitor(web.site)
    visitor.create()
    tag = visitor.get("/", accept_encoding="gzip").header("ETag")
    assert visitor.get("/", accept_encoding="gzip", if_none_match=tag).status == 304


def test_files_are_kept_for_good_and_compressed(web):
    visitor = Visitor(web.site)
    style = next(link for link in visitor.get("/settings").page.links if link.endswith(".css"))
    answer = visitor.get(style, accept_encoding="gzip")
    assert answer.status == 200 and answer.header("Content-Type").startswith("text/css"), answer
    assert "immutable" in answer.header("Cache-Control") and answer.header("Content-Encoding") == "gzip"
    assert answer.header("X-Content-Type-Options") == "nosniff"
    script = re.sub(r"^/(?:styles|assets)/([^/]+)/.*", r"/assets/\1/js/counters/tap.js", style)
    answer = visitor.get(script)
    assert answer.status == 200 and answer.header("Content-Type").startswith("text/javascript"), answer
    assert "immutable" in answer.header("Cache-Control")
    assert visitor.get("/-/css/shell/tokens.css").header("Content-Type").startswith("text/css")


def test_paths_arrive_as_they_were_sent(web):
    visitor = Visitor(web.site)
    assert visitor.get("/search?q=a%26b+%2F%3Cc%3E").status == 200
    assert "a&amp;b /&lt;c&gt;" in visitor.get("/search?q=a%26b+%2F%3Cc%3E").text
    assert visitor.get("/recover/a%2Fb").status == 404
    assert visitor.get("/counters/%31").status in (200, 303, 403, 404)


@pytest.mark.parametrize("kind", FASTCGI, ids=name_of)
def test_events_come_as_they_happen(start, kind):
    web = start_with_fivebar(start, kind)
    visitor = Visitor(web.site)
    counter = visitor.create()
    streams = Streams(web.site, cookies(visitor), 3)
    try:
        until(lambda: streams.have(b"text/event-stream", 3), "the streams are open")
        before = {connection: len(received) for connection, received in streams.received.items()}
        assert visitor.tap(counter).status == 200

        def told():
            streams.read()
            return all(len(received) > before[connection] for connection, received in streams.received.items())
        until(told, "each stream tells of the tap")
    finally:
        streams.close()


@pytest.mark.parametrize("kind", PLAIN_CGI, ids=name_of)
def test_where_nothing_can_stream_pages_ask_for_what_is_new(start, kind):
    visitor = Visitor(start_with_fivebar(start, kind).site)
    counter = visitor.create()
    home = visitor.get("/")
    assert "data-events" not in home.text and visitor.get("/events").status == 404
    revision = re.search(r'data-revision="(\d+)"', home.text)[1]
    assert visitor.tap(counter).status == 200
    news = json.loads(visitor.get(f"/changes?since={revision}").text)
    assert [(one["counter"], one["count"]) for one in news["counters"]] == [(counter, "1")]


@pytest.mark.parametrize("kind", PLAIN_CGI, ids=name_of)
def test_more_people_at_once_than_processes_are_all_answered(start, kind):
    site = start_with_fivebar(start, kind).site

    def visit(_):
        visitor = Visitor(site)
        return visitor.count(visitor.create())
    with ThreadPoolExecutor(6) as people:
        assert set(people.map(visit, range(6))) == {0}


def test_a_large_file_arrives_and_a_larger_one_is_refused(web):
    visitor = Visitor(web.site)
    visitor.create()
    boundary = "fivebar-test"

    def upload(size):
        head = (f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n'
                "Content-Type: application/json\r\n\r\n")
        body = head.encode() + b" " * size + f"\r\n--{boundary}--\r\n".encode()
        return visitor.ask("POST", "/imports", body, {
            "Content-Type": f"multipart/form-data; boundary={boundary}", "Sec-Fetch-Site": "same-origin"})
    # It holds nothing, which Fivebar has to have read to say.
    empty, large = upload(9_000_000), upload(11_000_000)
    assert empty.status == 422
    assert large.status == 413 or large.status == 422 and large.text != empty.text


def test_the_visitors_address_is_the_web_servers_word(start, web_server):
    web = start_with_fivebar(start, web_server, FIVEBAR_ACCOUNTS_PER_ADDRESS=2)
    answers = [
        Visitor(web.site).post("/counters", {"title": "A"}, x_forwarded_for=f"192.0.2.{number}").status
        for number in range(4)]
    assert answers.count(303) == 2, answers


@pytest.mark.parametrize("kind", FASTCGI, ids=name_of)
def test_while_fivebar_is_away_the_answer_says_503_and_afterwards_all_is_well(start, kind):
    fivebar = start(Fivebar)
    web = start(kind, fivebar.address)
    visitor = Visitor(web.site)
    counter = visitor.create()
    assert fivebar.stop() == 0
    away = visitor.get("/")
    assert away.status == 503, away
    if kind is Caddy:
        assert "Fivebar is away for a moment" in away.text and away.header("Retry-After") == "5"
    start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    assert fastcgi.ask(fivebar.address, target="/health")[0] == 200
    until(lambda: visitor.get("/").status == 200, "the web server asks again")
    assert visitor.card(counter) is not None


@pytest.mark.parametrize("kind", PLAIN_CGI, ids=name_of)
def test_while_nothing_starts_fivebar_the_answer_says_so_and_afterwards_all_is_well(start, kind):
    web = start_with_fivebar(start, kind)
    visitor = Visitor(web.site)
    counter = visitor.create()
    web.gateway.kill()
    away = visitor.get("/", accept_language="nl")
    assert away.status == 503 and 'lang="nl"' in away.text and away.header("Retry-After") == "5", away
    web.socket.unlink()
    web.start_gateway()
    assert visitor.card(counter) is not None


@pytest.mark.parametrize("kind", PLAIN_CGI, ids=name_of)
def test_long_headers_get_through_and_no_log_holds_recovery_links(start, kind):
    """uWSGI's own limit would refuse the first, and its own log keep the second."""
    web = start_with_fivebar(start, kind)
    visitor = Visitor(web.site)
    assert visitor.get("/settings", x_long="a" * 7_000).status == 200
    assert visitor.get("/recover/" + "a" * 43).status in (200, 404)
    written = web.logs + web.gateway.log
    assert "GET /settings 200" in written and "/recover/" not in written


@pytest.mark.parametrize("kind", PLAIN_CGI, ids=name_of)
def test_one_visitor_cannot_take_all_processes(start, kind):
    """Fewer than in the file, so that the test does not depend on how fast this machine is."""
    web = start(kind, limits={"rate=20r/s": "rate=1r/m", "burst=100 delay=20": "burst=5 nodelay"})
    # 127.0.0.1 itself is not limited.
    flooding, other = (Visitor(web.site, address=f"127.0.0.{number}") for number in (2, 3))
    counter = other.create()
    answers = [flooding.get("/health") for _ in range(10)]
    assert [answer.status for answer in answers] == 6 * [200] + 4 * [429]
    assert answers[-1].header("Retry-After") == "5"
    assert other.tap(counter).status == 200 and other.count(counter) == 1
