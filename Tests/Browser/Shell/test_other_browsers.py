"""The main flows, and every colour in light and dark, in Firefox and WebKit, current and old."""

import pytest

from another_browser import create, started  # noqa: F401
from colours import ON_CARDS, ON_PAGES, SCHEMES, THEMES, too_faint
from firefox import Firefox
from home import eventually
from webkit import OldWebKit, WebKit

TODAY = "[data-dots] [aria-current=date]"
DAY = "dialog[open] .day"


@pytest.fixture(params=[Firefox, WebKit, OldWebKit], ids=lambda kind: kind.__name__)
def browser(request, started, server):
    """Somebody new, on the page with the counters."""
    return started(request.param).become_somebody_new(server)


@pytest.fixture(params=[Firefox, WebKit], ids=lambda kind: kind.__name__)
def desk_browser(request, started, server):
    """Somebody new at a desk: with keys, and a system that has its day and its night."""
    return started(request.param).become_somebody_new(server)


def count(browser):
    return browser.text("[data-count-text]")


def make_goal(browser):
    browser.open("/goals/new")
    browser.type("[name=name]", "Read")
    browser.press("main button", "Create")
    browser.see(TODAY)
    browser.wait_until_awake()


def is_done(browser):
    return browser.ask("return document.querySelector(arguments[0])?.matches('.done')", TODAY)


def test_a_counter_is_made_and_counts_and_is_still_there_later(browser):
    create(browser, "Robins")
    assert browser.text("[data-name]") == "Robins"
    for _ in range(3):
        browser.press("[data-tap]")
    browser.press("[data-minus]")
    browser.shows("[data-count-text]", "2")
    browser.wait_until_saved()
    browser.open("/")
    assert count(browser) == "2"


def test_the_enter_key_makes_a_counter_and_keys_count(browser):
    browser.press("[data-create]")
    browser.type("#create [name=title]", "Robins" + browser.ENTER)
    browser.see("[data-counter]")
    browser.wait_until_awake()
    browser.type("[data-tap]", browser.ENTER)
    browser.shows("[data-count-text]", "1")
    browser.type("[data-tap]", "+")
    browser.shows("[data-count-text]", "2")


def test_escape_leaves_a_sheet_and_gives_the_focus_back(desk_browser):
    browser = desk_browser
    browser.press("[data-create]")
    browser.type("#create [name=title]", "Robins" + browser.ESCAPE)
    browser.sees_no("dialog[open]")
    assert browser.ask("return document.activeElement.matches('[data-create]')")


@pytest.mark.parametrize("style", ["fractal", "western", "zheng"])
def test_marks_are_drawn_in_ink_and_red(browser, style):
    create(browser, "Robins")
    for _ in range(7):
        browser.press("[data-tap]")
    browser.wait_until_saved()
    browser.press("[data-options]")
    browser.press(f"[data-restyle][value={style}]")
    eventually(lambda: browser.ask("return document.querySelector('[data-counter]').dataset.style") == style)
    browser.press("[data-options]")
    colours = browser.painted(["mark-1", "mark-2"])
    # As a script has drawn them, and as the server has.
    for _ in range(2):
        eventually(lambda: min(browser.area_of(colour, "[data-marks]") for colour in colours.values()) > 40)
        browser.open("/")


@pytest.mark.parametrize("page", ["", "/full"])
def test_two_fingers_that_overlap_count_two(browser, page):
    create(browser, "Robins")
    if page:
        number = browser.ask("return document.querySelector('[data-counter]').dataset.counter")
        browser.open(f"/counters/{number}{page}")
    browser.two_fingers_overlap("[data-tap]", asides=(-0.2, 0.1))
    browser.shows("[data-count-text]", "2")
    browser.wait_until_saved()
    browser.open("/")
    assert count(browser) == "2"


def test_a_long_press_marks_a_day_of_a_goal_and_another_takes_it_back(browser):
    make_goal(browser)
    for done in (True, False):
        browser.finger_down(1, TODAY)
        eventually(lambda: is_done(browser) == done)
        browser.lift(1)
        browser.wait_until_saved()
        browser.open(browser.path())
        assert is_done(browser) == done
    browser.sees_no("dialog[open]")


