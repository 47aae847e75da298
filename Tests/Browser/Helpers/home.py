"""The home page as a user sees it: domain terms instead of selectors.

Every action works with and without JavaScript, and returns when the page is ready for the next one.
"""

import contextlib
import re
import time

from playwright.sync_api import Error, expect

from finger import Finger


def eventually(truth, seconds=20):
    """Waits until something is true that no locator can tell."""
    deadline = time.monotonic() + seconds
    while not truth():
        assert time.monotonic() < deadline, "it did not come true in time"
        # Whoever asks without a pause takes the time of what is asked.
        time.sleep(0.02)


# A service worker would answer what tests hold back, so only those about it allow one.
WITHOUT_WORKER = "Service Worker registration blocked by Playwright"


class Home:
    def __init__(self, page, server, javascript=True):
        self.page = page
        self.server = server
        self.javascript = javascript
        self.complaints = []
        page.on("console", lambda line: line.type in ("error", "warning") and WITHOUT_WORKER not in line.text and self.complaints.append(line.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path="/"):
        self.page.goto(self.server.path(path))
        self.wait_until_awake()
        return self

    def open_account(self, link):
        """By its recovery link. The form is sent by script, which a click does not wait for."""
        self.page.goto(link)
        along = self.page.get_by_label("Add the counters and goals of this browser")
        if along.count():
            along.uncheck()
            # Where nothing else opens what is left behind.
            for lost in self.page.get_by_label("Lose the counters and goals of this browser").all():
                lost.check()
        self.press_open_here()

    def press_open_here(self):
        self.page.get_by_role("button", name="Open here").click()
        expect(self.page).to_have_url(self.server.path("/"))
        self.wait_until_awake()

    def reload(self):
        self.page.reload()
        self.wait_until_awake()

    def wait_until_awake(self):
        if self.javascript and self.page.locator("[data-counters], [data-sample]").count():
            expect(self.page.locator("body[data-awake]")).to_be_attached()
        is_wide = self.page.viewport_size["width"] >= 1200
        if self.javascript and is_wide and re.search(r"/counters/\d+$", self.page.url) and self.page.locator("form[data-counter]").count():
            # At a desk the list comes to a counter's page, and only then does nothing on it move any more.
            expect(self.page.locator("body.paired")).to_be_attached()

    def kill_tab(self):
        """Ends the page as an operating system does that needs its memory: nothing of it runs any more."""
        with contextlib.suppress(Error):
            self.page.goto("chrome://crash")
        crashed, self.page = self.page, self.page.context.new_page()
        # Whatever is done to the context would be done to it, too.
        crashed.close()

    def another_tab(self):
        return Home(self.page.context.new_page(), self.server, self.javascript).open()

    # History

    def open_entry(self, number):
        """An entry of the history, unfolded with the minute that it is in."""
        entry = self.page.locator(f"#entry-{number}")
        minute = self.page.locator(".history-minute").filter(has=entry)
        for fold in (minute, entry):
            if fold.count() and fold.get_attribute("open") is None:
                fold.locator("> summary").click()
        return entry

    # Counters

    def create(self, title=""):
        """What its form sends: half of all tests begin with a counter, and few are about making one."""
        before = self.cards.count()
        answer = self.page.request.post(
            self.server.path("/counters"), form={"title": title}, headers={"Sec-Fetch-Site": "same-origin"}, max_redirects=0
        )
        assert answer.status == 303, answer.text()
        try:
            self.open()
        except Error:
            # An empty list that hears of its first counter loads itself anew, also in the middle of this.
            self.open()
        expect(self.cards).to_have_count(before + 1)
        return self.cards.nth(before)

    def create_by_hand(self, title=""):
        before = self.cards.count()
        self.page.get_by_role("link", name="New counter").click()
        self.page.get_by_role("textbox", name="Name").fill(title)
        self.page.keyboard.press("Enter")
        expect(self.cards).to_have_count(before + 1)
        self.wait_until_awake()
        return self.cards.nth(before)

    @property
    def cards(self):
        return self.page.locator("[data-counters] > [data-counter]")

    def card(self, title=None):
        """The card of that title; without one, the first."""
        return self.cards.filter(has=self.page.get_by_text(title, exact=True)).first if title else self.cards.first

    def field(self, title=None):
        return self.card(title).locator("[data-tap]")

    def minus(self, title=None):
        return self.card(title).locator("[data-minus]")

    def title_button(self, title=None):
        return self.card(title).locator("[data-collapse]")

    def badge(self, title=None):
        return self.card(title).locator("[data-badge]")

    def tap(self, title=None, times=1):
        for _ in range(times):
            self._press(self.field(title))

    def take_back(self, title=None):
        self._press(self.minus(title))

    def fold(self, title=None):
        self._press(self.title_button(title))

    def rename(self, before, after):
        """By a long press on the name, which waits for the script that the menu's link does without."""
        finger = Finger(self.page)
        finger.down(self.title_button(before))
        name = self.page.get_by_role("textbox", name="Rename")
        expect(name).to_be_visible()
        finger.up()
        name.fill(after)
        name.press("Enter")

    def choose(self, name, title=None, option="option"):
        """Opens the card's options, a menu or a page, and chooses: a link or a button of that name."""
        self._press(self.options(title))
        if self.javascript or name != "Rename":
            place = self.menu if self.javascript else self.page
            self._press(place.locator(f".{option}", has_text=name))
        else:
            self._press(self.page.get_by_role("link", name=name))

    @contextlib.contextmanager
    def back_to_the_list(self):
        """Around what ends a choice of the options. Without JavaScript these are the counter's page, which one comes back to."""
        if self.javascript:
            yield
            return
        with self.page.expect_navigation():
            yield
        self.open()

    @property
    def menu(self):
        return self.page.locator("[data-options-menu]")

    def options(self, title=None):
        return self.card(title).locator("[data-options]")

    def move(self, title, direction):
        """Moves a row of a list that is being put in order by its arrow, which a press on the row brings to light."""
        arrow = self.page.get_by_role("button", name=f"Move “{title}” {direction}")
        row = self.page.locator("[data-place]", has=self.page.get_by_text(title, exact=True))
        if self.javascript and "place--chosen" not in row.get_attribute("class"):
            expect(self.page.locator("body[data-awake]")).to_be_attached()
            row.locator(".place-name").click()
        self._press(arrow)

    def _press(self, target):
        """Without JavaScript a press loads the page anew: wait for that one, not for any."""
        if self.javascript:
            target.click()
        else:
            with self.page.expect_navigation():
                target.click()

    def shows(self, count, title=None):
        expect(self.card(title).locator("[data-count-text]")).to_have_text(count)

    # What lies between the page and the server

    def operations_kept(self):
        return self.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('fivebar-operation-')).length")

    def operations_moved(self):
        """How many are in IndexedDB, whoever they are for. Looking makes none."""
        return self.page.evaluate(
            """() => new Promise((done, failed) => {
                const request = indexedDB.open("fivebar")
                request.onupgradeneeded = () => request.transaction.abort()
                request.onerror = () => done(0)
                request.onsuccess = () => {
                    const count = request.result.transaction("operations").objectStore("operations").count()
                    count.onsuccess = () => { request.result.close(); done(count.result) }
                    count.onerror = failed
                }
            })""")

    def keep_taps(self, number, title=None):
        """Has so many taps on a counter wait, as after a long time without a network. They are not drawn yet."""
        self.page.evaluate(
            """async ([counter, number]) => {
                const name = file => document.querySelector(`link[href$="sync/${file}.js"]`).href
                const { add } = await import(name("queue")), { moment, nameOf, newIdentifier } = await import(name("stamp"))
                for (let place = 0; place < number; place += 1) {
                    add({ id: newIdentifier(), kind: "increment", change: { counter: nameOf(counter), by: 1 }, ...moment(), counter, delta: 1 })
                }
            }""", [self.card(title).get_attribute("data-counter"), number])

    def wait_until_saved(self):
        if self.javascript:
            # The pause after many failures is that long.
            eventually(lambda: self.operations_kept() == 0, seconds=40)

    @property
    def saving(self):
        """The line that says whether everything is saved."""
        return self.page.locator("[data-sync]")

    def says_all_is_saved(self):
        expect(self.saving).to_be_empty()

    @property
    def focused(self):
        return self.page.evaluate("document.activeElement.id")
