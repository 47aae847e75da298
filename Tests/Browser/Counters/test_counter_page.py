"""A single counter: its page, its full-screen page, and the shortcuts that lead there."""

from counter_page import alone, count_field, own_page, press
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect


def test_what_is_set_on_a_counters_page_is_saved_at_once_and_one_stays_there(any_home):
    home, page = any_home, any_home.page
    path = own_page(home)
    page.evaluate("window.isSame = true")
    card, number = alone(page), alone(page, "[data-count-text]")

    def button(name):
        return page.get_by_role("button", name=name, exact=True)

    def is_pressed(name):
        expect(button(name)).to_have_attribute("aria-pressed", "true")
        assert urlsplit(page.url).path == urlsplit(home.server.path(path)).path
        expect(page.locator(".notice")).to_contain_text("Eggs")

    press(home, button("+5"))
    is_pressed("+5")
    press(home, alone(page, "[data-tap]"))
    expect(number).to_have_text("5")
    home.wait_until_saved()
    press(home, button("Colour 4"))
    is_pressed("Colour 4")
    expect(card).to_contain_class("color-3")
    press(home, button("Five-bar gates"))
    is_pressed("Five-bar gates")
    expect(card).to_have_attribute("data-style", "western")
    page.get_by_text("Other…").click()
    page.get_by_label("Each tap adds").and_(page.locator("input")).fill("6")
    press(home, page.locator(".other-step").get_by_role("button", name="Save"))
    expect(page.locator("summary").get_by_text("+6", exact=True)).to_be_visible()
    expect(card).to_have_attribute("data-step", "6")
    count_field(page).fill("30")
    press(home, page.get_by_role("button", name="Save").last)
    expect(number).to_have_text("30")
    press(home, page.locator(".notice").get_by_role("button", name="Undo"))
    expect(number).to_have_text("5")
    assert urlsplit(page.url).path == urlsplit(home.server.path(path)).path
    press(home, page.get_by_role("button", name="Redo"))
    expect(number).to_have_text("30")
    if home.javascript:
        assert page.evaluate("window.isSame"), "the page was loaded anew"
    home.open()
    home.shows("30", "Eggs")
    expect(home.card("Eggs")).to_contain_class("color-3")
    assert home.complaints == []


def test_a_number_that_cannot_be_is_told_at_its_field(any_home):
    home, page = any_home, any_home.page
    own_page(home)
    whole, large = "Enter a whole number, 0 or more.", "That’s too large. The largest number is 9,223,372,036,854,775,807."
    for text, problem in (("-3", whole), ("many", whole), ("9223372036854775808", large)):
        count_field(page).fill(text)
        with page.expect_navigation():
            page.get_by_role("button", name="Save").last.click()
        expect(count_field(page)).to_have_value(text)
        expect(page.get_by_text(problem)).to_be_visible()
    count_field(page).fill("7")
    press(home, page.get_by_role("button", name="Save").last)
    expect(alone(page, "[data-count-text]")).to_have_text("7")


def test_the_focus_and_the_place_are_kept_where_something_is_set(home):
    own_page(home)
    swatch = home.page.get_by_role("button", name="Colour 3", exact=True)
    swatch.scroll_into_view_if_needed()
    stands = home.page.evaluate("scrollY")
    swatch.focus()
    home.page.keyboard.press("Enter")
    expect(home.page.locator(".notice")).to_be_visible()
    expect(swatch).to_be_focused()
    assert home.page.evaluate("scrollY") == stands
    # What others do meanwhile does not take the offer away.
    other = home.another_tab()
    other.tap("Eggs")
    expect(alone(home.page, "[data-count-text]")).to_have_text("1", timeout=15_000)
    undo = home.page.locator(".notice").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    undo.click()
    expect(home.page.get_by_role("button", name="Colour 1", exact=True)).to_have_attribute("aria-pressed", "true")


def test_what_is_undone_beside_the_number_is_what_was_done_last(home):
    own_page(home)
    page, undo = home.page, home.page.locator("[data-undo-at]")
    page.locator("[data-tap]").click(position={"x": 40, "y": 40})
    for name in ("Colour 3", "Five-bar gates"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".notice")).to_be_visible()
    home.wait_until_saved()
    undo.click()
    expect(page.locator("[data-counter]")).to_have_attribute("data-style", "fractal")
    page.locator(".notice [data-dismiss]").click()
    undo.click()
    expect(page.get_by_role("button", name="Colour 1", exact=True)).to_have_attribute("aria-pressed", "true")
    page.locator(".notice [data-dismiss]").click()
    undo.click()
    expect(alone(page, "[data-count-text]")).to_have_text("0")
    expect(undo).to_be_hidden()


