"""The operator turns on HTTPS: people keep their account, and what was on the way in the clear opens nothing more."""

import http.client

import pytest
from processes import Fivebar
from visitor import Visitor
from webservers import Lighttpd, Nginx

KINDS = [Nginx, Lighttpd]


@pytest.mark.parametrize("kind", KINDS)
def test_with_https_turned_on_people_keep_their_account(start, certificate, kind):
    fivebar = start(Fivebar)
    visitor = Visitor(start(kind, fivebar.address).site)
    counter = visitor.create("Robins")
    plain = dict(visitor.cookies)

    visitor.site = start(kind, fivebar.address, certificate=certificate).site
    assert visitor.card(counter).title == "Robins"
    assert visitor.tap(counter).status == 200
    assert visitor.count(counter) == 1
    assert "__Host-fivebar" in visitor.cookies and "fivebar" not in visitor.cookies

    eavesdropper = Visitor(visitor.site)
    eavesdropper.cookies = plain
    assert eavesdropper.cards() == []


@pytest.mark.parametrize("kind", KINDS)
def test_plain_http_leads_to_https(start, certificate, kind):
    web = start(kind, start(Fivebar).address, certificate=certificate)
    host = "count.example.org" if kind is Nginx else web.site.host
    there = host if kind is Nginx else web.site.authority
    for path in ("/counters/7", "/search?q=a%26b+%2F%3Cc%3E&since=", "/-/errors/503.en.html"):
        connection = http.client.HTTPConnection("127.0.0.1", web.plain_port, timeout=60)
        connection.request("GET", path, headers={"Host": host})
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("Location")) == (308, f"https://{there}{path}")
        connection.close()


@pytest.mark.parametrize("kind", KINDS)
def test_browsers_are_told_to_ask_by_https_only(start, certificate, kind):
    answer = Visitor(start(kind, start(Fivebar).address, certificate=certificate).site).get("/")
    assert answer.status == 200 and answer.header("Strict-Transport-Security") == "max-age=31536000", answer
