"""Keyboard shortcuts on desktop."""

from playwright.sync_api import expect

from home import eventually


def test_the_keyboard_of_a_desk_does_it_all(visit):
    home = visit(desktop=True)
    for title in ("Robins", "Wrens", "Coffee"):
        home.create(title)
    home.page.keyboard.press("Escape")
    home.open()
    keys = home.page.keyboard
    keys.press("j")
    for key in ("+", "+", "=", "-"):
        keys.press(key)
    home.shows("2", "Robins")
    keys.press("j")
    keys.press("+")
    home.shows("1", "Wrens")
    keys.press("k")
    keys.press("ArrowUp")
    keys.press("+")
    home.shows("3", "Robins")
    # The last step first, whichever counter it was on.
    keys.press("u")
    home.shows("2", "Robins")
    keys.press("u")
    home.shows("0", "Wrens")
    home.wait_until_saved()
    home.open()
    home.shows("2", "Robins")
    home.shows("0", "Wrens")
    home.page.keyboard.press("n")
    expect(home.page.get_by_role("textbox", name="Name")).to_be_focused()
    # What is typed into a field is no command.
    home.page.keyboard.type("ju?e")
    home.page.keyboard.press("Enter")
    expect(home.card("ju?e")).to_be_visible()
    home.wait_until_awake()
    home.page.keyboard.press("?")
    expect(home.page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    assert home.complaints == []


def test_what_is_typed_until_the_search_comes_is_no_command_on_the_list(visit):
    home = visit(desktop=True)
    home.create("Robins")
    home.tap("Robins")
    home.wait_until_saved()
    held = []
    home.page.route("**/search", lambda route: held.append(route))
    with home.page.expect_request("**/search"):
        home.page.keyboard.press("/")
    # As who looks for umbrellas goes on.
    home.page.keyboard.press("u")
    held[0].continue_()
    home.page.wait_for_url("**/search")
    home.open()
    home.shows("1", "Robins")
    home.wait_until_saved()
    home.shows("1", "Robins")


def test_keys_are_commands_again_once_nobody_waits_any_more_for_the_page_that_one_leads_to(visit):
    home = visit(desktop=True)
    counter = home.create("Robins").get_attribute("data-counter")
    home.page.add_init_script("""const now = performance.now.bind(performance)
        addEventListener("keydown", ({ key }) => { if (key === "j") performance.now = () => now() + 20_000 }, true)""")
    home.open()
    home.page.route("**/search", lambda route: None)
    with home.page.expect_request("**/search"):
        home.page.keyboard.press("/")
    # After so long.
    for key in "j+":
        home.page.keyboard.press(key)
    eventually(lambda: home.server.count_of(counter) == 1)


def test_what_is_taken_back_by_a_key_waits_for_what_it_takes_back(visit):
    home = visit(desktop=True)
    home.create("Robins")
    home.open()
    home.page.route("**/operations", lambda route: route.abort())
    home.tap("Robins")
    home.page.keyboard.press("u")
    home.shows("0", "Robins")
    home.page.unroute("**/operations")
    home.wait_until_saved()
    home.open()
    home.shows("0", "Robins")
    # Both are in the history: nothing was refused.
    home.open(f"/counters/{home.card('Robins').get_attribute('data-counter')}/history")
    expect(home.page.locator(".entry")).to_have_count(2)
