"""URLs that lead to counters from elsewhere: by position, by the app's own links, to a new one."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect


@pytest.fixture
def furnished(any_home):
    for title in ("Robins", "Wrens", "Owls"):
        any_home.create(title)
    any_home.fold("Wrens")
    return any_home


@pytest.mark.parametrize("path", ["/index/2", "/open?link=" + quote("web+fivebar:index/2")])
def test_a_place_in_the_list_opens_its_card(furnished, path):
    furnished.open(path)
    expect(furnished.card("Wrens").locator(".tap")).to_be_visible()
    expect(furnished.card("Wrens").locator(".tap")).to_be_focused()
    furnished.tap("Wrens")
    furnished.open("/")
    expect(furnished.card("Wrens")).to_contain_text("1")


@pytest.mark.parametrize("path", ["/new", "/open?link=" + quote("web+fivebar:new")])
def test_a_link_leads_to_a_new_counter(any_home, path):
    any_home.open(path)
    title = any_home.page.get_by_role("textbox", name="Name")
    expect(title).to_be_focused()
    title.fill("Coots")
    any_home.page.keyboard.press("Enter")
    expect(any_home.card("Coots")).to_be_visible()


@pytest.mark.parametrize("path", ["/index/9", "/index/0", "/open?link=" + quote("web+fivebar:https://example.org")])
def test_what_leads_nowhere_says_so(furnished, path):
    answer = furnished.page.goto(furnished.server.path(path))
    assert answer.status == 404
    expect(furnished.page.get_by_role("heading", level=1)).to_be_visible()


def test_browsers_learn_to_search_here(any_home):
    link = any_home.page.locator("link[rel=search]")
    answer = any_home.page.request.get(any_home.server.address + link.get_attribute("href"))
    assert answer.status == 200 and re.search(r"<Url [^>]*q=\{searchTerms\}", answer.text())
