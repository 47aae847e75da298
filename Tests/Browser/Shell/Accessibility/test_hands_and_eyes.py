"""Accessibility: keyboard only, fast taps, forced colours, reduced motion."""

import pytest
from playwright.sync_api import expect


def test_everything_can_be_done_with_keys_alone(visit):
    home = visit(desktop=True)
    keys = home.page.keyboard

    def walk_to(target):
        for _ in range(60):
            keys.press("Tab")
            if home.page.evaluate("selector => document.activeElement.matches(selector)", target):
                ring = home.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert ring != "none", target
                return
        raise AssertionError(f"{target} cannot be reached")

    walk_to("[data-create]")
    keys.press("Enter")
    keys.type("Robins")
    keys.press("Enter")
    expect(home.cards).to_have_count(1)
    home.wait_until_awake()
    home.open()
    walk_to("[data-tap]")
    keys.press("Enter")
    keys.press("Space")
    home.shows("2")
    walk_to("[data-minus]")
    keys.press("Enter")
    home.shows("1")
    home.wait_until_saved()
    home.open()
    walk_to("[data-options]")
    keys.press("Enter")
    expect(home.menu).to_be_visible()
    keys.press("Escape")
    expect(home.menu).to_be_hidden()
    assert home.focused.startswith("options-")
    keys.press("Enter")
    walk_to("[data-reset]")
    keys.press("Enter")
    expect(home.page.locator("#confirm-reset")).to_be_visible()
    keys.press("Escape")
    assert home.focused.startswith("options-")
    keys.press("Enter")
    walk_to(".option--danger")
    keys.press("Enter")
    expect(home.cards).to_have_count(0)


