"""What is typed is never lost: it comes back after a killed tab, a closed sheet, a refused save and a full storage, and
only until it is saved or discarded."""

import re

import pytest
from playwright.sync_api import expect

from counter_page import count_field, own_page
from home import eventually
from pane import desk, open_beside  # noqa: F401

BACK = "Brought back what you had typed."


def drafts(home, storage="localStorage"):
    return home.page.evaluate(f"Object.keys({storage}).filter(key => key.startsWith('fivebar-draft-')).length")


def until_kept(home):
    eventually(lambda: drafts(home) == 1)


def line(home):
    return home.page.get_by_role("status").filter(has_text=BACK)


def name(home):
    return home.page.get_by_role("textbox", name="Name")


def open_sheet(home):
    home.page.get_by_role("link", name="New counter").click()
    return name(home)


def test_a_title_outlives_its_tab_and_is_gone_once_it_is_saved(home):
    home.create("Robins")
    open_sheet(home).fill("Wrens")
    until_kept(home)
    home.kill_tab()
    home.open()
    expect(open_sheet(home)).to_have_value("Wrens")
    expect(line(home)).to_be_visible()
    home.page.keyboard.press("Enter")
    expect(home.card("Wrens")).to_be_visible()
    home.wait_until_awake()
    eventually(lambda: drafts(home) == 0)
    expect(open_sheet(home)).to_have_value("")
    expect(line(home)).to_have_count(0)


def test_it_is_gone_once_it_is_saved_with_a_service_worker_between_or_waits_to_be_sent(visit):
    home = visit(service_workers="allow")
    home.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    eventually(lambda: home.page.evaluate("Boolean(navigator.serviceWorker.controller)"))
    home.open("/counters/new")
    name(home).fill("Robins")
    until_kept(home)
    home.page.keyboard.press("Enter")
    expect(home.card("Robins")).to_be_visible()
    eventually(lambda: drafts(home) == 0)
    home.open()
    home.page.context.set_offline(True)
    open_sheet(home).fill("Wrens")
    until_kept(home)
    home.page.keyboard.press("Enter")
    expect(home.card("Wrens")).to_be_visible()
    expect(open_sheet(home)).to_have_value("")
    assert drafts(home) == 0


def test_a_closed_sheet_gives_back_what_was_typed_until_it_is_discarded(home):
    home.create("Robins")
    open_sheet(home).fill("Wrens")
    home.page.keyboard.press("Escape")
    expect(open_sheet(home)).to_have_value("Wrens")
    home.page.get_by_role("button", name="Discard").click()
    expect(name(home)).to_have_value("")
    expect(name(home)).to_be_focused()
    expect(line(home)).to_have_count(0)
    home.page.keyboard.press("Escape")
    # Nor is what somebody has emptied themselves.
    open_sheet(home).fill("Wrens")
    until_kept(home)
    name(home).fill("")
    home.page.keyboard.press("Escape")
    expect(open_sheet(home)).to_have_value("")
    assert drafts(home) == 0 and home.complaints == []


def test_a_name_typed_in_place_outlives_its_tab(home):
    home.create("Robins")
    home.choose("Rename")
    expect(home.card().locator(".card-rename")).to_be_focused()
    home.page.keyboard.type("Wrens")
    until_kept(home)
    home.kill_tab()
    home.open()
    home.choose("Rename")
    field = home.card().locator(".card-rename")
    expect(field).to_have_value("Wrens")
    home.page.get_by_role("button", name="Discard").click()
    expect(field).to_have_value("Robins")
    expect(field).to_be_focused()
    field.fill("Blackbirds")
    home.page.keyboard.press("Enter")
    expect(home.card("Blackbirds")).to_be_visible()
    eventually(lambda: drafts(home) == 0)


