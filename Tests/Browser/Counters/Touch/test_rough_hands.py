"""What rough hands do: they count beyond the end, press with other buttons, and let go where the page cannot see it."""

import pytest
from playwright.sync_api import expect

from hand import counter, Hand  # noqa: F401
from home import eventually


def test_a_count_at_its_end_stays_there_and_its_undo_takes_nothing(counter):  # noqa: F811
    most = 2**63 - 1
    counter.home.server.set_count(counter.number, most)
    counter.home.reload()
    counter.home.page.route("**/operations", lambda route: route.abort())
    number = counter.card.locator("[data-count-text]")
    expect(number).to_have_text(f"{most:,}")
    counter.hand.tap(1, counter.field)
    # Drawn by the page itself, as no answer comes.
    assert counter.card.get_attribute("data-count") == str(most)
    expect(number).to_have_text(f"{most:,}")
    counter.hand.tap(1, counter.minus)
    expect(number).to_have_text(f"{most - 1:,}")


@pytest.mark.parametrize("way", ["another button", "another window"])
def test_a_press_whose_end_is_swallowed_does_not_hold_its_card_for_ever(visit, way):
    home = visit(desktop=True)
    home.create("Robins")
    home.wait_until_saved()
    expect(home.page.locator("body[data-live]")).to_be_attached()
    box = home.field().bounding_box()
    home.page.mouse.move(box["x"] + 40, box["y"] + 40)
    home.page.mouse.down(button="right" if way == "another button" else "left")
    if way == "another window":
        home.page.evaluate("dispatchEvent(new Event('blur'))")
    home.another_tab().tap()
    home.shows("1")


# Fingers, pens and mice


def test_a_finger_that_leaves_the_window_counts_nothing_and_the_next_one_does(counter):  # noqa: F811
    hand = counter.hand
    hand.down(1, counter.field)
    for _ in range(10):
        hand.slip(1, y=90)
    hand.up(1)
    counter.hand.tap(1, counter.field)
    counter.counts(1)


class Pointer:
    """A mouse or a pen, through the browser's own input."""

    def __init__(self, page, kind):
        self.session, self.kind = page.context.new_cdp_session(page), kind

    def _send(self, what, at, **more):
        self.session.send("Input.dispatchMouseEvent", {
            "type": what, "x": at[0], "y": at[1], "button": "left", "clickCount": 1, "pointerType": self.kind, **more})

    def down(self, at):
        self._send("mousePressed", at, buttons=1, force=0.5 if self.kind == "pen" else 0)

    def move(self, at):
        self._send("mouseMoved", at, buttons=1, force=0.5 if self.kind == "pen" else 0)

    def up(self, at):
        self._send("mouseReleased", at, buttons=0)


def middle(field, across=0.5):
    box = field.bounding_box()
    return box["x"] + box["width"] * across, box["y"] + box["height"] * 0.4


@pytest.mark.parametrize("kind", ["pen", "mouse"])
def test_a_pen_counts_as_a_mouse_does_once_a_tap_and_not_when_it_writes(counter, kind):  # noqa: F811
    counter.home.page.evaluate("addEventListener('pointerup', event => { window.kind = event.pointerType })")
    pointer, (x, y) = Pointer(counter.home.page, kind), middle(counter.field)
    for _ in range(3):
        pointer.down((x, y))
        pointer.up((x, y))
    assert counter.home.page.evaluate("window.kind") == kind
    pointer.down((x, y))
    pointer.move((x + 60, y))
    pointer.up((x + 60, y))
    pointer.down((x, y))
    pointer.up((x, y))
    counter.counts(4)


def test_of_a_mouse_and_a_pen_at_once_each_counts(counter):  # noqa: F811
    mouse, pen = (Pointer(counter.home.page, kind) for kind in ("mouse", "pen"))
    one, other = middle(counter.field, 0.3), middle(counter.field, 0.6)
    mouse.down(one)
    pen.down(other)
    mouse.up(one)
    pen.up(other)
    counter.counts(2)


def test_two_mice_share_a_pointer_and_count_each_of_their_clicks(counter):  # noqa: F811
    mouse, one, other = Pointer(counter.home.page, "mouse"), middle(counter.field, 0.3), middle(counter.field, 0.6)
    for _ in range(4):
        for at in (one, other):
            mouse.down(at)
            mouse.up(at)
    counter.counts(8)


def test_another_button_that_is_pressed_and_released_meanwhile_counts_nothing_of_its_own(counter):  # noqa: F811
    mouse = counter.home.page.mouse
    counter.home.page.evaluate("addEventListener('contextmenu', event => event.preventDefault())")
    mouse.move(*middle(counter.field))
    mouse.down()
    mouse.down(button="right")
    mouse.up()
    mouse.up(button="right")
    counter.counts(1)


# While something is drawn

CLOSINGS = {"fractal": (5, 25, 100, 625), "western": (5, 25, 100), "zheng": (5, 25, 100)}


@pytest.mark.parametrize("style", CLOSINGS)
@pytest.mark.parametrize("way", ["", "/full"])
def test_a_tap_in_the_middle_of_each_closing_counts_once(visit, style, way):
    home = visit()
    home.create("Robins")
    number = home.card("Robins").get_attribute("data-counter")
    own = {"Origin": home.server.address}
    home.page.request.post(home.server.path(f"/counters/{number}/style"), form={"style": style}, headers=own)
    for closing in CLOSINGS[style]:
        home.server.set_count(number, closing - 1)
        home.open(f"/counters/{number}{way}")
        expect(home.page.locator("body[data-awake]")).to_be_attached()
        card = home.page.locator(f"[data-counter='{number}']")
        hand, field, minus = Hand(home.page), card.locator("[data-tap]"), card.locator("[data-minus]")
        # What sets marks in motion is loaded with the first touch.
        hand.tap(1, field)
        hand.tap(1, minus, along=0.5)
        expect(card).to_have_attribute("data-count", str(closing - 1))
        eventually(lambda: home.page.evaluate("""() => ["motion", "scene", "closings"].every(part =>
            performance.getEntriesByType("resource").some(({ name }) => name.endsWith(`marks/${part}.js`)))"""))
        # Almost at rest: whatever moves is still at it when the next tap comes.
        home.page.evaluate("""() => {
            const slow = () => { for (const drawn of document.getAnimations()) drawn.playbackRate = 0.001; requestAnimationFrame(slow) }
            slow()
        }""")
        hand.tap(1, field)
        eventually(lambda: home.page.evaluate("document.getAnimations().some(drawn => drawn.currentTime > 0)"))
        hand.tap(1, field)
        hand.tap(1, field)
        expect(card).to_have_attribute("data-count", str(closing + 2))
        for left in (closing + 1, closing, closing - 1):
            hand.tap(1, minus, along=0.5)
            expect(card).to_have_attribute("data-count", str(left))
        hand.tap(1, field)
        expect(card).to_have_attribute("data-count", str(closing))
        home.wait_until_saved()
        assert home.server.count_of(number) == closing
