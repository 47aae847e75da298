"""The operator turns on HTTPS: people keep their account, and what was on the way in the clear opens nothing more."""

import http.client

from processes import Fivebar
from visitor import Visitor
from webservers import Nginx


def test_with_https_turned_on_people_keep_their_account(start, certificate):
    fivebar = start(Fivebar)
    visitor = Visitor(start(Nginx, fivebar.address).site)
    counter = visitor.create("Robins")
    plain = dict(visitor.cookies)

    visitor.site = start(Nginx, fivebar.address, certificate=certificate).site
    assert visitor.card(counter).title == "Robins"
    assert visitor.tap(counter).status == 200
    assert visitor.count(counter) == 1
    assert "__Host-fivebar" in visitor.cookies and "fivebar" not in visitor.cookies

    eavesdropper = Visitor(visitor.site)
    eavesdropper.cookies = plain
    assert eavesdropper.cards() == []


def test_plain_http_leads_to_https(start, certificate):
    web = start(Nginx, start(Fivebar).address, certificate=certificate)
    connection = http.client.HTTPConnection("127.0.0.1", web.plain_port, timeout=60)
    connection.request("GET", "/counters/7", headers={"Host": "count.example.org"})
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("Location")) == (308, "https://count.example.org/counters/7")
    connection.close()
