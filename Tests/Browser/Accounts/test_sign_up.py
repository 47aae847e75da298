"""A private site: what a stranger sees, and how an invitation lets somebody in."""

import pytest
from playwright.sync_api import expect

from home import eventually
from offline import go_offline, is_kept


@pytest.fixture
def server(server_of_its_own):
    with server_of_its_own(FIVEBAR_SIGN_UP="invitation") as server:
        yield server


@pytest.fixture(params=[True, False], ids=["phone", "phone-without-javascript"])
def javascript(request):
    return request.param


def is_private(home):
    expect(home.page.get_by_role("heading", level=1)).to_have_text("This site is private")


def unexpected(home):
    """The browser says of each 403 that it was one."""
    return [line for line in home.complaints if "403" not in line]


def test_a_stranger_is_told_how_to_come_in_and_shown_nothing_that_cannot_work(visit, javascript):
    stranger = visit(javascript=javascript)
    for path in ("/", "/goals", "/counters/new", "/settings"):
        stranger.open(path)
        is_private(stranger)
        expect(stranger.page.locator("main form, main button")).to_have_count(0)
    overhang = stranger.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overhang <= 0
    stranger.page.get_by_role("link", name="Open your counters on this device").click()
    expect(stranger.page.get_by_role("textbox", name="Code")).to_be_visible()
    assert unexpected(stranger) == []


def test_who_is_invited_counts(visit, server, javascript):
    link = server.address + server.command("account", "invite")
    invited = visit(javascript=javascript, path=link.removeprefix(server.address))
    expect(invited.page.get_by_role("heading", level=1)).to_have_text("You’re invited to count here")
    invited.page.get_by_role("button", name="Start counting").click()
    expect(invited.page).to_have_url(server.path("/"))
    invited.wait_until_awake()
    invited.create("Robins")
    invited.tap(times=2)
    invited.wait_until_saved()
    invited.open()
    invited.shows("2")
    # The link leads them home, and nobody else in.
    invited.page.goto(link)
    invited.wait_until_awake()
    invited.shows("2")
    assert unexpected(invited) == []
    late = visit(javascript=javascript)
    late.page.goto(link)
    expect(late.page.get_by_role("heading", level=1)).to_have_text("This invitation doesn’t work")


def test_what_a_browser_has_kept_goes_when_nobody_is_signed_in_any_more(visit, server):
    invited = visit(path=server.command("account", "invite"), service_workers="allow")
    invited.page.get_by_role("button", name="Start counting").click()
    expect(invited.page).to_have_url(server.path("/"))
    invited.wait_until_awake()
    is_kept(invited)
    invited.create("Robins")
    invited.open()
    invited.page.context.clear_cookies()
    invited.open()
    is_private(invited)
    go_offline(invited)
    invited.page.goto(server.path("/"))
    expect(invited.page.get_by_role("heading", level=1)).to_have_text("You’re offline")


def test_an_impatient_finger_opens_one_account(visit, server):
    link = server.command("account", "invite")
    invited = visit(path=link)
    invited.page.get_by_role("button", name="Start counting").dblclick()
    expect(invited.page).to_have_url(server.path("/"))
    invited.wait_until_awake()
    invited.create("Robins")
    invited.shows("0")


def test_a_form_of_a_page_of_before_is_refused_with_the_reason(visit, server, server_of_its_own, javascript):
    stranger = visit(javascript=javascript, path="/join")
    with server_of_its_own() as before:
        kept = stranger.page.request.get(before.path("/")).text()
    stranger.page.route(server.path("/"), lambda route: route.fulfill(body=kept, content_type="text/html; charset=utf-8"))
    stranger.open()
    stranger.page.get_by_role("link", name="New counter").click()
    if javascript:
        stranger.page.get_by_role("textbox", name="Name").fill("Robins")
        stranger.page.keyboard.press("Enter")
    is_private(stranger)
    assert unexpected(stranger) == []


def test_what_waits_without_an_account_is_refused_with_the_reason_and_stays_listed(visit):
    stranger = visit(path="/join")
    stranger.page.evaluate(
        """id => localStorage.setItem(`fivebar-operation-000000000001--${id}`, JSON.stringify(
            { id, kind: "createCounter", change: { title: "Robins" }, at: Date.now(), offset: 0 }))""",
        "01936b7e-0000-7000-8000-000000000001")
    stranger.open("/waiting")
    refused = stranger.page.locator("[data-refused-rows] > li")
    for _ in range(2):
        expect(refused).to_have_count(1)
        expect(refused).to_contain_text("New counter")
        expect(refused).to_contain_text("This site is private.")
        eventually(lambda: stranger.operations_kept() == 0)
        stranger.reload()
    assert unexpected(stranger) == []
