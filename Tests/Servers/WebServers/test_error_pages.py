"""The web servers' own error pages, in the reader's language: Fivebar is away, or is not asked at all."""

import json
import re
import threading

import pytest
from problem_pages import is_the_page, PAGES, written
from processes import listening
from stage import ROOT, folder, until
from uploads import upload
from visitor import Site, Visitor
from webservers import Nginx, apache_proxying

TEXTS = json.loads((ROOT / "Views/Language/Localizable.xcstrings").read_text())["strings"]
LANGUAGES = sorted(TEXTS["home.back"]["localizations"])
# Where Fivebar is a process of its own.
IN_FRONT = ["nginx", "nginx-subpath", "apache-proxy_fcgi"]
WITH_A_WEB_SERVER = [*IN_FRONT, "apache-fcgid", "apache-cgi"]
# What browsers send, and the language Fivebar itself would answer in.
WISHES = {
    None: "en", "": "en", "de": "en", "en-GB,en;q=0.9,fr;q=0.8": "en", "fr": "fr", "fr-CA,fr;q=0.9,en;q=0.8": "fr",
    "de-AT, de;q=0.9, nl;q=0.7, en;q=0.5": "nl", "zh-TW,zh;q=0.9": "zh-Hans", "es-419": "es", "ja": "ja", "ru-RU": "ru",
    "fil": "en", "*": "en", "../../../etc/passwd": "en",
}


def text(key, language):
    return TEXTS[key]["localizations"][language]["stringUnit"]["value"]


def wishing(wish):
    return {} if wish is None else {"Accept-Language": wish}


def away(start, name, backend=None):
    """The web server, behind which nobody is."""
    backend = backend or folder("run") / "fivebar.sock"
    if name == "apache-proxy_fcgi":
        return start(apache_proxying, backend)
    return start(Nginx, backend, base="/count" if name == "nginx-subpath" else "")


@pytest.mark.parametrize("name", WITH_A_WEB_SERVER)
def test_too_much_is_refused_in_the_readers_language(ways, name):
    running = ways(name)
    visitor = Visitor(running.site)
    for wish, language in WISHES.items():
        answer = visitor.post("/counters", {"title": "x" * 70_000}, **wishing(wish))
        assert is_the_page(answer, 413, f"413.{language[:2]}.html", running.site), wish
    script = visitor.post("/counters/1/marks", {"title": "x" * 70_000}, accept="application/json")
    assert is_the_page(script, 413, "413.en.html", running.site)
    assert visitor.get("/").status == 200


@pytest.mark.parametrize("name", ["nginx", "nginx-subpath"])
def test_searches_and_codes_of_devices_are_not_logged_while_fivebar_is_away(start, name):
    server = away(start, name)
    visitor = Visitor(server.site)
    assert visitor.get("/").status == 503
    until(lambda: (server.run / "error.log").read_text(), "nginx to log that nobody answers")
    assert visitor.get("/search?q=SearchedWords").status == 503
    assert visitor.get("/join?code=CodeOfADevice").status == 503
    assert visitor.get("/").status == 503
    logged = (server.run / "error.log").read_text() + server.log
    assert "SearchedWords" not in logged and "CodeOfADevice" not in logged


@pytest.mark.parametrize("name", IN_FRONT)
def test_that_fivebar_is_away_is_told_in_the_readers_language(start, name):
    site = away(start, name).site
    visitor = Visitor(site)
    for wish, language in WISHES.items():
        for answer in (visitor.get("/", **wishing(wish)), visitor.get("/counters/1/title", **wishing(wish)),
                       visitor.post("/counters/1/marks", **wishing(wish)), visitor.get("/events", **wishing(wish))):
            assert is_the_page(answer, 503, f"503.{language[:2]}.html", site), wish
            assert answer.header("Retry-After") == "5"
    head = visitor.head("/")
    assert (head.status, head.body) == (503, b"")