@pytest.mark.parametrize("is_offline", [False, True], ids=["saved", "waiting"])
def test_a_step_and_a_count_outlive_their_tab(home, is_offline):
    path = own_page(home)
    step, count = home.page.locator(".other-step [name=number]"), count_field(home.page)
    home.page.locator(".other-step summary").click()
    for field, number in ((step, "7"), (count, "40")):
        field.fill(number)
    eventually(lambda: drafts(home) == 2)
    home.kill_tab()
    home.open(path)
    step, count = home.page.locator(".other-step [name=number]"), home.page.locator("#count")
    expect(step).to_have_value("7")
    expect(count).to_have_value("40")
    expect(step).to_be_visible()
    expect(count).to_be_visible()
    # What is counted meanwhile leaves what was typed.
    home.page.locator("[data-tap]").click()
    expect(count).to_have_value("40")
    home.wait_until_saved()
    home.page.wait_for_load_state("networkidle")
    home.page.context.set_offline(is_offline)
    discard = home.page.get_by_role("button", name="Discard")
    home.page.locator(".other-step").get_by_role("button", name="Discard").click()
    expect(step).to_have_value("1")
    expect(discard).to_have_count(1)
    count.press("Enter")
    expect(discard).to_have_count(0)
    expect(home.page.locator("form[data-counter] [data-count-text]")).to_have_text("40")
    eventually(lambda: drafts(home) == 0)
    home.page.context.set_offline(False)
    home.wait_until_saved()
    home.open(path)
    expect(home.page.locator("[data-count-now]")).to_have_text("40")
    expect(discard).to_have_count(0)
    # What is discarded leaves what is shown by then.
    count_field(home.page).fill("50")
    eventually(lambda: drafts(home) == 1)
    home.reload()
    expect(count).to_have_value("50")
    home.page.locator("[data-tap]").click()
    expect(home.page.locator("[data-count-now]")).to_have_text("41")
    discard.click()
    expect(count).to_have_value("41")


def test_a_step_and_a_count_come_back_by_themselves_beside_the_list(desk):
    home = desk
    beside = open_beside(home)
    step, count = beside.locator(".other-step [name=number]"), beside.locator("#count")
    for fold, field, number in ((".other-step", step, "7"), (".count-setting", count, "40")):
        beside.locator(f"{fold} summary").click()
        field.fill(number)
    eventually(lambda: drafts(home) == 2)
    home.kill_tab()
    home.open()
    beside = open_beside(home)
    for field, number in ((beside.locator(".other-step [name=number]"), "7"), (beside.locator("#count"), "40")):
        expect(field).to_be_visible()
        expect(field).to_have_value(number)
    expect(home.page.get_by_role("button", name="Discard")).to_have_count(2)


def test_a_device_s_name_outlives_its_tab_and_is_seen_in_its_fold(home):
    home.create("Robins")
    field = lambda: home.page.get_by_label("Name of the device")
    home.open("/settings/devices")
    home.page.locator(".device summary").click()
    field().fill("Kitchen tablet")
    until_kept(home)
    home.kill_tab()
    home.open("/settings/devices")
    expect(field()).to_have_value("Kitchen tablet")
    expect(line(home)).to_be_visible()
    home.page.get_by_role("button", name="Save the name").click()
    expect(home.page.get_by_role("heading", name="Kitchen tablet")).to_be_visible()
    eventually(lambda: drafts(home) == 0)


def test_a_whole_goal_outlives_its_tab_with_its_choices(home):
    home.create("Pages")
    home.open("/goals/new")
    page = home.page
    page.get_by_label("Name").fill("Read")
    page.get_by_label("90 days").check(force=True)
    page.locator("[name=color]").nth(3).check(force=True)
    page.locator("summary").click()
    page.get_by_label("Counter").select_option("Pages")
    page.get_by_label("Daily target").fill("20")
    end = page.locator("[name=end]").input_value()
    until_kept(home)
    eventually(lambda: "target" in page.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('fivebar-draft-'))[1]"))
    home.kill_tab()
    home.open("/goals/new")
    page = home.page
    expect(page.get_by_label("Name")).to_have_value("Read")
    expect(page.get_by_label("90 days")).to_be_checked()
    expect(page.locator("[name=color]").nth(3)).to_be_checked()
    expect(page.get_by_label("Counter").locator("option:checked")).to_have_text("Pages")
    assert page.locator("[name=end]").input_value() == end
    expect(line(home)).to_be_visible()
    page.get_by_role("button", name="Create").click()
    page.wait_for_url(re.compile(r"/goals/\d+"))
    eventually(lambda: drafts(home) == 0)
    home.open(page.url.split("#")[0].removeprefix(home.server.address) + "/edit")
    page.get_by_label("Name").fill("Read more")
    home.open("/goals")
    page.go_back()
    home.reload()
    expect(page.get_by_label("Name")).to_have_value("Read more")


def test_a_refused_save_loses_nothing(home):
    home.open("/goals/new")
    home.page.get_by_label("Name").fill("Read")
    home.page.locator("[name=end]").fill("1999-01-01")
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.locator("[name=end]")).to_have_attribute("aria-invalid", "true")
    expect(line(home)).to_have_count(0)
    home.page.get_by_label("Name").fill("Read more")
    home.open()
    home.open("/goals/new")
    expect(home.page.get_by_label("Name")).to_have_value("Read more")
    expect(home.page.locator("[name=end]")).to_have_value("1999-01-01")


