"""What rough hands do: they count beyond the end, press with other buttons, and let go where the page cannot see it."""

import pytest
from playwright.sync_api import expect

from test_fingers import counter  # noqa: F401


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
