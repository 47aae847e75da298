"""Settings other than the appearance: when days begin, single-key shortcuts, the sample."""

import pytest
from playwright.sync_api import expect

from home import eventually
from settings import keep, KEYS, open_settings, switch


# Days and weeks


def test_days_and_weeks_begin_when_they_are_said_to(any_home):
    home = any_home
    home.create("Robins")
    home.tap("Robins")
    home.wait_until_saved()
    open_settings(home)
    keep(home, lambda: home.page.get_by_label("Day starts at").select_option("4"))
    keep(home, lambda: home.page.get_by_label("Week starts on").select_option("sunday"))
    open_settings(home)
    expect(home.page.get_by_label("Day starts at")).to_have_value("4")
    expect(home.page.get_by_label("Week starts on")).to_have_value("sunday")
    counter = home.open().card("Robins").get_attribute("data-counter")
    for path in ("/statistics", f"/counters/{counter}/history"):
        home.open(path)
        expect(home.page.get_by_text("Days start at 04:00")).to_be_visible()
    home.open("/statistics")
    row = home.page.locator("table[aria-labelledby=by-weekday] th[scope=row]").first
    assert row.text_content() == "Sunday"
    assert home.complaints == []


def test_the_sheet_saves_a_look_and_a_day_that_are_chosen_together(home):
    home.create("Robins")
    open_settings(home)
    saved = []
    home.page.on("response", lambda answer: answer.request.method == "POST" and saved.append(answer.request.post_data))
    home.page.get_by_label("Day starts at").select_option("5")
    home.page.get_by_label("Week starts on").select_option("saturday")
    home.page.get_by_label("Dark", exact=True).check()
    home.page.get_by_label("Day starts at").select_option("6")
    for choice in ("weekStart=saturday", "theme=dark", "dayStart=6"):
        # Saved, and not only asked for; a locator lets the answers come in.
        eventually(lambda: home.page.locator("html").count() and any(choice in form for form in saved))
    open_settings(home)
    expect(home.page.get_by_label("Day starts at")).to_have_value("6")
    expect(home.page.get_by_label("Week starts on")).to_have_value("saturday")
    expect(home.page.locator("html[data-theme=dark]")).to_have_count(1)


def test_a_choice_here_leaves_one_made_elsewhere_alone(home, visit):
    home.create("Robins")
    other = visit(storage_state=home.page.context.storage_state())
    open_settings(home)
    open_settings(other)
    keep(other, lambda: other.page.get_by_label("Day starts at").select_option("7"))
    keep(home, lambda: home.page.get_by_label("Week starts on").select_option("monday"))
    open_settings(home)
    expect(home.page.get_by_label("Day starts at")).to_have_value("7")


def test_without_a_counter_there_is_nothing_to_choose_of_days(any_home):
    open_settings(any_home)
    expect(any_home.page.get_by_text("Create a counter to choose this.")).to_be_visible()
    expect(any_home.page.get_by_label("Day starts at")).to_have_count(0)


# What the page shows


def test_the_page_is_short_on_a_phone(home):
    home.create("Robins")
    home.open("/settings")
    expect(home.page.locator(".sync-rest")).to_be_visible()
    # As on a phone with an app's icon, which this browser may have or not; and what only a keyboard needs is not there.
    home.page.evaluate("document.querySelector('[data-badge-choice]').hidden = false")
    expect(home.page.get_by_label(KEYS, exact=True)).to_be_hidden()
    assert home.page.evaluate("document.documentElement.scrollHeight") <= 1400


@pytest.mark.parametrize("javascript", [True, False])
def test_what_is_not_needed_daily_is_one_page_further(visit, javascript):
    home = visit(javascript=javascript)
    home.create("Robins")
    for way, leads_to in (
        (["Devices, sign-in and recovery", "Signing in and recovery codes"], "Signing in and recovery codes"),
        (["Delete counters or account", "Delete my account"], "Delete my account"),
    ):
        home.open("/settings")
        for link in way:
            home.page.get_by_role("main").get_by_role("link", name=link).click()
        expect(home.page.get_by_role("heading", level=1)).to_have_text(leads_to)
    home.open("/settings/devices")
    expect(home.page.get_by_text("Counting since")).to_be_visible()
    home.page.get_by_role("link", name="Page for a watch").click()
    expect(home.page.get_by_role("link", name="Robins")).to_be_visible()


