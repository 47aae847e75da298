"""The edges of fields and buttons, for who sees them by nothing else: with forced colours, and with more contrast."""

import pytest
from playwright.sync_api import expect

from colours import contrast, THEMES

# What stands around something: its outline and its border, also of what is drawn before and after it. A border is as plain
# as its faintest side.
EDGES = """control => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
    const painted = (...colours) => {
        for (const colour of colours) {
            canvas.fillStyle = colour
            canvas.fillRect(0, 0, 1, 1)
        }
        return Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3)
    }
    const ground = getComputedStyle(document.documentElement).backgroundColor
    const line = (style, name) => style[`${name}Style`] === "none" || parseFloat(style[`${name}Width`]) === 0
        ? painted(ground) : painted(ground, style[`${name}Color`])
    const drawn = [undefined, "::before", "::after"].map(part => getComputedStyle(control, part))
        .filter((style, place) => place === 0 || style.content !== "none" && style.content !== "normal")
    return {
        ground: painted(ground),
        edges: drawn.flatMap(style => [[line(style, "outline")], ["Top", "Right", "Bottom", "Left"].map(side => line(style, `border${side}`))]),
    }
}"""


def plainness(control):
    """The contrast of its plainest edge with the page: 1 is no edge at all."""
    found = control.evaluate(EDGES)
    return max(min(contrast(line, found["ground"]) for line in edge) for edge in found["edges"])


def faint(home, *selectors):
    """What of them can be seen by its edge only with difficulty, or not at all."""
    found = []
    for selector in selectors:
        controls = home.page.locator(f"{selector}:visible")
        expect(controls).not_to_have_count(0)
        found += [(selector, plainness(control)) for control in controls.all()]
    return [(selector, edge) for selector, edge in found if edge < 3]


@pytest.fixture(params=[(theme, desktop) for theme in THEMES for desktop in (False, True)], ids=lambda param: f"{param[0]}-{'desktop' if param[1] else 'phone'}")
def furnish(request, visit):
    """Lets somebody with a counter come, by day and by night, with a phone and at a desk."""
    def arrive(path, **wishes):
        theme, desktop = request.param
        home = visit(desktop=desktop, color_scheme=theme, **wishes)
        counter = home.create("Robins").get_attribute("data-counter")
        home.wait_until_saved()
        home.open(path.format(counter=counter))
        # What has the focus has an edge of its own.
        home.page.evaluate("document.activeElement.blur()")
        return home

    return arrive


def test_forced_colours_leave_everything_on_a_counters_page_its_edge(furnish):
    home = furnish("/counters/{counter}", forced_colors="active")
    assert faint(home, ".card-field--large", ".minus", ".chip", ".segment[aria-pressed=true]", ".color") == []


def test_forced_colours_leave_everything_in_search_its_edge(furnish):
    home = furnish("/search", forced_colors="active")
    assert faint(home, "input[type=search]", ".hit-card") == []


def test_more_contrast_gives_what_is_typed_into_and_pressed_an_edge(furnish):
    assert faint(furnish("/search", contrast="more"), "input[type=search]") == []
    assert faint(furnish("/counters/{counter}", contrast="more"), ".minus", ".chip", ".color") == []
