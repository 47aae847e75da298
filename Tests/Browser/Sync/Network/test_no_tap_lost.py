"""No tap is lost or counted twice, whatever the network and the server do."""

from playwright.sync_api import expect

from home import eventually
from offline import FULL, OPERATIONS, WITHOUT_DATABASE
from test_refusals import OURS


def test_a_mark_is_drawn_in_the_same_frame_before_any_answer(home):
    home.create("Robins")
    held = []
    home.page.route(OPERATIONS, lambda route: route.continue_() if held else held.append(route))
    counts = home.page.evaluate(
        """() => {
            const field = document.querySelector("[data-tap]")
            const seen = []
            for (let taps = 0; taps < 6; taps += 1) {
                field.click()
                seen.push(document.querySelector("[data-count-text]").textContent)
            }
            return seen
        }"""
    )
    assert counts == ["1", "2", "3", "4", "5", "6"]
    expect(home.page.locator("[data-marks] .tally")).to_have_count(1)
    eventually(lambda: home.page.evaluate("1") and held)
    held[0].continue_()
    home.wait_until_saved()
    home.shows("6")


def test_the_newest_mark_is_drawn_by_hand_and_older_ones_rest(home):
    home.create("Robins")
    home.tap(times=4)
    home.wait_until_saved()
    home.page.wait_for_load_state("networkidle")
    # In the same moment: a slow machine may look again only when the stroke is at rest.
    newest = home.page.evaluate("""() => {
        document.querySelector("[data-tap]").click()
        return Array.from(document.querySelectorAll("[data-marks] .fresh use"), use => use.getAttribute("href"))
    }""")
    assert newest == ["#a5s"]
    home.take_back()
    expect(home.page.locator("[data-marks] .fresh")).to_have_count(0)


def test_a_tap_survives_leaving_the_page_at_once(home):
    home.create("Robins")
    home.page.evaluate("document.querySelector('[data-tap]').click(); location.href = document.querySelector('.shell-head .icon-button').href")
    expect(home.page.locator("[data-counters]")).to_have_count(0)
    home.open()
    home.wait_until_saved()
    home.shows("1")


def test_a_tap_that_never_left_is_sent_by_the_next_page(home):
    home.create("Robins")
    home.page.route(OPERATIONS, lambda route: route.abort())
    home.tap(times=3)
    expect(home.saving).not_to_be_empty()
    assert home.operations_kept() == 3
    home.page.unroute(OPERATIONS)
    home.reload()
    home.wait_until_saved()
    home.shows("3")
    home.reload()
    home.shows("3")


def test_a_failed_send_says_so_is_tried_again_and_counts_once(home):
    home.create("Robins")
    answers = []

    def fail_after_counting(route):
        """The server counts, then its answer gets lost: twice."""
        answers.append(route.request.post_data)
        if len(answers) > 2:
            return route.continue_()
        route.fetch()
        return route.fulfill(status=503, body="")

    home.page.route(OPERATIONS, fail_after_counting)
    home.tap()
    home.shows("1")
    expect(home.saving).to_have_text("Not saved yet. Trying again… 1 waiting.")
    home.wait_until_saved()
    home.says_all_is_saved()
    home.shows("1")
    assert len(answers) == 3 and len(set(answers)) == 1
    home.reload()
    home.shows("1")


def test_what_an_answer_leaves_out_waits_and_is_not_sent_again_at_once(home):
    home.create("Robins")
    sent = []

    def say_nothing_of_it(route):
        sent.append(route.request.post_data)
        route.fulfill(headers=OURS, json={"receipts": [], "revision": 1, "counters": [], "days": []})

    home.page.route(OPERATIONS, say_nothing_of_it)
    home.tap()
    expect(home.saving).to_have_text("Not saved yet. Trying again… 1 waiting.")
    assert len(sent) == 1 and home.operations_kept() == 1
    home.page.unroute(OPERATIONS)
    home.reload()
    home.wait_until_saved()
    home.shows("1")


def test_offline_taps_wait_calmly_and_count_when_the_network_is_back(home):
    home.create("Robins")
    home.page.context.set_offline(True)
    home.tap(times=3)
    home.shows("3")
    expect(home.saving).to_have_text("Offline. Saved here, sent later. 3 waiting.")
    home.page.context.set_offline(False)
    home.wait_until_saved()
    home.says_all_is_saved()
    home.reload()
    home.shows("3")


def test_coming_back_online_waits_for_nothing(home):
    home.create("Robins")
    home.page.route(OPERATIONS, lambda route: route.fulfill(status=503, headers={**OURS, "retry-after": "500"}, body=""))
    home.tap()
    expect(home.saving).not_to_be_empty()
    home.page.unroute(OPERATIONS)
    home.page.context.set_offline(True)
    home.page.context.set_offline(False)
    home.wait_until_saved()
    home.shows("1")


def test_where_the_first_request_after_coming_back_fails_another_follows_soon(home):
    home.create("Robins")
    home.page.clock.install()
    home.reload()
    tried = []
    home.page.route(OPERATIONS, lambda route: (tried.append(route), route.abort("internetdisconnected")))
    home.tap()
    # Each pause is longer than the one before.
    for tries in range(1, 7):
        eventually(lambda: home.page.clock.fast_forward(5_000) or len(tried) >= tries)
    home.page.wait_for_load_state("networkidle")
    before = len(tried)
    home.page.evaluate("dispatchEvent(new Event('online'))")
    eventually(lambda: home.page.evaluate("1") and len(tried) > before)
    home.page.wait_for_load_state("networkidle")
    home.page.unroute(OPERATIONS)
    with home.page.expect_response(OPERATIONS):
        home.page.clock.fast_forward(4_000)
    home.wait_until_saved()
    home.shows("1")