def test_what_cannot_be_saved_is_shown_as_it_was(home):
    own_page(home)
    home.page.route("**/color", lambda route: route.fulfill(status=422, content_type="application/json", headers={"fivebar-answer": "yes"}, body='{"problem": "Not that one."}'))
    home.page.get_by_role("button", name="Colour 3", exact=True).click()
    expect(home.saving).not_to_be_empty()
    expect(home.page.get_by_role("button", name="Colour 1", exact=True)).to_have_attribute("aria-pressed", "true")
    home.page.unroute("**/color")
    home.page.get_by_role("button", name="Colour 3", exact=True).click()
    expect(home.page.locator("[data-counter]")).to_contain_class("color-2")


def test_renaming_and_resetting_lead_back_to_the_page_they_were_asked_for_on(any_home):
    home, page = any_home, any_home.page
    path = own_page(home)
    press(home, alone(page, "[data-tap]"))
    home.wait_until_saved()
    if home.javascript:
        page.evaluate("window.isTheSame = true")
    page.get_by_role("link", name="Rename").first.click()
    if home.javascript:
        # An empty name changes nothing, and neither does Escape.
        field = page.get_by_role("textbox", name="Rename")
        field.fill("")
        field.press("Enter")
        page.get_by_role("link", name="Rename").last.click()
        field.fill("Nothing")
        field.press("Escape")
        expect(alone(page, "h1")).not_to_have_text("Nothing")
        page.get_by_role("link", name="Rename").first.click()
        field.fill("Hens’ eggs")
        with page.expect_response(lambda answer: answer.url.endswith("/title")):
            field.press("Enter")
        expect(page).to_have_title("Hens’ eggs · Fivebar")
    else:
        page.get_by_label("Name").fill("")
        page.get_by_role("button", name="Save").click()
        page.get_by_label("Name").fill("Hens’ eggs")
        page.get_by_role("button", name="Save").click()
    expect(alone(page, "h1")).to_have_text("Hens’ eggs")
    assert urlsplit(page.url).path == urlsplit(home.server.path(path)).path
    page.get_by_role("link", name="Reset to 0").click()
    page.get_by_text("Cancel").locator("visible=true").click()
    expect(alone(page, "[data-count-text]")).to_have_text("1")
    page.get_by_role("link", name="Reset to 0").click()
    page.get_by_role("button", name="Reset").click()
    expect(alone(page, "[data-count-text]")).to_have_text("0")
    assert not home.javascript or page.evaluate("window.isTheSame")
    press(home, page.locator(".notice").get_by_role("button", name="Undo"))
    expect(alone(page, "[data-count-text]")).to_have_text("1")
    assert urlsplit(page.url).path == urlsplit(home.server.path(path)).path


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("way", ["", "/full"])
def test_a_large_number_in_large_letters_stands_in_one_line_beside_its_buttons(visit, way, width):
    home = visit(viewport={"width": width, "height": 700})
    path = own_page(home)
    home.server.set_count(path.split("/")[-1], 12_345_677)
    home.page.add_init_script("""
        addEventListener("DOMContentLoaded", () => {
            const sheet = new CSSStyleSheet()
            sheet.replaceSync("html { font-size: 200% !important }")
            document.adoptedStyleSheets.push(sheet)
        })""")
    home.open(path + way)
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    home.page.locator("[data-tap]").click(position={"x": 30, "y": 30})
    number = alone(home.page, "[data-count-text]")
    expect(number).to_have_text("12,345,678")
    undo = home.page.locator("[data-undo-at]")
    expect(undo).to_be_visible()
    box = number.bounding_box()
    assert box["height"] < 2 * number.evaluate("number => parseFloat(getComputedStyle(number).fontSize)")
    text = number.evaluate("number => { const range = document.createRange(); range.selectNodeContents(number); const { left, right, top, bottom } = range.getBoundingClientRect(); return { left, right, top, bottom } }")
    assert 0 <= text["left"] and text["right"] <= width
    for other in (undo, home.page.locator("[data-minus]")):
        around = other.bounding_box()
        assert around["x"] >= text["right"] or around["x"] + around["width"] <= text["left"] or around["y"] + around["height"] <= text["top"] + 1


