"""The browsers that may open an account: listed, renamed, and signed out, which an open page notices immediately."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from devices import unfold
from home import eventually

OPERATIONS = re.compile("/operations$")


def recovery_link(home, signing_out=False):
    home.open("/settings/devices")
    home.page.get_by_role("checkbox", name="Sign out all other devices").set_checked(signing_out)
    home.page.get_by_role("button", name="recovery link").click()
    return home.page.locator("#recovery-link").input_value()


@pytest.fixture
def elsewhere(visit):
    """Somebody's second device, by the recovery link: elsewhere(home)."""

    def open_by_link(home, **shape):
        link = recovery_link(home)
        other = visit(**{"javascript": home.javascript, **shape})
        other.open_account(link)
        home.open()
        return other

    return open_by_link


def devices(home):
    home.open("/settings")
    home.page.get_by_role("link", name="Devices, sign-in and recovery").click()
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Devices")
    return home.page.locator(".device")


def this(listed):
    return listed.filter(has_text="This device")


def others(listed):
    return listed.filter(has_not_text="This device")


def sign_out(device):
    unfold(device)
    # The last one is signed out only for good.
    for box in device.get_by_role("checkbox").all():
        box.check()
    device.get_by_role("button", name=re.compile("^Sign out")).click()


def is_empty(home):
    expect(home.page.locator(".empty")).to_be_visible()
    expect(home.cards).to_have_count(0)


def is_told(home, seconds=5):
    """Of an open page that was left for the word on why."""
    heading = home.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("We don’t recognise this browser", timeout=seconds * 1_000)
    expect(home.page.locator("[data-counter]")).to_have_count(0)


def complaints(home):
    """What a page that was signed out is refused, the browser says as well."""
    return [line for line in home.complaints if "404" not in line and "ERR_FAILED" not in line]


def test_each_browser_is_listed_and_this_one_is_marked(any_home, elsewhere):
    home = any_home
    home.create("Robins")
    other = elsewhere(home, desktop=True)
    for device in (home, other):
        listed = devices(device)
        expect(listed).to_have_count(2)
        expect(this(listed)).to_have_count(1)
        expect(listed).to_contain_text(["Last used", "Last used"])
        # A line each, however many there are.
        expect(listed.get_by_role("button")).to_have_count(0)


def test_a_device_is_renamed_here_and_seen_elsewhere(any_home, elsewhere):
    home = any_home
    home.create("Robins")
    other = elsewhere(home)
    mine = unfold(this(devices(home)))
    mine.get_by_label("Name of the device").fill("Kitchen <tablet>")
    mine.get_by_role("button", name="Save the name").click()
    expect(this(home.page.locator(".device")).get_by_role("heading")).to_have_text("Kitchen <tablet>")
    expect(others(devices(other)).get_by_role("heading")).to_have_text("Kitchen <tablet>")
    unfold(other.page.locator(".device"))
    other.page.get_by_role("button", name="Sign out “Kitchen <tablet>”").click()
    home.open()
    is_empty(home)
    assert complaints(home) == complaints(other) == []


def test_a_name_of_nothing_is_no_name(home):
    home.create("Robins")
    mine = unfold(devices(home))
    mine.get_by_label("Name of the device").fill("   ")
    mine.get_by_role("button", name="Save the name").click()
    expect(mine.get_by_role("heading")).to_have_text("Unnamed device")


def test_an_open_page_of_a_device_that_is_signed_out_forgets_its_counters_at_once_and_says_why(home, elsewhere):
    home.create("Robins")
    home.tap(times=2)
    home.wait_until_saved()
    other = elsewhere(home)
    window = other.another_tab()
    for page in (other, window):
        page.shows("2")
    sign_out(others(devices(home)))
    expect(home.page.locator(".device")).to_have_count(1)
    for page in (other, window):
        is_told(page)
    # It may begin anew.
    other.page.get_by_role("link", name="Back to the counters").click()
    is_empty(other)
    home.open()
    home.shows("2")
    assert complaints(other) == complaints(home) == []


def test_a_tap_that_waited_when_its_device_was_signed_out_is_not_lost(home, elsewhere):
    home.create("Robins")
    other = elsewhere(home)
    attempts = []
    other.page.route(OPERATIONS, lambda route: (attempts.append(route), route.abort()))
    other.tap(times=3)
    other.shows("3")
    sign_out(others(devices(home)))
    expect(home.page.locator(".device")).to_have_count(1)
    attempts.clear()
    # While they cannot be asked about, they are shown and kept.
    eventually(lambda: other.page.wait_for_timeout(1) or attempts, seconds=30)
    other.shows("3")
    assert other.operations_kept() == 3
    other.page.unroute(OPERATIONS)
    # The next try is as far off as many failures have made it.
    is_told(other, seconds=40)
    home.open()
    home.shows("0")
    # They wait until the account is opened there again.
    link = recovery_link(home)
    other.open_account(link)
    other.wait_until_saved()
    home.open()
    home.shows("3")