def test_the_way_back_stands_before_the_heading(any_home):
    any_home.open("/settings")
    any_home.page.get_by_role("link", name="Back to the counters").click()
    expect(any_home.page).to_have_url(any_home.server.path("/"))


BELOW_THE_SETTINGS = (
    "/settings/devices", "/settings/sign-in", "/settings/zone", "/settings/deletion", "/counters/deletion", "/transfer", "/trash",
    "/feedback", "/keyboard",
)


def test_the_way_back_stands_at_the_same_place_below_the_settings(any_home):
    page = any_home.page
    any_home.open("/settings")
    place = page.locator("header > .icon-button").first.bounding_box()
    for path in BELOW_THE_SETTINGS:
        any_home.open(path)
        way, heading = page.locator("header > .icon-button").first, page.get_by_role("banner").get_by_role("heading", level=1)
        assert {**way.bounding_box(), "y": place["y"]} == place, path
        # Beside one another however many lines the heading has, which is the only one.
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        assert way.bounding_box()["x"] + place["width"] <= heading.bounding_box()["x"], path
        way.click()
        expect(page).to_have_url(any_home.server.path("/settings/devices" if path == "/settings/sign-in" else "/settings"))


@pytest.mark.parametrize("desktop", [False, True], ids=["phone", "desktop"])
def test_what_closes_the_sheet_covers_nothing_that_is_chosen(visit, desktop):
    home = visit(desktop=desktop)
    open_settings(home)
    sheet, close = home.page.locator("dialog[open]"), home.page.get_by_role("button", name="Close")
    sheet.evaluate("sheet => Promise.all(sheet.getAnimations().map(motion => motion.finished)).then(() => {})")
    if not desktop:
        # On a phone it is a page.
        assert sheet.bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 844}
    place = close.bounding_box()
    for box in sheet.get_by_role("switch").all():
        for way in ("start", "end"):
            box.evaluate("(box, block) => box.scrollIntoView({ block, behavior: 'instant' })", way)
            around = box.bounding_box()
            assert around["y"] >= place["y"] + place["height"] or around["x"] + around["width"] <= place["x"]
    # It stays where it is, beside the heading.
    assert close.bounding_box() == place
    heading = sheet.get_by_role("heading", level=1).bounding_box()
    assert heading["y"] <= place["y"] and place["y"] + place["height"] <= heading["y"] + heading["height"] + 1
    close.click()
    expect(sheet).to_have_count(0)


# Single keys


def test_single_keys_are_switched_off_and_arrows_stay(visit):
    home = visit(desktop=True)
    home.create("Robins")
    home.wait_until_saved()
    switch(home, KEYS, False)
    home.page.get_by_role("button", name="Close").click()
    keys = home.page.keyboard
    # At once, and on a page that is loaded anew.
    for count in ("1", "2"):
        # Keys are heard in their order: when the arrow has come, those before it have had their chance.
        for key in ("n", "/", "e", "?", "j", "ArrowDown"):
            keys.press(key)
        expect(home.field("Robins")).to_be_focused()
        for key in ("+", "=", "-", "u", "Space"):
            keys.press(key)
        home.shows(count, "Robins")
        expect(home.page.locator("dialog[open]")).to_have_count(0)
        home.wait_until_saved()
        assert home.page.url == home.server.path("/")
        home.open()
    home.shows("2", "Robins")

    counter = home.card("Robins").get_attribute("data-counter")
    home.open(f"/counters/{counter}/full")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    for key in ("+", "=", "-", "ArrowUp"):
        keys.press(key)
    expect(home.page.locator("[data-count-text]")).to_have_text("3")
    home.wait_until_saved()

    home.open("/search")
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    home.page.locator(".shell-main").click(position={"x": 5, "y": 5})
    keys.press("/")
    assert home.focused != "q"


@pytest.mark.parametrize("javascript", [True, False])
def test_the_list_of_keys_says_whether_they_are_on_and_leads_to_the_switch(visit, javascript):
    home = visit(desktop=True, javascript=javascript)
    home.open("/keyboard")
    expect(home.page.get_by_text("Single-key shortcuts are on.")).to_be_visible()
    home.page.get_by_role("main").get_by_role("link", name="Settings").click()
    box = home.page.get_by_label(KEYS, exact=True)
    expect(box).to_be_checked()
    keep(home, box.uncheck)
    expect(box).not_to_be_checked()
    home.open("/keyboard")
    expect(home.page.get_by_text("Single-key shortcuts are off;")).to_be_visible()
    switch(home, KEYS, True)
    home.open("/keyboard")
    expect(home.page.get_by_text("Single-key shortcuts are on.")).to_be_visible()


