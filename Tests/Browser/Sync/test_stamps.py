"""Every POST includes the device's time and UTC offset of the action."""

import json
import time
from urllib.parse import parse_qs

import pytest

DEVICE = {"timezone_id": "Asia/Kolkata"}
OFFSET = "330"


def posts_of(home):
    """What the page posts from now on, by address, as fields."""
    posts = []

    def note(request):
        if request.method != "POST":
            return
        body = (request.post_data_buffer or b"").decode()
        if body.startswith("["):
            fields = [{name: str(value) for name, value in operation.items()} for operation in json.loads(body)]
            posts.extend((request.url.removeprefix(home.server.address), each) for each in fields)
            return
        fields = {name: "|".join(values) for name, values in parse_qs(body, keep_blank_values=True).items()}
        posts.append((request.url.removeprefix(home.server.address), fields))

    home.page.on("request", note)
    return posts


def are_stamped(posts):
    for address, fields in posts:
        assert fields.get("offset") == OFFSET, address
        assert abs(int(fields["at"]) / 1000 - time.time()) < 60, address


def ends(posts):
    return [address.split("/")[-1] for address, _ in posts]


def test_a_plain_form_says_it(visit):
    home = visit(path="/counters/new", **DEVICE)
    posts = posts_of(home)
    home.page.get_by_role("textbox").fill("Robins")
    with home.page.expect_navigation():
        home.page.keyboard.press("Enter")
    counter = home.card().get_attribute("data-counter")
    for path, button in ((f"/counters/{counter}/reset", "Reset"), (f"/counters/{counter}", "Delete")):
        home.open(path)
        with home.page.expect_navigation():
            home.page.locator("main").get_by_role("button", name=button).click()
    assert ends(posts) == ["counters", "reset", "deletion"]
    are_stamped(posts)


def test_the_plain_forms_of_a_watch_say_it_and_whose_they_are(visit):
    home = visit(path="/watch/counters/new", **DEVICE)
    posts, page = posts_of(home), home.page
    page.get_by_role("textbox").fill("Robins")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    account = page.locator("html").get_attribute("data-account")
    for way in ("Rename", "Reset"):
        with page.expect_navigation():
            page.get_by_role("link", name=way).click()
        with page.expect_navigation():
            page.locator("main .form").get_by_role("button").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Delete").click()
    assert ends(posts) == ["counters", "title", "reset", "deletion"]
    are_stamped(posts)
    assert [fields.get("account") for _, fields in posts] == [None, account, account, account]


def test_a_form_with_a_file_says_it(visit):
    home = visit(path="/transfer", **DEVICE)
    home.page.locator("input[type=file]").set_input_files({"name": "counters.csv", "mimeType": "text/csv", "buffer": b"counter"})
    # What a browser sends of a file cannot be read here, but what it is made of can.
    fields = home.page.evaluate("""() => {
        const form = document.querySelector("form[enctype='multipart/form-data']")
        return Array.from(new FormData(form), ([name, value]) => [name, value.name ?? value])
    }""")
    assert [name for name, _ in fields] == ["file", "at", "offset"]
    are_stamped([("/imports", dict(fields))])


def test_a_form_that_a_script_sends_says_it(visit):
    home = visit(path="/counters/new", **DEVICE)
    posts = posts_of(home)
    with home.page.expect_navigation():
        home.page.evaluate("document.querySelector('main form').submit()")
    assert ends(posts) == ["counters"]
    are_stamped(posts)


def test_what_scripts_post_says_it(visit):
    home = visit(**DEVICE)
    home.create("Robins")
    home.create("Coffee")
    posts = posts_of(home)
    home.tap("Robins")
    home.fold("Coffee")
    home.choose("Five-bar gates", "Robins", option="segment")
    home.page.locator("[data-style=western]").wait_for()
    home.page.get_by_role("button", name="Undo").click()
    home.page.locator("[data-style=western]").wait_for(state="detached")
    home.page.get_by_role("link", name="Settings").click()
    with home.page.expect_response("**/settings"):
        home.page.locator("[name=scheme]").nth(1).check(force=True)
    home.wait_until_saved()
    home.open("/counters/arrange")
    with home.page.expect_response("**/place"):
        home.move("Coffee", "up")
    assert {"operations", "collapse", "style", "undo", "settings", "place"} <= set(ends(posts))
    are_stamped(posts)


def test_goals_say_it(visit):
    home = visit(path="/goals/new", **DEVICE)
    posts = posts_of(home)
    home.page.get_by_label("Name").fill("Walk")
    with home.page.expect_navigation():
        home.page.get_by_role("button", name="Create").click()
    home.open("/goals")
    home.page.locator(".goal-link").first.click()
    home.page.locator("body[data-awake]").wait_for()
    with home.page.expect_response("**/operations"):
        home.page.locator("[aria-current]").press(" ")
    assert ends(posts) == ["goals", "operations"]
    are_stamped(posts)


@pytest.mark.parametrize("script_arrives", [True, False])
def test_a_form_that_only_asks_for_a_page_says_nothing(visit, script_arrives):
    home = visit(**DEVICE)
    home.create("Robins")
    if script_arrives:
        home.options().click()
        home.options("Robins").and_(home.page.locator("[aria-expanded=true]")).wait_for()
    else:
        home.page.route("**/card/options.js", lambda route: route.abort())
        with home.page.expect_navigation():
            home.options().click()
    home.open("/search")
    home.page.get_by_role("searchbox").fill("Rob")
    # What is typed stands in the address already: the page itself must have come.
    with home.page.expect_event("load"):
        home.page.keyboard.press("Enter")
    assert home.page.url.endswith("/search?q=Rob")
    home.open()
    # The button of a form that posts, which asks by itself.
    asked = home.page.evaluate("""() => {
        const button = document.querySelector("[data-options]"), form = button.form
        let fields
        form.addEventListener("formdata", ({ formData }) => queueMicrotask(() => { fields = Array.from(formData.keys()) }))
        addEventListener("submit", event => event.preventDefault(), { once: true })
        form.requestSubmit(button)
        new FormData(form, button)
        return new Promise(done => queueMicrotask(() => done(fields)))
    }""")
    assert asked == []
