"""What opens an account is shown for a few minutes only: it is copied by a button, with or without the clipboard's API."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def home(visit):
    home = visit(permissions=["clipboard-read", "clipboard-write"])
    home.create("Robins")
    return home


def copied(home):
    home.page.get_by_role("button", name="Copy", exact=True).click()
    return home.page.evaluate("navigator.clipboard.readText()")


def test_a_recovery_link_is_copied(home):
    home.open("/settings/devices")
    home.page.get_by_role("button", name="recovery link").click()
    link = home.page.locator("#recovery-link").input_value()
    assert copied(home) == link
    expect(home.page.locator("[data-copied]")).to_have_text("Link copied.")
    expect(home.page.get_by_role("button", name="Copy", exact=True)).to_be_focused()
    assert home.complaints == []


@pytest.mark.parametrize("has_clipboard", [True, False], ids=["clipboard", "old command"])
def test_recovery_codes_are_copied_a_line_each(home, has_clipboard):
    home.open("/settings/sign-in")
    expect(home.page.get_by_role("button", name="Copy", exact=True)).to_have_count(0)
    if not has_clipboard:
        home.page.add_init_script(
            """Object.defineProperty(navigator, "clipboard", { value: undefined })
            document.addEventListener("copy", () => { window.taken = getSelection().toString() })""")
    home.page.get_by_role("button", name="recovery codes").click()
    codes = home.page.locator(".codes > li").all_inner_texts()
    assert len(codes) == 8
    if has_clipboard:
        assert copied(home).split("\n") == codes
    else:
        home.page.get_by_role("button", name="Copy", exact=True).click()
        assert home.page.evaluate("window.taken").split() == codes
    expect(home.page.locator("[data-copied]")).to_have_text("Codes copied.")
    assert home.complaints == []


def test_recovery_codes_are_printed_with_nothing_else(home):
    home.page.add_init_script("window.print = () => { window.isPrinted = true }")
    home.open("/settings/sign-in")
    home.page.get_by_role("button", name="recovery codes").click()
    home.page.get_by_role("button", name="Print", exact=True).click()
    home.page.wait_for_function("window.isPrinted")
    home.page.emulate_media(media="print")
    expect(home.page.locator("main :is(input:not([type=hidden]), button, a)").filter(visible=True)).to_have_count(0)
    expect(home.page.locator(".codes > li").filter(visible=True)).to_have_count(8)


def test_without_a_script_there_is_no_such_button(visit):
    home = visit(javascript=False)
    home.create("Robins")
    home.open("/settings/devices")
    home.page.get_by_role("button", name="recovery link").click()
    expect(home.page.locator("#recovery-link")).to_be_visible()
    expect(home.page.get_by_role("button", name="Copy", exact=True)).to_have_count(0)


def test_a_devices_time_zone_is_called_by_its_name(visit):
    home = visit(timezone_id="Europe/Paris")
    home.create("Robins")
    home.wait_until_saved()
    home.open("/settings/devices")
    expect(home.page.locator(".device")).to_contain_text("Central European Time")
