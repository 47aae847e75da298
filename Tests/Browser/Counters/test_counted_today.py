"""What a counter's page says was counted today and this week."""

from counter_page import alone, own_page, press
from home import eventually
from playwright.sync_api import expect


def test_a_counters_page_says_what_was_counted_today_and_this_week(any_home):
    home, page = any_home, any_home.page
    own_page(home)
    lately = page.locator(".lately")
    expect(lately).to_have_text("Today 0 · This week 0")
    for count in ("1", "2"):
        press(home, alone(page, "[data-tap]"))
        expect(alone(page, "[data-count-text]")).to_have_text(count)
    expect(lately).to_have_text("Today 2 · This week 2")
    press(home, alone(page, "[data-minus]"))
    expect(lately).to_have_text("Today 1 · This week 1")
    assert home.complaints == []


def test_what_was_taken_back_beyond_what_was_counted_today_stays_taken_back(home):
    page, counter = home.page, own_page(home).split("/")[-1]
    home.server.set_count(counter, 100)
    home.reload()
    lately = page.locator(".lately")
    for _ in range(3):
        alone(page, "[data-minus]").click()
    home.wait_until_saved()
    expect(lately.locator("[data-net='-3']")).to_have_count(2)
    alone(page, "[data-tap]").click()
    expect(alone(page, "[data-count-text]")).to_have_text("98")
    home.wait_until_saved()
    expect(lately.locator("[data-net='-2']")).to_have_count(2)
    expect(lately).to_have_text("Today 0 · This week 0")


def test_of_a_page_that_stays_open_only_the_latest_taps_are_kept_and_the_sums_stay_right(home):
    page, counter = home.page, own_page(home).split("/")[-1]
    lately, field = page.locator(".lately"), alone(page, "[data-tap]")
    expect(page.locator("body[data-awake]")).to_be_attached()
    field.evaluate("field => { for (let tap = 0; tap < 230; tap += 1) field.click() }")
    expect(lately).to_have_text("Today 230 · This week 230")
    home.wait_until_saved()
    kept = "async () => (await import(Array.from(performance.getEntriesByType('resource'), ({ name }) => name).find(name => name.endsWith('/counters/counting.js')))).counted.length"
    assert page.evaluate(kept) == 230
    # Another device changes the counter, so the page is drawn anew.
    elsewhere = home.another_tab()
    elsewhere.tap()
    expect(lately).to_have_text("Today 231 · This week 231")
    eventually(lambda: page.evaluate(kept) == 200)
    field.click()
    expect(lately).to_have_text("Today 232 · This week 232")
    alone(page, "[data-undo-at]").click()
    expect(lately).to_have_text("Today 231 · This week 231")
    home.wait_until_saved()
    assert home.server.count_of(counter) == 231
