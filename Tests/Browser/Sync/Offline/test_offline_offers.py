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
