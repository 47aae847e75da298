"""A look that is chosen in one tab is the one of all pages that are open."""

from playwright.sync_api import expect


def expect_dark(page):
    expect(page.locator("html[data-theme=dark][data-scheme=pink]")).to_have_count(1)


def choose_unheard(home):
    """As if by a plain form of another tab: no page hears of it."""
    home.page.context.add_cookies([{"name": "fivebar-look", "value": "dark.pink.fractal", "url": home.server.address}])


def test_a_choice_is_shown_in_another_tab_at_once(home):
    home.create("Robins")
    home.page.wait_for_load_state("networkidle")
    other = home.another_tab()
    other.open("/settings")
    other.page.get_by_label("Dark", exact=True).check()
    other.page.get_by_label("Pink", exact=True).check()
    expect_dark(home.page)


def test_a_list_that_is_drawn_anew_takes_over_the_look(home, visit):
    home.create("Robins")
    home.wait_until_saved()
    expect(home.page.locator("body[data-live]")).to_be_attached()
    other = visit(storage_state=home.page.context.storage_state())
    choose_unheard(home)
    other.tap()
    expect_dark(home.page)


def test_a_page_that_is_drawn_anew_takes_over_the_look(home, visit):
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap()
    home.wait_until_saved()
    other = visit(storage_state=home.page.context.storage_state())
    home.open(f"/counters/{counter}/history")
    home.page.wait_for_load_state("networkidle")
    choose_unheard(home)
    other.tap()
    expect_dark(home.page)


def test_what_is_chosen_and_not_saved_yet_stands(home, visit):
    home.create("Robins")
    home.wait_until_saved()
    other = visit(storage_state=home.page.context.storage_state())
    home.page.context.route("**/settings", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    home.open("/settings")
    home.page.get_by_label("Dark", exact=True).check()
    home.page.get_by_label("Pink", exact=True).check()
    home.open()
    expect_dark(home.page)
    expect(home.page.locator("body[data-live]")).to_be_attached()
    other.tap()
    home.shows("1", "Robins")
    expect_dark(home.page)


def test_a_page_of_a_watch_takes_over_the_look_and_the_language(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.open(f"/watch/counters/{counter}")
    home.page.wait_for_load_state("networkidle")
    choose_unheard(home)
    home.page.locator("#tap").click()
    expect(home.page.locator(".count")).to_have_text("1")
    expect_dark(home.page)
    home.page.context.add_cookies([{"name": "fivebar-look", "value": "dark.pink.fractal.fr", "url": home.server.address}])
    home.page.locator("#tap").click()
    expect(home.page.locator("html")).to_have_attribute("lang", "fr")
    expect(home.page.locator(".count")).to_have_text("2")
