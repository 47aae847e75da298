"""What waits to be sent is told in whole sentences, with the marks of the language it is told in."""

import pytest
from playwright.sync_api import expect

from counter_page import count_field, own_page, press
from home import eventually
from offline import OPERATIONS

SPACE = "\u00a0"


@pytest.fixture
def waiting(visit):
    """Opens the page of what waits, in a language, for somebody who has set how much a tap adds, the count and the name."""
    home = visit()
    page = home.page
    own_page(home, "Robins")
    for address in (OPERATIONS, "**/step", "**/count", "**/title"):
        page.context.route(address, lambda route: route.abort())
    press(home, page.get_by_role("button", name="+5", exact=True))
    count_field(page).fill("12345")
    press(home, page.get_by_role("button", name="Save").last)
    eventually(lambda: home.operations_kept() == 2)
    home.open()
    home.rename("Robins", "Wrens")
    eventually(lambda: home.operations_kept() == 3)

    def opened(language):
        page.context.route("**/waiting", lambda route: route.continue_(headers={**route.request.headers, "accept-language": language}))
        home.open("/waiting")
        return page

    return opened


@pytest.mark.parametrize("language, done, remove, asked, taken_back", [
    ("en-GB", ["Each tap adds 5", "Set the count to 12,345", "Rename: Wrens"],
     "Remove: Wrens, Each tap adds 5", "Wrens: Each tap adds 5", "Undo: Each tap adds 5"),
    ("fr", ["Chaque appui ajoute 5", "Fixer le total à 12\u202f345", f"Renommer{SPACE}: Wrens"],
     f"Retirer{SPACE}: Wrens, Chaque appui ajoute 5", f"Wrens{SPACE}: Chaque appui ajoute 5",
     f"Annuler{SPACE}: Chaque appui ajoute 5"),
    ("ja", ["1回のタップで増える数を5に変更", "数を12,345に変更", "名前の変更：Wrens"],
     "破棄：Wrens、1回のタップで増える数を5に変更", "Wrens：1回のタップで増える数を5に変更",
     "元に戻す：1回のタップで増える数を5に変更"),
])
def test_each_row_says_all_that_was_done(waiting, language, done, remove, asked, taken_back):
    page = waiting(language)
    rows = page.locator("[data-rows] > li")
    expect(rows).to_have_count(len(done))
    # As they are written: to_have_text would take one space for another.
    assert rows.locator(".row-name p:first-of-type").all_text_contents() == done
    assert rows.first.get_by_role("button").get_attribute("aria-label") == remove
    rows.first.get_by_role("button").click()
    assert page.locator("[data-remove-sheet] [data-about]").text_content() == asked

    page.locator("[data-remove-sheet] .button--danger").click()
    # The server may have it: what takes it back waits, too.
    expect(rows.get_by_role("button")).to_have_count(len(done) - 1)
    assert taken_back in rows.locator("p").all_text_contents()


def test_what_was_counted_after_a_reset_is_a_row_of_its_own_and_removed_by_itself(visit):
    home = visit()
    page = home.page
    home.create("Robins")
    home.wait_until_saved()
    for address in (OPERATIONS, "**/reset"):
        page.context.route(address, lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    home.tap(times=3)
    home.choose("Reset to 0")
    page.get_by_role("dialog").get_by_role("button", name="Reset").click()
    home.shows("0")
    home.tap(times=2)
    eventually(lambda: home.operations_kept() == 6)
    home.open("/waiting")
    rows = page.locator("[data-rows] > li .row-name p:first-of-type")
    expect(rows).to_have_text(["+1\u00a0×\u00a03", "Reset to 0", "+1\u00a0×\u00a02"])
    page.get_by_role("button", name="Remove: Robins, +1 × 2").click()
    expect(page.locator("[data-remove-sheet] [data-about]")).to_have_text("Robins: +1 × 2")
    page.locator("[data-remove-sheet] .button--danger").click()
    expect(page.get_by_role("button", name="Remove: Robins, +1 × 3")).to_be_visible()
    expect(page.get_by_role("button", name="Remove: Robins, +1 × 2")).to_have_count(0)
