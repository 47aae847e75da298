"""Passkeys, with Chromium's virtual authenticator: added in settings, used on another device, removed."""

import re

import pytest
from playwright.sync_api import expect

from home import eventually
from pages import TOO_SMALL
from server import Server

OPTIONS = re.compile("/options$")


@pytest.fixture
def server(server_of_its_own):
    """By a name, because where the host is an address of numbers, browsers have no passkeys; and not the others', because
    20 attempts an hour are all that an address has."""
    with server_of_its_own() as server:
        yield Server(server.address.replace("127.0.0.1", "localhost"), server.database)


class Keychain:
    """Where a device keeps its passkeys."""

    def __init__(self, home):
        self.session = home.page.context.new_cdp_session(home.page)
        self.session.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    @property
    def passkeys(self):
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def take_over(self, other, **changes):
        """As a password manager does from one device to another."""
        for passkey in other.passkeys:
            self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": {**passkey, **changes}})


def add(home):
    home.open("/settings/sign-in")
    home.page.get_by_role("button", name="Add a passkey").click()
    expect(home.page.get_by_text("Passkey added.")).to_be_visible()


def open_with_passkey(home):
    home.open("/join")
    home.page.get_by_role("button", name="Open with a passkey").click()


@pytest.fixture
def desk(visit):
    """With a counter, and a passkey for it."""
    home = visit(desktop=True)
    home.keychain = Keychain(home)
    home.create("Robins")
    home.wait_until_saved()
    add(home)
    return home


@pytest.fixture
def phone(visit, desk):
    """With the same passkeys."""
    home = visit()
    home.keychain = Keychain(home)
    home.keychain.take_over(desk.keychain)
    return home


def test_a_passkey_opens_the_counters_on_another_device(desk, phone):
    expect(desk.page.locator(".passkey")).to_contain_text("Not used yet")
    open_with_passkey(phone)
    expect(phone.card("Robins")).to_be_visible()
    phone.wait_until_awake()
    phone.tap("Robins")
    phone.wait_until_saved()
    desk.open("/settings/sign-in")
    expect(desk.page.locator(".passkey")).to_contain_text("Last used")
    desk.open()
    desk.shows("1", "Robins")
    assert desk.complaints == phone.complaints == []


def test_counters_of_its_own_are_asked_about_and_come_along(phone):
    phone.create("Tea")
    phone.tap("Tea", times=2)
    open_with_passkey(phone)
    expect(phone.page.get_by_text("Counters and goals added.")).to_be_visible()
    phone.wait_until_awake()
    phone.shows("2", "Tea")
    expect(phone.card("Robins")).to_be_visible()


def test_counters_that_are_not_to_come_along_stay_away(phone):
    phone.create("Tea")
    phone.wait_until_saved()
    phone.open("/join")
    way = phone.page.get_by_role("region", name="Passkeys")
    way.get_by_label("Add the counters and goals of this browser").uncheck()
    way.get_by_label("Lose the counters and goals of this browser").check()
    way.get_by_role("button", name="Open with a passkey").click()
    expect(phone.card("Robins")).to_be_visible()
    expect(phone.cards).to_have_count(1)


def test_a_passkey_that_was_removed_opens_nothing(desk, phone):
    desk.page.get_by_role("button", name="Remove the passkey").click()
    expect(desk.page.get_by_text("Passkey removed.")).to_be_visible()
    expect(desk.page.locator(".passkey")).to_have_count(0)
    open_with_passkey(phone)
    expect(phone.page.get_by_text("This passkey doesn’t open anything here any more.")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Open with a passkey")).to_be_focused()


def test_a_copy_that_has_signed_less_often_is_refused(desk, visit):
    copies = [visit(), visit()]
    for copy in copies:
        copy.keychain = Keychain(copy)
        copy.keychain.take_over(desk.keychain, signCount=8)
    open_with_passkey(copies[0])
    expect(copies[0].card("Robins")).to_be_visible()
    open_with_passkey(copies[1])
    expect(copies[1].page.get_by_text("Someone may have copied this passkey")).to_be_visible()


def test_one_passkey_in_a_place_is_enough(desk):
    desk.page.get_by_role("button", name="Add a passkey").click()
    expect(desk.page.get_by_role("alert")).to_contain_text("There’s already a passkey here.")
    assert len(desk.keychain.passkeys) == 1


def test_a_second_press_does_not_cancel_the_first(visit):
    home = visit()
    Keychain(home)
    home.create("Robins")
    home.wait_until_saved()
    home.open("/settings/sign-in")
    home.page.evaluate(
        """const form = document.querySelector("[data-passkey]")
        const note = event => { if (!event.defaultPrevented) sessionStorage.sent = `${sessionStorage.sent ?? ""}once ` }
        addEventListener("submit", event => { setTimeout(note, 0, event) }, true)
        form.addEventListener("formdata", () => { setTimeout(() => form.requestSubmit()) }, { once: true })"""
    )
    home.page.get_by_role("button", name="Add a passkey").click()
    expect(home.page.get_by_text("Passkey added.")).to_be_visible()
    assert home.page.evaluate("sessionStorage.sent") == "once "


def test_who_has_none_or_cancels_stays_and_is_told_nothing(home):
    Keychain(home)
    home.open("/join")
    button = home.page.get_by_role("button", name="Open with a passkey")
    # The second press is heard once the first one is over.
    asked = []
    home.page.on("request", lambda request: OPTIONS.search(request.url) and asked.append(request))
    button.click()
    eventually(lambda: button.click() or len(asked) > 1)
    assert home.page.url.endswith("/join")
    expect(home.page.locator("[data-problem]")).to_be_empty()


def test_an_answer_that_does_not_come_is_said(home):
    Keychain(home)
    home.open("/join")
    home.page.route(OPTIONS, lambda route: route.abort())
    home.page.get_by_role("button", name="Open with a passkey").click()
    expect(home.page.get_by_role("alert")).to_contain_text("Can’t reach the server.")


def test_a_browser_without_passkeys_says_so(home):
    home.page.add_init_script("delete window.AuthenticatorAttestationResponse")
    home.open("/join")
    home.page.get_by_role("button", name="Open with a passkey").click()
    expect(home.page.get_by_role("alert")).to_contain_text("This browser can’t use passkeys here.")


def test_without_javascript_or_a_name_of_the_host_there_is_no_button(visit, server):
    plain, usual = visit(javascript=False), visit()
    for home, address in ((plain, server.address), (usual, server.address.replace("localhost", "127.0.0.1"))):
        home.page.goto(f"{address}/join")
        expect(home.page.get_by_role("button", name="Open", exact=True)).to_be_visible()
        expect(home.page.get_by_role("button", name="passkey")).to_have_count(0)


@pytest.mark.parametrize("path", ["/settings/sign-in", "/join"])
def test_the_pages_fit_a_small_phone_with_large_text_and_do_not_move(desk, path):
    page = desk.page
    page.add_init_script(
        """window.shift = 0
        new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shift += entry.value })
            .observe({ type: "layout-shift", buffered: true })"""
    )
    page.set_viewport_size({"width": 320, "height": 640})
    desk.open(path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shift") == 0
    assert page.evaluate(TOO_SMALL) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
