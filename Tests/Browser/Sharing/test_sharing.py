"""Sharing a counter by link: created, opened by a stranger, updated live, revoked."""

import re

import pytest
from playwright.sync_api import expect


def open_share(home):
    """The page of the first counter's link, as one comes to it."""
    home.open()
    counter = home.card().get_attribute("data-counter")
    home.open(f"/counters/{counter}")
    home.page.get_by_role("link", name="Share", exact=True).click()
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Share")
    return home.page


def make(page):
    page.get_by_role("button", name="Create a link").click()
    expect(field(page)).to_be_visible()
    return field(page).input_value()


def field(page):
    return page.get_by_role("textbox", name="Link to this counter")


def revoke(page):
    page.get_by_role("button", name="Revoke the link").click()
    expect(page.get_by_text("The link no longer works.")).to_be_visible()


@pytest.fixture
def stranger(visit, server):
    """Lets somebody without a cookie open a link."""

    def arrive(link, **wishes):
        assert link.startswith(f"{server.address}/shared/")
        return visit(newcomer=True, path=link.removeprefix(server.address), **wishes)

    return arrive


def look_again(page):
    """What a browser says when a page is shown again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_stranger_sees_the_counter_and_nothing_else(any_home, stranger):
    any_home.create("Robins")
    any_home.create("Secret wrens")
    any_home.tap("Robins", times=7)
    any_home.wait_until_saved()
    link = make(open_share(any_home))
    other = stranger(link, javascript=any_home.javascript)
    page = other.page
    expect(page).to_have_url(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Robins")
    expect(page.locator("[data-shared] .marks")).to_have_attribute("aria-label", re.compile("^7: "))
    expect(page.locator("[data-shared] .tally")).to_be_visible()
    expect(page.locator("[data-shared] .count")).to_have_text("7")
    expect(page.get_by_text("Secret")).to_have_count(0)
    expect(page.get_by_role("button")).to_have_count(0)
    assert page.context.cookies() == []
    assert any_home.complaints == [] and other.complaints == []
    # Whoever wants to count leaves by the one link there is.
    page.get_by_role("link", name="Shared from Fivebar").click()
    expect(page).to_have_url(re.compile("/tutorial$"))


def test_the_owner_opens_the_link_from_its_page(any_home):
    any_home.create("Robins")
    page = open_share(any_home)
    link = make(page)
    page.get_by_role("link", name="Open the link").click()
    expect(page).to_have_url(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Robins")


def test_what_is_shared_follows_the_count_by_itself(home, stranger):
    home.create("Robins")
    link = make(open_share(home))
    page = stranger(link).page
    page.clock.install()
    page.reload()
    expect(page.locator("body[data-awake]")).to_be_attached()
    home.open()
    home.tap(times=6)
    home.wait_until_saved()
    number = page.locator("[data-shared] .count")
    assert number.inner_text() == "0"
    page.clock.run_for(15_000)
    expect(number).to_have_text("6")
    expect(page.locator("[data-shared] .marks")).to_have_attribute("aria-label", re.compile("^6: "))
    expect(page.locator("[data-shared] .tally")).to_be_visible()


def test_a_page_that_is_shown_again_catches_up_also_with_look_and_title(home, stranger):
    home.create("Robins")
    link = make(open_share(home))
    other = stranger(link)
    home.open()
    home.tap(times=3)
    home.wait_until_saved()
    counter = home.card().get_attribute("data-counter")
    home.open(f"/counters/{counter}/title")
    home.page.get_by_role("textbox", name="Name").fill("Thrushes")
    home.page.keyboard.press("Enter")
    expect(home.card("Thrushes")).to_be_visible()
    look_again(other.page)
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Thrushes")
    expect(other.page.locator("[data-shared] .count")).to_have_text("3")
    expect(other.page).to_have_title("Thrushes · Fivebar")


def test_without_a_network_the_page_stays_as_it_is(home, stranger):
    home.create("Robins")
    link = make(open_share(home))
    other = stranger(link)
    other.page.context.set_offline(True)
    with other.page.expect_event("requestfailed"):
        look_again(other.page)
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Robins")
    home.open()
    home.tap()
    home.wait_until_saved()
    other.page.context.set_offline(False)
    expect(other.page.locator("[data-shared] .count")).to_have_text("1")


def test_a_revoked_link_works_no_more_and_undo_brings_it_back(any_home, stranger):
    any_home.create("Robins")
    page = open_share(any_home)
    link = make(page)
    opened = stranger(link, javascript=any_home.javascript).page
    revoke(page)
    assert opened.request.get(link).status == 404
    if any_home.javascript:
        look_again(opened)
    else:
        opened.reload()
    expect(opened.get_by_role("heading", level=1)).to_have_text("Page not found")

    page.get_by_role("button", name="Undo").click()
    expect(field(page)).to_have_value(link)
    assert opened.request.get(link).status == 200
    revoke(page)
    assert make(page) != link
    assert opened.request.get(link).status == 404


def test_a_deleted_counters_link_works_again_once_it_is_restored(home, stranger):
    home.create("Robins")
    link = make(open_share(home))
    page = stranger(link).page
    home.open()
    home.choose("Delete")
    expect(home.page.locator("#notice")).to_be_visible()
    assert page.request.get(link).status == 404
    home.page.get_by_role("button", name="Undo").click()
    expect(home.card("Robins")).to_be_visible()
    assert page.request.get(link).status == 200


def test_the_link_is_copied(visit):
    home = visit(desktop=True, permissions=["clipboard-read", "clipboard-write"])
    home.create("Robins")
    page = open_share(home)
    link = make(page)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status").filter(has_text="Link copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_where_a_page_has_no_clipboard_the_old_way_copies(home):
    home.page.add_init_script(
        """Object.defineProperty(navigator, "clipboard", { value: undefined })
        addEventListener("copy", () => {
            const { value, selectionStart, selectionEnd } = document.activeElement
            window.copied = value.slice(selectionStart, selectionEnd)
        })"""
    )
    home.create("Robins")
    page = open_share(home)
    link = make(page)
    copy = page.get_by_role("button", name="Copy")
    copy.click()
    expect(page.get_by_role("status").filter(has_text="Link copied.")).to_be_visible()
    assert page.evaluate("window.copied") == link
    expect(copy).to_be_focused()


def test_the_device_is_handed_the_link_where_it_takes_one(home):
    home.page.add_init_script("Navigator.prototype.share = async data => { window.sent = data }")
    home.create("Robins")
    page = open_share(home)
    link = make(page)
    page.get_by_role("button", name="Send").click()
    assert page.evaluate("window.sent") == {"title": "Robins", "url": link}


def test_no_button_is_there_that_does_nothing(visit):
    home = visit()
    home.page.add_init_script("delete Navigator.prototype.share")
    home.create("Robins")
    page = open_share(home)
    make(page)
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    expect(page.get_by_role("button", name="Send")).to_be_hidden()

    plain = visit(javascript=False)
    plain.create("Robins")
    page = open_share(plain)
    make(page)
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    expect(page.get_by_role("button", name="Send")).to_be_hidden()


@pytest.mark.parametrize("desktop", [False, True], ids=["phone", "desktop"])
def test_it_looks_as_its_reader_wants(home, stranger, desktop):
    home.create("Robins")
    link = make(open_share(home))
    other = stranger(link, desktop=desktop)
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = other.page.evaluate(paper)
    other.page.context.add_cookies([{"name": "fivebar-look", "value": "dark.fivebar.fractal", "url": link}])
    other.page.reload()
    assert other.page.evaluate(paper) != light


def test_what_is_there_to_be_sent_is_the_main_thing(any_home):
    any_home.create("Robins")
    page = open_share(any_home)
    make(page)
    copy = page.get_by_role("button", name="Copy", exact=True)
    expect(page.get_by_role("link", name="Open the link")).to_have_class("button")
    if any_home.javascript:
        expect(copy).to_have_class("button button--primary")
    else:
        expect(copy).to_have_count(0)
