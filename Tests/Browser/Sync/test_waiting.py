"""The page of what waits to be sent, and of what was refused: a tap never vanishes silently."""

import json
import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from devices import recovery_link, unfold
from home import eventually

OPERATIONS = re.compile("/operations$")


@pytest.fixture
def kept(visit):
    """Somebody with a phone that keeps the page."""
    home = visit(service_workers="allow")
    home.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    eventually(lambda: home.page.evaluate("async () => Boolean(navigator.serviceWorker.controller && await caches.match('/waiting', { ignoreVary: true }))"))
    return home


def is_kept(home):
    """Made for a newcomer, the page is asked for again by the account."""
    expect(home.page.locator("body[data-live]")).to_be_attached()
    eventually(lambda: home.page.evaluate("async () => /data-account/.test(await (await caches.match('/waiting', { ignoreVary: true }))?.text())"))


def rows(home, of="rows"):
    return home.page.locator(f"[data-{of}] > li")


def lead(home):
    return home.page.locator("[data-lead]")


def saved_file(home):
    with home.page.expect_download() as download:
        home.page.get_by_role("button", name="Save as JSON").click()
    assert download.value.suggested_filename == "fivebar-waiting.json"
    return json.loads(download.value.path().read_text())


def test_what_waits_is_listed_without_a_network_and_saved_or_removed(kept):
    for title in ("Robins", "Wrens"):
        kept.create(title)
    kept.open()
    is_kept(kept)
    kept.page.context.set_offline(True)
    kept.tap("Robins", times=3)
    kept.tap("Wrens")
    kept.choose("Rename", "Wrens")
    kept.page.keyboard.type("Blackbirds")
    kept.page.keyboard.press("Enter")
    expect(kept.saving).to_have_text("Offline. Saved here, sent later. 5 waiting.")
    kept.saving.get_by_role("link", name="5 waiting.").click()
    expect(lead(kept)).to_have_text("This is saved on this device and will be sent automatically.")
    expect(rows(kept)).to_have_text([re.compile(r"^Robins\+1\s×\s3"), re.compile(r"^Blackbirds\+1"), re.compile("^BlackbirdsRename: Blackbirds")])
    assert [(operation["kind"], operation["change"].get("by")) for operation in saved_file(kept)] == [("increment", 1)] * 4 + [("rename", None)]
    kept.page.get_by_role("button", name="Remove: Robins, +1 × 3").click()
    sheet = kept.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Robins: +1 × 3")
    expect(sheet).to_contain_text("If it has already reached the server, it is undone there where possible.")
    sheet.get_by_role("button", name="Cancel").click()
    expect(rows(kept)).to_have_count(3)
    kept.page.get_by_role("button", name="Remove: Robins, +1 × 3").click()
    sheet.get_by_role("button", name="Remove").click()
    expect(rows(kept)).to_have_count(2)
    kept.page.context.set_offline(False)
    expect(lead(kept)).to_have_text("Nothing is waiting. Everything is saved.")
    expect(rows(kept)).to_have_count(0)
    kept.open()
    kept.shows("0", "Robins")
    kept.shows("1", "Blackbirds")
    assert [line for line in kept.complaints if "ERR_INTERNET_DISCONNECTED" not in line] == []


def test_what_the_server_has_although_no_answer_came_is_undone_there(home):
    counter = home.create("Robins").get_attribute("data-counter")

    def lose_the_answer(route):
        route.fetch()
        # The page may be left meanwhile.
        with suppress(Error):
            route.abort()

    home.page.context.route(OPERATIONS, lose_the_answer)
    home.tap("Robins", times=2)
    # Also lets the requests through.
    eventually(lambda: home.page.evaluate("navigator.onLine") and home.server.count_of(counter) == 2)
    home.page.goto(home.server.path("/waiting"))
    home.page.get_by_role("button", name="Remove: Robins, +1 × 2").click()
    home.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(rows(home)).to_have_text([re.compile(r"^RobinsUndo: \+1\s×\s2")])
    expect(rows(home).get_by_role("button")).to_have_count(0)
    home.page.context.unroute_all()
    # If it has not been tried again by itself, and its button is gone.
    home.page.evaluate("document.querySelector('[data-try]')?.click()")
    expect(lead(home)).to_have_text("Nothing is waiting. Everything is saved.")
    eventually(lambda: home.server.count_of(counter) == 0)
    home.open()
    home.shows("0", "Robins")


