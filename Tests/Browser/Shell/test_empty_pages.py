"""A page that has nothing to show says so in one way: a faint gate, one sentence, and one button that leads on."""

import pytest
from playwright.sync_api import expect

from pages import TOO_SMALL

OF_A_COUNTER = ("/counters/{counter}/history", "/counters/{counter}/statistics")
PATHS = ("/trash", "/undo", "/counters/arrange", "/statistics", "/search?q=nobody", "/counters/deletion", "/settings/devices", "/settings/sign-in", "/settings/deletion", *OF_A_COUNTER)


@pytest.mark.parametrize("language", ["en-GB", "ja", "ru"])
def test_it_shows_a_gate_a_sentence_and_a_button(visit, language):
    home = visit(locale=language)
    for path in PATHS:
        if path == OF_A_COUNTER[0]:
            home.page.goto(home.server.path("/counters/new"))
            home.page.locator("main form").get_by_role("textbox").fill("Robins")
            home.page.keyboard.press("Enter")
            counter = home.cards.first.get_attribute("data-counter")
        home.open(path if path not in OF_A_COUNTER else path.format(counter=counter))
        part = home.page.locator(".problem")
        expect(part, path).to_have_count(1)
        expect(part.locator(".problem-gate")).to_be_visible()
        expect(part.locator("p").first).not_to_be_empty()
        button = part.get_by_role("link")
        expect(button).to_have_count(1)
        if path in OF_A_COUNTER:
            expect(home.page.get_by_role("heading", level=1)).to_have_css("text-align", "start")
        assert button.bounding_box()["height"] >= 48, path
        assert home.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        button.click()
        expect(home.page.locator("main")).to_be_visible()
    assert home.complaints == []


@pytest.mark.parametrize("letters", [100, 200])
@pytest.mark.parametrize("language", ["en-GB", "ja", "ru"])
def test_an_empty_list_has_one_button_under_its_words_until_there_is_a_counter(visit, language, letters):
    home = visit(locale=language)
    home.page.evaluate("letters => { document.documentElement.style.fontSize = `${letters}%` }", letters)
    button = home.page.locator("[data-create]:visible")
    expect(button).to_have_count(1)
    expect(home.page.locator(".add")).to_be_hidden()
    tabs = [tab.bounding_box() for tab in home.page.locator(".tab").all()]
    assert abs(tabs[0]["x"] - (390 - tabs[-1]["x"] - tabs[-1]["width"])) < 1
    box, words = button.bounding_box(), home.page.locator(".empty p").first.bounding_box()
    assert box["height"] >= 48 and words["y"] + words["height"] < box["y"] + 1
    assert home.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    button.click()
    home.page.get_by_role("dialog").get_by_role("textbox").fill("Robins")
    home.page.keyboard.press("Enter")
    expect(home.cards).to_have_count(1)
    expect(home.page.locator(".add")).to_be_visible()
    expect(button).to_have_count(1)


@pytest.mark.parametrize("language", ["en-GB", "fr", "ru"])
def test_two_ways_on_from_what_went_wrong_are_apart(visit, language):
    home = visit(locale=language)
    own = {"Origin": home.server.address}
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers=own)
    home.open()
    counter = home.card().get_attribute("data-counter")
    home.page.request.post(home.server.path(f"/counters/{counter}/deletion"), headers=own)
    home.page.goto(home.server.path(f"/counters/{counter}"))
    one, other = (way.bounding_box() for way in home.page.locator(".problem .button").all())
    assert other["x"] >= one["x"] + one["width"] + 8 or other["y"] >= one["y"] + one["height"] + 8


def test_a_search_says_once_that_nothing_is_called_that_and_shows_hits_again(home):
    home.create("Robins")
    home.open("/search")
    field = home.page.get_by_role("searchbox")
    field.fill("nobody")
    expect(home.page.locator(".problem-gate")).to_be_visible()
    # It is read out, and seen once.
    expect(home.page.locator("[data-search-sum]")).to_have_text("No matching counters.")
    expect(home.page.locator("[data-search-sum]")).to_contain_class("hidden")
    field.fill("rob")
    expect(home.page.locator(".hit")).to_have_count(1)
    expect(home.page.locator("[data-search-sum]")).not_to_contain_class("hidden")
    expect(home.page.locator(".problem-gate")).to_have_count(0)


def test_the_trash_gets_it_once_its_last_counter_is_restored(home):
    home.create("Robins")
    home.choose("Delete")
    expect(home.cards).to_have_count(0)
    home.open("/trash")
    expect(home.page.locator(".problem-gate")).to_have_count(0)
    home.page.get_by_role("button", name="Restore").click()
    expect(home.page.locator(".problem-gate")).to_be_visible()


def test_how_people_count_together_is_said_in_the_same_way_and_leads_on(home):
    home.create("Robins")
    home.wait_until_saved()
    home.open("/community")
    part = home.page.locator(".problem")
    expect(part.locator(".problem-gate")).to_be_visible()
    expect(part.get_by_role("heading", level=1)).to_have_text("Count together")
    part.get_by_role("link", name="Add a device").click()
    expect(home.page.get_by_role("button", name="Show a code")).to_be_in_viewport()


def test_where_there_is_no_counter_all_that_leads_on_is_large_enough(visit):
    home = visit()
    assert home.page.evaluate(TOO_SMALL) == []
    for path in ("/settings/devices", "/settings/sign-in", "/settings/deletion", "/goals"):
        home.open(path)
        assert home.page.evaluate(TOO_SMALL) == [], path