def test_what_is_done_offline_is_counted_in_the_order_in_which_it_was_done(home):
    home.create("Robins")
    home.page.context.set_offline(True)
    # Whatever the clock does meanwhile.
    home.page.evaluate("Date.now = () => 1600000000000 - 1000 * performance.now()")
    for _ in range(10):
        home.tap()
        home.take_back()
    home.tap(times=2)
    home.shows("2")
    home.page.context.set_offline(False)
    home.wait_until_saved()
    home.reload()
    home.shows("2")


def test_what_waits_is_drawn_before_and_after_a_reload(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.page.route(OPERATIONS, lambda route: route.abort())
    home.tap(times=3)
    home.take_back()
    home.reload()
    home.shows("2")
    home.open(f"/counters/{counter}")
    expect(home.page.locator("[data-count-text]").first).to_have_text("2")
    home.open("/goals")
    expect(home.saving).to_have_text("Not saved yet. Trying again… 4 waiting.")
    home.page.unroute(OPERATIONS)
    home.open()
    home.wait_until_saved()
    home.shows("2")


def test_ten_thousand_that_wait_go_in_lists(home):
    home.create("Robins")
    home.page.context.set_offline(True)
    home.keep_taps(10_000)
    lists = []
    home.page.on("request", lambda request: request.url.endswith("/operations") and lists.append(request))
    home.page.context.set_offline(False)
    eventually(lambda: home.operations_kept() == 0, seconds=60)
    home.reload()
    home.shows("10,000")
    assert len(lists) < 40


def test_what_waits_is_drawn_though_sending_it_failed_while_the_page_was_starting(home):
    home.create("Robins")
    failed, held = [], []
    home.page.route(OPERATIONS, lambda route: (failed.append(route), route.abort()))
    home.tap(times=3)
    expect(home.saving).to_have_text("Not saved yet. Trying again… 3 waiting.")
    home.page.route("**/geometry/**", lambda route: held.append(route))
    failed.clear()
    home.page.reload(wait_until="commit")
    eventually(lambda: home.page.evaluate("1") and failed and held)
    expect(home.saving).to_have_text("Not saved yet. Trying again… 3 waiting.")
    for route in held:
        route.continue_()
    home.wait_until_awake()
    expect(home.card().locator("[data-count-text]")).to_have_text("3", timeout=20_000)


def test_what_sends_is_asked_for_again_if_it_could_not_be_loaded_and_meanwhile_nothing_is_said_to_be_saved(home):
    home.create("Robins")
    home.page.clock.install()
    lost = []
    home.page.route("**/sync/sender.js", lambda route: (lost.append(route), route.abort()))
    home.reload()
    home.tap()
    eventually(lambda: home.page.evaluate("1") and lost)
    home.page.clock.run_for(4_000)
    expect(home.saving).to_have_text("Not saved yet. Trying again…")
    home.page.unroute("**/sync/sender.js")
    home.page.clock.run_for(15_000)
    home.wait_until_saved()


def test_where_nothing_can_be_stored_nobody_is_told_so_and_leaving_asks(home):
    home.create("Robins")
    for script in (FULL, WITHOUT_DATABASE):
        home.page.add_init_script(script)
    home.reload()
    home.page.context.set_offline(True)
    home.tap(times=2)
    expect(home.saving).to_have_text("Not saved yet. Trying again… 2 waiting.")
    asked = []
    home.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    home.page.close(run_before_unload=True)
    eventually(lambda: home.page.evaluate("1") and asked == ["beforeunload"])
    home.page.context.set_offline(False)
    home.says_all_is_saved()
    home.reload()
    home.shows("2")


def test_long_notes_of_many_bytes_hold_up_nothing(home):
    home.create("Robins")
    counter = int(home.card().get_attribute("data-counter"))
    home.page.context.set_offline(True)
    home.page.evaluate(
        """async counter => {
            const name = file => document.querySelector(`link[href$="sync/${file}.js"]`).href
            const { add } = await import(name("queue")), { moment, newIdentifier } = await import(name("stamp"))
            for (let place = 0; place < 20; place += 1) {
                add({ id: newIdentifier(), kind: "annotate", change: { counter, entry: 1, note: "鳥".repeat(2000) }, ...moment() })
            }
        }""", counter)
    home.tap()
    home.page.context.set_offline(False)
    home.wait_until_saved()
    home.reload()
    home.shows("1")


def test_what_an_earlier_version_left_is_sent_in_order(home):
    home.create("Robins")
    counter = home.card().get_attribute("data-counter")
    home.page.evaluate(
        """counter => {
            for (const [id, what] of [["0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeee1", "marks"], ["0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeee2", "erasures"], ["0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeee3", "marks"]]) {
                const body = new URLSearchParams({ operation: id, at: Date.now(), offset: 60, step: 2 }).toString()
                localStorage.setItem(`fivebar-operation-${id}`, JSON.stringify({ id, counter, action: `/counters/${counter}/${what}`, body }))
            }
        }""", counter)
    home.reload()
    home.wait_until_saved()
    home.reload()
    home.shows("2")


def test_a_held_key_counts_once(home):
    home.create("Robins")
    home.field().focus()
    for _ in range(5):
        home.page.keyboard.down("Enter")
    home.page.keyboard.up("Enter")
    home.shows("1")
    home.wait_until_saved()
    home.shows("1")


def test_a_tap_sends_and_gets_little(home):
    home.create("Robins")
    with home.page.expect_response(OPERATIONS) as answered:
        home.tap()
    assert len(answered.value.request.post_data) < 300
    assert len(answered.value.body()) < 1000
