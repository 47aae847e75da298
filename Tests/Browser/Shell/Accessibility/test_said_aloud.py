"""Screen reader announcements: the count after taps, a goal's state after its days, once each."""

from playwright.sync_api import expect

from goals import dot, make
from home import eventually
from offline import OPERATIONS


def listen(page):
    """Notes all that any status on the page says from now on."""
    page.evaluate("""() => {
        window.said = []
        new MutationObserver(changes => {
            for (const { target } of changes) {
                const status = (target.closest ? target : target.parentElement)?.closest("[role=status]:not(.notice)")
                if (status?.textContent.trim()) window.said.push(status.textContent.trim())
            }
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
    }""")


def said(page, count):
    eventually(lambda: page.evaluate("count => window.said.length >= count", count))
    return page.evaluate("window.said")


def test_rapid_taps_are_said_once_with_the_last_number(home):
    home.create("Robins")
    listen(home.page)
    home.tap("Robins", times=5)
    assert said(home.page, 1) == ["5"]
    home.take_back("Robins")
    assert said(home.page, 2) == ["5", "4"]


def test_a_minus_that_finds_nothing_says_so(home):
    home.create("Robins")
    listen(home.page)
    home.take_back("Robins")
    assert said(home.page, 1) == ["0"]


def test_the_buttons_of_a_card_are_called_after_its_counter(home):
    number = home.create("Robins").get_attribute("data-counter")
    for page in ("/", f"/counters/{number}", f"/counters/{number}/full"):
        home.open(page)
        expect(home.page.get_by_role("button", name="Add one Robins")).to_have_count(1)
        expect(home.page.get_by_role("button", name="Subtract one Robins")).to_have_count(1)


def test_seven_days_marked_quickly_are_one_message_with_how_far_the_goal_is(home):
    today = make(home)
    listen(home.page)
    target = dot(home, today)
    for _ in range(7):
        target.press(" ")
    messages = said(home.page, 1)
    assert len(messages) == 1 and messages[0].startswith("done"), messages
    assert "%" in messages[0] and "streak" in messages[0]


def test_figures_are_said_with_what_the_server_has_not_heard_of(home):
    today = make(home)
    listen(home.page)
    held = []
    home.page.route(OPERATIONS, lambda route: held.append(route))
    dot(home, today).press(" ")
    shown = [figure.text_content().strip() for figure in home.page.locator(".goal-figure").all()]
    assert shown[1].startswith("1")
    [message] = said(home.page, 1)
    assert message.startswith("done") and all(figure in message for figure in shown), (message, shown)
    eventually(lambda: home.page.evaluate("1") and held)
    held[0].continue_()
    home.wait_until_saved()
    # That something waited is said, too, where saving takes a while.
    assert [text for text in said(home.page, 1) if text.startswith("done")] == [message]
