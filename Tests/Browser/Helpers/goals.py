"""Goals as a user makes them, and their days."""

import datetime

from playwright.sync_api import expect

from finger import Finger


def make(home, name="Read", days_ago=10, **fields):
    """Makes a goal of thirty days that began some days ago, and comes to its page."""
    home.open("/goals/new")
    start = home.page.get_by_label("First day")
    today = datetime.date.fromisoformat(start.input_value())
    home.page.get_by_label("Name").fill(name)
    start.fill(str(today - datetime.timedelta(days=days_ago)))
    for label, value in fields.items():
        home.page.get_by_label(label.replace("_", " ")).fill(value)
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.get_by_role("heading", name=name)).to_be_visible()
    awake(home)
    return today


def awake(home):
    if home.javascript:
        expect(home.page.locator("body[data-awake]")).to_be_attached()


def cards(home):
    """The names of the goals, in their order."""
    return home.page.locator("[data-places] .goal-name")


def dot(home, day):
    return home.page.locator(f"[data-dots] a[href$='/{day}']")


def press(home, target, state):
    finger = Finger(home.page)
    finger.down(target)
    expect(target).to_contain_class(state)
    finger.up()


def open_day(home, day):
    dot(home, day).click()
    sheet = home.page.get_by_role("dialog")
    expect(sheet.get_by_label("Note")).to_be_visible()
    return sheet
