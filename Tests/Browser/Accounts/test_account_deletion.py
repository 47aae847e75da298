"""Deleting an account: confirmed only by the right typed word, with an export offered first, and permanent."""

from playwright.sync_api import expect

from goals import make, open_day


def ask(home):
    """From settings to the question."""
    home.open("/settings")
    home.page.get_by_role("link", name="Delete counters or account").click()
    home.page.get_by_role("link", name="Delete my account").click()
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Delete my account")


def confirm(home, word):
    home.page.get_by_label("Type “delete” to confirm").fill(word)
    home.page.get_by_role("button", name="Delete account").click()


def is_done(home):
    expect(home.page.get_by_role("heading", level=1)).to_have_text("Account deleted")


def is_a_newcomer(home):
    home.open()
    expect(home.page.locator(".empty")).to_be_visible()
    expect(home.cards).to_have_count(0)
    home.open("/counters/deletion")
    expect(home.page.get_by_role("link", name="Delete my account")).to_have_count(0)


def test_another_word_keeps_the_page_and_what_was_typed_and_says_so(any_home):
    home = any_home
    home.create("Robins")
    ask(home)
    for word in ("", "no", "delete it"):
        confirm(home, word)
        field = home.page.get_by_label("Type “delete” to confirm")
        expect(home.page.locator("#word-problem")).to_contain_text("Nothing was deleted. Please type “delete”.")
        expect(field).to_have_value(word)
        expect(field).to_have_attribute("aria-describedby", "word-problem")
        expect(field).to_be_focused()
    home.open()
    home.shows("0", "Robins")
    # The browser says of each 422 that it was one.
    assert [line for line in home.complaints if "422" not in line] == []


def test_a_copy_is_offered_first_and_holds_what_goes(any_home):
    home = any_home
    home.create("Robins")
    home.tap(times=3)
    home.wait_until_saved()
    ask(home)
    words = home.page.locator("main").inner_text()
    assert words.index("Save a copy first") < words.index("Type “delete”")
    for name, mark in (("Save as JSON", '"fivebar"'), ("Save as CSV", "counter,title")):
        with home.page.expect_download() as copy:
            home.page.get_by_role("link", name=name).click()
        text = copy.value.path().read_text()
        assert mark in text and "Robins" in text


def test_afterwards_the_device_is_a_newcomer_who_may_begin_anew(any_home):
    home = any_home
    home.create("Robins")
    home.tap(times=2)
    home.wait_until_saved()
    address = f"/counters/{home.card().get_attribute('data-counter')}"
    ask(home)
    confirm(home, " Delete ")
    is_done(home)
    # What lies behind is not shown by going back.
    home.page.go_back()
    expect(home.page.get_by_role("button", name="Delete account")).to_have_count(0)
    expect(home.page.get_by_text("There is nothing to delete.")).to_be_visible()
    is_a_newcomer(home)
    assert home.page.request.get(home.server.path(address)).status == 404
    home.open()
    home.create("Coffee")
    home.shows("0", "Coffee")
    assert home.complaints == []


def test_every_device_and_open_page_of_the_account_hears_of_it(home, visit):
    home.create("Robins")
    window = home.another_tab()
    home.open("/settings/devices")
    home.page.get_by_role("button", name="recovery link").click()
    link = home.page.locator("#recovery-link").input_value()
    other = visit()
    other.open_account(link)
    other.shows("0", "Robins")
    ask(home)
    confirm(home, "delete")
    is_done(home)
    for page in (other, window):
        expect(page.page.get_by_role("heading", level=1)).to_have_text("We don’t recognise this browser")
    is_a_newcomer(other)
    other.page.goto(link)
    expect(other.page.get_by_role("heading", level=1)).to_have_text("This recovery link doesn’t work")


def test_a_page_of_before_that_is_gone_back_to_shows_nothing_of_it(home):
    home.create("Robins")
    home.page.goto(home.server.path("/counters/deletion"))
    home.page.get_by_role("link", name="Delete my account").click()
    confirm(home, "delete")
    is_done(home)
    home.page.evaluate("history.go(-3)")
    expect(home.page.locator(".empty")).to_be_visible()
    expect(home.cards).to_have_count(0)


def test_who_has_no_account_is_told_that_there_is_nothing_to_delete(any_home):
    any_home.open("/settings/deletion")
    expect(any_home.page.get_by_text("There is nothing to delete.")).to_be_visible()
    expect(any_home.page.get_by_role("button")).to_have_count(0)
    assert any_home.complaints == []


def test_a_tab_that_is_still_open_leaves_nothing_of_it_in_the_browser(home):
    sheet = open_day(home, make(home))
    sheet.get_by_label("Note").press_sequentially("Private")
    other = type(home)(home.page.context.new_page(), home.server)
    ask(other)
    confirm(other, "delete")
    is_done(other)
    sheet.get_by_label("Note").press_sequentially(" words")
    home.page.close()
    left = other.page.evaluate("Object.entries(localStorage).filter(entry => entry.join().includes('Private'))")
    assert left == []
