"""What a counter's page says was counted today and this week."""

from counter_page import alone, own_page, press
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
