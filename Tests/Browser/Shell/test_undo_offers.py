"""How long the offer to take something back stays, and where the focus goes when it goes."""

import pytest
from playwright.sync_api import expect

from home import eventually
from pressing import middle, Pressing
from undoing import furnished, notice, undo


def test_an_offer_stays_until_the_next_action(furnished):
    home = furnished
    home.rename("Robins", "Thrushes")
    expect(undo(home)).to_be_visible()
    home.tap("Wrens")
    expect(notice(home)).to_have_count(0)
    home.shows("1", "Wrens")


def test_an_offer_that_comes_after_the_next_action_is_not_made(visit):
    home = visit()
    held = []
    home.create_by_hand("Robins")
    home.tap(times=2)
    home.wait_until_saved()
    home.open()
    home.page.route("**/css/shell/notice.css", lambda route: held.append(route))
    home.rename("Robins", "Thrushes")
    eventually(lambda: home.page.wait_for_timeout(1) or held)
    home.tap("Thrushes")
    with home.page.expect_response("**/css/shell/notice.css"):
        held[0].continue_()
    home.wait_until_saved()
    home.page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(notice(home)).to_have_count(0)
    home.shows("3", "Thrushes")


def test_an_offer_that_comes_with_the_page_ends_with_the_first_action(visit):
    home = visit()
    # As soon as a tap counts without the server.
    home.page.context.add_init_script("""
        new MutationObserver((_, observer) => {
            if (document.body?.dataset.awake === undefined) return
            observer.disconnect()
            document.querySelector("[data-minus]")?.click()
            window.offers = document.querySelectorAll(".notice").length
        }).observe(document, { subtree: true, attributes: true, childList: true })""")
    held = []
    home.page.route("**/js/shell/notice.js", lambda route: held.append(route))
    with home.page.expect_response("**/js/counters/tap.js"):
        home.page.get_by_role("link", name="New counter").click()
        home.page.get_by_role("textbox", name="Name").fill("Robins")
        home.page.keyboard.press("Enter")
    eventually(lambda: home.page.wait_for_timeout(1) or held)
    held[0].continue_()
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    assert home.page.evaluate("window.offers") == 0


UNDER = "([x, y]) => document.elementFromPoint(x, y).closest('[data-tap], .notice > p')?.matches('p')"


def test_a_finger_that_goes_on_counting_counts_through_the_sentence_of_an_offer(home):
    for number in range(6):
        home.create_by_hand(f"More {number}")
    home.wait_until_saved()
    home.page.evaluate("scrollTo(0, 0)")
    home.rename("More 0", "Robins")
    expect(undo(home)).to_be_visible()
    sentence, field = notice(home).locator("p"), home.field("More 4")
    y = middle(sentence)[1]
    field.evaluate("(field, y) => { const { top, height } = field.getBoundingClientRect(); scrollBy(0, top + height / 3 - y) }", y)
    box = sentence.bounding_box()
    assert home.page.evaluate(UNDER, [box["x"] + 10, y]) is False
    hand = Pressing(home.page, is_touch=True)
    for _ in range(2):
        hand.once(box["x"] + 10, y)
    home.shows("2", "More 4")
    expect(notice(home)).to_have_count(0)


def test_a_sentence_with_no_room_is_scrolled_though_touches_go_through_others(visit):
    home = visit(viewport={"width": 390, "height": 300})
    home.create_by_hand("Robins")
    for name, is_scrolled in (("Thrushes", False), ("Thrushes and many others " * 8, True)):
        home.choose("Rename")
        home.page.get_by_role("textbox", name="Rename").fill(name.strip())
        home.page.keyboard.press("Enter")
        expect(notice(home)).to_contain_text(name.strip())
        sentence = notice(home).locator("p")
        at = middle(sentence)
        eventually(lambda: (home.page.evaluate(UNDER, list(at)) is True) == is_scrolled)


def test_an_offer_does_not_cover_what_was_pressed_for_it(home):
    counter = home.create_by_hand("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.open(f"/counters/{counter}")

    def is_clear(one):
        lies, pressed = notice(home).bounding_box(), one.bounding_box()
        return pressed["y"] + pressed["height"] <= lies["y"] or lies["y"] + lies["height"] <= pressed["y"]

    color = home.page.locator(".color").nth(3)
    color.scroll_into_view_if_needed()
    # Where an offer comes.
    color.evaluate("one => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight + 100)")
    color.tap()
    expect(undo(home)).to_be_visible()
    assert is_clear(color)
    high = notice(home).bounding_box()["y"]
    # What undoes that stands in the same place, beside what was pressed, where a second tap is let go by for a moment.
    home.page.wait_for_function("pressed => performance.now() > pressed + 400", arg=home.page.evaluate("performance.now()"))
    undo(home).tap()
    expect(notice(home).get_by_role("button", name="Redo")).to_be_visible()
    assert notice(home).bounding_box()["y"] == high
    # And what else is pressed has it where a thumb is.
    chip = home.page.get_by_role("button", name="+5", exact=True)
    chip.tap()
    expect(undo(home)).to_be_visible()
    assert is_clear(chip) and notice(home).bounding_box()["y"] > high


def test_an_offer_is_dismissed_and_not_made_again(any_home):
    home = any_home
    home.create_by_hand("Robins")
    home._press(notice(home).get_by_role("link", name="Close"))
    expect(notice(home)).to_have_count(0)
    home.reload()
    expect(notice(home)).to_have_count(0)
    expect(home.cards).to_have_count(1)


def test_the_focus_goes_back_to_where_it_was_when_an_offer_goes(visit):
    home = visit(desktop=True)
    home.create_by_hand("Robins")
    home.tap("Robins", times=2)
    home.wait_until_saved()
    home.open()
    home.choose("Five-bar gates", option="segment")
    expect(undo(home)).to_be_visible()
    home.page.keyboard.press("Escape")
    home.minus().focus()
    undo(home).focus()
    home.page.keyboard.press("Enter")
    expect(notice(home).get_by_role("button", name="Redo")).to_be_visible()
    expect(home.minus()).to_be_focused()


@pytest.mark.parametrize("desktop", [False, True], ids=["phone", "desktop"])
def test_what_undoes_and_what_closes_stand_in_one_row_however_short_the_sentence(visit, desktop):
    home = visit(desktop=desktop)
    home.create_by_hand("Robins")
    notice = home.page.locator("#notice")
    for button in ("Undo", "Redo"):
        press, close = (notice.locator(part).bounding_box() for part in ("button", "[data-dismiss]"))
        assert press["y"] <= close["y"] + close["height"] / 2 <= press["y"] + press["height"]
        if button == "Undo":
            notice.get_by_role("button", name=button).click()
            expect(notice.get_by_role("button", name="Redo")).to_be_visible()
