"""How long the offer to take something back stays, and where the focus goes when it goes."""

import pytest
from playwright.sync_api import expect

from home import eventually
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
    home.create("Robins")
    home.tap(times=2)
    home.wait_until_saved()
    home.open()
    home.page.route("**/css/notice.css", lambda route: held.append(route))
    home.rename("Robins", "Thrushes")
    eventually(lambda: home.page.wait_for_timeout(1) or held)
    home.tap("Thrushes")
    with home.page.expect_response("**/css/notice.css"):
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


def test_an_offer_is_dismissed_and_not_made_again(any_home):
    home = any_home
    home.create("Robins")
    home._press(notice(home).get_by_role("link", name="Close"))
    expect(notice(home)).to_have_count(0)
    home.reload()
    expect(notice(home)).to_have_count(0)
    expect(home.cards).to_have_count(1)


def test_the_focus_goes_back_to_where_it_was_when_an_offer_goes(visit):
    home = visit(desktop=True)
    home.create("Robins")
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
    home.create("Robins")
    notice = home.page.locator("#notice")
    for button in ("Undo", "Redo"):
        press, close = (notice.locator(part).bounding_box() for part in ("button", "[data-dismiss]"))
        assert press["y"] <= close["y"] + close["height"] / 2 <= press["y"] + press["height"]
        if button == "Undo":
            notice.get_by_role("button", name=button).click()
            expect(notice.get_by_role("button", name="Redo")).to_be_visible()
