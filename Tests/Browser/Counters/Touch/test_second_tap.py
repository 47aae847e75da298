"""The second of two quick taps, of a thumb that was not sure: it was meant for what was there, not for what comes to be there."""

import re

import pytest
from playwright.sync_api import expect

# So that the second tap comes in time also where the machine is slow.
SLOW_TIME = "const now = performance.now.bind(performance); performance.now = () => now() / 20"

TAP = """([x, y]) => {
    window.secondTap = new Promise(done => {
        const observer = new MutationObserver(() => {
            if (!(%s)) return
            observer.disconnect()
            const target = document.elementFromPoint(x, y)
            const touch = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, detail: 1, pointerId: 9, pointerType: "touch", isPrimary: true }
            for (const name of ["pointerdown", "pointerup"]) target.dispatchEvent(new PointerEvent(name, { ...touch, detail: 0 }))
            target.dispatchEvent(new PointerEvent("click", touch))
            done()
        })
        observer.observe(document.body, { subtree: true, childList: true, attributes: true })
    })
}"""


def tap_twice(home, target, once):
    """Taps what is there, and again at the same place once that is so."""
    box = target.bounding_box()
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    home.page.evaluate(TAP % once, at)
    target.tap()
    home.page.evaluate("window.secondTap")


@pytest.fixture
def three(home):
    home.page.add_init_script(SLOW_TIME)
    for title in ("Robins", "Coffee", "Wrens"):
        home.create(title)
    home.tap("Robins", times=3)
    home.wait_until_saved()
    home.open()
    return home


def button_of(home, name):
    return home.page.locator(".notice").get_by_role("button", name=name)


def test_undo_is_not_redone_by_it(three):
    three.choose("Delete", "Coffee")
    tap_twice(three, button_of(three, "Undo"), "document.querySelector('.notice form button') && !document.querySelector('.notice [data-undo]')")
    expect(button_of(three, "Redo")).to_be_visible()
    three.tap("Wrens")
    three.wait_until_saved()
    expect(three.page.locator("[data-counters] [data-name]")).to_have_text(["Robins", "Coffee", "Wrens"])


@pytest.fixture
def six(visit):
    """A desk with so many counters that one lies behind a question."""
    home = visit(desktop=True)
    home.page.add_init_script(SLOW_TIME)
    for title in ("Robins", "Coffee", "Wrens", "Tea", "Owls", "Swifts"):
        home.create(title)
    home.tap("Robins", times=3)
    home.wait_until_saved()
    home.open()
    return home


def press(home, click_count=1):
    home.page.mouse.down(click_count=click_count)
    home.page.mouse.up(click_count=click_count)


def test_undo_is_not_redone_by_the_second_half_of_a_double_click(six):
    posts = []
    six.page.on("request", lambda request: request.url.endswith("/undo") and posts.append(request))
    six.choose("Delete", "Coffee")
    button_of(six, "Undo").hover()
    press(six)
    expect(button_of(six, "Redo")).to_be_visible()
    press(six, click_count=2)
    expect(button_of(six, "Redo")).to_be_visible()
    assert len(posts) == 1
    # The mouse is on it all the same.
    press(six)
    expect(button_of(six, "Undo")).to_be_visible()
    assert len(posts) == 2
    expect(six.page.locator("[data-counters] [data-name]")).to_have_text(["Robins", "Wrens", "Tea", "Owls", "Swifts"])
    assert six.complaints == []


def test_a_reset_is_not_counted_upon_by_the_second_half_of_a_double_click(six):
    six.choose("Reset", "Robins")
    six.page.locator("dialog[open]").get_by_role("button", name=re.compile("Reset")).hover()
    press(six)
    expect(six.page.locator("dialog[open]")).to_have_count(0)
    press(six, click_count=2)
    counts = six.page.locator("[data-counters] [data-count-text]")
    expect(counts).to_have_text(["0"] * 6)
    # The mouse is on a field all the same.
    press(six)
    expect(counts).to_have_text(["0", "1", "0", "0", "0", "0"])
    assert six.complaints == []


def test_a_reset_is_not_counted_upon(three):
    three.choose("Reset", "Robins")
    tap_twice(three, three.page.locator("dialog[open]").get_by_role("button", name=re.compile("Reset")), "!document.querySelector('dialog[open]')")
    expect(button_of(three, "Undo")).to_be_visible()
    for title in ("Robins", "Coffee", "Wrens"):
        three.shows("0", title)


def test_the_card_that_takes_the_place_of_a_deleted_one_is_left_alone(three):
    three.options("Robins").click()
    tap_twice(three, three.menu.get_by_role("button", name="Delete"), "document.querySelectorAll('[data-counters] > *').length === 2")
    expect(button_of(three, "Undo")).to_be_visible()
    for title in ("Coffee", "Wrens"):
        three.shows("0", title)
        expect(three.card(title)).not_to_contain_class("card--collapsed")


def test_one_counter_is_restored_from_the_trash_and_not_the_next(three):
    for title, left in (("Robins", 2), ("Coffee", 1)):
        three.choose("Delete", title)
        expect(three.cards).to_have_count(left)
    three.wait_until_saved()
    three.open("/trash")
    rows = three.page.locator("[data-in-trash]")
    expect(rows).to_have_count(2)
    tap_twice(three, rows.first.get_by_role("button"), "document.querySelectorAll('[data-in-trash]').length === 1")
    expect(button_of(three, "Undo")).to_be_visible()
    expect(rows).to_have_count(1)


def test_a_tap_elsewhere_counts_at_once(three):
    three.choose("Reset", "Robins")
    three.page.locator("dialog[open]").get_by_role("button", name=re.compile("Reset")).tap()
    three.tap("Robins", times=2)
    three.shows("2", "Robins")
