"""What is offered to be undone without a network, where no server can say so."""

from playwright.sync_api import expect

from offline import go_offline, holds, kept, titles  # noqa: F401


def test_what_is_deleted_or_reset_without_a_network_is_offered_to_be_undone(kept):
    home = kept
    home.create("Wrens")
    counter = home.create("Robins & <b>").get_attribute("data-counter")
    home.tap("Robins & <b>", times=3)
    home.wait_until_saved()
    home.open()
    holds(home, "/", "Robins")
    go_offline(home)
    offer = home.page.locator(".notice")
    home.choose("Reset", "Robins & <b>")
    home.page.get_by_role("button", name="Reset", exact=True).click()
    expect(offer).to_contain_text("“Robins & <b>” was reset.")
    home.shows("0", "Robins & <b>")
    offer.get_by_role("button", name="Undo").click()
    expect(offer).to_have_count(0)
    home.shows("3", "Robins & <b>")
    home.choose("Delete", "Robins & <b>")
    expect(offer).to_contain_text("“Robins & <b>” is in the trash.")
    expect(titles(home)).to_have_text(["Wrens"])
    offer.get_by_role("button", name="Undo").click()
    expect(titles(home)).to_have_text(["Wrens", "Robins & <b>"])
    go_offline(home, False)
    home.wait_until_saved()
    home.open()
    expect(titles(home)).to_have_text(["Wrens", "Robins & <b>"])
    assert home.server.count_of(counter) == 3


def test_what_is_deleted_on_its_own_page_without_a_network_is_offered_to_be_undone_on_the_list(kept):
    home = kept
    home.create_by_hand("Wrens")
    counter = home.create_by_hand("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.open()
    holds(home, "/", "Robins")
    home.open(f"/counters/{counter}")
    holds(home, f"/counters/{counter}", "Robins")
    # What a page loads once it has time.
    home.page.wait_for_load_state("networkidle")
    go_offline(home)
    home.page.get_by_role("button", name="Delete").click()
    offer = home.page.locator(".notice")
    expect(offer).to_contain_text("“Robins” is in the trash.")
    expect(titles(home)).to_have_text(["Wrens"])
    offer.get_by_role("button", name="Undo").click()
    expect(titles(home)).to_have_text(["Wrens", "Robins"])
    # Only once.
    home.open()
    expect(titles(home)).to_have_text(["Wrens", "Robins"])
    expect(offer).to_have_count(0)


def test_what_was_changed_last_is_listed_without_a_network_and_its_undo_waits(kept):
    home, page = kept, kept.page
    home.create("Robins")
    home.wait_until_saved()
    home.rename("Robins", "Wrens")
    expect(home.card("Wrens")).to_be_visible()
    home.wait_until_saved()
    # Nobody has opened it.
    home.open()
    holds(home, "/undo", "Renamed to “Wrens”.")
    go_offline(home)
    page.goto(home.server.path("/undo"))
    row = page.locator(".change").first
    expect(row).to_contain_text("Renamed to “Wrens”.")
    row.get_by_role("button", name="Undo").click()
    for _ in ("pressed", "opened again"):
        expect(row.locator("s")).to_have_text("Renamed to “Wrens”.")
        expect(row).to_contain_text("· undone")
        expect(row.get_by_role("button")).to_have_count(0)
        page.reload()
    go_offline(home, False)
    home.wait_until_saved()
    expect(row.get_by_role("button", name="Redo")).to_be_visible()
    expect(row).to_contain_text("· undone")
    home.open()
    expect(titles(home)).to_have_text(["Robins"])
    page.goto(home.server.path("/undo"))
    go_offline(home)
    row.get_by_role("button", name="Redo").click()
    expect(row.locator("s")).to_have_count(0)
    expect(row).not_to_contain_text("undone")
    go_offline(home, False)
    home.wait_until_saved()
    home.open()
    expect(titles(home)).to_have_text(["Wrens"])


def test_what_a_tap_counts_is_written_and_said_though_it_waits(kept):
    home = kept
    counter = home.create("Robins").get_attribute("data-counter")
    home.wait_until_saved()
    home.open()
    holds(home, "/", "Robins")
    home.open(f"/counters/{counter}")
    holds(home, f"/counters/{counter}", "Robins")
    go_offline(home)
    for button, said, heard in (("+5", "+5 a tap", "5"), ("+1", None, "one")):
        home.page.get_by_role("button", name=button, exact=True).click()
        expect(home.saving).to_contain_text("waiting")
        expect(home.page.get_by_role("button", name=f"Add {heard} Robins")).to_be_visible()
        home.open()
        expect(home.card("Robins").locator(".step")).to_have_text([said] if said else [])
        for name in (f"Add {heard} Robins", f"Subtract {heard} Robins"):
            expect(home.card("Robins").get_by_role("button", name=name)).to_be_visible()
        home.open(f"/counters/{counter}")


def test_what_is_deleted_without_a_network_is_in_the_trash_and_can_be_restored_from_there(kept):
    home, page = kept, kept.page
    home.create("Wrens")
    home.create("Robins")
    home.tap("Robins", times=3)
    home.wait_until_saved()
    home.open("/trash")
    holds(home, "/trash", "The trash is empty.")
    home.open()
    holds(home, "/", "Robins")
    home.options("Robins").click()
    go_offline(home)
    home.menu.get_by_role("button", name="Delete").click()
    expect(titles(home)).to_have_text(["Wrens"])
    home.open("/trash")
    row = page.locator("#trash > li")
    expect(row.locator(".row-name")).to_have_text("Robins")
    expect(row.locator(".row-count")).to_have_text("3")
    expect(page.get_by_text("The trash is empty.")).to_have_count(0)
    row.get_by_role("button", name="Restore “Robins”").click()
    expect(row).to_have_count(0)
    go_offline(home, False)
    home.wait_until_saved()
    home.open()
    home.shows("3", "Robins")


def test_what_is_deleted_where_the_list_is_edited_is_in_the_trash_without_a_network(kept):
    home, page = kept, kept.page
    home.create("Wrens")
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap("Robins", times=2)
    home.wait_until_saved()
    home.open("/trash")
    holds(home, "/trash", "The trash is empty.")
    home.open()
    holds(home, "/", "Robins")
    home.open("/counters/arrange")
    holds(home, "/counters/arrange", "Robins")
    delete = page.locator(f"#delete-{counter}")
    go_offline(home)
    delete.click()
    offer = page.locator(".notice")
    expect(offer).to_contain_text("“Robins” is in the trash.")
    offer.get_by_role("button", name="Undo").click()
    expect(page.locator(f"#counter-{counter}")).to_be_visible()
    delete.click()
    expect(offer).to_be_visible()
    home.open("/trash")
    row = page.locator("#trash > li")
    expect(row).to_have_count(1)
    expect(row.locator(".row-name")).to_have_text("Robins")
    expect(row.locator(".row-count")).to_have_text("2")
    row.get_by_role("button", name="Restore “Robins”").click()
    expect(row).to_have_count(0)
    home.open()
    home.shows("2", "Robins")
    go_offline(home, False)
    home.wait_until_saved()
    home.open()
    home.shows("2", "Robins")
