"""Settings and feedback without a network: shown, kept and sent later, from whatever page is open then."""

import re
import urllib.parse
import uuid

import pytest
from playwright.sync_api import expect

from devices import newcomer, recovery_link  # noqa: F401
from home import eventually
from messages import kept as message_kept  # noqa: F401
from offline import go_offline, holds, kept  # noqa: F401

SETTINGS_REFUSED = "Your settings weren’t saved."


@pytest.fixture
def at_home(kept):
    kept.create("Robins")
    kept.open()
    holds(kept, "/settings", "data-choices")
    holds(kept, "/feedback", "data-feedback")
    return kept


def theme(home):
    return home.page.locator("html").get_attribute("data-theme")


def has_draft(home):
    return home.page.evaluate("Object.keys(localStorage).some(key => key.includes('-draft-'))")


def chosen(home):
    return home.page.evaluate("Object.keys(localStorage).some(key => key.startsWith('fivebar-settings-'))")


def test_settings_chosen_offline_are_shown_on_every_page_and_saved_later(at_home):
    home = at_home
    go_offline(home)
    home.page.goto(home.server.path("/settings"))
    home.page.get_by_role("radio", name="Dark").check()
    assert theme(home) == "dark"
    home.page.locator("#day-start").select_option("4")
    home.page.reload()
    expect(home.page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(home.page.locator("#day-start")).to_have_value("4")
    home.open()
    eventually(lambda: theme(home) == "dark")
    go_offline(home, False)
    eventually(lambda: not chosen(home))
    home.reload()
    assert theme(home) == "dark"
    home.open("/settings")
    expect(home.page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(home.page.locator("#day-start")).to_have_value("4")


def test_what_was_chosen_and_written_offline_is_listed_with_what_waits_and_can_be_removed(at_home):
    home = at_home
    go_offline(home)
    home.page.goto(home.server.path("/settings"))
    home.page.get_by_role("radio", name="Dark").check()
    home.page.goto(home.server.path("/feedback"))
    expect(home.page.locator("form[data-awake]")).to_be_attached()
    home.page.get_by_role("radio", name="4").check()
    home.page.locator("#message").fill("Written under a bridge")
    home.page.get_by_role("button", name="Send").click()
    expect(home.saving).to_contain_text("will be sent when you’re back online")
    home.open()
    at_end = home.page.locator(".sync-rest a")
    expect(at_end).to_have_text("Offline. Saved here, sent later. 2 waiting.")
    at_end.click()
    rows = home.page.locator("[data-rows] > li")
    expect(rows).to_contain_text(["Settings", "Written under a bridge"])
    home.page.get_by_role("button", name="Remove: Your message, Written under a bridge").click()
    home.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(rows).to_have_count(1)
    go_offline(home, False)
    expect(rows).to_have_count(0)
    expect(at_end).to_have_text("Up to date")
    home.open("/feedback")
    expect(home.page.locator("#message")).to_have_value("")
    assert theme(home) == "dark"


def test_a_setting_that_could_not_be_saved_at_once_is_called_saved_once_it_is(at_home):
    home = at_home
    home.open("/settings")
    home.page.route("**/settings", lambda route: route.abort() if route.request.method == "POST" else route.fallback(), times=1)
    home.page.get_by_role("radio", name="Dark").check()
    expect(home.saving).to_contain_text("Not saved yet")
    expect(home.saving).not_to_contain_text("Not saved yet", timeout=15_000)
    assert not chosen(home)


def test_a_setting_that_is_not_offered_any_more_is_refused_once(at_home):
    home = at_home
    home.open("/settings")
    home.page.evaluate("document.querySelector('#day-start option').value = '99'")
    sent = []
    home.page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    home.page.locator("#day-start").select_option("4")
    home.page.locator("#day-start").select_option("99")
    eventually(lambda: home.page.wait_for_timeout(1) or (sent and not chosen(home)))
    expect(home.saving).to_have_text(SETTINGS_REFUSED)
    expect(home.page.locator("#day-start")).to_have_value("4")
    home.reload()
    expect(home.page.locator("#day-start")).to_have_value("4")


def refuse_once(home, address, field):
    """Has the server hear something else in a field than what was chosen, as if that were not offered any more."""
    def answer(route):
        if route.request.method != "POST":
            return route.fallback()
        sent = dict(urllib.parse.parse_qsl(route.request.post_data), **field)
        route.continue_(post_data=urllib.parse.urlencode(sent))
        home.page.context.unroute(address, answer)

    home.page.context.route(address, answer)


def test_settings_that_are_refused_later_are_said_to_be_and_what_is_saved_is_shown(at_home):
    home = at_home
    home.open("/settings")
    home.page.get_by_role("radio", name="Light").check()
    eventually(lambda: not chosen(home))
    go_offline(home)
    home.page.goto(home.server.path("/settings"))
    home.page.get_by_role("radio", name="Dark").check()
    home.open()
    eventually(lambda: theme(home) == "dark")
    refuse_once(home, "**/settings", {"theme": "plaid"})
    go_offline(home, False)
    expect(home.saving.get_by_role("link", name=SETTINGS_REFUSED)).to_be_visible()
    eventually(lambda: theme(home) == "light" and not chosen(home))
    home.saving.get_by_role("link").click()
    expect(home.page.get_by_role("radio", name="Light")).to_be_checked()
    expect(home.saving).not_to_contain_text(SETTINGS_REFUSED)


def write_feedback_offline(home, words, email=""):
    go_offline(home)
    home.page.goto(home.server.path("/feedback"))
    expect(home.page.locator("form[data-awake]")).to_be_attached()
    home.page.locator("#message").fill(words)
    home.page.locator("#email").fill(email)
    home.page.get_by_role("button", name="Send").click()


def test_feedback_that_is_refused_later_is_said_to_be_and_is_in_its_form(at_home):
    home = at_home
    words = "Written under a bridge"
    write_feedback_offline(home, words, "ada@example.org")
    expect(home.saving).to_contain_text("will be sent when you’re back online")
    home.open()
    refuse_once(home, "**/feedback", {"email": "ada"})
    go_offline(home, False)
    said = home.saving.get_by_role("link", name="Your feedback wasn’t sent.")
    expect(said).to_be_visible()
    home.open("/waiting")
    refused = home.page.locator("[data-refused-rows] > li")
    expect(refused).to_have_count(1)
    expect(refused).to_contain_text(words)
    expect(refused).to_contain_text("Check your email address.")
    home.open("/feedback")
    expect(home.page.locator("#message")).to_have_value(words)
    expect(home.page.get_by_text("Brought back what you had typed.")).to_be_visible()


def test_the_line_about_refused_feedback_leads_to_its_form(at_home):
    home = at_home
    write_feedback_offline(home, "Written under a bridge")
    home.open()
    refuse_once(home, "**/feedback", {"email": "ada"})
    go_offline(home, False)
    home.saving.get_by_role("link", name="Your feedback wasn’t sent.").click()
    expect(home.page.locator("#message")).to_have_value("Written under a bridge")


def test_feedback_that_was_refused_and_is_put_right_offline_is_sent_as_a_whole(at_home, message_kept):
    home, words = at_home, f"Put right under a bridge {uuid.uuid4()}"
    home.open("/feedback")
    expect(home.page.locator("form[data-awake]")).to_be_attached()
    home.page.locator("#message").fill(words)
    # By the script, and by the plain form that shows why.
    for _ in range(2):
        refuse_once(home, "**/feedback", {"email": "ada"})
    home.page.get_by_role("button", name="Send").click()
    expect(home.page.locator("#email-problem")).to_be_visible()
    expect(home.page.locator("form[data-awake]")).to_be_attached()
    go_offline(home)
    home.page.locator("#email").fill("ada@example.org")
    home.page.get_by_role("button", name="Send").click()
    expect(home.saving).to_contain_text("will be sent when you’re back online")
    home.open()
    go_offline(home, False)
    eventually(lambda: not has_draft(home))
    assert [row[3] for row in message_kept(words)] == ["ada@example.org"]


@pytest.mark.parametrize(("words", "email", "field", "problem"), [
    ("", "", "message", "Give a rating or write a few words."),
    ("Hello", "foo", "email", "Check your email address."),
])
def test_feedback_that_the_server_would_refuse_is_not_kept_to_be_sent(at_home, words, email, field, problem):
    home = at_home
    write_feedback_offline(home, words, email)
    expect(home.page.locator(f"#{field}-problem")).to_have_text(problem)
    invalid = home.page.locator(f"#{field}")
    expect(invalid).to_be_focused()
    expect(invalid).to_have_accessible_description(re.compile(re.escape(problem)))
    expect(home.saving).not_to_contain_text("sent when you’re back online")
    expect(home.page.locator(".sync-rest")).to_have_text("Offline. Saved here, sent later.")
    assert not home.page.evaluate("Object.entries(localStorage).some(([key, text]) => key.includes('-draft-') && JSON.parse(text).operation)")
    # Put right, it goes.
    home.page.locator("#message").fill("Hello")
    home.page.locator("#email").fill("")
    home.page.get_by_role("button", name="Send").click()
    expect(home.page.locator("[id$=-problem]")).to_have_count(0)
    expect(home.saving).to_contain_text("will be sent when you’re back online")
    expect(home.page.locator("#email")).to_have_accessible_description("Only if you’d like an answer.")


def test_feedback_written_offline_is_sent_from_any_page_and_once(at_home):
    home = at_home
    go_offline(home)
    home.page.goto(home.server.path("/feedback"))
    expect(home.page.locator("form[data-awake]")).to_be_attached()
    home.page.get_by_role("radio", name="4").check()
    words = "Written under a bridge, = and & included"
    home.page.locator("#message").fill(words)
    home.page.get_by_role("button", name="Send").click()
    expect(home.saving).to_contain_text("will be sent when you’re back online")
    home.open()
    sent = []
    home.page.context.on("request", lambda request: request.method == "POST" and request.url.endswith("/feedback") and sent.append(request.post_data))
    go_offline(home, False)
    eventually(lambda: not has_draft(home))
    home.open("/feedback")
    expect(home.page.locator("form[data-awake]")).to_be_attached()
    expect(home.page.locator("#message")).to_have_value("")
    assert len(sent) == 1 and "stars=4" in sent[0]


def test_what_was_chosen_and_written_offline_is_sent_again_where_the_first_attempt_fails(at_home):
    home = at_home
    go_offline(home)
    home.page.goto(home.server.path("/settings"))
    home.page.get_by_role("radio", name="Dark").check()
    home.page.goto(home.server.path("/feedback"))
    expect(home.page.locator("form[data-awake]")).to_be_attached()
    home.page.get_by_role("radio", name="4").check()
    home.page.get_by_role("button", name="Send").click()
    expect(home.saving).to_contain_text("will be sent when you’re back online")
    home.open()
    failed = []

    def fail(route):
        failed.append(route.request.url)
        route.abort()

    for path in ("settings", "feedback"):
        home.page.context.route(f"**/{path}", fail, times=1)
    go_offline(home, False)
    eventually(lambda: home.page.wait_for_timeout(1) or len(failed) == 2)
    eventually(lambda: not chosen(home) and not has_draft(home))


def test_what_was_chosen_for_an_account_is_saved_in_no_other(newcomer):
    owner, home = newcomer(), newcomer()
    links = []
    for person, title in ((owner, "Coffee"), (home, "Robins")):
        person.create(title)
        links.append(recovery_link(person))
    home.page.context.route("**/settings", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    home.open("/settings")
    home.page.locator("#day-start").select_option("4")
    eventually(lambda: chosen(home))
    home.open_account(links[0])
    home.page.context.unroute_all()
    home.open("/settings")
    expect(home.page.locator("#day-start")).to_have_value("0")
    assert chosen(home)
    home.open_account(links[1])
    eventually(lambda: not chosen(home))
    home.open("/settings")
    expect(home.page.locator("#day-start")).to_have_value("4")