def test_a_day_opens_over_its_goal_and_keeps_a_note(browser):
    make_goal(browser)
    browser.press(TODAY)
    browser.press(f"{DAY} [data-mark]")
    browser.type(f"{DAY} textarea", "By the window")
    browser.press(f"{DAY} form:has([data-note]) button", "Close")
    browser.sees_no(DAY)
    browser.wait_until_saved()
    browser.open(browser.path())
    assert is_done(browser)
    browser.press(TODAY)
    browser.see(f"{DAY} textarea")
    assert browser.value(f"{DAY} textarea") == "By the window"


def test_what_is_chosen_in_settings_is_seen_at_once_and_kept(browser):
    create(browser, "Robins")
    by_day = [browser.colour("html"), browser.colour(".card-bar")]
    browser.press("[data-settings]")
    browser.press("dialog[open] .pick", "Dark")
    browser.press("dialog[open] .pick", "Orchard")
    eventually(lambda: browser.colour("html") != by_day[0] and browser.colour(".card-bar") != by_day[1])
    chosen = [browser.colour("html"), browser.colour(".card-bar")]
    eventually(lambda: browser.cookie("fivebar-look").startswith("dark.orchard"))
    browser.press("dialog[open] button", "Close")
    browser.sees_no("dialog[open]")
    browser.open("/")
    assert [browser.colour("html"), browser.colour(".card-bar")] == chosen


def test_what_was_deleted_is_brought_back(browser):
    create(browser, "Robins")
    browser.press("[data-tap]")
    browser.wait_until_saved()
    browser.press("[data-options]")
    browser.press("[data-delete]")
    browser.sees_no("[data-counter]")
    browser.press(".notice button", "Undo")
    browser.see("[data-counter]")
    browser.shows("[data-count-text]", "1")


# Day and night


def names_of(pairs):
    return {name for text, ground, _ in pairs for name in (text, ground)}


@pytest.mark.parametrize("theme", THEMES)
def test_every_card_and_every_text_can_be_read(browser, theme):
    faint = too_faint(ON_PAGES, browser.painted(names_of(ON_PAGES), theme=theme))
    for scheme in SCHEMES:
        for place in range(8):
            colours = browser.painted(names_of(ON_CARDS), f"color-{place}", scheme=scheme, theme=theme)
            faint += [f"{scheme} {place}: {what}" for what in too_faint(ON_CARDS, colours)]
    assert faint == []


@pytest.mark.parametrize("theme", THEMES)
def test_neighbouring_cards_have_bars_and_fields_of_their_own(browser, theme):
    for name in ("bar", "field"):
        colours = [tuple(browser.painted([name], f"color-{place}", theme=theme)[name]) for place in range(8)]
        assert len(set(colours)) == 8


def test_goals_are_dark_by_day(browser):
    browser.open("/goals")
    colours = browser.painted(["paper", "ink", "accent", "on-accent"])
    assert colours["paper"] == [26, 26, 26]
    assert sum(colours["ink"]) > 600
    # One of a pair that goals take over from the counters.
    assert sum(colours["accent"]) > sum(colours["on-accent"])


def test_without_a_choice_it_is_the_system_s_day_or_night(desk_browser, server):
    # Day at last, as all others have it.
    for scheme in ("dark", "light"):
        desk_browser.prefer(scheme)
        colours = desk_browser.become_somebody_new(server).painted(["paper", "ink"])
        assert (sum(colours["paper"]) < sum(colours["ink"])) == (scheme == "dark")


def test_a_sheet_dims_what_is_behind_it(browser):
    browser.press("[data-create]")
    browser.see("dialog[open]")
    dim = browser.run("return getComputedStyle(document.querySelector('dialog[open]'), '::backdrop').backgroundColor")
    assert dim not in ("", "transparent", "rgba(0, 0, 0, 0)")
