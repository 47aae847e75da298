"""The first counter is made without a network, in a list that is empty as it was last seen: it waits, is drawn, and counts."""

import re

import pytest
from playwright.sync_api import expect

from home import eventually
from offline import go_offline, holds, kept, titles  # noqa: F401


@pytest.fixture(params=["newcomer", "account"])
def empty(request, kept):
    """Somebody without a counter: one who has done nothing yet, or who has deleted the last one."""
    if request.param == "account":
        kept.create("Robins")
        kept.choose("Delete", "Robins")
        expect(kept.page.locator(".empty")).to_be_visible()
    kept.open()
    holds(kept, "/", "data-introduction")
    holds(kept, "/waiting", "data-waiting-page")
    return kept


def is_the_servers(home):
    """The list is the server's own then, which has a way to put it in order."""
    expect(home.page.get_by_role("link", name="Edit")).to_be_visible()
    home.wait_until_saved()
    home.wait_until_awake()


def make(home, title):
    home.page.get_by_role("link", name="New counter").click()
    home.page.get_by_role("textbox", name="Name").fill(title)
    home.page.keyboard.press("Enter")
    expect(home.card(title)).to_be_visible()


def test_it_waits_is_drawn_and_counts_before_and_after_a_reload(empty):
    home = empty
    go_offline(home)
    home.open()
    make(home, "Wrens")
    expect(home.page.locator(".empty")).to_be_hidden()
    expect(home.field("Wrens")).to_be_focused()
    home.tap("Wrens", times=3)
    home.take_back("Wrens")
    home.shows("2", "Wrens")
    expect(home.card("Wrens").locator("[data-marks] svg")).to_be_visible()
    expect(home.card("Wrens")).to_contain_class("color-0")
    home.reload()
    expect(home.page.locator(".empty")).to_be_hidden()
    home.shows("2", "Wrens")
    make(home, "Finches")
    home.tap("Finches")
    home.tap("Wrens")
    expect(home.saving).to_contain_text("8 waiting")
    home.page.goto(home.server.path("/waiting"))
    expect(home.page.locator("[data-rows] > li").first).to_have_text(re.compile("^WrensNew counter"))
    home.open()
    go_offline(home, False)
    is_the_servers(home)
    expect(home.page.locator(".empty")).to_have_count(0)
    expect(titles(home)).to_have_text(["Wrens", "Finches"])
    for title, count in (("Wrens", "3"), ("Finches", "1")):
        home.shows(count, title)
        assert home.card(title).get_attribute("data-counter").isdigit()
    assert [line for line in home.complaints if "ERR_INTERNET_DISCONNECTED" not in line] == []


def delete_the_last_one_offline(home):
    """On a page that was made with a counter."""
    home.create("Robins")
    home.open()
    holds(home, "/", "Robins")
    go_offline(home)
    home.choose("Delete", "Robins")
    expect(titles(home)).to_have_count(0)
    home.reload()
    expect(titles(home)).to_have_count(0)


@pytest.mark.parametrize("happens", [lambda route: route.abort(), lambda route: None], ids=["fails", "hangs"])
def test_it_is_drawn_at_once_and_made_once_where_the_way_to_the_server(empty, happens):
    home = empty
    home.page.context.route(re.compile("/(health|counters|operations)$"), happens)
    make(home, "Wrens")
    home.tap("Wrens")
    home.shows("1", "Wrens")
    home.page.context.unroute_all()
    go_offline(home)
    go_offline(home, False)
    is_the_servers(home)
    expect(titles(home)).to_have_text(["Wrens"])
    home.shows("1", "Wrens")


def test_it_is_made_after_the_last_one_was_deleted_offline_and_the_page_was_loaded_again(kept):
    home = kept
    delete_the_last_one_offline(home)
    make(home, "Finches")
    home.tap("Finches")
    home.reload()
    expect(titles(home)).to_have_text(["Finches"])
    home.shows("1", "Finches")
    go_offline(home, False)
    home.wait_until_saved()
    eventually(lambda: home.card("Finches").get_attribute("data-counter").isdigit())
    expect(titles(home)).to_have_text(["Finches"])


def test_it_is_made_though_enter_is_faster_than_the_script_of_a_first_one(kept):
    home = kept
    delete_the_last_one_offline(home)
    home.page.evaluate("""() => {
        document.querySelector("[data-create]").click()
        const form = document.querySelector("[data-create-form]")
        form.elements.title.value = "Finches"
        form.requestSubmit()
    }""")
    expect(titles(home)).to_have_text(["Finches"])
    go_offline(home, False)
    home.wait_until_saved()
    expect(titles(home)).to_have_text(["Finches"])


def test_the_introduction_comes_back_with_the_last_counter_that_is_deleted(empty):
    home = empty
    go_offline(home)
    make(home, "Wrens")
    home.choose("Delete", "Wrens")
    expect(titles(home)).to_have_count(0)
    expect(home.page.locator(".empty")).to_be_visible()
    home.reload()
    expect(home.page.locator(".empty")).to_be_visible()
    make(home, "Finches")
    home.tap("Finches")
    go_offline(home, False)
    is_the_servers(home)
    expect(titles(home)).to_have_text(["Finches"])


def test_a_new_counter_takes_the_place_of_all_that_were_deleted_offline(kept):
    home = kept
    for title in ("Robins", "Wrens"):
        home.create(title)
    home.open()
    holds(home, "/", "Wrens")
    go_offline(home)
    for title in ("Robins", "Wrens"):
        home.choose("Delete", title)
    make(home, "Finches")
    home.tap("Finches")
    home.reload()
    expect(titles(home)).to_have_text(["Finches"])
    home.shows("1", "Finches")
    go_offline(home, False)
    home.wait_until_saved()
    eventually(lambda: home.card("Finches").get_attribute("data-counter").isdigit())
    expect(titles(home)).to_have_text(["Finches"])