def test_who_has_keys_and_no_mouse_can_switch_single_keys_off(home):
    home.create("Robins")
    home.page.keyboard.press("?")
    home.page.get_by_role("main").get_by_role("link", name="Settings").click()
    expect(home.page.get_by_label(KEYS, exact=True)).to_be_in_viewport()
    home.open("/settings")
    switch(home, KEYS, False)
    home.open("/keyboard")
    expect(home.page.get_by_text("Single-key shortcuts are off;")).to_be_visible()


# The sample


def test_the_sample_shows_what_is_chosen_before_it_is_saved(home):
    home.open("/settings")
    home.page.route("**/settings", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    drawn = home.page.locator("[data-drawn]:visible")
    expect(drawn).to_have_attribute("data-drawn", "fractal")
    home.page.get_by_label("Five-bar gates", exact=True).check()
    expect(drawn).to_have_attribute("data-drawn", "western")
    # It was not saved, and that is said.
    expect(home.saving).not_to_be_empty()
    home.page.unroute("**/settings")
    keep(home, home.page.get_by_role("radio", name="正").check)
    home.open("/settings")
    expect(drawn).to_have_attribute("data-drawn", "zheng")
    assert home.page.get_by_role("button", name="Save").count() == 0


def test_without_a_script_one_button_saves_all_that_is_chosen(visit):
    home = visit(javascript=False)
    home.create("Robins")
    home.open("/settings")
    home.page.get_by_label("Dark", exact=True).check()
    home.page.get_by_label("Vibrate on tap").uncheck()
    home.page.get_by_label("Day starts at").select_option("4")
    with home.page.expect_navigation():
        home.page.get_by_role("button", name="Save").click()
    expect(home.page.locator("html[data-theme=dark][data-still]")).to_have_count(1)
    expect(home.page.get_by_label("Day starts at")).to_have_value("4")
    expect(home.page.get_by_label("Vibrate on tap")).not_to_be_checked()


def test_settings_say_how_many_counters_are_in_the_trash(any_home):
    for title in ("Robins", "Wrens"):
        any_home.create(title)
        any_home.choose("Delete", title)
        expect(any_home.cards).to_have_count(0)
    if any_home.javascript:
        any_home.wait_until_saved()
    any_home.open("/settings")
    expect(any_home.page.get_by_role("link", name="Trash 2", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "zone", "name"),
    [("en-GB", "America/New_York", "Eastern Time"), ("ja", "Europe/Paris", "中央ヨーロッパ時間"), ("nl", "Asia/Kolkata", "Indiase tijd")],
)
def test_a_time_zone_has_the_name_that_readers_of_the_language_know(visit, locale, zone, name):
    home = visit(locale=locale, timezone_id=zone, path="/settings")
    expect(home.page.locator("[data-zone]")).to_contain_text(name)


def test_a_language_that_a_key_passes_is_read_once_the_field_is_left(home):
    home.open("/settings")
    field, root = home.page.get_by_label("Language", exact=True), home.page.locator("html")
    field.focus()
    with home.page.expect_response(lambda answer: answer.request.method == "POST"):
        home.page.keyboard.press("End")
    expect(root).to_have_attribute("lang", "en-GB")
    expect(field).to_be_focused()
    home.page.keyboard.press("Tab")
    expect(root).not_to_have_attribute("lang", "en-GB")


def test_what_is_not_saved_is_said_in_front_of_the_settings(home):
    home.create("Robins")
    open_settings(home)
    home.page.route("**/settings", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    home.page.get_by_role("radio", name="Dark").check()
    said = home.page.locator("dialog[open] [data-sync]")
    expect(said).to_contain_text("Not saved yet")
    expect(said).to_be_visible()
    home.page.keyboard.press("Escape")
    expect(home.page.locator("dialog[open]")).to_have_count(0)
    expect(home.page.locator("dialog [data-sync]")).to_have_count(0)
    expect(home.saving).to_contain_text("Not saved yet")
    # Also where it stood there before.
    home.page.get_by_role("link", name="Settings").click()
    expect(said).to_be_visible()
