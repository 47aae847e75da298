"""HTTP responses of each web server: headers, empty bodies, 304s, cookies, caching and compression."""

import gzip
import re
import sqlite3
from urllib.parse import urlsplit

import pytest
from visitor import Visitor


def assets(visitor):
    """The addresses of styles and scripts on the home page."""
    links = visitor.get("/").page.links
    return [urlsplit(link).path for link in links if "/assets/" in link]


def test_health_is_told(visitor):
    answer = visitor.get("/health")
    state, version = answer.text.splitlines()
    assert (answer.status, state) == (200, "ok")
    assert re.fullmatch(r"Fivebar \d+\.\d+\.\d+", version)


def test_a_head_has_the_headers_and_no_body(visitor):
    visitor.create()
    head, get = visitor.head("/"), visitor.get("/")
    assert (head.status, head.body) == (200, b"")
    assert head.header("Content-Type") == get.header("Content-Type") == "text/html; charset=utf-8"
    assert head.header("ETag") == get.header("ETag")


def test_an_unchanged_page_is_not_sent_again(visitor):
    counter = visitor.create()
    first = visitor.get("/")
    assert first.header("Cache-Control") == "private, no-cache"
    again = visitor.get("/", if_none_match=first.header("ETag"))
    assert (again.status, again.body) == (304, b"")
    assert again.header("ETag")
    visitor.tap(counter)
    assert visitor.get("/", if_none_match=first.header("ETag")).status == 200


def test_an_unchanged_page_is_not_sent_again_to_a_browser_that_takes_gzip(visitor):
    visitor.create()
    first = visitor.get("/", accept_encoding="gzip")
    again = visitor.get("/", accept_encoding="gzip", if_none_match=first.header("ETag"))
    assert (again.status, again.body) == (304, b"")


def test_a_redirect_has_an_empty_body_and_no_sniffing_is_asked_for(visitor):
    counter = visitor.create()
    answer = visitor.post(f"/counters/{counter}/marks")
    assert (answer.status, answer.body) == (303, b"")
    assert answer.header("X-Content-Type-Options") == "nosniff"


def test_the_session_cookie_comes_with_the_first_write_and_is_kept_from_scripts(site):
    visitor = Visitor(site)
    assert visitor.get("/").all("Set-Cookie") == []
    made = visitor.post("/counters", {"title": "Birds"})
    # Named by the path as well, so that two of them on one host do not take each other's.
    name = "fivebar" + site.base.replace("/", "-")
    [cookie] = [line for line in made.all("Set-Cookie") if line.startswith(f"{name}=")]
    parts = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", f"max-age={400 * 24 * 3600}", f"path={site.base or '/'}"} <= parts
    assert "secure" not in parts, "a phone on plain http in the same network must keep its cookie"


def test_the_session_is_prolonged_when_somebody_comes_back(site, running):
    visitor = Visitor(site)
    visitor.create()
    before = dict(visitor.cookies)
    assert visitor.get("/").all("Set-Cookie") == []
    with sqlite3.connect(running.database) as database:
        database.execute("UPDATE device SET seenAt = seenAt - 2 * 86400000")
    database.close()
    [cookie] = visitor.get("/").all("Set-Cookie")
    assert f"Max-Age={400 * 24 * 3600}" in cookie
    assert visitor.cookies == before
    assert visitor.get("/").all("Set-Cookie") == [], "once a day is enough"


def test_a_newcomer_is_led_through_the_tutorial_once(site):
    newcomer = Visitor(site, is_newcomer=True)
    for answer in (newcomer.get("/"), newcomer.head("/")):
        assert (answer.status, answer.body) == (303, b"")
        assert urlsplit(answer.location).path == f"{site.base}/tutorial"
        assert (answer.header("Cache-Control"), answer.all("Set-Cookie")) == ("no-store", [])
    first = newcomer.follow(answer)
    assert first.status == 200 and "?" not in first.form("/tutorial/end").action
    home = newcomer.follow(newcomer.submit(first.form("/tutorial/end")))
    assert home.status == 200 and home.page.cards == []
    assert newcomer.get("/").status == 200


