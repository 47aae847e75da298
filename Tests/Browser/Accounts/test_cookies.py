"""Browsers that refuse cookies: they are told so before anything is made, and what was typed stays."""

import pytest
from playwright.sync_api import expect

from home import Home
from server import Server
from way import without_cookies


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def refuser(request, browser, server):
    """Somebody new whose browser keeps no cookies, also none of a script's."""
    with without_cookies(server) as address:
        context = browser.new_context(locale="en-GB", java_script_enabled=request.param, service_workers="block")
        context.set_default_timeout(10_000)
        if request.param:
            context.add_init_script("Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} })")
        yield Home(context.new_page(), Server(address), request.param)
        context.close()


def refused(home):
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Your browser refuses cookies")


def test_the_end_of_the_tutorial_says_so_and_leads_on(refuser):
    refuser.page.goto(refuser.server.path("/"))
    refuser.page.get_by_role("button", name="Skip").click()
    refused(refuser)
    refuser.page.get_by_role("link", name="Back to the counters").click()
    expect(refuser.page.get_by_text("Nothing here yet. Create your first counter, then tap it to count.")).to_be_visible()


def test_the_first_counter_is_kept_in_its_form(refuser):
    page = refuser.page
    page.goto(refuser.server.path("/counters/new"))
    page.get_by_label("Name").fill("Robins & wrens")
    page.get_by_role("button", name="Create").click()
    refused(refuser)
    expect(page.get_by_label("What you typed")).to_have_value("Robins & wrens")
    page.get_by_role("button", name="Try again").click()
    refused(refuser)
    expect(page.get_by_label("What you typed")).to_have_value("Robins & wrens")


def test_the_first_counter_of_the_list_s_own_form_is_kept(refuser):
    page = refuser.page
    if not refuser.javascript:
        pytest.skip("without a script it has a page of its own")
    refuser.open("/?cookies=refused")
    page.get_by_role("link", name="New counter").first.click()
    page.get_by_label("Name").fill("Robins")
    page.keyboard.press("Enter")
    refused(refuser)
    expect(page.get_by_label("What you typed")).to_have_value("Robins")


def test_the_first_goal_is_kept_in_its_form(refuser):
    page = refuser.page
    page.goto(refuser.server.path("/goals/new"))
    page.get_by_label("Name").fill("Read")
    page.get_by_role("button", name="Create").click()
    refused(refuser)
    expect(page.get_by_label("What you typed")).to_have_value("Read")


def test_what_was_kept_is_made_once_cookies_are_allowed(visit):
    """The browser of this one keeps cookies, and comes by the address that asks for one."""
    home = visit(newcomer=True, path="/counters/new")
    home.page.context.clear_cookies()
    home.page.get_by_label("Name").fill("Robins")
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.locator("[data-name]")).to_have_text("Robins")
