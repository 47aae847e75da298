"""What is answered in place of a receipt: a refusal of Fivebar's takes a tap back and says why, anybody else's drops none."""

import re

import pytest
from playwright.sync_api import expect

from home import eventually
from offline import OPERATIONS


# By which a script knows what this server says.
OURS = {"fivebar-answer": "yes"}


def stop_refreshing(home):
    """A page that does not hear what happens elsewhere, as in a tunnel that lets only taps through."""
    home.page.route(lambda address: address.split("?")[0].rstrip("/") == home.server.address, lambda route: route.abort())


def test_a_refused_tap_is_taken_back_and_the_reason_is_said(home):
    home.create("Robins")
    home.tap("Robins", times=2)
    home.wait_until_saved()
    stop_refreshing(home)
    other = home.another_tab()
    other.page.goto(home.server.path("/counters/deletion"))
    other.page.get_by_role("textbox").fill("delete")
    other.page.get_by_role("button", name="Delete all").click()
    expect(other.cards).to_have_count(0)
    with home.page.expect_response(OPERATIONS) as answer:
        home.tap("Robins")
    [receipt] = answer.value.json()["receipts"]
    assert receipt["status"] == "refused"
    expect(home.saving).to_have_text(receipt["problem"])
    home.wait_until_saved()
    home.shows("2", "Robins")


def test_a_tap_on_a_counter_deleted_elsewhere_comes_back_with_it(home):
    home.create("Robins")
    home.tap("Robins", times=2)
    home.wait_until_saved()
    stop_refreshing(home)
    other = home.another_tab()
    other.choose("Delete", "Robins")
    expect(other.cards).to_have_count(0)
    with home.page.expect_response(OPERATIONS) as answer:
        home.tap("Robins")
    assert answer.value.json()["receipts"][0]["deleted"]
    other.page.goto(home.server.path("/trash"))
    other.page.get_by_role("button", name="Restore").click()
    expect(other.page.get_by_role("button", name="Undo")).to_be_visible()
    other.open()
    other.shows("3", "Robins")


@pytest.mark.parametrize("press", ["a key", "a tap"])
def test_a_refusal_stays_until_something_is_pressed(home, press):
    home.create("Robins")
    home.wait_until_saved()
    home.page.clock.install()
    home.reload()
    home.page.route(OPERATIONS, lambda route: route.fulfill(status=409, headers=OURS, json={"problem": "This one is full."}))
    home.tap()
    expect(home.saving).to_have_text("This one is full.")
    # Who goes on at once can read it all the same.
    home.page.keyboard.press("Shift")
    home.page.clock.run_for(60_000)
    expect(home.saving).to_have_text("This one is full.")
    if press == "a key":
        home.page.keyboard.press("Shift")
    else:
        home.page.locator(".shell-main").dispatch_event("pointerdown")
    home.says_all_is_saved()


def test_the_sentence_of_a_refusal_is_the_servers(home):
    home.create("Robins")
    home.page.route(OPERATIONS, lambda route: route.fulfill(status=409, headers=OURS, json={"problem": "This one is full."}))
    home.tap()
    expect(home.saving).to_have_text("This one is full.")
    home.shows("0")
    assert home.operations_kept() == 0


def test_several_that_are_refused_for_one_reason_are_said_together_with_their_number(home):
    home.create("Robins")
    home.wait_until_saved()
    home.page.context.set_offline(True)
    home.tap(times=3)
    home.shows("3")
    refused = {"status": "refused", "problem": "This one is full."}
    home.page.route(OPERATIONS, lambda route: route.fulfill(headers=OURS, json={
        "revision": 3, "receipts": [{"id": operation["id"], **refused} for operation in route.request.post_data_json], "counters": [], "days": []}))
    home.page.context.set_offline(False)
    expect(home.saving).to_have_text("This one is full. × 3")
    home.shows("0")


@pytest.mark.parametrize("is_offline", [False, True], ids=["online", "offline"])
def test_a_tap_on_the_largest_count_there_is_says_that_it_was_not_counted(home, is_offline):
    home.create("Robins")
    home.wait_until_saved()
    home.server.set_count(home.card().get_attribute("data-counter"), 2**63 - 2)
    home.open()
    home.tap()
    home.shows("9,223,372,036,854,775,807")
    home.wait_until_saved()
    home.says_all_is_saved()
    home.page.context.set_offline(is_offline)
    home.tap()
    expect(home.saving).to_have_text("That tap wasn’t counted.")
    home.shows("9,223,372,036,854,775,807")


