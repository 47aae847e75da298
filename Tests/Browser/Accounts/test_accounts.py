"""Who sees what: counters belong to a browser, and to anyone with the recovery link."""

from playwright.sync_api import expect


def test_a_second_browser_sees_nothing(home, visit):
    home.create("Robins")
    other = visit()
    expect(other.cards).to_have_count(0)


def test_a_stranger_cannot_reach_a_counter_by_its_address(home, visit, server):
    counter = home.create("Robins").get_attribute("data-counter")
    stranger = visit()
    stranger.create("Mine")
    for path in ("title", "reset"):
        assert stranger.page.request.get(server.path(f"/counters/{counter}/{path}")).status == 404
    reply = stranger.page.request.post(
        server.path(f"/counters/{counter}/marks"), headers={"Origin": server.address}, max_redirects=0
    )
    assert reply.status == 404
    home.reload()
    home.shows("0")


def test_the_recovery_link_opens_the_counters_in_a_fresh_browser(any_home, visit, server):
    any_home.create("Robins")
    any_home.tap(times=2)
    any_home.wait_until_saved()
    any_home.open("/settings/devices")
    any_home.page.get_by_role("button", name="recovery link").click()
    link = any_home.page.locator("#recovery-link").input_value()
    assert link.startswith(server.address)

    other = visit(javascript=any_home.javascript)
    other.open_account(link)
    other.shows("2", "Robins")