def test_ten_quick_taps_on_a_device_signed_out_meanwhile_wait_for_their_account_and_it_is_said(home, elsewhere):
    home.create("Robins")
    other = elsewhere(home)
    # It does not hear of it, as in a tunnel that lets only taps through.
    other.page.context.route("**/events", lambda route: route.abort())
    other.reload()
    sign_out(others(devices(home)))
    expect(home.page.locator(".device")).to_have_count(1)
    other.page.evaluate("for (let taps = 0; taps < 10; taps += 1) document.querySelector('[data-tap]').click()")
    is_told(other)
    assert other.operations_kept() == 10
    home.open()
    home.shows("0")


def test_a_tap_that_is_refused_before_the_page_is_live_is_said_too(home, elsewhere):
    home.create("Robins")
    other = elsewhere(home)
    # Its clock stands still where the list would go live.
    other.page.clock.install()
    other.page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    other.page.context.route("**/events", lambda route: route.abort())
    other.reload()
    sign_out(others(devices(home)))
    expect(home.page.locator(".device")).to_have_count(1)
    assert other.page.locator("body[data-live]").count() == 0
    other.tap()
    is_told(other)


def test_all_others_are_signed_out_with_one_press(any_home, elsewhere):
    home = any_home
    home.create("Robins")
    first, second = elsewhere(home), elsewhere(home)
    listed = devices(home)
    expect(listed).to_have_count(3)
    home.page.get_by_role("button", name="Sign out all others").click()
    expect(listed).to_have_count(1)
    expect(this(listed)).to_have_count(1)
    expect(home.page.get_by_role("button", name="Sign out all others")).to_have_count(0)
    for other in (first, second):
        # An open page hears of it; one without JavaScript when it is loaded.
        if other.javascript:
            is_told(other)
        other.open()
        is_empty(other)
    home.open()
    home.shows("0", "Robins")


def test_a_new_recovery_link_signs_the_others_out_where_that_is_wanted(any_home, elsewhere):
    home = any_home
    home.create("Robins")
    other = elsewhere(home)
    kept = recovery_link(home)
    expect(devices(home)).to_have_count(2)
    other.open()
    other.shows("0", "Robins")
    link = recovery_link(home, signing_out=True)
    assert link != kept
    expect(devices(home)).to_have_count(1)
    if other.javascript:
        is_told(other)
    other.open()
    is_empty(other)
    # The link of before opens nothing, the new one does.
    other.page.goto(kept)
    expect(other.page.get_by_role("heading", level=1)).to_have_text("This recovery link doesn’t work")
    other.open_account(link)
    other.shows("0", "Robins")


def test_a_link_that_was_made_is_in_sight_at_once(any_home):
    home = any_home
    home.create("Robins")
    recovery_link(home)
    expect(home.page).to_have_url(home.server.path("/settings/devices#recovery"))
    expect(home.page.locator("#recovery-link")).to_be_in_viewport()
    expect(home.page.locator("#recovery")).to_have_css("outline-style", "none")


def test_who_signs_this_device_out_is_a_newcomer_here(any_home):
    home = any_home
    home.create("Robins")
    sign_out(this(devices(home)))
    expect(home.page).to_have_url(home.server.path("/"))
    is_empty(home)
    home.open("/settings/devices")
    expect(home.page.get_by_text("No devices yet")).to_be_visible()


def test_the_buttons_of_a_list_that_is_out_of_date_say_so_and_harm_nobody(any_home, elsewhere):
    home = any_home
    home.create("Robins")
    stale = [elsewhere(home)]
    stale += [stale[0].another_tab(), stale[0].another_tab()]
    for tab in stale:
        unfold(devices(tab))
    sign_out(others(devices(home)))
    expect(home.page.locator(".device")).to_have_count(1)
    for tab, name in zip(stale, ["Sign out all others", re.compile("^Sign out (?!all)"), "Save the name"]):
        tab.page.get_by_role("button", name=name).first.click()
        expect(tab.page.get_by_role("heading", level=1)).to_have_text("We don’t recognise this browser")
        tab.page.go_back()
        expect(tab.page.get_by_text("No devices yet")).to_be_visible()
    home.open()
    home.shows("0", "Robins")
