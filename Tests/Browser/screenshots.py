"""Takes screenshots of the pages, mobile and desktop, light and dark: python screenshots.py <address> <directory>"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).with_name("Helpers")))

from playwright.sync_api import sync_playwright

from conftest import CHROMIUM, DESKTOP, PHONE
from home import Home
from server import Server

COUNTERS = [("Robins seen from the kitchen", 13), ("Coffee", 47), ("Push-ups", 112), ("Phone calls", 8),
            ("Visitors at the east door, where the ramp is", 0), ("Pages read", 5)]


def take(home, folder, name):
    home.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    home.page.screenshot(path=folder / f"{name}.png", animations="disabled")


def take_all(browser, server, folder, shape, shape_name, scheme):
    context = browser.new_context(**shape, color_scheme=scheme, locale="en-GB")
    server.has_seen_the_tutorial(context)
    home = Home(context.new_page(), server)
    name = f"{shape_name}-{scheme}"
    home.open()
    take(home, folder, f"{name}-home-0")
    for place, (title, count) in enumerate(COUNTERS):
        home.create(title)
        home.tap(title, times=count)
        home.wait_until_saved()
        if place == 0:
            home.open()
            take(home, folder, f"{name}-home-1")
    home.fold("Phone calls")
    home.open()
    take(home, folder, f"{name}-home-6")
    home.options("Coffee").click()
    home.page.screenshot(path=folder / f"{name}-options.png")
    home.page.keyboard.press("Escape")
    home.choose("Reset", "Coffee")
    home.page.screenshot(path=folder / f"{name}-reset-sheet.png", animations="disabled")
    counter = home.card("Coffee").get_attribute("data-counter")
    for page, path in (("settings", "/settings"), ("new", "/counters/new"), ("reset", f"/counters/{counter}/reset"), ("trash", "/trash"), ("problem", "/no/such/page")):
        home.open(path)
        take(home, folder, f"{name}-{page}")
    for number in range(1, 7):
        home.open("/tutorial" if number == 1 else f"/tutorial/{number}")
        take(home, folder, f"{name}-tutorial-{number}")
    context.close()


def main(address, directory):
    folder = pathlib.Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for shape_name, shape in (("phone", PHONE), ("desktop", DESKTOP)):
            for scheme in ("light", "dark"):
                take_all(browser, Server(address.rstrip("/")), folder, shape, shape_name, scheme)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
