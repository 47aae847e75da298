"""The appearance is chosen in settings, and correct at first paint."""

import itertools

import pytest
from playwright.sync_api import expect


def choose(home, *names):
    """Chooses in settings: in the sheet over the counters, or on the page where there are no scripts."""
    home.open()
    home.page.get_by_role("link", name="Settings").click()
    expect(home.page.get_by_role("heading", name="Settings")).to_be_visible()
    for name in names:
        if home.javascript:
            with home.page.expect_response(lambda answer: answer.request.method == "POST"):
                home.page.get_by_label(name, exact=True).check()
        else:
            home.page.get_by_label(name, exact=True).check()
    if home.javascript:
        home.page.get_by_role("button", name="Close").click()
    else:
        home.page.locator("[data-choices]").get_by_role("button", name="Save").click()


def paper(home):
    return home.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def test_a_theme_is_chosen_against_the_system(any_home):
    any_home.open()
    by_day = paper(any_home)
    choose(any_home, "Dark")
    any_home.open()
    by_night = paper(any_home)
    assert by_night != by_day
    expect(any_home.page.locator("html[data-theme=dark]")).to_have_count(1)
    assert any_home.page.locator("meta[name=theme-color]").count() == 1
    choose(any_home, "System")
    any_home.open()
    assert paper(any_home) == by_day


def test_a_choice_in_the_sheet_is_seen_at_once(home):
    home.create("Robins")
    bar = home.card("Robins").locator(".card-bar")
    before = bar.evaluate("bar => getComputedStyle(bar).backgroundColor")
    choose(home, "Harbour")
    assert bar.evaluate("bar => getComputedStyle(bar).backgroundColor") != before
    home.open()
    expect(home.page.locator("html[data-scheme=harbour]")).to_have_count(1)


def test_new_counters_are_drawn_in_the_chosen_style(any_home):
    choose(any_home, "Five-bar gates")
    any_home.open()
    any_home.create("Robins")
    expect(any_home.page.locator("[data-counter]")).to_have_attribute("data-style", "western")


def test_looks_of_one_browser_are_not_those_of_another(home, visit):
    choose(home, "Dark", "Pink")
    expect(visit().page.locator("html[data-theme], html[data-scheme]")).to_have_count(0)


@pytest.mark.parametrize("look", ["dark", "a.b.c", "dark.pink.western.x", "%00.%22.<", "dark..fractal"])
def test_a_cookie_that_says_nothing_known_changes_nothing_else(home, server, look):
    home.page.context.add_cookies([{"name": "fivebar-look", "value": look, "url": server.address}])
    home.open()
    expect(home.page.get_by_role("heading", name="Counters")).to_be_attached()
    assert "<" not in home.page.evaluate("Object.values(document.documentElement.dataset).join()")


def test_the_tabs_lead_to_their_places_and_say_where_one_is(any_home):
    # Goals are a world of their own, without tabs.
    any_home.page.get_by_role("link", name="Goals", exact=True).click()
    expect(any_home.page.get_by_role("heading", name="Goals")).to_be_attached()
    expect(any_home.page.locator(".tabs")).to_have_count(0)
    any_home.page.get_by_role("link", name="Back to the counters").click()
    for name in ("Community", "Home"):
        any_home.page.get_by_role("link", name=name, exact=True).click()
        expect(any_home.page.locator("[aria-current=page]")).to_have_text(name)


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("path", ["/", "/statistics", "/counters/arrange", "/settings/sign-in"])
def test_nothing_in_the_line_at_the_top_covers_another(visit, locale, path):
    home = visit(desktop=True, locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Origin": home.server.address})
    home.open(path)
    for width in (768, 820, 1024, 1280, 1920):
        home.page.set_viewport_size({"width": width, "height": 800})
        for letters in ("100%", "200%"):
            boxes = home.page.evaluate("""letters => {
                document.documentElement.style.fontSize = letters
                const parts = document.querySelectorAll(".shell-name, .tab, .shell-head .icon-button, .shell-head .button, .edit, .add")
                return Array.from(parts, part => {
                    const { left, right, top, bottom } = part.getBoundingClientRect()
                    return { name: part.textContent.trim() || part.getAttribute("aria-label"), left, right, top, bottom }
                })
            }""", letters)
            assert len(boxes) > 4
            for one, other in itertools.combinations(boxes, 2):
                apart = one["right"] <= other["left"] or other["right"] <= one["left"] or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]
                assert apart, (width, letters, one, other)
            assert all(0 <= box["left"] and box["right"] <= width for box in boxes), (width, letters)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "ru-RU"])
def test_at_a_desk_the_word_on_saving_stands_beside_the_tabs_and_moves_nothing(visit, locale):
    home = visit(desktop=True, locale=locale)
    home.page.request.post(home.server.path("/counters"), form={"title": "Robins"}, headers={"Origin": home.server.address})
    home.open()
    # It comes with the sheet that has the word's place.
    expect(home.page.locator(".sync-rest")).to_be_attached()
    parts = ".shell-name, .tab, .shell-head > .icon-button, .edit, .card"
    boxes = "parts => Array.from(document.querySelectorAll(parts), part => part.getBoundingClientRect().toJSON())"
    for width in (1200, 1280, 1920):
        home.page.set_viewport_size({"width": width, "height": 800})
        before = home.page.evaluate(boxes, parts)
        home.page.context.set_offline(True)
        home.tap()
        expect(home.saving.get_by_role("link")).to_be_visible()
        assert home.page.evaluate(boxes, parts) == before
        said, tabs, search = (home.page.locator(part).bounding_box() for part in (".sync", ".tabs", "[data-search]"))
        assert tabs["x"] + tabs["width"] <= said["x"] and said["x"] + said["width"] <= search["x"]
        assert 0 <= said["y"] and said["y"] + said["height"] <= 80
        home.page.context.set_offline(False)
        home.wait_until_saved()
        home.says_all_is_saved()


@pytest.mark.parametrize("path", ["/counters/{counter}", "/settings", "/tutorial/6", "over the list", "menu"])
def test_each_style_has_its_own_drawing_and_its_name(home, path):
    counter = home.create("Robins").get_attribute("data-counter")
    if path.startswith("/"):
        home.open(path.format(counter=counter))
    elif path == "menu":
        home.options().click()
    else:
        home.page.get_by_role("link", name="Settings").click()
    choices = home.page.locator(".drawn:visible")
    expect(choices.first).to_have_css("display", "flex")
    expect(choices.nth(2).locator(".style-name")).to_have_css("position", "absolute")
    assert [drawing.get_attribute("href") for drawing in choices.locator("use").all()] == ["#icon-fractal", "#icon-western", "#icon-zheng"]
    for place in range(3):
        expect(choices.nth(place).locator(".icon")).to_be_visible()
    expect(choices).to_have_text(["Fractal", "Five-bar gates", "正, five-stroke character"])
    colours = home.page.evaluate("""() => {
        const probe = document.createElement("p")
        document.body.append(probe)
        probe.style.color = "var(--accent)"
        return [getComputedStyle(document.querySelector("#icon-zheng .icon-slash")).stroke, getComputedStyle(probe).color]
    }""")
    assert colours[0] == colours[1]
