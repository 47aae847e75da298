"""Opening one's counters on another device, by a code from the first one."""

import re

from playwright.sync_api import expect

from devices import unfold
from goals import make, open_day
from home import eventually
from pages import stays

FIREFOX_ON_ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
OPERATIONS = re.compile("/operations$")

# A page that waits for what is sent listens to what is refused.
COUNT_LISTENERS = """
    const { addEventListener } = document
    window.refusalListeners = 0
    document.addEventListener = (name, ...how) => {
        if (name === "fivebar-refusal") refusalListeners += 1
        addEventListener.call(document, name, ...how)
    }"""


def code_of(home):
    home.open("/settings/devices")
    home.page.get_by_role("button", name="Show a code").click()
    expect(home.page.get_by_role("img", name="QR code")).to_be_visible()
    return home.page.locator(".code--large").inner_text()


def join(home, code):
    home.open("/join")
    home.page.get_by_role("textbox", name="Code").fill(code)
    home.page.get_by_role("button", name="Open", exact=True).click()


def test_a_phone_joins_with_what_it_has_and_is_live_with_the_first_device(visit):
    desk, phone = visit(desktop=True), visit()
    desk.create("Robins")
    phone.create("Tea")
    phone.tap(times=2)
    phone.wait_until_saved()
    join(phone, code_of(desk).lower().replace("-", " "))
    expect(phone.page.get_by_text("Counters and goals added.")).to_be_visible()
    phone.wait_until_awake()
    # After a touch there is no frame around what the address leads to.
    expect(phone.page.locator(".notice")).to_be_focused()
    expect(phone.page.locator(".notice")).to_have_css("outline-style", "none")
    phone.shows("2", "Tea")
    desk.open()
    desk.shows("2", "Tea")
    phone.tap("Robins")
    desk.shows("1", "Robins")


def test_the_first_device_shows_who_has_joined_and_no_longer_the_code(visit):
    desk = visit(desktop=True)
    desk.create("Doors")
    code = code_of(desk)
    stays(desk.page)
    unfold(desk.page.locator(".device"))
    desk.page.get_by_label("Name of the device").fill("My de")
    desk.page.get_by_role("button", name="Show a new code").focus()
    phone = visit(user_agent=FIREFOX_ON_ANDROID)
    join(phone, code)
    expect(desk.page.get_by_text("“Firefox, Android phone” has joined.")).to_be_visible()
    expect(desk.page.locator(".devices > li")).to_have_count(2)
    expect(desk.page.locator(".code--large")).to_have_count(0)
    expect(desk.page.get_by_role("button", name="Show a code")).to_be_focused()
    expect(desk.page.get_by_label("Name of the device").first).to_have_value("My de")
    expect(desk.page.get_by_label("Name of the device").first).to_be_visible()
    assert desk.page.evaluate("window.stays")
    phone.open("/settings/devices")
    unfold(phone.page.locator(".device"))
    phone.page.get_by_role("button", name="Sign out “Firefox, Android phone”").click()
    desk.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(desk.page.locator(".devices > li")).to_have_count(1)
    expect(desk.page.locator("[data-joined]")).to_have_count(0)
    assert desk.complaints == []


def test_a_recovery_link_stays_for_as_long_as_somebody_may_be_copying_it(visit):
    home = visit()
    home.create("Robins")
    home.open("/settings/devices")
    home.page.get_by_role("button", name="Create a recovery link").click()
    link = home.page.locator("#recovery-link")
    expect(link).to_be_visible()
    address = link.input_value()
    home.page.context.clear_cookies(name=re.compile("recovery"))
    stays(home.page)
    asked = []
    home.page.on("response", lambda response: asked.append(response.url) if response.url.endswith("/settings/devices") else None)
    home.page.evaluate("document.addEventListener('fivebar-redrawn', () => { window.isDrawn = true })")
    home.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    eventually(lambda: home.page.evaluate("window.isDrawn"))
    expect(link).to_have_value(address)
    assert asked and home.page.evaluate("window.stays")


def test_a_newcomers_first_device_is_not_said_to_have_joined(visit):
    home = visit(path="/settings/devices")
    home.another_tab().create("Robins")
    home.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(home.page.locator(".devices > li")).to_have_count(1)
    expect(home.page.locator("[data-joined]")).to_have_count(0)


def test_what_waits_is_sent_before_another_account_is_opened(visit):
    desk, phone = visit(desktop=True), visit()
    desk.create("Robins")
    phone.create("Tea")
    phone.page.context.route(OPERATIONS, lambda route: route.abort())
    phone.tap(times=3)
    assert phone.operations_kept() == 3
    code = code_of(desk)
    phone.open("/join")
    phone.page.get_by_role("textbox", name="Code").fill(code)
    phone.page.get_by_role("button", name="Open", exact=True).click()
    expect(phone.saving).to_contain_text("3 waiting")
    assert phone.page.url.endswith("/join")
    phone.page.context.unroute(OPERATIONS)
    expect(phone.page.get_by_text("Counters and goals added.")).to_be_visible(timeout=30_000)
    phone.shows("3", "Tea")


