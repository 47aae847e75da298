"""Firefox, driven through its Marionette protocol."""

from marionette_driver.errors import JavascriptException, NoSuchElementException, NoSuchWindowException, StaleElementException
from marionette_driver.marionette import Marionette

from another_browser import AnotherBrowser

PROGRAM = "/usr/bin/firefox-esr"


class Firefox(AnotherBrowser):
    gone = (JavascriptException, NoSuchElementException, NoSuchWindowException, StaleElementException)

    def __init__(self, folder):
        self.driver = Marionette(
            bin=PROGRAM, port=0, headless=True, gecko_log=str(folder / "firefox.log"), workspace=str(folder),
            prefs={"dom.w3c_touch_events.enabled": 1, "intl.accept_languages": "en-GB"},
        )
        self.driver.start_session()

    def close(self):
        self.driver.cleanup()

    def go(self, address):
        self.driver.navigate(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, script_args=arguments, sandbox=None)

    def resize(self, width, height):
        """To a window whose page is that large; Firefox makes none narrower than 450."""
        self.driver.set_window_rect(width=width, height=height)
        inner = self.run("return [innerWidth, innerHeight]")
        self.driver.set_window_rect(width=2 * width - inner[0], height=2 * height - inner[1])

    def prefer(self, scheme):
        """As if the system were light or dark."""
        self.driver.set_prefs({"layout.css.prefers-color-scheme.content-override": ("dark", "light").index(scheme)})

    # A finger that is down stays down between sequences, whatever other fingers do.

    def touch(self, number, x, y):
        self._finger(number).pointer_move(round(x), round(y)).pointer_down().perform()

    def lift(self, number):
        self._finger(number).pointer_up().perform()

    def overlap(self, points):
        one, other = (self._finger(number) for number in (1, 2))
        one.pointer_move(*map(round, points[0])).pointer_down().pause(0).pause(0).pointer_up()
        other.pause(0).pause(0).pointer_move(*map(round, points[1])).pointer_down().pause(0).pointer_up()
        self.driver.actions.perform([one.dict, other.dict])

    def _finger(self, number):
        return self.driver.actions.sequence("pointer", f"finger {number}", {"pointerType": "touch"})

    def picture(self):
        return self.driver.screenshot(format="binary", full=False)
