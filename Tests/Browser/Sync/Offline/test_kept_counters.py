"""The pages about counters without a network: kept with the list, though nobody has opened them, and as the list was."""

from playwright.sync_api import expect

from devices import recovery_link
from offline import go_offline, holds, keeps_pages, kept  # noqa: F401

PAGES = (("", "data-geometry"), ("/history", "history"), ("/statistics", "statistics"))


def open_page(home, path):
    home.page.goto(home.server.path(path))


def test_all_that_is_listed_opens_without_a_network_though_nobody_has_opened_or_counted_it(kept):
    counters = [kept.create(title).get_attribute("data-counter") for title in ("Robins", "Wrens", "Owls", "Larks", "Finches", "Swifts")]
    kept.open()
    for counter in counters:
        for page, text in PAGES:
            holds(kept, f"/counters/{counter}{page}", text)
    go_offline(kept)
    open_page(kept, f"/counters/{counters[0]}")
    expect(kept.page.locator("h1")).to_have_text("Robins")
    kept.page.locator("[data-counter] [data-tap]").first.click()
    open_page(kept, f"/counters/{counters[0]}/history")
    expect(kept.page.locator("[data-waiting-of] .history-count")).to_have_text("1")


def test_what_another_device_has_counted_is_on_the_pages_that_are_kept(kept, visit):
    counter = kept.create("Robins").get_attribute("data-counter")
    kept.open()
    holds(kept, f"/counters/{counter}/history", "Robins")
    link = recovery_link(kept)
    other = visit(desktop=True)
    other.open_account(link)
    other.tap(times=3)
    other.wait_until_saved()
    kept.open()
    for page in ("", "/history"):
        holds(kept, f"/counters/{counter}{page}", 'data-count="3"')
    other.tap()
    kept.shows("4")
    kept.open()
    holds(kept, f"/counters/{counter}/history", 'data-count="4"')


def test_a_device_that_saves_data_is_spared_what_nobody_has_opened(kept):
    kept.page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    kept.open()
    robins, wrens = (f"/counters/{kept.create(title).get_attribute('data-counter')}/statistics" for title in ("Robins", "Wrens"))
    kept.open()
    keeps_pages(kept)
    kept.tap("Wrens")
    kept.wait_until_saved()
    holds(kept, wrens, "Wrens")
    assert not kept.page.evaluate("async path => Boolean(await caches.match(path, { ignoreVary: true }))", robins)
