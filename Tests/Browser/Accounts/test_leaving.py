"""Opening another account without bringing along what one has: nothing is lost for good without a word."""

from playwright.sync_api import expect

from devices import recovery_link

FIREFOX_ON_ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


def code_of(home):
    home.open("/settings/devices")
    home.page.get_by_role("button", name="Show a code").click()
    return home.page.locator(".code--large").inner_text()


def way(home):
    return home.page.get_by_role("region", name="Code")


def along(place):
    return place.get_by_label("Add the counters and goals of this browser")


def lost(place):
    return place.get_by_label("Lose the counters and goals of this browser for good")


def is_asked(home, place):
    """With JavaScript by the browser, before anything is sent; without it by the server."""
    if home.javascript:
        assert lost(place).evaluate("box => !box.validity.valid")
    else:
        expect(place.get_by_text("Add them, or confirm that you’ll lose them.")).to_be_visible()
        expect(lost(place)).to_be_focused()
        # Of several forms, the one that was sent says it.
        expect(home.page.locator(".field-problem:not(:empty)")).to_have_count(1)


def test_what_nothing_else_opens_is_lost_only_by_who_ticks_it(any_home, visit):
    owner, home = visit(), any_home
    owner.create("Robins")
    home.create("Tea")
    code = code_of(owner)
    home.open("/join")
    place = way(home)
    expect(place.get_by_text("they’re lost for good")).to_be_visible()
    expect(lost(place)).to_be_hidden()
    place.get_by_role("textbox", name="Code").fill(code)
    along(place).uncheck()
    expect(lost(place)).to_be_visible()
    place.get_by_role("button", name="Open", exact=True).click()
    is_asked(home, place)
    expect(place.get_by_role("textbox", name="Code")).to_have_value(code)
    lost(place).check()
    place.get_by_role("button", name="Open", exact=True).click()
    expect(home.page).to_have_url(home.server.path("/"))
    expect(home.card("Robins")).to_be_visible()
    expect(home.cards).to_have_count(1)
    assert [line for line in home.complaints if "422" not in line] == []


def test_a_box_that_was_asked_for_stands_in_nobodys_way_who_adds_after_all(any_home, visit):
    owner, home = visit(), any_home
    owner.create("Robins")
    home.create("Tea")
    link = recovery_link(owner)
    home.page.goto(link)
    expect(along(home.page)).not_to_be_checked()
    expect(lost(home.page)).to_be_visible()
    home.page.get_by_role("button", name="Open here").click()
    is_asked(home, home.page)
    along(home.page).check()
    expect(lost(home.page)).to_be_hidden()
    home.page.get_by_role("button", name="Open here").click()
    expect(home.page.get_by_text("Counters and goals added.")).to_be_visible()
    expect(home.cards).to_have_count(2)


def test_who_has_another_way_in_is_told_and_not_asked(any_home, visit):
    owner, home = visit(), any_home
    owner.create("Robins")
    home.create("Tea")
    back, code = recovery_link(home), code_of(owner)
    home.open("/join")
    place = way(home)
    expect(place.get_by_text("you can open them again")).to_be_visible()
    place.get_by_role("textbox", name="Code").fill(code)
    along(place).uncheck()
    expect(lost(place)).to_have_count(0)
    place.get_by_role("button", name="Open", exact=True).click()
    expect(home.card("Robins")).to_be_visible()
    home.open_account(back)
    expect(home.card("Tea")).to_be_visible()
    expect(home.cards).to_have_count(1)


def test_a_recovery_link_of_what_is_open_here_leads_to_it(any_home):
    home = any_home
    home.create("Robins")
    home.page.goto(recovery_link(home))
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Your counters are already open here")
    expect(home.page.get_by_role("button", name="Open here")).to_have_count(0)
    home.page.locator("main").get_by_role("link", name="Back to the counters").click()
    expect(home.card("Robins")).to_be_visible()
    home.open("/settings/devices")
    expect(home.page.locator(".device")).to_have_count(1)


def test_two_browsers_of_one_kind_have_names_of_their_own(visit):
    owner = visit(user_agent=FIREFOX_ON_ANDROID)
    owner.create("Robins")
    code = code_of(owner)
    other = visit(desktop=True, user_agent=FIREFOX_ON_ANDROID)
    other.open("/join")
    way(other).get_by_role("textbox", name="Code").fill(code)
    way(other).get_by_role("button", name="Open", exact=True).click()
    expect(other.card("Robins")).to_be_visible()
    other.open("/settings/devices")
    expect(other.page.locator(".device h2")).to_have_text(["Firefox, Android phone (2)", "Firefox, Android phone"])
