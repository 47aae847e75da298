"""Goals are made, edited, archived and marked without a network: drawn while it waits, and so on the server afterwards."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from goals import awake, cards, dot, make
from offline import go_offline, holds, kept  # noqa: F401


@pytest.fixture
def reader(kept):
    """Somebody with a goal, and the pages about it."""
    kept.day = make(kept, "Read")
    kept.goal = re.search(r"/goals/\d+", kept.page.url)[0]
    holds(kept, f"{kept.goal}/edit", "Read")
    kept.open("/goals")
    awake(kept)
    holds(kept, "/goals/new", "data-goal-form")
    return kept


def card(home, name):
    return home.page.locator("li.goal-card", has=home.page.get_by_text(name, exact=True))


def dots(home, name, kind):
    """How many dots of a kind the card shows: each is a move of the pen."""
    return (card(home, name).locator(f".dot-preview .{kind}").first.get_attribute("d") or "").count("M")


def open_goals(home):
    home.page.goto(home.server.path("/goals"))
    awake(home)


def test_a_goal_is_made_offline_and_marked_before_the_server_has_heard_of_it(reader):
    home = reader
    go_offline(home)
    home.page.get_by_role("link", name="New goal").first.click()
    awake(home)
    home.page.get_by_label("Name").fill("Draw")
    home.page.locator(".neon-3").click()
    home.page.get_by_role("button", name="Create").click()
    expect(home.page).to_have_url(home.server.path("/goals"))
    awake(home)
    drawn = card(home, "Draw")
    expect(drawn).to_contain_class("neon-3")
    assert dots(home, "Draw", "ring") == 30
    expect(home.saving).to_contain_text("1 waiting")
    drawn.get_by_role("button", name="Mark as done").click()
    expect(drawn.get_by_role("button", name="Done")).to_have_attribute("aria-pressed", "true")
    home.page.reload()
    awake(home)
    expect(drawn.get_by_role("button", name="Done")).to_have_attribute("aria-pressed", "true")
    assert (dots(home, "Draw", "done"), dots(home, "Draw", "ring")) == (1, 29)
    drawn.get_by_role("link").click()
    expect(home.page.locator("[aria-current]")).to_contain_class("done")
    home.page.get_by_role("link", name="Back to the goals").click()
    expect(drawn).to_be_visible()
    go_offline(home, False)
    home.wait_until_saved()
    expect(drawn.get_by_role("link")).to_have_attribute("href", re.compile(r"/goals/\d+#today"))
    expect(cards(home)).to_have_text(["Read", "Draw"])
    drawn.get_by_role("link").click()
    expect(home.page.locator("[aria-current]")).to_contain_class("done")
    assert [line for line in home.complaints if "ERR_INTERNET_DISCONNECTED" not in line] == []


def test_a_name_that_was_changed_offline_is_changed_back(reader):
    home = reader
    go_offline(home)
    for before, name in [("Read", "Draw"), ("Draw", "Read")]:
        home.page.goto(home.server.path(f"{home.goal}/edit"))
        awake(home)
        expect(home.page.get_by_label("Name")).to_have_value(before)
        home.page.get_by_label("Name").fill(name)
        home.page.get_by_role("button", name="Save").click()
        expect(card(home, name)).to_be_visible()
    go_offline(home, False)
    home.wait_until_saved()
    open_goals(home)
    expect(cards(home)).to_have_text(["Read"])


def test_the_first_goal_is_made_offline(kept):
    kept.open("/goals")
    holds(kept, "/goals/new", "data-goal-form")
    go_offline(kept)
    kept.page.get_by_role("link", name="New goal").last.click()
    awake(kept)
    kept.page.get_by_label("Name").fill("Draw")
    kept.page.get_by_role("button", name="Create").click()
    expect(card(kept, "Draw")).to_be_visible()
    expect(kept.page.get_by_text("No goals yet")).to_have_count(0)
    kept.page.goto(kept.server.path("/waiting"))
    expect(kept.page.locator("[data-rows] > li")).to_have_text(re.compile("^DrawNew goal"))
    go_offline(kept, False)
    kept.wait_until_saved()
    open_goals(kept)
    expect(cards(kept)).to_have_text(["Draw"])


def test_a_goal_without_a_name_or_a_last_day_is_not_saved_offline_and_says_why(reader):
    go_offline(reader)
    reader.page.get_by_role("link", name="New goal").first.click()
    awake(reader)
    reader.page.get_by_role("button", name="Create").click()
    name = reader.page.get_by_label("Name")
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(reader.page.locator("#name-problem")).not_to_be_empty()
    name.fill("x" * 31)
    reader.page.get_by_role("button", name="Create").click()
    expect(reader.page.locator("#name-problem")).to_contain_text("30")
    name.fill("Read")
    reader.page.get_by_label("Last day").fill("")
    reader.page.get_by_role("button", name="Create").click()
    expect(reader.page.locator("#end-problem")).to_have_text("Enter a date.")
    assert reader.operations_kept() == 0


def test_a_goal_is_edited_offline_on_every_page_that_shows_it(reader):
    home = reader
    go_offline(home)
    home.page.goto(home.server.path(home.goal + "/edit"))
    awake(home)
    home.page.get_by_label("Name").fill("Read aloud")
    home.page.locator(".neon-5").click()
    home.page.get_by_label("Remind").fill("20:30")
    home.page.get_by_role("button", name="Save").click()
    expect(card(home, "Read aloud")).to_contain_class("neon-5")
    home.page.goto(home.server.path(home.goal))
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Read aloud")
    expect(home.page.locator("[data-goal]")).to_contain_class("neon-5")
    home.page.goto(home.server.path(home.goal + "/edit"))
    awake(home)
    expect(home.page.get_by_label("Name")).to_have_value("Read aloud")
    expect(home.page.get_by_label("Remind")).to_have_value("20:30")
    go_offline(home, False)
    home.wait_until_saved()
    home.page.reload()
    expect(home.page.get_by_label("Name")).to_have_value("Read aloud")
    expect(home.page.get_by_label("Remind")).to_have_value("20:30")
    open_goals(home)
    expect(card(home, "Read aloud")).to_contain_class("neon-5")


def test_a_goal_is_archived_and_brought_back_offline(reader):
    home = reader
    go_offline(home)
    home.page.goto(home.server.path(home.goal + "/edit"))
    awake(home)
    home.page.get_by_role("button", name="Archive").click()
    expect(home.page).to_have_url(home.server.path("/goals"))
    shelf = home.page.locator(".goals-archived")
    expect(shelf.locator("summary")).to_have_text(re.compile(r"Archived\s*1"))
    expect(cards(home)).to_have_text([])
    home.page.reload()
    shelf.locator("summary").click()
    shelf.get_by_role("button", name="Unarchive").click()
    expect(shelf).to_be_hidden()
    expect(cards(home)).to_have_text(["Read"])
    expect(home.page.locator(".goal-link").first).to_be_focused()
    home.page.reload()
    expect(shelf).to_be_hidden()
    home.page.goto(home.server.path(home.goal + "/edit"))
    awake(home)
    home.page.get_by_role("button", name="Archive").click()
    expect(shelf).to_be_visible()
    go_offline(home, False)
    home.wait_until_saved()
    open_goals(home)
    expect(cards(home)).to_have_text([])
    expect(shelf.locator(".goal-name")).to_have_text("Read")


def test_what_two_devices_edit_of_a_goal_both_stays(reader, visit):
    home = reader
    other = visit(storage_state=home.page.context.storage_state())
    go_offline(home)
    home.page.goto(home.server.path(home.goal + "/edit"))
    awake(home)
    home.page.locator(".neon-5").click()
    home.page.get_by_role("button", name="Save").click()
    expect(card(home, "Read")).to_contain_class("neon-5")
    other.open(home.goal + "/edit")
    awake(other)
    other.page.get_by_label("Name").fill("Read aloud")
    other.page.get_by_role("button", name="Save").click()
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Read aloud")
    go_offline(home, False)
    home.wait_until_saved()
    for device in (home, other):
        open_goals(device)
        expect(card(device, "Read aloud")).to_contain_class("neon-5")


def test_an_edit_that_is_refused_is_listed_with_the_reason(reader):
    """Another version of Fivebar, or a forged page: the server knows no such colour."""
    home = reader
    go_offline(home)
    home.page.goto(home.server.path(home.goal + "/edit"))
    awake(home)
    home.page.evaluate("document.querySelector('[name=color][value=\"5\"]').value = '99'")
    home.page.locator(".neon-5").click()
    home.page.get_by_role("button", name="Save").click()
    expect(home.page).to_have_url(home.server.path("/goals"))
    go_offline(home, False)
    home.wait_until_saved()
    expect(home.saving.get_by_role("link")).to_be_visible()
    home.page.goto(home.server.path("/waiting"))
    row = home.page.locator("[data-refused-rows] > li")
    expect(row).to_contain_text("Read")
    expect(row.locator(".waiting-problem")).not_to_be_empty()
    open_goals(home)
    expect(card(home, "Read")).not_to_contain_class("neon-5")


def test_a_server_that_does_not_answer_loses_no_goal(reader):
    """There is a network, but not to the server: what is sent may have arrived, and is made once."""
    home = reader
    home.open("/goals/new")
    awake(home)
    home.page.context.route(re.compile("/goals$"), lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    home.page.get_by_label("Name").fill("Draw")
    home.page.get_by_role("button", name="Create").click()
    expect(card(home, "Draw")).to_be_visible()
    home.wait_until_saved()
    open_goals(home)
    expect(cards(home)).to_have_text(["Read", "Draw"])


def test_a_day_is_opened_marked_and_noted_offline_and_both_notes_stay(reader, visit):
    home = reader
    home.open(home.goal)
    awake(home)
    home.page.wait_for_load_state("networkidle")
    go_offline(home)
    sheet, yesterday = home.page.locator("[data-day-sheet]"), home.day - datetime.timedelta(days=1)
    dot(home, home.day).click()
    note = sheet.get_by_label("Note")
    expect(sheet.get_by_role("heading")).to_contain_text(home.day.strftime("%B"))
    sheet.locator("[data-mark]").click()
    note.fill("By the window")
    sheet.get_by_role("link", name="Previous day").click()
    expect(sheet.locator("[data-day]")).to_have_attribute("data-day", yesterday.isoformat())
    note.fill("In the garden")
    home.page.keyboard.press("Escape")
    expect(dot(home, home.day)).to_contain_class("done")
    # Meanwhile somebody else has written there.
    other = visit(storage_state=home.page.context.storage_state(), path=f"{home.goal}/{yesterday}")
    other.page.get_by_label("Note").fill("On the bench")
    with other.page.expect_navigation():
        other.page.get_by_role("button", name="Save").click()
    home.page.reload()
    awake(home)
    dot(home, home.day).click()
    expect(note).to_have_value("By the window")
    home.page.keyboard.press("Escape")
    go_offline(home, False)
    home.wait_until_saved()
    for day, texts in ((home.day, ["By the window"]), (yesterday, ["On the bench", "In the garden"])):
        home.open(f"{home.goal}/{day}")
        for text in texts:
            expect(home.page.get_by_label("Note")).to_have_value(re.compile(text))


def test_what_is_typed_into_a_form_whose_edit_waits_outlives_its_tab(reader):
    home = reader
    go_offline(home)
    home.page.goto(home.server.path(f"{home.goal}/edit"))
    awake(home)
    name = home.page.get_by_label("Name")
    name.fill("Read novels")
    home.page.get_by_role("button", name="Save").click()
    expect(cards(home)).to_have_text(["Read novels"])
    home.page.goto(home.server.path(f"{home.goal}/edit"))
    awake(home)
    expect(name).to_have_value("Read novels")
    name.press("End")
    name.press_sequentially(" in French")
    home.kill_tab()
    home.page.goto(home.server.path(f"{home.goal}/edit"))
    awake(home)
    expect(home.page.get_by_label("Name")).to_have_value("Read novels in French")


def test_two_tabs_that_write_to_one_day_before_either_is_saved_keep_both_notes(reader):
    home = reader
    home.open(home.goal)
    second = type(home)(home.page.context.new_page(), home.server).open(home.goal)
    for tab in (home, second):
        awake(tab)
        tab.page.wait_for_load_state("networkidle")
        dot(tab, home.day).click()
    texts = {home: "In the garden", second: "By the window"}
    for tab, text in texts.items():
        tab.page.locator("[data-day-sheet]").get_by_label("Note").press_sequentially(text)
    go_offline(home)
    for tab in (second, home):
        tab.page.keyboard.press("Escape")
        expect(tab.page.locator("[data-day-sheet]")).to_be_hidden()
    expect(home.saving).to_contain_text("2 waiting")
    go_offline(home, False)
    home.wait_until_saved()
    home.open(f"{home.goal}/{home.day}")
    for text in texts.values():
        expect(home.page.get_by_label("Note")).to_have_value(re.compile(text))


def test_a_day_stays_as_it_was_marked_last_though_another_tab_marked_it_before(reader):
    home = reader
    home.open(home.goal)
    dot(home, home.day).press(" ")
    home.wait_until_saved()
    second = type(home)(home.page.context.new_page(), home.server).open(home.goal)
    first = type(home)(home.page.context.new_page(), home.server).open(home.goal)
    for tab in (first, second):
        awake(tab)
        tab.page.wait_for_load_state("networkidle")
        expect(dot(tab, home.day)).to_contain_class("done")
    home.page.close()
    go_offline(first)
    for state in ("open", "done"):
        dot(first, home.day).press(" ")
        expect(dot(first, home.day)).to_contain_class(state)
    dot(second, home.day).press(" ")
    expect(dot(second, home.day)).to_contain_class("open")
    # What the first tab has made is drawn by now.
    expect(second.saving).to_contain_text("3 waiting")
    expect(dot(second, home.day)).to_contain_class("open")
    go_offline(second, False)
    for tab in (first, second):
        tab.wait_until_saved()
        expect(dot(tab, home.day)).to_contain_class("open")
    second.page.reload()
    expect(dot(second, home.day)).to_contain_class("open")
