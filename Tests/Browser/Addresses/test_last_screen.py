"""The installed app reopens at the last screen."""


def where_it_opens(home):
    home.open("/open")
    return home.page.url.removeprefix(home.server.address)


def test_the_app_opens_at_the_screen_that_was_left(any_home):
    home = any_home
    home.create("Robins")
    home.wait_until_saved()
    counter = home.card().get_attribute("data-counter")
    for path in (f"/counters/{counter}", f"/counters/{counter}/full", f"/counters/{counter}/history",
                 f"/counters/{counter}/statistics", "/statistics", "/search", "/goals", "/community", "/"):
        home.open(path)
        # Nobody stays at settings.
        home.open("/settings")
        assert where_it_opens(home) == path
    assert home.complaints == []


def test_who_goes_back_home_has_left_the_app_at_home(home):
    home.create("Robins")
    home.wait_until_saved()
    counter = home.card().get_attribute("data-counter")
    home.open()
    home.open(f"/counters/{counter}")
    # The browser may show what it had kept, and ask for nothing but what the page's own script asks for.
    with home.page.expect_response(lambda answer: answer.request.headers.get("fivebar-shown") == "again"):
        home.page.go_back()
    assert where_it_opens(home) == "/"


def test_what_is_deleted_meanwhile_opens_home(any_home):
    home = any_home
    home.create("Robins")
    home.wait_until_saved()
    counter = home.card().get_attribute("data-counter")
    home.open(f"/counters/{counter}")
    assert where_it_opens(home) == f"/counters/{counter}"
    deleted = home.page.request.post(
        home.server.path(f"/counters/{counter}/deletion"), headers={"Origin": home.server.address})
    assert deleted.ok
    assert where_it_opens(home) == "/"
    assert [line for line in home.complaints if "404" not in line] == []