def test_the_skip_link_leads_to_the_content(visit):
    home = visit(desktop=True)
    home.page.keyboard.press("Tab")
    skip = home.page.locator(".skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    home.page.keyboard.press("Enter")
    assert home.focused == "content"


def test_only_one_menu_is_open_and_a_tap_beside_it_closes_it_without_counting(home):
    for title in ("Robins", "Coffee", "Tea"):
        home.create(title)
    home.options("Robins").click()
    home.options("Tea").click()
    expect(home.menu).to_be_visible()
    home.field("Robins").click(position={"x": 20, "y": 20})
    expect(home.menu).to_be_hidden()
    home.shows("0", "Robins")
    home.tap("Robins")
    home.shows("1", "Robins")


def test_a_sheet_closes_by_escape_by_its_button_and_by_a_tap_beside_it(home):
    sheet = home.page.locator("dialog#create")
    add = home.page.get_by_role("link", name="New counter")
    for close in (
        lambda: home.page.keyboard.press("Escape"),
        lambda: sheet.locator("[data-close]").click(),
        lambda: home.page.mouse.click(195, 780),
    ):
        add.click()
        expect(sheet.get_by_role("textbox")).to_be_focused()
        close()
        expect(sheet).to_be_hidden()
        expect(add).to_be_focused()


def test_the_field_neither_selects_nor_zooms(home):
    home.create("Robins")
    style = home.field().evaluate("field => { const style = getComputedStyle(field); return [style.touchAction, style.userSelect] }")
    assert style == ["pan-y pinch-zoom", "none"]


CONTRASTS = """() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
    const light = colour => {
        canvas.fillStyle = colour
        canvas.fillRect(0, 0, 1, 1)
        const [red, green, blue] = Array.from(canvas.getImageData(0, 0, 1, 1).data, part => part / 255)
            .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one, other) => {
        const [bright, dim] = [light(one), light(other)].sort((a, b) => b - a)
        return (bright + 0.05) / (dim + 0.05)
    }
    const style = selector => getComputedStyle(document.querySelector(selector))
    const card = document.querySelector("[data-counter]")
    const found = []
    for (let colour = 0; colour < 8; colour += 1) {
        card.className = `card color-${colour}`
        const bar = style(".card-bar").backgroundColor, field = style(".card-field").backgroundColor
        found.push(
            { name: `title ${colour}`, least: 4.5, is: contrast(style(".card-title").color, bar) },
            { name: `number ${colour}`, least: 4.5, is: contrast(style(".count").color, field) },
            { name: `minus ${colour}`, least: 3, is: contrast(style(".minus").color, field) },
            { name: `ink ${colour}`, least: 4.5, is: contrast(style("#a1s").fill, field) },
            { name: `slash ${colour}`, least: 3, is: contrast(style("#a5s").fill, field) },
        )
    }
    found.push({ name: "add", least: 3, is: contrast(style(".add").color, style(".add").backgroundColor) })
    found.push({ name: "ring", least: 3, is: contrast(style("html").color, style("html").backgroundColor) })
    return found.filter(({ least, is }) => !(is >= least))
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_card_colour_can_be_read(visit, scheme):
    home = visit(color_scheme=scheme, reduced_motion="reduce")
    home.create("Robins")
    home.tap(times=6)
    assert home.page.evaluate(CONTRASTS) == []


def test_forced_colours_keep_marks_and_borders(visit):
    home = visit(forced_colors="active")
    home.create("Robins")
    home.tap(times=5)
    stroke = home.page.locator("#a5s").evaluate("slash => getComputedStyle(slash).fill")
    field = home.field().evaluate("field => getComputedStyle(field).color")
    assert stroke == field
    assert home.card().evaluate("card => getComputedStyle(card).borderTopStyle") == "solid"


def test_forced_colours_show_by_shape_where_one_is_and_what_is_chosen(visit):
    home = visit(forced_colors="active")
    counter = home.create("Robins").get_attribute("data-counter")
    tabs = home.page.locator(".tab").evaluate_all("tabs => tabs.map(tab => getComputedStyle(tab).textDecorationLine)")
    assert tabs == ["underline", "none", "none"]
    home.open(f"/counters/{counter}")
    steps = home.page.locator(".steps .chip").evaluate_all("steps => steps.map(step => getComputedStyle(step).outlineStyle)")
    assert steps == ["solid", "none", "none", "none"]


def test_reduced_motion_draws_at_once(visit):
    home = visit(reduced_motion="reduce")
    home.create("Robins")
    home.tap()
    assert home.page.locator("[data-marks] .fresh").count() == 0
    home.create("Coffee")
    assert home.page.evaluate("document.getAnimations().length") == 0


def test_more_contrast_draws_the_edges_of_cards_twice_as_wide(visit):
    home = visit(contrast="more")
    home.create("Robins")
    edge = "element => getComputedStyle(element).boxShadow"
    assert "0px 0px 0px 2px inset" in home.card().locator(".card-field").evaluate(edge)


COLOURS = "places => places.map(place => getComputedStyle(place, place.matches('i') ? '' : '::before').backgroundColor)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_more_contrast_leaves_the_colours_that_one_chooses_from(visit, scheme):
    home = visit(contrast="more", color_scheme=scheme)
    counter = home.create("Robins").get_attribute("data-counter")
    for path, places in ((f"/counters/{counter}", ".color"), ("/settings", ".pick:nth-child(1 of :has(.wheel)) i"), ("/tutorial/6", "[data-scheme=blue] i")):
        home.open(path)
        colours = home.page.locator(places).evaluate_all(COLOURS)
        assert len(colours) > 2 and len(set(colours)) == len(colours), path


def test_the_frame_around_a_way_cuts_no_word_beside_it(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.open(f"/counters/{counter}")
    home.page.keyboard.press("Tab")
    ways = home.page.locator(".way").all()
    assert len(ways) > 3
    for way in ways:
        way.focus()
        assert way.evaluate("way => { const { outlineWidth, outlineOffset } = getComputedStyle(way); return parseFloat(outlineWidth) > 0 && parseFloat(outlineWidth) + parseFloat(outlineOffset) <= 0 }")


@pytest.mark.parametrize("motion, moves", [("reduce", False), ("no-preference", True)])
def test_less_motion_leaves_what_is_pressed_where_it_is(visit, motion, moves):
    home = visit(desktop=True, reduced_motion=motion)
    home.create("Robins")
    field = home.field().bounding_box()
    count = home.card().locator(".card-field > .count")
    home.page.mouse.move(field["x"] + field["width"] / 2, field["y"] + field["height"] / 3)
    before = count.bounding_box()
    home.page.mouse.down()
    assert (count.bounding_box() != before) == moves
    home.page.mouse.up()