@pytest.mark.parametrize("way", ["", "/full"])
def test_a_tap_is_undone_where_it_was_made(home, way):
    path = own_page(home)
    home.open(path + way)
    page = home.page
    expect(page.locator("body[data-awake]")).to_be_attached()
    number, undo = alone(page, "[data-count-text]"), page.get_by_role("button", name="Undo")
    expect(undo).to_be_hidden()
    # Without the press, which moves what is drawn for a moment.
    top = "number => number.offsetTop"
    stands = number.evaluate(top)
    for _ in range(2):
        page.locator("[data-tap]").click(position={"x": 40, "y": 40})
    page.locator("[data-minus]").click()
    expect(number).to_have_text("1")
    assert number.evaluate(top) == stands
    for count in ("2", "1", "0"):
        undo.click()
        expect(number).to_have_text(count)
    expect(undo).to_be_hidden()
    # The focus is never on what is gone.
    expect(page.locator("[data-tap]")).to_be_focused()
    home.wait_until_saved()
    page.reload()
    expect(number).to_have_text("0")
    assert home.complaints == []


def test_a_shortcut_counts_once_for_each_opening(visit):
    home = visit()
    home.create("Robins")
    home.wait_until_saved()
    number = alone(home.page, "[data-count-text]")
    home.open("/quick/last")
    expect(number).to_have_text("1")
    home.wait_until_saved()
    home.page.reload()
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    expect(number).to_have_text("1")
    home.open("/quick/last")
    expect(number).to_have_text("2")


def test_a_shortcut_counts_by_a_button_where_there_is_no_script(visit):
    home = visit(javascript=False)
    home.create("Robins")
    home.open("/quick/last")
    number = alone(home.page, "[data-count-text]")
    expect(number).to_have_text("0")
    home._press(home.page.locator("[data-tap]"))
    expect(number).to_have_text("1")


def test_a_colour_and_a_style_are_drawn_before_any_answer(visit):
    home = visit()
    own_page(home)
    home.page.wait_for_load_state("networkidle")
    home.page.route("**/counters/*/*", lambda route: None)
    card, color = alone(home.page), home.page.locator("#color button").nth(3)
    color.click()
    home.page.get_by_role("button", name="Five-bar gates").click()
    expect(card).to_contain_class(f"color-{color.get_attribute('value')}")
    expect(card).to_have_attribute("data-style", "western")


def test_the_bar_with_the_name_stays_while_the_page_scrolls(visit):
    home = visit()
    counter = home.create("Robins").get_attribute("data-counter")
    home.open(f"/counters/{counter}")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    home.page.evaluate("scrollTo(0, 200)")
    bar = home.page.locator(".counter-bar").bounding_box()
    assert (bar["y"], home.page.evaluate("scrollY")) == (0, 200)
    box = home.page.locator(".card-field--large").bounding_box()
    assert (box["x"], box["width"]) == (bar["x"], bar["width"])


def test_on_a_phone_the_bar_of_a_counter_is_the_head_of_each_of_its_pages(visit):
    home = visit()
    path = own_page(home, "Robins")
    width = home.page.viewport_size["width"]
    for part, bar in (("", ".counter-bar"), ("/history", ".page-bar"), ("/statistics", ".page-bar"), ("/share", ".page-bar")):
        home.open(path + part)
        box = home.page.locator(bar).bounding_box()
        assert (box["x"], box["y"], box["width"]) == (0, 0, width), part
        expect(home.page.get_by_role("link", name="Goals", exact=True)).to_be_visible()
    assert home.complaints == []


def test_the_row_that_sets_the_count_shows_it_and_follows_it(any_home):
    home, page = any_home, any_home.page
    own_page(home)
    row = page.locator(".count-setting summary")
    expect(row).to_contain_text("0")
    press(home, alone(page, "[data-tap]"))
    expect(row).to_contain_text("1")
    press(home, alone(page, "[data-minus]"))
    expect(row).to_contain_text("0")
    count_field(page).fill("1250")
    press(home, page.get_by_role("button", name="Save").last)
    expect(row).to_contain_text("1,250")


def test_a_tap_counts_on_top_of_a_number_that_was_typed_before_it_though_that_is_never_answered(home):
    counter = own_page(home).split("/")[-1]
    home.server.set_count(counter, 5)
    home.page.reload()
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    home.page.route("**/count", lambda route: None)
    with home.page.expect_request("**/count"):
        count_field(home.page).fill("100")
        home.page.keyboard.press("Enter")
    home.page.locator("[data-tap]").click()
    number = alone(home.page, "[data-count-text]")
    expect(number).to_have_text("101")
    home.wait_until_saved()
    assert home.server.count_of(counter) == 101
    expect(number).to_have_text("101")


def test_the_chip_that_opens_another_step_stays_under_the_finger(home):
    home.open(f"/counters/{home.create('Laps').get_attribute('data-counter')}")
    chip = home.page.locator(".other-step > summary")
    before = chip.bounding_box()
    chip.click()
    expect(home.page.locator(".other-step").get_by_role("textbox")).to_be_visible()
    assert chip.bounding_box() == before