def test_the_sentence_is_the_servers_where_a_name_is_refused_too(home):
    home.create("Robins")
    home.page.route("**/title", lambda route: route.fulfill(status=409, headers=OURS, json={"problem": "That counter was deleted."}))
    home.rename("Robins", "Blackbirds")
    expect(home.saving).to_have_text("That counter was deleted.")
    expect(home.card("Robins")).to_be_visible()


def test_a_strangers_answer_is_not_taken_for_the_servers(home):
    """A hotel's sign-in page answers 200 to everything."""
    home.create("Robins")
    home.page.route(OPERATIONS, lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Welcome</h1>"))
    home.tap()
    expect(home.saving).not_to_be_empty()
    assert home.operations_kept() == 1
    home.page.unroute(OPERATIONS)
    home.wait_until_saved()
    home.shows("1")


@pytest.mark.parametrize("status, kind", [
    (200, "application/json"), (401, "text/html"), (403, "text/html"), (403, "application/json"), (404, "text/html"),
    (407, "text/html"), (409, "application/json"), (511, "text/html"),
])
def test_a_strangers_refusal_drops_no_tap(home, status, kind):
    """A captive portal, or a proxy that wants a password, speaks for nobody but itself."""
    home.create("Robins")
    refusals = []

    def refuse(route):
        refusals.append(route)
        route.fulfill(status=status, content_type=kind, body='{"problem": "Sign in first.", "revision": 9}')

    home.page.route(OPERATIONS, refuse)
    home.tap(times=2)
    expect(home.saving).to_have_text("Not saved yet. Trying again… 2 waiting.")
    # They were tried at least twice, and both are still shown and kept.
    eventually(lambda: home.page.evaluate("1") and len(refusals) >= 2)
    home.shows("2")
    assert home.operations_kept() == 2
    home.page.unroute(OPERATIONS)
    home.wait_until_saved()
    home.reload()
    home.shows("2")


@pytest.mark.parametrize("status", [403, 404, 405])
def test_a_refusal_of_the_request_itself_drops_no_tap(home, status):
    """Such as behind a proxy that hides where a request comes from."""
    home.create("Robins")
    home.page.route(OPERATIONS, lambda route: route.fulfill(status=status, headers=OURS, json={"problem": "Not from here."}))
    home.tap(times=2)
    expect(home.saving).to_have_text("Not saved yet. Trying again… 2 waiting.")
    home.page.unroute(OPERATIONS)
    home.wait_until_saved()
    home.shows("2")


def test_what_the_server_asks_to_wait_is_waited(home):
    home.create("Robins")
    home.page.clock.install()
    home.reload()
    tries = []

    def ask_for_patience(route):
        tries.append(route)
        route.fulfill(status=503, headers={**OURS, "retry-after": "120"}, json={"problem": "Later."})

    home.page.route(OPERATIONS, ask_for_patience)
    home.tap()
    expect(home.saving).not_to_be_empty()
    home.page.clock.fast_forward(100_000)
    assert home.page.evaluate("1") and len(tries) == 1
    home.page.unroute(OPERATIONS)
    with home.page.expect_response(OPERATIONS):
        home.page.clock.fast_forward(25_000)
    home.wait_until_saved()
    home.shows("1")


def test_one_that_the_server_cannot_take_holds_up_no_other(home):
    home.create("Robins")
    home.page.context.set_offline(True)
    home.tap()
    home.page.evaluate(
        """() => {
            const key = Object.keys(localStorage).find(key => key.startsWith("fivebar-operation-"))
            const operation = JSON.parse(localStorage.getItem(key))
            localStorage.setItem(key.replace(/-[^-]+$/, "-bad"), JSON.stringify({ ...operation, id: "bad" }))
        }""")
    home.tap()
    home.page.context.set_offline(False)
    home.wait_until_saved()
    home.reload()
    home.shows("2")


def test_what_is_being_posted_when_a_phone_ends_a_hidden_page_is_sent_later(home):
    home.create("Robins")
    home.wait_until_saved()
    keeper = home.page.context.new_page()
    # Of a network that answers nothing any more.
    pattern = re.compile("/title$|/operations$")
    home.page.context.route(pattern, lambda route: None)
    with home.page.expect_request("**/title"):
        home.rename("Robins", "Blackbirds")
    home.page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { value: true })
        document.dispatchEvent(new Event("visibilitychange"))
    }""")
    home.kill_tab()
    home.page.context.unroute(pattern)
    keeper.close()
    home.open()
    home.wait_until_saved()
    home.reload()
    expect(home.card("Blackbirds")).to_be_visible()
