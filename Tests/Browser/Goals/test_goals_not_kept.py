"""Every goal has its page without a network: also one whose own is not kept, and one that was made offline."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from goals import awake, cards, dot, make
from offline import go_offline, holds, is_kept, kept  # noqa: F401
from pages import stays

MANY = """async ([first, last]) => {
    const name = number => `0198c5a0-0000-7000-8000-${String(number).padStart(12, "0")}`
    const list = Array.from({ length: 34 }, (_, place) => ({ id: name(place + 1), kind: "createGoal", at: Date.now(), offset: 0,
        change: { name: `Goal ${place + 1}`, color: 5, start: first, end: last } }))
    await fetch("/operations", { method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(list) })
}"""
DAY = datetime.timedelta(days=1)


def figures(home):
    return home.page.locator("[data-figure]").all_text_contents()


def below_those_that_are_kept(home, first=-50, last=60):
    """A goal so far down that its page is not kept, of which the day of yesterday and one long ago are done."""
    today = make(home, "Read")
    home.page.evaluate(MANY, [str(today + first * DAY), str(today + last * DAY)])
    home.open("/goals")
    awake(home)
    goal = home.page.get_by_role("link", name="Goal 34").get_attribute("href").split("#")[0]
    for day in (today - DAY, today - 40 * DAY):
        home.page.evaluate("address => fetch(address, { method: 'POST', body: new URLSearchParams({ done: 'yes' }) })", f"{goal}/{day}/mark")
    home.open("/goals")
    awake(home)
    holds(home, "/goals", 'data-done="1"')
    home.today, home.goal = today, goal
    return home


def open_goal(home, name):
    home.page.goto(home.server.path("/goals"))
    awake(home)
    home.page.get_by_role("link", name=name).first.click()
    awake(home)
    expect(home.page.locator("h1")).to_have_text(name)


def test_a_goal_whose_page_is_not_kept_opens_with_the_days_that_are_known(kept):
    home = below_those_that_are_kept(kept)
    home.open(home.goal)
    awake(home)
    told, dates = figures(home), home.page.locator("[data-dates]").text_content()
    home.page.goto(home.server.path("/goals"))
    home.page.evaluate("async goal => { for (const name of await caches.keys()) await (await caches.open(name)).delete(goal, { ignoreVary: true }) }", home.goal)
    go_offline(home)
    open_goal(home, "Goal 34")
    expect(home.page).to_have_title("Goal 34 · Fivebar")
    expect(home.page.locator("[data-goal]")).to_contain_class("neon-5")
    expect(home.page.locator("[data-dots] a")).to_have_count(30 + 60)
    expect(dot(home, home.today)).to_have_attribute("aria-current", "date")
    expect(dot(home, home.today - DAY)).to_have_class("done")
    expect(dot(home, home.today - 2 * DAY)).to_have_class("miss")
    expect(dot(home, home.today + DAY)).to_have_class("")
    expect(dot(home, home.today - 40 * DAY)).to_have_count(0)
    # Of those that are not shown, the list has told the sum.
    assert figures(home) == told
    assert home.page.locator("[data-dates]").text_content() == dates
    expect(home.page.get_by_text("The other days are shown once you’re back online.")).to_be_visible()
    dot(home, home.today).press(" ")
    expect(home.page.locator("[data-figure=streak]")).to_have_text("2")
    dot(home, home.today - 2 * DAY).click()
    sheet = home.page.get_by_role("dialog")
    sheet.get_by_label("Note").fill("By the window")
    home.page.keyboard.press("Escape")
    home.page.reload()
    awake(home)
    expect(dot(home, home.today)).to_contain_class("done")
    dot(home, home.today - 2 * DAY).click()
    expect(sheet.get_by_label("Note")).to_have_value("By the window")
    home.page.keyboard.press("Escape")
    stays(home.page)
    go_offline(home, False)
    home.wait_until_saved()
    expect(home.page.locator("[data-dots] a")).to_have_count(111)
    expect(dot(home, home.today - 40 * DAY)).to_have_class("done")
    expect(dot(home, home.today)).to_contain_class("done")
    expect(home.page.get_by_text("The other days")).to_have_count(0)
    expect(home.page.get_by_role("link", name="Edit goal")).to_be_visible()
    assert home.page.evaluate("window.stays")


def made_offline(home, name="Draw"):
    home.page.get_by_role("link", name="New goal").first.click()
    awake(home)
    home.page.get_by_label("Name").fill(name)
    home.page.locator(".neon-3").click()
    home.page.get_by_role("button", name="Create").click()
    expect(home.page).to_have_url(home.server.path("/goals"))
    awake(home)


@pytest.fixture
def maker(kept):
    """Somebody without a network who has just made a goal."""
    kept.today = make(kept, "Read")
    kept.open("/goals")
    awake(kept)
    holds(kept, "/goals/new", "data-goal-form")
    holds(kept, "/goals", "Read")
    go_offline(kept)
    made_offline(kept)
    return kept


def test_a_goal_that_is_made_without_a_network_has_a_page_that_becomes_the_server_s(maker):
    home = maker
    open_goal(home, "Draw")
    expect(home.page).to_have_title("Draw · Fivebar")
    expect(home.page.locator("[data-goal]")).to_contain_class("neon-3")
    expect(home.page.locator("[data-dots] a")).to_have_count(30)
    expect(home.page.get_by_text("The other days")).to_be_hidden()
    today = dot(home, home.today)
    expect(today).to_have_text(re.compile(r"^\d+ \w+( \d+)?, today, not done yet$"))
    today.press(" ")
    expect(home.page.locator("[data-figure=percent]")).to_have_text("100%")
    today.press(" ")
    expect(today).to_have_class("today open")
    today.click()
    sheet = home.page.get_by_role("dialog")
    sheet.get_by_role("button", name="Mark as done").click()
    sheet.get_by_label("Note").fill("A cat")
    home.page.keyboard.press("Escape")
    home.page.reload()
    awake(home)
    expect(today).to_contain_class("done")
    stays(home.page)
    today.click()
    expect(sheet.get_by_label("Note")).to_have_value("A cat")
    sheet.get_by_label("Note").press("End")
    sheet.get_by_label("Note").press_sequentially(" and a dog")
    go_offline(home, False)
    home.wait_until_saved()
    expect(home.page).to_have_url(re.compile(r"/goals/\d+(#today)?$"))
    # The day is open all the while, and what is typed into it stays.
    expect(sheet.get_by_label("Note")).to_have_value("A cat and a dog")
    home.page.keyboard.press("Escape")
    home.wait_until_saved()
    goal = home.page.locator("[data-goal]").get_attribute("data-goal")
    assert re.fullmatch(r"\d+", goal)
    expect(today).to_have_attribute("href", re.compile(rf"\b{goal}/{home.today}$"))
    expect(home.page.get_by_role("link", name="Edit goal")).to_have_attribute("href", f"/goals/{goal}/edit")
    expect(home.page.get_by_role("link", name="Edit goal")).to_be_visible()
    expect(today).to_contain_class("done")
    assert home.page.evaluate("window.stays")
    today.press(" ")
    expect(today).to_contain_class("open")
    home.wait_until_saved()
    home.page.reload()
    awake(home)
    expect(today).to_contain_class("open")
    home.open(f"/goals/{goal}/{home.today}")
    expect(home.page.get_by_label("Note")).to_have_value("A cat and a dog")
    assert [line for line in home.complaints if "ERR_INTERNET_DISCONNECTED" not in line] == []


def test_an_address_of_no_goal_says_that_there_is_no_network(maker):
    for name in ("77", "0198c5a0-0000-7000-8000-000000000000"):
        maker.page.goto(maker.server.path(f"/goals/{name}"))
        expect(maker.page.get_by_text("This page isn’t kept on this device. Your goals are")).to_be_visible()


def edit(home, name, field, value):
    """Edits the goal whose page is open, and comes to its page again."""
    home.page.get_by_role("link", name="Edit goal").click()
    awake(home)
    expect(home.page.get_by_label("Name")).to_have_value(name)
    home.page.get_by_label(field).fill(value)
    home.page.get_by_role("button", name="Save").click()
    expect(home.page).to_have_url(home.server.path("/goals"))
    awake(home)


def test_a_goal_that_is_made_without_a_network_is_edited_and_archived_before_it_is_sent(maker):
    home = maker
    open_goal(home, "Draw")
    edit(home, "Draw", "Name", "Paint")
    open_goal(home, "Paint")
    edit(home, "Paint", "Remind", "20:30")
    open_goal(home, "Paint")
    edit(home, "Paint", "Last day", str(home.today + 9 * DAY))
    open_goal(home, "Paint")
    expect(home.page.locator("[data-goal]")).to_contain_class("neon-3")
    expect(home.page.locator("[data-dots] a")).to_have_count(10)
    home.page.get_by_role("link", name="Edit goal").click()
    awake(home)
    expect(home.page.get_by_label("Remind")).to_have_value("20:30")
    home.page.get_by_role("button", name="Archive").click()
    expect(home.page.locator(".goals-archived .goal-name")).to_have_text("Paint")
    go_offline(home, False)
    home.wait_until_saved()
    home.open("/goals")
    home.page.locator(".goals-archived summary").click()
    home.page.locator(".goals-archived").get_by_role("link", name="Paint").click()
    awake(home)
    expect(home.page.locator("[data-dots] a")).to_have_count(10)
    home.page.get_by_role("link", name="Edit goal").click()
    awake(home)
    expect(home.page.get_by_label("Remind")).to_have_value("20:30")


def test_a_goal_whose_form_is_not_kept_is_edited_with_what_the_list_says_of_it(kept):
    home = kept
    home.create("Robins")
    home.create("Wrens")
    home.wait_until_saved()
    home.open()
    holds(home, "/", "Wrens")
    home.open("/goals/new")
    awake(home)
    home.page.get_by_label("Name").fill("Watch birds")
    home.page.get_by_label("Remind").fill("08:30")
    home.page.locator("details", has=home.page.locator("[name=counter]")).evaluate("details => { details.open = true }")
    home.page.locator("[name=counter]").select_option(label="Wrens")
    home.page.locator("[name=target]").fill("3")
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.locator("[data-goal] h1")).to_have_text("Watch birds")
    goal = home.page.url.split("#")[0].removeprefix(home.server.path(""))
    home.open("/goals")
    awake(home)
    holds(home, "/goals", "Watch birds")
    home.page.evaluate("""async goal => { for (const name of await caches.keys()) for (const path of [goal, `${goal}/edit`]) {
        await (await caches.open(name)).delete(path, { ignoreVary: true }) } }""", goal)
    go_offline(home)
    home.page.goto(home.server.path(f"{goal}/edit"))
    awake(home)
    expect(home.page.get_by_label("Remind")).to_have_value("08:30")
    expect(home.page.locator("[name=counter] option:checked")).to_have_text("Wrens")
    expect(home.page.locator("[name=target]")).to_have_value("3")
    expect(home.page.locator("[data-span]")).to_contain_text("30 days")
    home.page.get_by_label("Name").fill("Watch wrens")
    home.page.get_by_role("button", name="Save").click()
    expect(cards(home)).to_have_text(["Watch wrens"])
    # Only that waits: the rest stays as it is, whatever another device makes of it.
    change = home.page.evaluate("JSON.parse(localStorage.getItem(Object.keys(localStorage).find(key => key.startsWith('fivebar-operation-')))).change")
    assert sorted(change) == ["goal", "name"]
    go_offline(home, False)
    home.wait_until_saved()
    home.open("/goals")
    expect(cards(home)).to_have_text(["Watch wrens"])


def test_a_goal_that_is_made_without_a_network_stands_in_the_list_beside_it(visit):
    home = visit(service_workers="allow", desktop=True)
    is_kept(home)
    home.today = make(home, "Read")
    home.open("/goals")
    awake(home)
    holds(home, "/goals/new", "data-goal-form")
    holds(home, "/goals", "Read")
    go_offline(home)
    made_offline(home)
    open_goal(home, "Draw")
    beside = home.page.locator(".goal-list")
    expect(beside.locator(".goal-name")).to_have_text(["Read", "Draw"])
    drawn = beside.locator("[aria-current]")
    expect(drawn).to_contain_text("Draw")
    dot(home, home.today).press(" ")
    expect(drawn.locator(".done")).to_have_attribute("d", re.compile("^M"))
    go_offline(home, False)
    home.wait_until_saved()
    expect(drawn).to_have_attribute("href", re.compile(r"/goals/\d+#today$"))
    expect(beside.locator(".goal-name")).to_have_text(["Read", "Draw"])
