"""Every colour of every scheme, light and dark: readable, distinct from its neighbour, and as chosen."""

import itertools

import pytest
from playwright.sync_api import expect

from colours import contrast, linear, ON_CARDS, ON_PAGES, PAINTED, SCHEMES, THEMES, times, too_faint
from goals import make


# Linear light as seen without red cones, without green ones, without blue ones (Machado, Oliveira and Fernandes, 2009).
EYES = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def painted(home, names, place="", **choice):
    return home.page.evaluate(PAINTED, {"choice": choice, "place": place, "names": list(names)})


def distance(one, other, eyes):
    """How far apart two colours look: the distance in OKLab."""
    def seen(colour):
        light = [max(part, 0) for part in times(EYES[eyes], linear(colour))]
        cones = times(((0.4122, 0.5363, 0.0514), (0.2119, 0.6807, 0.1074), (0.0883, 0.2817, 0.6300)), light)
        roots = [cone ** (1 / 3) for cone in cones]
        return times(((0.2105, 0.7936, -0.0041), (1.9780, -2.4286, 0.4506), (0.0259, 0.7828, -0.8087)), roots)
    return sum((a - b) ** 2 for a, b in zip(seen(one), seen(other))) ** 0.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_card_can_be_read(home, scheme, theme):
    names = {name for text, ground, _ in ON_CARDS for name in (text, ground)}
    faint = []
    for place in range(8):
        colours = painted(home, names, f"color-{place}", scheme=scheme, theme=theme)
        faint += [f"color {place}: {what}" for what in too_faint(ON_CARDS, colours)]
    assert faint == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_neighbouring_bars_can_be_told_apart_whatever_colours_one_sees(home, scheme, theme):
    bars = [painted(home, ["bar"], f"color-{place}", scheme=scheme, theme=theme)["bar"] for place in range(8)]
    alike = []
    for place, eyes in itertools.product(range(8), EYES):
        found = distance(bars[place], bars[(place + 1) % 8], eyes)
        least = 0.06 if theme == "light" else 0.03
        if found < least:
            alike.append(f"{place} and {(place + 1) % 8}, eyes {eyes}: {found:.3f}, not {least}")
    assert alike == []


@pytest.mark.parametrize("theme", THEMES)
def test_every_text_can_be_read_on_paper_and_on_a_sheet(home, theme):
    names = {name for text, ground, _ in ON_PAGES for name in (text, ground)}
    assert too_faint(ON_PAGES, painted(home, names, theme=theme)) == []


@pytest.mark.parametrize("system", THEMES)
def test_the_theme_is_the_chosen_one_or_else_the_system_s(visit, system):
    home = visit(color_scheme=system)

    def is_dark(**choice):
        colours = painted(home, ["paper", "ink"], **choice)
        return sum(colours["paper"]) < sum(colours["ink"])

    assert is_dark() == (system == "dark")
    assert is_dark(theme="dark")
    assert not is_dark(theme="light")


def test_print_is_light_whatever_was_chosen(visit):
    home = visit(color_scheme="dark")
    home.page.emulate_media(media="print", color_scheme="dark")
    colours = painted(home, ["paper", "field", "title-ink"], "color-0", theme="dark")
    assert colours["paper"] == colours["field"] == [255, 255, 255]
    assert sum(colours["title-ink"]) < 150


def test_a_goal_is_printed_dark_on_light_and_without_its_buttons(visit):
    home = visit()
    make(home)
    home.page.emulate_media(media="print", color_scheme="dark")
    colours = painted(home, ["paper", "ink", "ink-soft", "ink-faint"])
    assert colours["paper"] == [255, 255, 255]
    for text in ("ink", "ink-soft", "ink-faint"):
        assert contrast(colours[text], colours["paper"]) >= 4.5, text
    color = "place => getComputedStyle(place).color"
    assert home.page.locator(".goal-percent").evaluate(color) == home.page.locator(".goal-bar h1").evaluate(color)
    expect(home.page.locator(".goal-bar > .icon-button:visible")).to_have_count(0)


def test_a_goal_that_fills_a_page_is_printed_on_one(visit):
    home = visit(viewport={"width": 390, "height": 200})
    make(home)
    home.page.emulate_media(media="print")
    below = home.page.locator("[data-dots]").evaluate("field => document.documentElement.scrollHeight - scrollY - field.getBoundingClientRect().bottom")
    assert below < 20


def test_a_counters_page_is_printed_without_what_it_can_be_set_to(home):
    home.create("Robins")
    home.wait_until_saved()
    home.open(f"/counters/{home.card().get_attribute('data-counter')}")
    home.page.emulate_media(media="print")
    expect(home.page.get_by_role("heading", name="Robins")).to_be_visible()
    expect(home.page.locator("main button:visible:not([data-tap]), main a.option:visible, .way:visible")).to_have_count(0)


def test_without_a_choice_the_cards_wear_the_scheme_of_the_house(home):
    assert painted(home, ["bar"], "color-3") == painted(home, ["bar"], "color-3", scheme="fivebar")
