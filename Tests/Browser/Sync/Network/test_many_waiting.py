"""However much waits, nothing is lost, nothing counts twice, and nobody feels it: what localStorage has no room for is in
IndexedDB."""

import contextlib
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from counter_page import count_field
from home import eventually
from offline import FULL, go_offline, is_kept, OPERATIONS, WITHOUT_DATABASE

# More than localStorage has room for: some 22,000.
MANY = 25_000
# Beyond two thousand they move.
SOME = 3_000


def counted_in_order(server, counter):
    """How many entries a counter has, if they are in the order in which they were made, each once."""
    with contextlib.closing(sqlite3.connect(server.database, timeout=10)) as database:
        made = [operation for (operation,) in database.execute(
            "SELECT operation FROM entry WHERE counter = (SELECT id FROM counter WHERE number = ?) ORDER BY number", [counter]
        )]
    # An id begins with the time, and goes on with the place in it.
    assert made == sorted(set(made))
    return len(made)


def kept(visit):
    """Somebody whose page starts without a network, and their counter."""
    home = visit(service_workers="allow")
    is_kept(home)
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.open()
    return home, counter


def keep_many(home, number, title=None):
    """One tap by hand, and so many before it; until no more than localStorage should have is in it."""
    before = home.operations_kept()
    home.keep_taps(number, title)
    home.tap(title)
    eventually(lambda: home.page.wait_for_timeout(50) or home.operations_kept() <= 2_000 and home.operations_moved() + home.operations_kept() == before + number + 1, seconds=60)


@pytest.fixture
def waiting(home):
    """Somebody for whom some wait, in both places."""
    home.create("Robins")
    home.wait_until_saved()
    home.page.context.route(OPERATIONS, lambda route: route.abort())
    keep_many(home, SOME)
    return home


def goes_on(home):
    home.page.context.unroute(OPERATIONS)
    home.page.evaluate("dispatchEvent(new Event('online'))")


def test_more_than_local_storage_holds_outlasts_the_tab_and_counts_in_order_each_once(visit, server):
    home, counter = kept(visit)
    go_offline(home)
    keep_many(home, MANY)
    home.kill_tab()
    home.page.add_init_script("""window.longest = 0
        new PerformanceObserver(list => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration) }).observe({ type: "longtask" })""")
    home.open()
    expect(home.card().locator("[data-count-text]")).to_have_text(f"{MANY + 1:,}", timeout=20_000)
    home.tap()
    home.shows(f"{MANY + 2:,}")
    expect(home.saving).to_have_text(f"Offline. Saved here, sent later. {MANY + 2:,} waiting.")
    # To go through all of them at once takes several times as long.
    assert home.page.evaluate("longest") < 400
    go_offline(home, False)
    eventually(lambda: home.page.wait_for_timeout(100) or home.operations_kept() == 0, seconds=120)
    assert home.operations_moved() == 0
    home.says_all_is_saved()
    home.shows(f"{MANY + 2:,}")
    assert counted_in_order(server, counter) == MANY + 2


def test_where_local_storage_takes_nothing_taps_outlast_the_tab_all_the_same(home):
    home.create("Robins")
    home.wait_until_saved()
    home.page.context.add_init_script(FULL)
    home.reload()
    home.page.context.route(OPERATIONS, lambda route: route.abort())
    home.tap(times=2)
    eventually(lambda: home.operations_moved() == 2)
    assert home.operations_kept() == 0
    home.kill_tab()
    home.open()
    home.shows("2")
    expect(home.saving).to_have_text("Not saved yet. Trying again… 2 waiting.")
    goes_on(home)
    eventually(lambda: home.operations_moved() == 0)
    home.reload()
    home.shows("2")


@pytest.mark.parametrize("is_reloaded", [False, True], ids=["on the same page", "on the next one"])
def test_what_is_done_after_taps_that_found_no_room_here_comes_after_them(home, server, is_reloaded):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.page.context.add_init_script(FULL)
    home.open(f"/counters/{counter}")
    home.page.context.route(OPERATIONS, lambda route: route.abort())
    for _ in range(3):
        home.page.locator("[data-tap]").first.click()
    eventually(lambda: home.operations_moved() == 3)
    if is_reloaded:
        home.reload()
        expect(home.saving).to_contain_text("3 waiting")
    count_field(home.page).fill("10")
    home.page.keyboard.press("Enter")
    eventually(lambda: home.operations_moved() + home.operations_kept() == 4 or server.count_of(counter) == 10)
    goes_on(home)
    eventually(lambda: home.operations_kept() + home.operations_moved() == 0)
    eventually(lambda: server.count_of(counter) == 10)


