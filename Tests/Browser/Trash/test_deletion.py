"""Deleting all counters: nothing by accident, and everything permanently."""

from playwright.sync_api import expect

from counter_page import own_page
from home import eventually


def ask(home):
    """From settings to the question."""
    home.open("/settings")
    home.page.get_by_role("link", name="Delete counters").click()
    expect(home.page.get_by_role("heading", name="Delete all counters")).to_be_visible()


def confirm(home, word):
    home.page.get_by_label("Type “delete” to confirm").fill(word)
    home.page.get_by_role("button", name="Delete all").click()


def test_all_is_deleted_by_the_word_and_by_no_other(any_home):
    home = any_home
    home.create("Robins")
    home.create("Wrens")
    home.tap("Robins", times=3)
    home.wait_until_saved()
    ask(home)
    expect(home.page.locator(".row-count")).to_have_text(["2", "0", "3"])
    confirm(home, "yes")
    expect(home.page.locator("#word-problem")).to_contain_text("delete")
    expect(home.page.get_by_label("Type “delete” to confirm")).to_have_value("yes")
    confirm(home, "Delete ")
    expect(home.page.locator(".notice")).to_contain_text("All counters deleted.")
    expect(home.page.locator(".notice").get_by_role("button")).to_have_count(0)
    expect(home.page.locator(".empty")).to_be_visible()
    expect(home.cards).to_have_count(0)
    home.open("/trash")
    expect(home.page.locator(".row")).to_have_count(0)
    ask(home)
    expect(home.page.get_by_text("There is nothing to delete.")).to_be_visible()
    home.open()
    home.create("Coffee")
    home.shows("0", "Coffee")
    # The browser says of each 422 that it was one.
    assert [line for line in home.complaints if "422" not in line] == []


def test_an_open_tab_lets_go_of_its_cards(home):
    home.create("Robins")
    other = home.another_tab()
    expect(other.cards).to_have_count(1)
    ask(home)
    confirm(home, "delete")
    expect(home.page.locator(".empty")).to_be_visible()
    expect(other.page.locator(".empty")).to_be_visible()
    expect(other.cards).to_have_count(0)


def test_what_was_added_in_another_tab_is_shown_before_it_goes(home):
    home.create("Robins")
    other = home.another_tab()
    ask(home)
    expect(home.page.locator(".row-count").first).to_have_text("1")
    other.create("Wrens")
    confirm(home, "delete")
    expect(home.page.get_by_role("alert")).to_contain_text("added in the meantime")
    expect(home.page.locator(".row-count").first).to_have_text("2")
    expect(other.cards).to_have_count(2)
    home.page.get_by_role("button", name="Delete all").click()
    expect(home.page.locator(".empty")).to_be_visible()
    expect(other.cards).to_have_count(0)


def test_a_counter_deleted_on_its_own_page_ends_at_the_answer_though_the_page_hears_of_it_first(home):
    own_page(home)
    # What hears of forms is there.
    expect(home.page.locator(".sync-rest")).to_have_text("Up to date")
    held, gone = [], []
    home.page.route("**/deletion", lambda route: held.append(route))
    home.page.on("response", lambda response: response.status == 404 and gone.append(response))

    def comes_true(truth):
        # The page itself says nothing while it is left.
        eventually(lambda: home.page.context.cookies() and truth())

    home.page.get_by_role("button", name="Delete", exact=True).click(no_wait_after=True)
    comes_true(lambda: held)
    assert held[0].fetch(max_redirects=0).headers["location"].endswith("#notice")
    # It asks again, or is loaded anew.
    comes_true(lambda: len(gone) > 1)
    # A redirect cannot be held back.
    held[0].fulfill(content_type="text/html", body="<h1>The answer</h1>")
    expect(home.page.get_by_role("heading")).to_have_text("The answer")
