"""A counter's page as a user sees it."""

from playwright.sync_api import expect


def press(home, button):
    """One that sets something on the counter's page."""
    if home.javascript:
        button.click()
    else:
        with home.page.expect_navigation():
            button.click()


def alone(page, part=""):
    """The counter by itself, or a part of it: where there is room, the list stands beside it."""
    return page.locator(f"form[data-counter] {part}".strip())


def count_field(page):
    """Where the count is set; its row is unfolded for it."""
    row = page.locator(".count-setting")
    if row.get_attribute("open") is None:
        row.locator("summary").click()
    return page.locator("#count")


def own_page(home, title="Eggs"):
    counter = home.create(title).get_attribute("data-counter")
    home.wait_until_saved()
    home.open(f"/counters/{counter}")
    if home.javascript:
        expect(home.page.locator("body[data-awake]")).to_be_attached()
    return f"/counters/{counter}"