def test_a_page_is_sent_compressed(visitor):
    for title in ("Birds", "Coffees", "Push-ups"):
        visitor.create(title)
    plain, small = visitor.get("/"), visitor.get("/", accept_encoding="gzip")
    if visitor.site.name == "fivebar http" and small.header("Content-Encoding") is None:
        pytest.skip("Fivebar's own server is for a quick try and does not compress")
    assert small.header("Content-Encoding") == "gzip" and "accept-encoding" in small.header("Vary").lower()
    assert gzip.decompress(small.body) == plain.body
    assert len(small.body) < len(plain.body) / 2


def test_styles_and_scripts_are_kept_for_ever_and_have_their_types(visitor):
    addresses = assets(visitor)
    types = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}
    assert {path.rsplit(".", 1)[1] for path in addresses} >= set(types)
    for path in addresses:
        answer = visitor.ask("GET", path)
        assert answer.status == 200, path
        assert answer.header("Cache-Control") == "max-age=31536000, immutable", path
        assert answer.header("Content-Type").split(";")[0] == types[path.rsplit(".", 1)[1]], path
        assert answer.header("X-Content-Type-Options") == "nosniff", path


def test_styles_come_compressed_from_the_web_server_itself(visitor, running):
    if running.web is None:
        pytest.skip("there is no web server in front")
    path = next(path for path in assets(visitor) if path.endswith("base.css"))
    answer = visitor.ask("GET", path)
    assert answer.header("Accept-Ranges") == "bytes", "Fivebar answered, not the web server"
    small = visitor.ask("GET", path, headers={"Accept-Encoding": "gzip"})
    assert small.header("Content-Encoding") == "gzip"
    assert gzip.decompress(small.body) == answer.body


def test_an_asset_that_is_not_there_is_not_kept(visitor, site):
    segment = assets(visitor)[0].removeprefix(f"{site.base}/assets/").split("/")[0]
    for path in ("nothing.css", "%2e%2e/fivebar", "../Views/page.mustache", "..%2f..%2fetc/passwd", "css", "css/"):
        answer = visitor.get(f"/assets/{segment}/{path}")
        assert answer.status in (400, 403, 404), (path, answer)
        assert "immutable" not in (answer.header("Cache-Control") or ""), path


def test_a_script_knows_an_answer_of_ours_by_its_sign(visitor):
    counter = visitor.create()
    answers = [visitor.tap(counter), visitor.tap(counter + 1000),
               visitor.post(f"/counters/{counter}/marks", accept="application/json", Sec_Fetch_Site="cross-site")]
    assert [answer.status for answer in answers] == [200, 404, 403]
    for answer in answers:
        assert answer.header("Fivebar-Answer") == "yes" and answer.header("Content-Type") == "application/json"


def test_what_lies_beside_the_assets_is_not_handed_out(visitor):
    for path in ("/fivebar", "/Views/page.mustache", "/data/fivebar.sqlite", "/fivebar.env", "/Public/css/shell/base.css"):
        assert visitor.get(path).status in (403, 404), path


def test_pages_carry_the_strict_policy(visitor):
    answer = visitor.get("/")
    policy = answer.header("Content-Security-Policy")
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert answer.header("Referrer-Policy") == "same-origin"


def test_every_link_on_the_pages_leads_somewhere(visitor, site):
    visitor.create()
    seen, waiting = set(), {f"{site.base}/", f"{site.base}/settings", f"{site.base}/trash"}
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer = visitor.ask("GET", path)
        # A counter's card stands in the list, to which its address leads.
        assert answer.status == (303 if path.endswith("/card") else 200), path
        if (answer.header("Content-Type") or "").startswith("text/html"):
            for link in answer.page.links:
                target = urlsplit(link)
                assert not target.netloc, f"{link} leads to another host"
                if target.path and target.path not in seen:
                    assert target.path.startswith(site.base + "/"), link
                    waiting.add(target.path)