@pytest.mark.parametrize("name", IN_FRONT)
def test_that_fivebar_hangs_up_is_told_as_well(start, name):
    with listening(folder("run") / "fivebar.sock") as backend:
        server = away(start, name, backend.getsockname())
        hanging_up = threading.Thread(target=lambda: backend.accept()[0].close(), daemon=True)
        hanging_up.start()
        answer = Visitor(server.site).post("/counters/1/marks", accept_language="ja")
        hanging_up.join(10)
    assert is_the_page(answer, 503, "503.ja.html", server.site) and answer.header("Retry-After") == "5"


@pytest.mark.parametrize("name", ["nginx", "apache-proxy_fcgi"])
def test_an_address_that_cannot_be_read_is_told_in_every_language(ways, name):
    site = ways(name).site
    for target in ("/%", "/%zz", "/counters/%zz/title"):
        for wish in ("fr", None):
            assert is_the_page(Visitor(site).get(target, **wishing(wish)), 400, "400.html", site)


@pytest.mark.parametrize("name", IN_FRONT)
def test_the_page_has_its_styles_and_one_link_while_fivebar_is_away(start, name):
    site = away(start, name).site
    visitor = Visitor(site)
    *styles, home = visitor.get("/counters/1/title").page.links
    assert home == f"{site.base}/" and len(styles) > 2
    for path in styles:
        answer = visitor.ask("GET", path)
        assert (answer.status, answer.header("Content-Type").split(";")[0]) == (200, "text/css"), path
        assert answer.header("Cache-Control") == "no-store", path
        assert answer.body == (ROOT / "Public" / path.removeprefix(f"{site.base}/-/")).read_bytes()


@pytest.mark.parametrize("name", WITH_A_WEB_SERVER)
def test_the_link_leads_to_the_counters(ways, name):
    running = ways(name)
    visitor = Visitor(running.site)
    answer = visitor.post("/counters", {"title": "x" * 70_000})
    for link in answer.page.links:
        assert visitor.ask("GET", link).status == 200, link


@pytest.mark.parametrize("name", IN_FRONT)
def test_who_sends_a_large_file_while_fivebar_is_away_is_not_told_that_it_is_too_large(start, name):
    assert upload(Visitor(away(start, name).site), b"x" * 200_000).status == 503


@pytest.mark.parametrize("name", IN_FRONT)
def test_nobodys_link_is_logged_while_fivebar_is_away(start, name):
    server = away(start, name)
    visitor = Visitor(server.site)
    [log] = [path for path in server.run.glob("*.log") if path.name in ("fivebar.log", "access.log")]
    for path in ("/recover/zaunkoenig", "/invitation/zaunkoenig", "/shared/zaunkoenig"):
        assert (visitor.get(path).status, visitor.post(path, {"title": "x" * 70_000}).status) == (503, 413)
    # Written after it is answered, so what comes before this is written, too.
    Visitor(Site(name, server.port)).get("/-/css/shell/base.css")
    until(lambda: "base.css" in log.read_text(), "the last of them is logged")
    assert "zaunkoenig" not in log.read_text()


@pytest.mark.parametrize("name", sorted(path.name for path in PAGES.iterdir()))
def test_a_page_is_plain(name):
    page = written(name)
    assert not re.search(r"<script|<style|\son\w+=| style=|https?:", page)
    assert page.count("<a ") == page.count("<h1>") == 1 and '<a class="button button--primary" href="/">' in page
    assert re.search(r"<h1>(.*)</h1>", page)[1] == re.search(r"<title>(.*) · Fivebar</title>", page)[1]


def test_the_pages_speak_every_language_in_the_words_of_the_catalog():
    pages = {"400.html"} | {f"{status}.{language[:2]}.html" for status in (413, 429, 503) for language in LANGUAGES}
    assert {path.name for path in PAGES.iterdir()} == pages
    for language in LANGUAGES:
        for status in (413, 429, 503):
            page = written(f"{status}.{language[:2]}.html")
            assert f'<html lang="{language}">' in page and f">{text('home.back', language)}</a>" in page
        assert f"<h1>{text('problem.tooLarge.heading', language)}</h1>" in written(f"413.{language[:2]}.html")
        assert f"<h1>{text('problem.tooManyOperations.heading', language)}</h1>" in written(f"429.{language[:2]}.html")
        line = written("400.html").split(f' lang="{language}">')[1].split("</p>")[0]
        assert text("problem.badRequest.heading", language) in line
