"""The tutorial: six pages with counters to try, shown to first-time visitors."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

PAGES = ["/tutorial", *(f"/tutorial/{number}" for number in range(2, 7))]


class Tutorial:
    """A page of the tutorial as a person uses it."""

    def __init__(self, home, number=None):
        self.home, self.page = home, home.page
        if number:
            home.open(PAGES[number - 1])

    @property
    def path(self):
        return urlsplit(self.page.url).path

    def go(self, role, name):
        """By a link or a button that leads to another page."""
        with self.page.expect_navigation():
            self.page.get_by_role(role, name=name, exact=True).click()
        self.home.wait_until_awake()

    def is_at(self, number):
        expect(self.page.locator(".tutorial-place")).to_have_text(f"{number} of 6")
        expect(self.page.get_by_role("heading", level=1)).to_have_count(1)

    def sample(self, place=1):
        return self.page.locator("[data-sample]").nth(place - 1)

    def part(self, name, place=1):
        return self.sample(place).locator(f"[data-{name}]")

    def press(self, name, place=1, times=1):
        for _ in range(times):
            self.home._press(self.part(name, place))

    def choose(self, name):
        self.home._press(self.page.get_by_role("button", name=name, exact=True))

    def shows(self, count, place=1):
        expect(self.part("count-text", place)).to_have_text(count)

    @property
    def question(self):
        return self.page.locator("[data-question-sheet]")

    def answer(self, role, name):
        self.home._press(self.question.get_by_role(role, name=name, exact=True))
        expect(self.question).to_be_hidden()


def cookies(home):
    """All but the one that tells the device's time zone."""
    return {cookie["name"] for cookie in home.page.context.cookies()} - {"fivebar-zone"}


ANYWHERE = pytest.mark.parametrize("somebody", [
    {}, {"desktop": True}, {"javascript": False}, {"desktop": True, "javascript": False},
], ids=["phone", "desktop", "phone-without-javascript", "desktop-without-javascript"])


@ANYWHERE
def test_a_newcomer_goes_through_all_pages_and_starts_counting(visit, somebody):
    home = visit(newcomer=True, **somebody)
    tutorial = Tutorial(home)
    for number, path in enumerate(PAGES, 1):
        assert tutorial.path == path
        tutorial.is_at(number)
        expect(home.page.get_by_role("button", name="Skip")).to_have_count(1 if number < 6 else 0)
        expect(home.page.get_by_role("link", name="Back")).to_have_count(1 if number > 1 else 0)
        if number < 6:
            tutorial.go("link", "Next")
    assert cookies(home) == set()
    tutorial.go("button", "Start counting")
    assert tutorial.path == "/"
    home.open()
    assert tutorial.path == "/"
    home.create("Robins")
    assert home.complaints == []


@ANYWHERE
@pytest.mark.parametrize("number", [1, 3, 5])
def test_it_can_be_skipped_from_any_page_but_the_last(visit, somebody, number):
    home = visit(newcomer=True, **somebody)
    tutorial = Tutorial(home, number)
    tutorial.go("button", "Skip")
    assert tutorial.path == "/"
    # Without JavaScript it was asked whether the browser keeps cookies, a minute long. The list brings a newcomer's secret.
    assert cookies(home) - {"fivebar-asked", "fivebar-newcomer"} == {"fivebar-tutorial"}
    home.open()
    assert tutorial.path == "/"


def test_whoever_has_counters_never_sees_it_unasked(visit):
    home = visit(newcomer=True, path="/counters/new")
    home.page.get_by_role("textbox").fill("Robins")
    home.page.keyboard.press("Enter")
    expect(home.cards).to_have_count(1)
    home.open()
    expect(home.cards).to_have_count(1)


def test_it_is_shown_again_from_settings(any_home):
    any_home.open("/settings")
    tutorial = Tutorial(any_home)
    tutorial.go("link", "Tutorial")
    tutorial.is_at(1)
    tutorial.go("link", "Next")
    tutorial.go("link", "Back")
    tutorial.is_at(1)
    tutorial.go("button", "Skip")
    assert tutorial.path == "/"


def test_a_tap_adds_one(any_home):
    tutorial = Tutorial(any_home, 2)
    tutorial.shows("7")
    tutorial.press("tap", times=3)
    tutorial.shows("10")
    expect(tutorial.part("marks")).to_have_attribute("aria-label", re.compile("^10"))


def test_a_tap_on_the_title_folds_and_unfolds(any_home):
    tutorial = Tutorial(any_home, 3)
    tutorial.press("tap")
    tutorial.press("fold")
    expect(tutorial.part("tap")).to_be_hidden()
    expect(tutorial.part("badge")).to_have_text("14")
    expect(tutorial.part("fold")).to_have_attribute("aria-expanded", "false")
    tutorial.press("fold")
    expect(tutorial.part("tap")).to_be_visible()
    tutorial.shows("14")


def test_the_minus_takes_one_away_down_to_0(any_home):
    tutorial = Tutorial(any_home, 4)
    tutorial.press("minus")
    tutorial.shows("4")
    tutorial.press("minus", times=5)
    tutorial.shows("0")
    tutorial.press("tap")
    tutorial.shows("1")


def test_the_way_back_to_0_asks_first(any_home):
    tutorial = Tutorial(any_home, 5)
    tutorial.press("options")
    tutorial.press("reset")
    expect(tutorial.question.get_by_role("heading")).to_have_text(re.compile("Cups of tea"))
    tutorial.answer("link", "Cancel")
    tutorial.shows("12")
    tutorial.press("options")
    tutorial.press("reset")
    tutorial.answer("button", "Reset")
    tutorial.shows("0")
    expect(tutorial.part("menu")).to_be_hidden()


