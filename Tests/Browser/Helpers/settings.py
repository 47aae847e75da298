"""The settings as a user changes them."""

from playwright.sync_api import expect

KEYS = "Single-key shortcuts"


def open_settings(home):
    """The sheet over the counters, or the page where there are no scripts."""
    home.open()
    home.page.get_by_role("link", name="Settings").click()
    expect(home.page.get_by_role("heading", name="Settings")).to_be_visible()


def keep(home, change):
    """Makes a change, which a script saves by itself, and the page without one by its button."""
    if home.javascript:
        with home.page.expect_response(lambda answer: answer.request.method == "POST"):
            change()
    else:
        change()
        with home.page.expect_navigation():
            home.page.locator("[data-choices]").get_by_role("button", name="Save").click()


def switch(home, name, on):
    open_settings(home)
    keep(home, lambda: home.page.get_by_label(name, exact=True).set_checked(on))