def test_where_there_is_no_database_thousands_wait_as_before(home, server):
    home.page.add_init_script(WITHOUT_DATABASE)
    home.reload()
    counter = home.create("Robins").get_attribute("data-counter")
    home.page.context.set_offline(True)
    home.keep_taps(SOME)
    home.tap()
    expect(home.saving).to_have_text(f"Offline. Saved here, sent later. {SOME + 1:,} waiting.")
    home.page.context.set_offline(False)
    eventually(lambda: home.operations_kept() == 0, seconds=60)
    assert counted_in_order(server, counter) == SOME + 1


def test_two_tabs_without_locks_double_none_of_thousands(visit, server):
    home = visit()
    home.page.context.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })")
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.reload()
    other = home.another_tab()
    home.page.context.route(OPERATIONS, lambda route: route.abort())
    for tab in (home, other):
        tab.keep_taps(SOME)
    for tab in (home, other):
        tab.tap()
    eventually(lambda: home.operations_moved() > SOME, seconds=30)
    for tab in (home, other):
        tab.page.evaluate("dispatchEvent(new Event('online'))")
    home.page.context.unroute(OPERATIONS)
    for tab in (home, other):
        tab.page.evaluate("dispatchEvent(new Event('online'))")
    eventually(lambda: home.operations_kept() + home.operations_moved() == 0, seconds=60)
    assert server.count_of(counter) == 2 * SOME + 2
    with contextlib.closing(sqlite3.connect(server.database, timeout=10)) as database:
        assert database.execute("SELECT count(*) FROM entry WHERE counter = (SELECT id FROM counter WHERE number = ?)", [counter]).fetchone() == (2 * SOME + 2,)


def test_thousands_are_one_row_of_what_waits_and_go_at_once(visit, server):
    home, counter = kept(visit)
    eventually(lambda: home.page.evaluate("async () => /data-account/.test(await (await caches.match('/waiting', { ignoreVary: true }))?.text())"))
    go_offline(home)
    keep_many(home, SOME)
    home.open("/waiting")
    row = home.page.locator("[data-rows] > *").filter(has_text=f"{SOME + 1:,}")
    row.get_by_role("button").click()
    home.page.locator("[data-remove-sheet]").get_by_role("button", name="Remove").click()
    expect(home.page.locator("[data-rows] > *")).to_have_count(0)
    assert home.operations_kept() + home.operations_moved() == 0
    go_offline(home, False)
    home.open()
    home.shows("0")
    assert server.count_of(counter) == 0


def test_what_waits_for_another_account_is_in_nobodys_way(waiting):
    waiting.page.evaluate(
        """async () => {
            const { put } = await import(document.querySelector('link[href$="sync/queue.js"]').href.replace("queue.js", "storage/database.js"))
            const id = place => `00000000-0000-7000-8000-${String(place).padStart(12, "0")}`
            await put(Array.from({ length: 600 }, (_, place) => [`fivebar-operation-000000000000-999999999-${id(place)}`,
                { id: id(place), kind: "increment", change: { counter: 1, by: 1 }, at: 0, offset: 0, counter: "1", delta: 1, account: "999999999" }]))
        }""")
    goes_on(waiting)
    waiting.wait_until_saved()
    assert waiting.operations_moved() == 600
    waiting.open()
    waiting.shows(f"{SOME + 1:,}")
    expect(waiting.page.locator(".sync-rest")).to_have_text("600 waiting for another account.")
    waiting.open("/waiting")
    row = waiting.page.locator("[data-other-rows] > *").filter(has_text="600")
    expect(row).to_have_count(1)
    row.get_by_role("button").click()
    waiting.page.locator("[data-remove-sheet]").get_by_role("button", name="Remove").click()
    expect(waiting.page.locator("[data-other-rows] > *")).to_have_count(0)
    assert waiting.operations_moved() == 0


