"""What a screen reader reads out on the pages for a watch: what one does oneself, once."""

from playwright.sync_api import expect

from home import eventually

SAID = """() => {
    window.said = []
    for (const place of document.querySelectorAll("output, [role=status], [aria-live]")) new MutationObserver(changes => {
        if (changes.some(({ type }) => type !== "attributes") && place.textContent) said.push(place.textContent)
    }).observe(place, { childList: true, characterData: true, subtree: true })
}"""


def watched(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.open(f"/watch/counters/{counter}")
    home.page.wait_for_load_state("networkidle")
    home.page.evaluate(SAID)
    return home.page, home.page.locator("#tap")


def test_what_one_has_counted_is_said_once_one_rests_and_what_others_count_is_not(home, visit):
    page, tap = watched(home)
    for _ in range(3):
        tap.click()
    expect(page.locator("output")).to_have_text("3")
    visit(storage_state=page.context.storage_state()).tap()
    expect(page.locator(".count")).to_have_text("4")
    assert page.evaluate("said") == ["3"]


def test_that_something_is_tried_again_is_said_once(home):
    page, tap = watched(home)
    tried = []

    def lose(route):
        tried.append(route.request.url)
        route.abort()

    page.route("**/marks", lose)
    tap.click()
    eventually(lambda: page.evaluate("1") and len(tried) > 2)
    assert len([words for words in page.evaluate("said") if words != "1"]) == 1
