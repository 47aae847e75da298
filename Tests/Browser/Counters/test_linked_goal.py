"""The page of a counter leads to the goals that follow it."""

from playwright.sync_api import expect


def test_a_counter_leads_to_the_goal_that_follows_it(any_home):
    home = any_home
    counter = home.create("Glasses of water").get_attribute("data-counter")
    home.wait_until_saved()
    home.open(f"/counters/{counter}")
    expect(home.page.get_by_role("link", name="Linked goal")).to_have_count(0)
    home.open("/goals/new")
    home.page.get_by_label("Name").fill("Drink more")
    home.page.locator(".goal-follow > summary").click()
    home.page.get_by_label("Counter", exact=True).select_option("Glasses of water")
    home.page.get_by_label("Daily target").fill("8")
    home.page.get_by_role("button", name="Create").click()
    expect(home.page.get_by_role("heading", name="Drink more")).to_be_visible()
    home.open(f"/counters/{counter}")
    home.page.get_by_role("link", name="Linked goal Drink more").click()
    expect(home.page.get_by_role("heading", name="Drink more")).to_be_visible()
    assert home.complaints == []