@pytest.mark.parametrize("desktop", [False, True], ids=["phone", "desktop"])
def test_a_held_minus_asks_and_takes_nothing_away(visit, desktop):
    tutorial = Tutorial(visit(desktop=desktop), 5)
    tutorial.part("minus").hover()
    tutorial.page.mouse.down()
    expect(tutorial.question).to_be_visible()
    tutorial.page.mouse.up()
    expect(tutorial.question).to_be_visible()
    tutorial.shows("12")
    tutorial.page.keyboard.press("Escape")
    expect(tutorial.question).to_be_hidden()
    expect(tutorial.part("options")).to_be_focused()
    tutorial.press("minus")
    tutorial.shows("11")


def test_a_menu_closes_by_escape_and_by_a_tap_beside_it(home):
    tutorial = Tutorial(home, 5)
    tutorial.press("options")
    expect(tutorial.part("menu")).to_be_visible()
    home.page.keyboard.press("Escape")
    expect(tutorial.part("menu")).to_be_hidden()
    expect(tutorial.part("options")).to_be_focused()
    tutorial.press("options")
    home.page.get_by_role("heading", level=1).click()
    expect(tutorial.part("menu")).to_be_hidden()


def test_looks_are_tried_on_the_sample_alone(any_home):
    tutorial = Tutorial(any_home, 6)
    before = cookies(any_home)
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    field = "field => getComputedStyle(field.parentElement).backgroundColor"
    page, card = any_home.page.evaluate(paper), tutorial.part("tap").evaluate(field)
    for name in ("Harbour", "Five-bar gates", "Dark"):
        tutorial.choose(name)
        expect(any_home.page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    expect(any_home.page.locator("[aria-pressed=true]")).to_have_count(3)
    expect(tutorial.sample()).to_have_attribute("data-style", "western")
    expect(tutorial.part("marks").locator("use")).to_have_count(2)
    assert tutorial.part("tap").evaluate(field) != card
    assert any_home.page.evaluate(paper) == page
    assert cookies(any_home) == before
    tutorial.press("tap")
    tutorial.shows("14")
    expect(tutorial.sample()).to_have_attribute("data-style", "western")


def test_the_samples_of_a_page_do_not_forget_each_other(any_home):
    tutorial = Tutorial(any_home, 1)
    tutorial.press("tap", 1)
    tutorial.press("fold", 3)
    tutorial.press("minus", 2, times=2)
    tutorial.press("tap", 3)
    for place, count in enumerate(("14", "5", "25"), 1):
        tutorial.shows(count, place)


def test_trying_sends_nothing(home):
    tutorial = Tutorial(home, 1)
    home.page.wait_for_load_state("networkidle")
    asked = []
    home.page.on("request", lambda request: asked.append(request.url))
    tutorial.press("tap", times=5)
    tutorial.press("minus")
    tutorial.press("fold")
    tutorial.press("options", 2)
    tutorial.press("reset", 2)
    tutorial.answer("button", "Reset")
    tutorial.shows("0", 2)
    # What may be asked for is files that are kept: shapes that the samples could come to need.
    assert [address for address in asked if "/shapes/" not in address] == []
    assert home.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('fivebar-operation-'))") == []


def test_without_scripts_the_focus_stays_where_one_was(visit):
    tutorial = Tutorial(visit(javascript=False), 4)
    for control in ("minus", "tap", "fold"):
        tutorial.press(control)
        expect(tutorial.part(control)).to_be_focused()


def test_the_arrow_keys_turn_the_pages(visit):
    tutorial = Tutorial(visit(desktop=True), 1)
    keys = tutorial.page.keyboard
    for key, number in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("ArrowLeft", 1)):
        keys.press(key)
        tutorial.is_at(number)
        tutorial.home.wait_until_awake()
    keys.press("ArrowLeft")
    tutorial.is_at(1)


def test_each_page_is_seen_without_scrolling(visit):
    for desktop in (False, True):
        home = visit(desktop=desktop)
        for path in PAGES:
            home.open(path)
            hidden = home.page.evaluate("document.documentElement.scrollHeight - innerHeight")
            assert hidden <= 0, (path, desktop)
            assert home.page.locator(".tutorial").bounding_box()["width"] <= 34 * 16


def test_large_text_on_a_narrow_phone_runs_down_and_not_aside(visit):
    home = visit(viewport={"width": 320, "height": 568})
    for path in PAGES:
        home.open(path)
        home.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert home.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path


def test_nothing_moves_where_motion_is_unwelcome(visit):
    tutorial = Tutorial(visit(reduced_motion="reduce"), 5)
    tutorial.press("tap")
    tutorial.press("options")
    tutorial.press("reset")
    assert tutorial.page.evaluate("document.getAnimations().length") == 0


CLASSES = """card => Array.from(card.querySelectorAll("*"), element => Array.from(element.classList)).flat()"""


def test_a_sample_is_made_as_a_real_card_is(visit):
    home = visit(desktop=True)
    home.create("Robins")
    home.tap(times=13)
    real = set(home.card().evaluate(CLASSES)) - {"fresh"}
    sample = set(Tutorial(home, 3).sample().evaluate(CLASSES))
    assert real <= sample
    assert sample - real == {"tutorial-form", "options-menu", "option"}