def test_it_is_tried_again_at_once_if_somebody_wishes(home):
    home.create("Robins")
    tries, is_down = [], [True]

    def answer(route):
        tries.append(route)
        if is_down:
            route.fulfill(status=502, body="")
        else:
            route.continue_()

    home.page.context.route(OPERATIONS, answer)
    home.tap()
    home.page.clock.install()
    home.open("/waiting")
    expect(home.saving).to_have_text("Not saved yet. Trying again… 1 waiting.")
    # After one more try by itself the time stands still.
    before = len(tries)
    home.page.clock.pause_at(home.page.evaluate("Date.now()") / 1_000 + 60)
    eventually(lambda: home.page.evaluate("1") and len(tries) > before)
    home.page.wait_for_load_state("networkidle")
    is_down.clear()
    home.page.get_by_role("button", name="Try now").click()
    home.wait_until_saved()
    home.page.clock.run_for(1_000)
    expect(lead(home)).to_have_text("Nothing is waiting. Everything is saved.")


def test_what_was_refused_is_listed_with_the_reason_until_it_is_discarded(home):
    home.create("Robins")
    # As if it had been deleted for good since.
    home.page.evaluate("""() => {
        document.querySelector("[data-counter]").dataset.counter = "999999"
        for (let taps = 0; taps < 2; taps += 1) document.querySelector("[data-tap]").click()
    }""")
    expect(home.saving).to_contain_text("Counter not found")
    eventually(lambda: home.operations_kept() == 0)
    home.saving.get_by_role("link").click()
    row = rows(home, "refused-rows")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Robins")
    expect(row).to_contain_text("+1 × 2")
    expect(row).to_contain_text("It may have been deleted, or it belongs to someone else.")
    expect(lead(home)).to_have_text("Nothing is waiting. Everything is saved.")
    home.reload()
    row.get_by_role("button", name="Discard").click()
    expect(home.page.get_by_role("heading", name="Couldn’t be saved")).to_be_hidden()
    home.reload()
    expect(rows(home, "refused-rows")).to_have_count(0)


def test_a_name_that_was_refused_is_not_given_to_what_waits(kept):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.open()
    eventually(lambda: kept.page.evaluate("async () => /data-account/.test(await (await caches.match('/waiting', { ignoreVary: true }))?.text())"))
    kept.page.evaluate("""counter => {
        const change = { counter: Number(counter), title: "Wrens" }
        localStorage.setItem(`fivebar-refused-${document.documentElement.dataset.account}`, JSON.stringify([
            { operation: { id: crypto.randomUUID(), kind: "rename", change, counter, at: 0 }, problem: "No.", number: 1, first: 0, last: 0 },
        ]))
    }""", counter)
    kept.page.context.set_offline(True)
    kept.tap()
    kept.page.goto(kept.server.path("/waiting"))
    expect(rows(kept, "refused-rows")).to_have_count(1)
    expect(rows(kept)).to_have_text([re.compile(r"^Robins\+1")])


def test_what_was_made_by_a_device_that_was_signed_out_is_shown_and_can_be_saved(home, visit):
    home.create("Robins")
    other = visit(storage_state=home.page.context.storage_state())
    home.page.context.set_offline(True)
    home.tap(times=3)
    other.open("/settings/devices")
    unfold(other.page.locator(".device"))
    other.page.get_by_role("checkbox", name="Sign out for good").check()
    other.page.get_by_role("button", name=re.compile("^Sign out")).first.click()
    other.page.wait_for_load_state()
    home.page.context.set_offline(False)
    expect(home.page.get_by_role("heading", level=1)).to_have_text("We don’t recognise this browser")
    home.page.get_by_role("link", name="Waiting to be sent").click()
    expect(rows(home, "other-rows")).to_have_text([re.compile(r"^Counter\+1\s×\s3\d+ \w+ \d{4}, [\d:–]+ *Remove$")])
    expect(home.page.get_by_role("heading", name="From another account")).to_be_visible()
    expect(lead(home)).to_be_hidden()
    expect(home.page.get_by_role("button", name="Try now")).to_be_hidden()
    assert len(saved_file(home)) == 3


@pytest.fixture
def of_another_account(home, visit):
    """Somebody who has left a tap on Robins and a new name for Wrens unsent, and opened another account since."""
    other = visit()
    other.create("Larks")
    link = recovery_link(other)
    for title in ("Robins", "Wrens"):
        home.create(title)
    home.page.context.route(OPERATIONS, lambda route: route.abort())
    home.page.context.route("**/title", lambda route: route.abort())
    home.tap("Robins")
    home.rename("Wrens", "Blackbirds")
    eventually(lambda: home.operations_kept() == 2)
    home.open_account(link)
    return home