def test_what_is_refused_holds_nothing_else_back(visit):
    """It comes in the first of several lists; what follows would be left to an account that is gone."""
    desk, phone = visit(desktop=True), visit()
    desk.create("Robins")
    phone.create("Tea")
    code = code_of(desk)
    phone.page.context.route(OPERATIONS, lambda route: route.abort())
    phone.open()
    phone.keep_taps(1_500)
    phone.page.evaluate(
        """() => {
            const first = Object.keys(localStorage).filter(key => key.startsWith("fivebar-operation-")).sort()[0]
            const operation = JSON.parse(localStorage.getItem(first))
            localStorage.setItem(first, JSON.stringify({ ...operation, counter: "999999", change: { counter: 999999, by: 1 } }))
        }""")
    phone.page.add_init_script(COUNT_LISTENERS)
    phone.open("/join")
    phone.page.get_by_role("textbox", name="Code").fill(code)
    lists = []
    phone.page.context.unroute(OPERATIONS)
    phone.page.context.route(OPERATIONS, lambda route: lists.append(route) if len(lists) == 0 else route.continue_())
    eventually(lambda: phone.page.evaluate("1") and lists)
    before = phone.page.evaluate("refusalListeners")
    phone.page.get_by_role("button", name="Open", exact=True).click()
    eventually(lambda: phone.page.evaluate("refusalListeners") > before)
    lists[0].continue_()
    expect(phone.page.get_by_text("Counters and goals added.")).to_be_visible(timeout=30_000)
    phone.shows("1,499", "Tea")
    assert phone.operations_kept() == 0


def test_what_another_tab_sends_meanwhile_is_waited_for(visit):
    desk, phone = visit(desktop=True), visit()
    desk.create("Robins")
    phone.create("Tea")
    code = code_of(desk)
    held = []
    phone.page.route(OPERATIONS, lambda route: held.append(route))
    phone.tap()
    eventually(lambda: phone.page.evaluate("1") and held)
    other = phone.another_tab()
    join(other, code)
    held[0].continue_()
    expect(other.page.get_by_text("Counters and goals added.")).to_be_visible()
    other.shows("1", "Tea")


def test_what_cannot_be_sent_is_not_waited_for_for_ever(visit):
    desk, phone = visit(desktop=True), visit()
    desk.create("Robins")
    phone.create("Tea")
    code = code_of(desk)
    phone.page.context.route(OPERATIONS, lambda route: route.abort())
    phone.tap()
    phone.page.clock.install()
    join(phone, code)
    expect(phone.saving).to_contain_text("1 waiting")
    phone.page.clock.run_for(25_000)
    expect(phone.saving).to_have_text("Can’t reach the server. Try again.")
    assert phone.page.url.endswith("/join")


def test_what_an_older_server_does_not_know_is_not_left_to_an_account_that_is_gone(visit):
    desk, phone = visit(desktop=True), visit()
    desk.create("Robins")
    phone.create("Tea")
    code = code_of(desk)

    def refuse(route):
        receipts = [{"id": operation["id"], "status": "refused", "reason": "kindIsUnknown", "problem": "What is that?"} for operation in route.request.post_data_json]
        route.fulfill(json={"revision": 1, "receipts": receipts, "counters": [], "days": []}, headers={"fivebar-answer": "yes"})

    phone.page.route(OPERATIONS, refuse)
    with phone.page.expect_response(OPERATIONS):
        phone.tap()
    phone.page.clock.install()
    phone.page.add_init_script(COUNT_LISTENERS)
    phone.open("/join")
    phone.page.get_by_role("textbox", name="Code").fill(code)
    expect(phone.page.locator(".sync-rest")).to_have_text("1 waiting.")
    before = phone.page.evaluate("refusalListeners")
    phone.page.get_by_role("button", name="Open", exact=True).click()
    eventually(lambda: phone.page.evaluate("refusalListeners") > before)
    phone.page.clock.run_for(25_000)
    expect(phone.saving).to_have_text("Can’t reach the server. Try again.")
    assert phone.page.url.endswith("/join") and phone.operations_kept() == 1
    phone.page.unroute(OPERATIONS)
    join(phone, code)
    expect(phone.page.get_by_text("Counters and goals added.")).to_be_visible()
    phone.shows("1", "Tea")


def test_a_wrong_code_is_said_at_its_field_and_kept(any_home):
    join(any_home, "BCDF-GHJK")
    field = any_home.page.get_by_role("textbox", name="Code")
    expect(field).to_have_value("BCDF-GHJK")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(any_home.page.get_by_text("This code doesn’t work.")).to_be_visible()


def test_what_is_typed_in_another_tab_comes_along(visit):
    desk, phone = visit(desktop=True), visit()
    desk.create("Robins")
    today = make(phone)
    sheet = open_day(phone, today)
    sheet.get_by_label("Note").press_sequentially("Twelve pages")
    other = type(phone)(phone.page.context.new_page(), phone.server)
    join(other, code_of(desk))
    expect(other.page.get_by_text("Counters and goals added.")).to_be_visible()
    desk.open("/goals")
    desk.page.get_by_role("link", name="Read").click()
    sheet = open_day(desk, today)
    expect(sheet.get_by_label("Note")).to_have_value("Twelve pages")
    # The tab shows the other account's page by then, or that it has none of that number.
    expect(phone.page.locator("body:not([inert])")).to_be_attached(timeout=15_000)
    assert phone.page.evaluate("Object.keys(localStorage).some(key => key.includes('operation-'))") is False
