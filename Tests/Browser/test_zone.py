"""The time zone: the device's where a script tells it, else the one chosen in settings."""

from playwright.sync_api import expect

DEVICE = "Pacific/Kiritimati"


def test_without_javascript_the_zone_is_the_one_that_was_chosen(visit):
    home = visit(javascript=False, timezone_id=DEVICE)
    page = home.page
    home.open("/settings")
    expect(page.get_by_text("UTC, until this device tells its own or you choose one.")).to_be_visible()
    for zone, sentence in (("America/New_York", "America/New York, as you have chosen."),
                           ("", "UTC, until this device tells its own or you choose one.")):
        page.get_by_role("link", name="Choose the time zone").click()
        page.get_by_label("Where this device does not say").select_option(zone)
        with page.expect_navigation():
            page.get_by_role("button", name="Save").click()
        assert page.url.endswith("/settings#zone")
        expect(page.get_by_text(sentence)).to_be_visible()
        home.open("/statistics")
        expect(page.get_by_text(f"Time zone: {zone or 'UTC'}")).to_be_visible()
        home.open("/settings")
    assert home.complaints == []


def test_with_javascript_it_is_the_device_that_says(visit):
    home = visit(timezone_id=DEVICE)
    home.page.get_by_role("link", name="Settings").click()
    # In the sheet over the counters, at its first opening.
    expect(home.page.get_by_text(f"{DEVICE}, as this device says.")).to_be_visible()
    for path in ("/settings", "/settings/zone"):
        home.open(path)
        expect(home.page.get_by_text(f"{DEVICE}, as this device says.")).to_be_visible()
    assert home.complaints == []


def test_a_page_that_was_drawn_for_another_zone_is_drawn_anew(visit):
    home = visit(timezone_id=DEVICE, path="/settings/zone")
    expect(home.page.get_by_text(f"{DEVICE}, as this device says.")).to_be_visible()
    expect(home.page.get_by_label("Where this device does not say")).to_have_value("")
