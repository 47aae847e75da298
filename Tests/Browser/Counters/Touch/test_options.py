"""A card's options lie where all of them can be seen and pressed, wherever the card is in the window."""

import pytest
from playwright.sync_api import expect

# Which of the options something else lies over, or that are out of sight even after they were scrolled to.
COVERED = """menu => Array.from(menu.querySelectorAll(".option, [data-restyle]")).filter(option => {
    menu.scrollTop = option.offsetTop + (option.offsetHeight - menu.clientHeight) / 2
    const { left, top, width, height } = option.getBoundingClientRect()
    return [1, height / 2, height - 1].some(down => !option.contains(document.elementFromPoint(left + width / 2, top + down)))
}).map(option => option.textContent)"""


@pytest.mark.parametrize(("height", "letters"), [(844, 16), (667, 16), (480, 16), (844, 32)])
def test_all_options_of_each_card_can_be_pressed_where_it_lies(home, height, letters):
    titles = ["Robins", "Wrens", "Finches", "Larks"]
    for title in titles:
        home.create(title)
    home.page.set_viewport_size({"width": 390, "height": height})
    home.page.evaluate("size => { document.documentElement.style.fontSize = `${size}px` }", letters)
    for scrolled in ("0", "document.documentElement.scrollHeight"):
        home.page.evaluate(f"scrollTo(0, {scrolled})")
        for title in titles:
            button = home.options(title)
            box = button.bounding_box()
            bars = home.page.locator(".tabs").bounding_box()
            if box["y"] < 0 or box["y"] + box["height"] > bars["y"]:
                continue
            button.tap()
            expect(home.menu).to_be_visible()
            assert home.menu.evaluate(COVERED) == [], title
            home.page.keyboard.press("Escape")
            expect(home.menu).to_be_hidden()
