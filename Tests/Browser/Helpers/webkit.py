"""WebKit, driven through WebDriver: the current one for GTK, and an old one."""

import glob
import os
import signal
import subprocess

from selenium.common.exceptions import (
    JavascriptException, NoSuchElementException, NoSuchWindowException, StaleElementReferenceException, TimeoutException)
from selenium.webdriver import WebKitGTK, WPEWebKit, webkitgtk, wpewebkit

from another_browser import AnotherBrowser

# The driver maps touch to its single mouse, so a finger is simulated by the events that a page would get.
TOUCH = """
for (const [type, number, x, y, isPrimary] of arguments) {
const on = type === "pointerdown" ? document.elementFromPoint(x, y) : window.fingers.get(number)
window.fingers = (window.fingers ?? new Map()).set(number, on)
const told = { pointerId: 10 + number, pointerType: "touch", isPrimary, clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true }
on.dispatchEvent(new PointerEvent(type, { ...told, button: 0, buttons: type === "pointerdown" ? 1 : 0 }))
}
"""


class _WebKit(AnotherBrowser):
    gone = (JavascriptException, NoSuchElementException, NoSuchWindowException, StaleElementReferenceException)

    def __init__(self, folder):
        self.folder = folder
        self.fingers = {}
        self.start()

    def drive(self, driver, kind, program, arguments=(), **environment):
        options = kind.options.Options()
        options.binary_location = glob.glob(program)[0]
        for argument in ("--automation", *arguments):
            options.add_argument(argument)
        # Uses nothing from an earlier run, and leaves nothing in the user's home.
        homes = {name: str(self.folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")}
        service = kind.service.Service(
            log_output=str(self.folder / "webkit.log"), env=os.environ | homes | {"LANG": "en_GB.UTF-8"} | environment,
            popen_kw={"start_new_session": True})
        self.driver = driver(options, service)
        self.driver.set_page_load_timeout(20)

    def become_somebody_new(self, server):
        """Now and then it stops the process of a page for good, as it may one that is not shown, and answers nothing any
        more: whoever comes next gets a new one."""
        try:
            return super().become_somebody_new(server)
        except TimeoutException:
            self.kill()
            self.start()
            return super().become_somebody_new(server)

    def kill(self):
        os.killpg(self.driver.service.process.pid, signal.SIGKILL)

    def close(self):
        self.driver.quit()

    def go(self, address):
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def touch(self, number, x, y):
        self.fingers[number] = (x, y, not self.fingers)
        self.run(TOUCH, ["pointerdown", number, *self.fingers[number]])

    def lift(self, number):
        self.run(TOUCH, ["pointerup", number, *self.fingers.pop(number)])

    def overlap(self, points):
        fingers = [(number, *point, number == 1) for number, point in enumerate(points, 1)]
        self.run(TOUCH, *([kind, *finger] for kind in ("pointerdown", "pointerup") for finger in fingers))

    def picture(self):
        return self.driver.get_screenshot_as_png()


class WebKit(_WebKit):
    """Today's: what Safari is made of, as GNOME Web has it. It needs a screen."""

    def start(self, dark=False):
        reading, writing = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with open(reading) as told:
            display = f":{told.readline().strip()}"
        self.drive(WebKitGTK, webkitgtk, "/usr/lib/*/webkit2gtk-4.*/MiniBrowser", DISPLAY=display,
                   GTK_THEME="Adwaita:dark" if dark else "Adwaita", GTK_A11Y="none")

    def close(self):
        super().close()
        self.end_screen()

    def kill(self):
        super().kill()
        self.end_screen()

    def end_screen(self):
        self.screen.terminate()
        self.screen.wait(10)

    def resize(self, width, height):
        """To a window whose page is that large; the bar of this one makes none narrower than 447."""
        self.driver.set_window_size(width, height)
        inner = self.run("return innerHeight")
        self.driver.set_window_size(width, 2 * height - inner)

    def prefer(self, scheme):
        """The system's choice is looked up only once."""
        self.close()
        self.start(dark=scheme == "dark")


class OldWebKit(_WebKit):
    """That of Safari 16, which Debian 12 has for small devices: it knows neither light-dark() nor colours from colours."""

    def start(self):
        self.drive(WPEWebKit, wpewebkit, "/usr/lib/*/wpe-webkit-1.*/MiniBrowser", ["--headless"])
