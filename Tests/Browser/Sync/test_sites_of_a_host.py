"""Several sites at paths of one host share a browser's storage, and nothing that one of them keeps there is another's: the
first account of each is number 1, and so is its first counter."""

import pytest
from playwright.sync_api import expect

from home import eventually
from offline import is_kept
from one_host import on_one_host
from server import Server

# Of the test's own servers, where each account numbers its counters on from here.
FIRST = 1001


@pytest.fixture
def two_sites(visit, server_of_its_own):
    """Somebody with an account and a counter at two sites of a host, and what is behind them."""
    with (server_of_its_own(folder="count", FIVEBAR_BASE_PATH="/count") as count,
          server_of_its_own(folder="club", FIVEBAR_BASE_PATH="/club") as club,
          on_one_host(count=count, club=club) as host):
        home = visit()
        for name in ("club", "count"):
            home.page.context.add_cookies([{"name": f"fivebar-tutorial-{name}", "value": "done", "url": host.address}])
            at(home, host, name)
            home.create("Robins")
            home.wait_until_saved()
        home.host, home.behind = host, {"count": count, "club": club}
        yield home


def at(home, host, name):
    home.server = Server(f"{host.address}/{name}")
    return home.open()


def test_what_waits_for_one_site_is_not_sent_to_another(two_sites):
    home, host = two_sites, two_sites.host
    host.away.add("/count/operations")
    home.tap("Robins", times=3)
    expect(home.saving).to_contain_text("3 waiting")
    at(home, host, "club")
    home.shows("0", "Robins")
    home.tap("Robins")
    eventually(lambda: home.behind["club"].count_of(FIRST) > 0)
    host.away.clear()
    at(home, host, "count")
    home.shows("3", "Robins")
    eventually(lambda: home.behind["count"].count_of(FIRST) > 0)
    assert [home.behind[name].count_of(FIRST) for name in ("count", "club")] == [3, 1]


def test_what_an_earlier_version_left_at_a_path_is_sent_there(two_sites):
    home = two_sites
    operation = {"id": "019b0000-0000-7000-8000-000000000001", "kind": "increment", "change": {"counter": FIRST, "by": 5},
                 "at": 1795788048646, "offset": 0, "counter": str(FIRST), "delta": 5, "account": "1"}
    home.page.evaluate("""operation => {
        localStorage.setItem(`fivebar-operation-000000000001-1-${operation.id}`, JSON.stringify(operation))
        localStorage.setItem("fivebar-kept-revision-1-/count/", "2")
    }""", operation)
    home.reload()
    home.shows("5", "Robins")
    eventually(lambda: home.behind["count"].count_of(FIRST) == 5)


def test_a_strangers_page_in_place_of_a_file_is_not_kept(visit, server_of_its_own):
    with server_of_its_own(FIVEBAR_BASE_PATH="/count") as behind, on_one_host(count=behind) as host:
        home = visit(service_workers="allow")
        home.page.context.add_cookies([{"name": "fivebar-tutorial-count", "value": "done", "url": host.address}])
        at(home, host, "count")
        is_kept(home)
        # Not among the files that are kept from the beginning.
        path = home.page.evaluate("new URL(document.querySelector('script[src]').src).pathname") + "?another"
        host.foreign.add(path)
        read = "async path => (await (await fetch(path)).text()).slice(0, 15)"
        assert home.page.evaluate(read, path) == "<!doctype html>"
        host.foreign.clear()
        assert home.page.evaluate(read, path) != "<!doctype html>"
