"""User actions in browsers other than Chromium: the same few functions for each, however it is driven."""

from base64 import b64encode

import pytest

from colours import PAINTED
from home import eventually

# A visible element, by selector and by its accessible name or text.
FIND = """
const [selector, name] = arguments
const called = one => (one.getAttribute("aria-label") ?? one.textContent).trim()
return Array.from(document.querySelectorAll(selector))
    .find(one => one.getClientRects().length > 0 && (name === null || called(one) === name)) ?? null
"""

AWAKE = """
const isWaiting = document.querySelector("[data-counters], [data-goal]") && !document.body.matches("[data-awake]")
return document.readyState === "complete" && !isWaiting
"""

MIDDLE = """
arguments[0].scrollIntoView({ block: "center", behavior: "instant" })
const box = arguments[0].getBoundingClientRect()
return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width }
"""

# How many pixels of a screenshot have about a colour, within an element.
AREA = """
const [picture, element, colour] = arguments
const bytes = Uint8Array.from(atob(picture), letter => letter.charCodeAt(0))
return createImageBitmap(new Blob([bytes], { type: "image/png" })).then(image => {
    const { x, y, width, height } = element.getBoundingClientRect(), room = { width: Math.ceil(width), height: Math.ceil(height) }
    const canvas = Object.assign(document.createElement("canvas"), room).getContext("2d")
    canvas.drawImage(image, -x, -y)
    const { data } = canvas.getImageData(0, 0, room.width, room.height)
    const isAlike = (_, pixel) => colour.every((part, index) => Math.abs(data[4 * pixel + index] - part) < 12)
    return Array.from({ length: data.length / 4 }, isAlike).filter(Boolean).length
})
"""

OPERATIONS_KEPT = "return Object.keys(localStorage).filter(key => key.startsWith('fivebar-operation-')).length"


class AnotherBrowser:
    """A browser on its way from test to test. What drives it says how it goes to an address, runs a script, puts a
    finger down and lifts it, and takes a picture; clicks and keys are WebDriver's own in all of them."""

    # The errors for an element or a page that no longer exists.
    gone = ()

    ENTER, ESCAPE = "\ue007", "\ue00c"

    def become_somebody_new(self, server):
        """Forgets whoever was here, who need not see the tutorial next."""
        self.server = server
        # A page without scripts, so that nothing is stored again after clearing.
        self.go(server.path("/health"))
        self.run("localStorage.clear(); sessionStorage.clear()")
        self.driver.delete_all_cookies()
        server.has_seen_the_tutorial(self)
        return self.open("/")

    def add_cookies(self, cookies):
        for cookie in cookies:
            self.driver.add_cookie({"name": cookie["name"], "value": cookie["value"], "path": "/"})

    def cookie(self, name):
        return (self.driver.get_cookie(name) or {}).get("value", "")

    def open(self, path):
        self.go(self.server.path(path))
        self.wait_until_awake()
        return self

    def wait_until_awake(self):
        eventually(lambda: self.ask(AWAKE))

    def path(self):
        """Where one is."""
        return self.run("return location.pathname")

    def ask(self, script, *arguments):
        """What a script answers; nothing while one page goes and the next comes."""
        try:
            return self.run(script, *arguments)
        except self.gone:
            return None

    def see(self, selector, name=None):
        """The element, as soon as it can be seen."""
        found = []
        eventually(lambda: found.append(self.ask(FIND, selector, name)) or found[-1])
        return found[-1]

    def sees_no(self, selector, name=None):
        eventually(lambda: self.ask(FIND, selector, name) is None)

    def press(self, selector, name=None):
        target = self.see(selector, name)
        # The old WebKit's driver does not scroll there by itself.
        self.run(MIDDLE, target)
        target.click()

    def type(self, selector, text):
        self.see(selector).send_keys(text)

    def text(self, selector):
        return self.ask("return document.querySelector(arguments[0])?.textContent.trim()", selector)

    def value(self, selector):
        return self.ask("return document.querySelector(arguments[0])?.value", selector)

    def shows(self, selector, text):
        eventually(lambda: self.text(selector) == text)

    def colour(self, selector, property="background-color"):
        return self.ask("return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, property)

    def painted(self, names, place="", **choice):
        """What colours of those names are on the screen, at a place of that class, with what is chosen of looks."""
        return self.run(f"return ({PAINTED})(arguments[0])", {"choice": choice, "place": place, "names": sorted(names)})

    def area_of(self, colour, selector):
        """How much there is of a colour in what is there, in pixels."""
        return self.run(AREA, b64encode(self.picture()).decode(), self.see(selector), colour)

    def finger_down(self, number, selector, aside=0):
        """Puts a finger of that number on the middle of what is there, or a part of its width aside."""
        self.touch(number, *self._point(selector, aside))

    def two_fingers_overlap(self, selector, asides):
        """Both are down before one is lifted, and all of it is one command: a finger that rests counts nothing."""
        self.overlap([self._point(selector, aside) for aside in asides])

    def _point(self, selector, aside):
        # It may be replaced meanwhile, as a card is that was counted on elsewhere.
        found = []
        eventually(lambda: found.append(self.ask(MIDDLE, self.see(selector))) or found[-1])
        place = found[-1]
        return place["x"] + aside * place["width"], place["y"]

    def wait_until_saved(self):
        eventually(lambda: self.ask(OPERATIONS_KEPT) == 0)


@pytest.fixture(scope="session")
def started(tmp_path_factory):
    """The browser of a kind, started when it is first asked for."""
    browsers = {}

    def start(kind):
        if kind not in browsers:
            browsers[kind] = kind(tmp_path_factory.mktemp(kind.__name__))
        return browsers[kind]

    yield start
    for browser in browsers.values():
        browser.close()


def create(browser, title):
    browser.press("[data-create]")
    browser.type("#create [name=title]", title)
    browser.press("#create button", "Create")
    browser.see("[data-counter]")
    browser.wait_until_awake()