def test_what_was_sent_without_an_answer_is_brought_back_and_still_done_once(home):
    home.create("Robins")
    home.open("/counters/new")
    name(home).fill("Wrens")

    def lose(route):
        route.fetch(max_redirects=0)
        route.abort()

    home.page.route("**/counters", lose, times=1)
    name(home).press("Enter")
    expect(home.page).to_have_url(re.compile("^chrome-error:"))
    home.open("/counters/new")
    expect(name(home)).to_have_value("Wrens")
    name(home).press("Enter")
    expect(home.cards).to_have_count(2)


FULL = """
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
        if (this === localStorage && key.startsWith("fivebar-draft-")) throw new DOMException("", "QuotaExceededError")
        setItem.call(this, key, value)
    }
"""
REFUSED = """
    for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError") } })
"""


@pytest.mark.parametrize("storage", [FULL, REFUSED], ids=["full", "refused"])
def test_without_room_what_was_typed_lasts_as_long_as_the_tab_or_the_page(home, storage):
    home.create("Robins")
    home.page.add_init_script(storage)
    home.open()
    open_sheet(home).fill("Wrens")
    if storage == FULL:
        # What keeps it is loaded with the first letter.
        eventually(lambda: drafts(home, "sessionStorage") == 1)
    home.page.keyboard.press("Escape")
    if storage == FULL:
        home.reload()
    expect(open_sheet(home)).to_have_value("Wrens")
    expect(line(home)).to_be_visible()
    assert home.complaints == []


def test_what_is_typed_in_one_tab_is_offered_in_no_other_until_that_is_closed(home):
    home.create("Robins")
    other = home.another_tab()
    open_sheet(home).fill("Wrens")
    until_kept(home)
    open_sheet(other).fill("Blackbirds")
    eventually(lambda: drafts(other) == 2)
    expect(line(other)).to_have_count(0)
    other.page.keyboard.press("Enter")
    expect(other.card("Blackbirds")).to_be_visible()
    eventually(lambda: drafts(other) == 1)
    expect(open_sheet(other)).to_have_value("")
    other.page.keyboard.press("Escape")
    home.page.close()
    expect(open_sheet(other)).to_have_value("Wrens")
    # It is this tab's from then on.
    last = other.another_tab()
    open_sheet(last).fill("Larks")
    eventually(lambda: drafts(last) == 2)
    expect(line(last)).to_have_count(0)
    assert other.complaints == []


def test_without_locks_a_form_that_is_saved_in_one_tab_is_not_brought_back_in_another(home):
    home.page.context.add_init_script("delete Navigator.prototype.locks")
    home.create("Robins")
    home.open()
    other = home.another_tab()
    open_sheet(home).fill("Wrens")
    until_kept(home)
    expect(open_sheet(other)).to_have_value("Wrens")
    other.page.keyboard.press("Enter")
    expect(other.card("Wrens")).to_be_visible()
    eventually(lambda: drafts(other) == 0)
    home.open()
    expect(open_sheet(home)).to_have_value("")


@pytest.mark.parametrize("is_newcomer", [False, True])
def test_what_is_typed_into_a_goal_that_is_being_saved_slowly_is_kept_for_the_next_one(home, is_newcomer):
    if not is_newcomer:
        home.create("Robins")
    home.open("/goals/new")
    name = home.page.get_by_label("Name")
    name.fill("Read")
    held = []
    home.page.route(re.compile("/goals$"), lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    home.page.get_by_role("button", name="Create").click()
    eventually(lambda: home.page.evaluate("1") and held)
    name.fill("Run")
    held[0].continue_()
    home.page.wait_for_url(lambda address: not address.endswith("/goals/new"))
    home.open("/goals/new")
    home.page.get_by_label("Name").focus()
    expect(home.page.get_by_label("Name")).to_have_value("Run")


def test_what_was_typed_comes_back_though_somebody_is_quicker_than_the_script(home):
    home.create("Robins")
    home.open("/goals/new")
    home.page.get_by_label("Name").fill("Read")
    until_kept(home)
    home.kill_tab()
    held = []
    home.page.context.route("**/drafts/drafts.js", lambda route: held.append(route))
    # The page is not complete without it.
    home.page.goto(home.server.path("/goals/new"), wait_until="commit")
    home.page.locator("[name=color]").nth(3).check(force=True)
    eventually(lambda: home.page.evaluate("1") and held)
    held[0].continue_()
    expect(home.page.get_by_label("Name")).to_have_value("Read")
    expect(home.page.locator("[name=color]").nth(3)).to_be_checked()
    assert drafts(home) == 1