def test_all_that_waits_goes_with_the_account_that_is_deleted(waiting):
    waiting.page.goto(waiting.server.path("/settings/deletion"))
    waiting.page.get_by_label("Type “delete” to confirm").fill("delete")
    waiting.page.get_by_role("button", name="Delete account").click()
    expect(waiting.page.get_by_role("heading", level=1)).to_have_text("Account deleted")
    eventually(lambda: waiting.operations_kept() + waiting.operations_moved() == 0)


def test_a_counter_made_without_a_network_shows_all_that_was_counted_on_it(visit):
    home, _ = kept(visit)
    go_offline(home)
    home.create_by_hand("Wrens")
    keep_many(home, SOME, "Wrens")
    home.open()
    home.shows(f"{SOME + 1:,}", "Wrens")
    go_offline(home, False)
    eventually(lambda: home.operations_kept() + home.operations_moved() == 0, seconds=60)
    home.shows(f"{SOME + 1:,}", "Wrens")


def test_what_cannot_be_read_for_a_moment_is_waited_for_and_stays_in_order(waiting, server):
    counter = waiting.card().get_attribute("data-counter")
    waiting.page.add_init_script("""
        const { getAll } = IDBObjectStore.prototype
        let fails = 2
        IDBObjectStore.prototype.getAll = function (...range) {
            if (fails > 0) { fails -= 1; throw new DOMException("", "UnknownError") }
            return getAll.apply(this, range)
        }""")
    waiting.page.context.unroute(OPERATIONS)
    waiting.open()
    eventually(lambda: waiting.operations_kept() + waiting.operations_moved() == 0, seconds=60)
    assert counted_in_order(server, counter) == SOME + 1


def test_what_cannot_be_read_for_a_moment_is_drawn_all_the_same(waiting):
    # What is drawn is read a thousand at a time, what is sent is not.
    waiting.page.add_init_script("""
        const { getAll } = IDBObjectStore.prototype
        let fails = 3
        IDBObjectStore.prototype.getAll = function (...range) {
            if (range[1] === 1_000 && (fails -= 1) >= 0) throw new DOMException("", "UnknownError")
            return getAll.apply(this, range)
        }""")
    waiting.page.context.unroute(OPERATIONS)
    waiting.page.context.route(OPERATIONS, lambda route: route.fulfill(status=503, headers={"fivebar-answer": "yes", "retry-after": "60"}, json={}))
    waiting.open()
    waiting.shows(f"{SOME + 1:,}")


def test_what_cannot_be_removed_is_sent_once_by_each_page(waiting, server):
    waiting.page.add_init_script("IDBObjectStore.prototype.delete = () => { throw new DOMException('', 'UnknownError') }")
    lists = []
    waiting.page.on("request", lambda request: lists.append(request) if request.url.endswith("/operations") else None)
    waiting.page.context.unroute(OPERATIONS)
    waiting.open()
    eventually(lambda: waiting.operations_kept() == 0, seconds=60)
    waiting.says_all_is_saved()
    waiting.shows(f"{SOME + 1:,}")
    assert waiting.operations_moved() > 0 and len(lists) < SOME / 500 + 4
    assert server.count_of(waiting.card().get_attribute("data-counter")) == SOME + 1


def test_who_never_had_thousands_waiting_does_not_wait_for_the_database(home):
    home.create("Robins")
    home.tap()
    home.wait_until_saved()
    home.page.add_init_script("""
        const { open } = IDBFactory.prototype
        window.opened = 0
        IDBFactory.prototype.open = function (...name) { opened += 1; return open.apply(this, name) }""")
    home.reload()
    home.tap()
    home.wait_until_saved()
    assert home.page.evaluate("opened") == 0


def test_a_new_counter_shows_all_that_waits_though_what_draws_it_comes_after_a_part_of_it(home):
    home.create("Robins")
    home.wait_until_saved()
    home.page.route(re.compile("/(counters|operations)$"), lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    home.create_by_hand("Wrens")
    home.keep_taps(1_500, "Wrens")
    home.page.add_init_script("""
        window.parts = []
        document.addEventListener("fivebar-waiting", ({ detail }) => parts.push(detail.operations.length))""")
    held = []
    home.page.route("**/list/drawn.js", lambda route: held.append(route))
    home.page.reload()
    eventually(lambda: home.page.evaluate("parts.length") > 1 and held)
    held[0].continue_()
    home.shows("1,500", "Wrens")
