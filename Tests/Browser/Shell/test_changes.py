"""The notice leaves by itself, and what it offered stays on the page of changes."""

from playwright.sync_api import expect

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
    home.page.clock.run_for(8_000)
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


def test_nothing_changed_is_said(visit):
    home = visit(path="/undo")
    expect(home.page.get_by_text("Nothing has changed yet.")).to_be_visible()
    assert home.complaints == []
