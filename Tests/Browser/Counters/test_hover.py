"""A pointer over a field: it sees what a tap would add, and which keys count."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def desk(visit):
    home = visit(desktop=True)
    home.create("Robins")
    home.open()
    return home


def point_at(home, title="Robins"):
    home.field(title).hover(position={"x": 200, "y": 120})
    return ghost(home, title)


def ghost(home, title="Robins"):
    return home.card(title).locator(".ghost")


def point_elsewhere(home):
    home.page.mouse.move(600, 40)


def set_to(home, count, style="fractal", step=1):
    counter = home.card().get_attribute("data-counter")
    home.open(f"/counters/{counter}")
    expect(home.page.locator("[data-counters]")).to_be_attached()
    pane = home.page.locator("[data-beside]")
    pane.locator(f"[name=style][value={style}]").click()
    expect(home.card()).to_have_attribute("data-style", style)
    if step > 1:
        pane.get_by_role("button", name=f"+{step}", exact=True).click()
        expect(home.card()).to_have_attribute("data-step", str(step))
    home.server.set_count(counter, count)
    home.open()
    home.shows(f"{count:,}")


def test_the_next_mark_is_seen_faintly_where_it_will_stand(desk):
    set_to(desk, 12)
    before = desk.card().locator("[data-marks]").inner_html()
    spot = point_at(desk)
    expect(spot).to_have_css("opacity", "0.26")
    shown = spot.locator("use").bounding_box()
    # It is another drawing, and moves nothing.
    assert desk.card().locator("[data-marks]").inner_html() == before
    desk.page.emulate_media(reduced_motion="reduce")
    desk.field().click(position={"x": 200, "y": 120})
    desk.shows("13")
    expect(spot).to_have_count(0)
    boxes = desk.card().locator("[data-marks] .tally").evaluate("tally => Array.from(tally.children, child => { const { x, y, width, height } = child.getBoundingClientRect(); return [x, y, width, height] })")
    # The gate that it became part of ends where it stood.
    x, y, width, height = boxes[-1]
    assert abs(x + width - shown["x"] - shown["width"]) < 2
    assert y - 4 <= shown["y"] and shown["y"] + shown["height"] <= y + height + 4
    assert desk.complaints == []


@pytest.mark.parametrize("style", ["fractal", "western", "zheng"])
def test_every_style_has_its_next_mark(desk, style):
    for count in (0, 1, 4, 5, 24, 99, 100, 999, 1284):
        set_to(desk, count, style)
        spot = point_at(desk)
        expect(spot.locator("use")).to_have_count(1)
        assert spot.locator("use").get_attribute("href").endswith("s"), count
        box = spot.locator("use").bounding_box()
        assert box["width"] > 0 and box["height"] > 0, count
        field = desk.card().locator(".card-field").bounding_box()
        assert field["x"] <= box["x"] and box["x"] + box["width"] <= field["x"] + field["width"], count
        assert field["y"] <= box["y"] and box["y"] + box["height"] <= field["y"] + field["height"], count
    assert desk.complaints == []


def test_a_larger_step_shows_all_that_comes(desk):
    set_to(desk, 12, step=10)
    spot = point_at(desk)
    expect(spot.locator("use")).to_have_count(3)
    # The number to come stands there instead of the keys.
    assert desk.field().evaluate("tap => getComputedStyle(tap, '::before').content") == "none"


def test_it_leaves_with_the_pointer_and_with_a_tap(desk):
    spot = point_at(desk)
    expect(spot).to_have_count(1)
    point_elsewhere(desk)
    expect(spot).to_have_count(0)
    point_at(desk)
    expect(spot).to_have_count(1)
    desk.minus().hover()
    expect(spot).to_have_count(0)
    point_at(desk)
    expect(spot).to_have_count(1)
    desk.page.mouse.down()
    expect(spot).to_have_count(0)
    desk.page.mouse.up()
    desk.shows("1")
    expect(spot).to_have_count(0)


def test_it_is_never_that_of_an_earlier_count(desk, visit):
    other = visit(storage_state=desk.page.context.storage_state())
    first = point_at(desk).locator("use[href='#a1s']")
    expect(first).to_have_count(1)
    other.tap(times=2)
    desk.shows("2")
    expect(first).to_have_count(0)


def test_it_takes_no_room_and_is_neither_read_nor_printed(desk):
    before = desk.card().bounding_box()
    spot = point_at(desk)
    expect(spot).to_have_attribute("aria-hidden", "true")
    assert desk.card().bounding_box() == before
    assert spot.evaluate("ghost => getComputedStyle(ghost).pointerEvents") == "none"
    desk.page.emulate_media(media="print")
    expect(spot).to_be_hidden()


def test_the_keys_are_named_where_they_count(desk):
    desk.create("Wrens")
    desk.open()

    def names_keys(title):
        return desk.field(title).evaluate("tap => ['::before', '::after'].map(part => getComputedStyle(tap, part).content.slice(1, 2)).join('')") == "+−"

    expect(point_at(desk, "Wrens")).to_have_count(1)
    assert names_keys("Wrens") and not names_keys("Robins")
    desk.page.keyboard.press("+")
    desk.page.keyboard.press("+")
    desk.page.keyboard.press("-")
    desk.shows("1", "Wrens")
    # What has the focus goes first.
    desk.field("Robins").focus()
    point_elsewhere(desk)
    expect(point_at(desk, "Wrens")).to_have_count(1)
    assert not names_keys("Wrens")
    desk.page.keyboard.press("+")
    desk.shows("1", "Robins")
    desk.shows("1", "Wrens")


def test_keys_that_are_off_are_not_named(desk):
    desk.page.evaluate("document.documentElement.dataset.keys = 'off'")
    expect(point_at(desk)).to_have_count(1)
    assert desk.field().evaluate("tap => getComputedStyle(tap, '::before').content") == "none"


def test_a_counter_beside_the_list_shows_it_in_both_its_drawings(desk):
    set_to(desk, 12)
    desk.options().click()
    desk.page.locator("[data-more]").click()
    pane = desk.page.locator("[data-beside]")
    pane.locator("[data-tap]").hover(position={"x": 200, "y": 150})
    expect(pane.locator(".ghost .tally")).to_have_count(len(pane.locator("[data-marks]").get_attribute("data-frames").split()))
    expect(ghost(desk)).to_have_count(0)


def test_a_finger_sees_none(visit):
    home = visit()
    home.create("Robins")
    home.tap()
    home.shows("1")
    expect(home.page.locator(".ghost")).to_have_count(0)
    expect(home.page.locator("link[href$='hover.css']")).to_have_count(0)