def test_what_waits_for_another_account_is_told_of_in_place_of_up_to_date(of_another_account):
    home, line = of_another_account, of_another_account.page.locator(".sync-rest")
    expect(line).to_have_text("2 waiting for another account.")
    expect(line.get_by_role("link")).to_have_attribute("href", home.server.path("/waiting"))
    home.create("Owls")
    home.tap()
    home.page.context.unroute_all()
    eventually(lambda: home.operations_kept() == 2)
    expect(home.saving).to_be_empty()
    expect(line).to_have_text("2 waiting for another account.")


def test_what_waits_for_another_account_is_listed_with_what_is_known_of_it(of_another_account):
    home, others = of_another_account, rows(of_another_account, "other-rows")
    home.page.goto(home.server.path("/waiting"))
    expect(home.page.locator("[data-others]")).to_contain_text("Sent once that account is opened here again.")
    # What the account that is open now has done is sent by itself, and there is none of that.
    expect(lead(home)).to_be_hidden()
    expect(home.page.get_by_role("button", name="Try now")).to_be_hidden()
    expect(home.page.get_by_role("button", name="Save as JSON")).to_be_hidden()
    time = r"\d+ \w+ \d{4}, \d\d:\d\d *Remove$"
    expect(others).to_have_text([re.compile(rf"^Counter\+1{time}"), re.compile(rf"^BlackbirdsRename: Blackbirds{time}")])
    for left in (1, 0):
        others.first.get_by_role("button", name="Remove").click()
        home.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        expect(others).to_have_count(left)
    assert home.operations_kept() == 0
    expect(lead(home)).to_have_text("Nothing is waiting. Everything is saved.")
    expect(home.page.locator(".sync-rest")).to_have_text("Up to date")


def test_without_scripts_a_sentence_says_that_nothing_waits(visit):
    home = visit(javascript=False, path="/waiting")
    expect(home.page.get_by_text("Without scripts nothing waits in this browser")).to_be_visible()
    expect(home.page.locator("[data-waiting-page]")).to_be_hidden()


def test_what_an_older_server_does_not_know_is_kept_for_a_newer_one(home):
    home.create("Robins")
    home.tap()
    home.wait_until_saved()
    refused = []

    def refuse(route):
        operations = route.request.post_data_json
        refused.extend(operations)
        receipts = [{"id": operation["id"], "status": "refused", "reason": "kindIsUnknown", "problem": "What is that?"} for operation in operations]
        route.fulfill(status=200, content_type="application/json", headers={"fivebar-answer": "yes"},
                      body=json.dumps({"revision": 1, "receipts": receipts, "counters": [], "days": []}))

    home.page.route(OPERATIONS, refuse)
    home.tap()
    eventually(lambda: home.page.wait_for_timeout(1) or refused)
    assert home.operations_kept() == 1
    expect(home.page.locator(".sync-rest")).to_have_text("1 waiting.")
    home.page.unroute_all()
    home.reload()
    home.wait_until_saved()
    home.shows("2")


def test_the_focus_stays_on_a_row_while_that_is_tried_again(home):
    home.create("Robins")
    tries = []
    home.page.context.route(OPERATIONS, lambda route: (tries.append(route), route.abort()))
    home.tap()
    home.open("/waiting")
    remove = home.page.get_by_role("button", name="Remove: Robins, +1")
    remove.focus()
    before = len(tries)
    eventually(lambda: home.page.evaluate("1") and len(tries) >= before + 2)
    expect(remove).to_be_focused()


def test_who_tries_again_without_a_network_is_told_and_an_empty_page_looks_like_one(kept):
    kept.create("Robins")
    kept.open()
    is_kept(kept)
    kept.page.context.set_offline(True)
    kept.tap("Robins")
    kept.saving.get_by_role("link", name="1 waiting.").click()
    told, back = kept.page.locator("[data-told]"), kept.page.get_by_role("link", name="Back to the counters")
    expect(told).to_be_empty()
    expect(back).not_to_have_class(re.compile("button"))
    kept.page.get_by_role("button", name="Try now").click()
    expect(told).to_have_text("Still no connection. Nothing was sent.")
    kept.page.context.set_offline(False)
    expect(lead(kept)).to_have_text("Nothing is waiting. Everything is saved.")
    expect(told).to_be_empty()
    expect(back).to_have_class("button button--primary")
    expect(kept.page.locator(".problem-gate")).to_be_visible()
