"""The notice leaves by itself, and what it offered stays on the page of changes."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from goals import make
from home import eventually


def rows(home):
    return home.page.locator(".change .row-name").all_inner_texts()


def test_a_notice_leaves_by_itself_but_not_while_somebody_is_at_it(visit):
    home = visit(desktop=True)
    home.page.clock.install()
    home.open()
    home.create("Robins")
    home.open("/counters/arrange")
    home.page.clock.run_for(1_000)
    home.page.get_by_role("button", name="Delete Robins").click()
    notice = home.page.locator(".notice")
    home.page.clock.run_for(1_000)
    expect(notice).to_contain_text("Robins")
    notice.hover()
    home.page.clock.run_for(20_000)
    expect(notice).to_be_visible()
    home.page.mouse.move(5, 5)
    notice.get_by_role("button", name="Undo").focus()
    home.page.clock.run_for(20_000)
    expect(notice).to_be_visible()
    home.page.get_by_role("link", name="Done").focus()
    finger = {"pointerId": 7, "pointerType": "touch", "button": 0}
    notice.get_by_role("button", name="Undo").dispatch_event("pointerdown", finger)
    home.page.clock.run_for(20_000)
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Undo").dispatch_event("pointerup", finger)
    home.page.clock.run_for(16_000)
    expect(notice).to_have_count(0)
    assert home.complaints == []


def test_what_was_changed_can_be_undone_and_redone_later(any_home):
    home = any_home
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap("Robins")
    home.page.wait_for_load_state("networkidle")
    home.open(f"/counters/{counter}/title")
    home.page.get_by_role("textbox").fill("Wrens")
    with home.page.expect_navigation():
        home.page.keyboard.press("Enter")
    home.open("/counters/arrange")
    home.page.get_by_role("link", name="Changes").click()
    expect(home.page.get_by_role("heading", name="Changes")).to_be_visible()
    # A tap is not in it: the history has those.
    assert [row.split("\n")[0] for row in rows(home)] == ["Renamed to “Wrens”.", "“Wrens” added."]
    home._press(home.page.get_by_role("button", name="Undo: Renamed"))
    eventually(lambda: "undone" in rows(home)[0])
    home.open()
    expect(home.card("Robins")).to_be_visible()
    home.open("/undo")
    home._press(home.page.get_by_role("button", name="Redo"))
    eventually(lambda: "undone" not in rows(home)[0])
    home.open()
    expect(home.card("Wrens")).to_be_visible()
    home.shows("1", "Wrens")
    assert home.complaints == []


# What can be pressed besides the notice itself, as far as it is on the screen.
COVERED = """() => {
    const notice = document.querySelector(".notice").getBoundingClientRect()
    const pressable = document.querySelectorAll("a, button, input, .card")
    return Array.from(pressable).filter(one => {
        const box = one.getBoundingClientRect()
        return !one.closest(".notice") && box.width > 1 && box.left < notice.right && notice.left < box.right && box.top < notice.bottom && notice.top < box.bottom
    }).map(one => one.className)
}"""


@pytest.mark.parametrize("path", ["/", "/trash", "/counters/arrange"])
@pytest.mark.parametrize(("width", "locale"), [(1280, "en-GB"), (1280, "fr-FR"), (1280, "ru-RU"), (1920, "ja-JP")])
def test_at_a_desk_a_notice_covers_nothing(visit, path, width, locale):
    home = visit(desktop=True, locale=locale)
    own = {"Origin": home.server.address}
    for number in range(24):
        home.page.request.post(home.server.path("/counters"), form={"title": f"Robins seen from the kitchen {number}"}, headers=own)
    home.page.set_viewport_size({"width": width, "height": 800})
    home.open()
    if path == "/trash":
        # Named before the first is deleted, since the page follows.
        for counter in home.cards.evaluate_all("cards => cards.slice(0, 20).map(card => card.dataset.counter)"):
            home.page.request.post(home.server.path(f"/counters/{counter}/deletion"), headers=own)
    home.open(path)
    if path == "/":
        home.options().click()
        home.page.locator("[data-restyle][value=western]").click()
        home.page.keyboard.press("Escape")
    else:
        home.page.locator("main form button").first.click()
    notice = home.page.locator(".notice:has(p)")
    expect(notice).to_be_visible()
    assert home.page.evaluate(COVERED) == []
    box = notice.bounding_box()
    assert 0 <= box["x"] and box["x"] + box["width"] <= width and 0 <= box["y"] and box["y"] + box["height"] <= 800
    assert notice.get_by_role("button").bounding_box()["height"] >= 44
    assert home.complaints == []


def test_changes_are_told_by_their_days(visit):
    home = visit(timezone_id="Europe/Paris")
    home.create("Robins")
    # Made on this device before the last midnight, and sent only now.
    yesterday = int(home.page.evaluate("new Date().setHours(0, 0, 0, 0) - 3_600_000"))
    offset = -int(home.page.evaluate("new Date().getTimezoneOffset()"))
    counter = home.card("Robins").get_attribute("data-counter")
    rename = {"id": str(uuid.uuid4()), "kind": "rename", "change": {"counter": int(counter), "title": "Wrens"}, "at": yesterday, "offset": offset}
    home.page.request.post(home.server.path("/operations"), data=[rename], headers={"Origin": home.server.address})
    home.open("/undo")
    days = home.page.locator(".changes-day")
    assert [day.split("\n")[0] for day in days.all_inner_texts()] == ["Today", "Yesterday"]
    expect(days.nth(0)).to_contain_text("added")
    expect(days.nth(1)).to_contain_text("Renamed to")
    expect(days.nth(1)).to_contain_text("23:00")
    assert home.complaints == []


def goal_of(home):
    """The address of a goal that is made."""
    make(home, "Read")
    return re.search(r"/goals/\d+", home.page.url)[0]


def test_a_goal_is_archived_and_brought_back(any_home):
    home = any_home
    goal = goal_of(home)
    home.open(f"{goal}/edit")
    home._press(home.page.get_by_role("button", name="Archive"))
    home.page.wait_for_load_state("networkidle")
    home.open("/undo")
    assert rows(home)[0].startswith("“Read” archived.")
    home._press(home.page.get_by_role("button", name="Undo: “Read” archived."))
    eventually(lambda: "undone" in rows(home)[0])
    # It says what was done, whatever the goal is by now.
    assert rows(home)[0].startswith("“Read” archived.")
    home._press(home.page.get_by_role("button", name="Redo: “Read” archived."))
    eventually(lambda: "undone" not in rows(home)[0])
    home.open(f"{goal}/edit")
    home._press(home.page.get_by_role("button", name="Unarchive"))
    home.page.wait_for_load_state("networkidle")
    home.open("/undo")
    assert rows(home)[0].startswith("“Read” is back.")
    assert home.complaints == []


def test_an_edited_goal_is_undone_from_where_goals_are_put_in_order_and_from_the_settings(any_home):
    home = any_home
    goal = goal_of(home)
    home.open(f"{goal}/edit")
    home.page.get_by_label("Name").fill("Write")
    home._press(home.page.get_by_role("button", name="Save"))
    expect(home.page.get_by_role("heading", name="Write")).to_be_visible()
    home.open("/goals/arrange")
    home._press(home.page.get_by_role("link", name="Changes"))
    home._press(home.page.get_by_role("button", name=re.compile("^Undo: ")).first)
    eventually(lambda: "undone" in rows(home)[0])
    home.open(goal)
    expect(home.page.get_by_role("heading", name="Read")).to_be_visible()
    home.open("/settings")
    home._press(home.page.get_by_role("link", name="Changes"))
    expect(home.page.get_by_role("button", name=re.compile("^Redo: ")).first).to_be_visible()
    assert home.complaints == []


def test_nothing_changed_is_said(visit):
    home = visit(path="/undo")
    expect(home.page.get_by_text("Nothing has changed yet.")).to_be_visible()
    assert home.complaints == []
