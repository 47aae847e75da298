"""Feedback by touch, mouse and keyboard only, with and without JavaScript, on an unreliable network."""

import re

import pytest
from playwright.sync_api import expect

from messages import kept, message, open_form, send, words  # noqa: F401

THANKS = re.compile(r"/feedback\?thanks$")


def star(page, number):
    return page.get_by_role("radio", name=re.compile(rf"^{number} "))


def test_feedback_is_given_from_the_settings_and_thanked_for(any_home, words, kept):
    any_home.open("/settings")
    any_home.page.get_by_role("link", name="Give feedback").click()
    page = any_home.page
    star(page, 4).check()
    message(page).fill(words)
    page.get_by_role("textbox", name="Name").fill("Ada")
    page.get_by_role("textbox", name="Email").fill("ada@example.org")
    send(page)
    expect(page).to_have_url(THANKS)
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you")
    [(stars, *_, device, language)] = kept(words)
    assert (stars, language) == (4, "en-GB")
    assert device != "unknown" and "Mozilla" not in device
    # None of an account, but that the tutorial was seen, in which zone, and what the list gives to somebody new.
    assert {cookie["name"] for cookie in any_home.page.context.cookies()} <= {"fivebar-tutorial", "fivebar-zone", "fivebar-newcomer"}
    page.get_by_role("main").get_by_role("link", name="Back to the counters").click()
    any_home.wait_until_awake()
    assert any_home.complaints == []


def test_a_refused_form_keeps_what_was_typed_and_says_what_to_mend(any_home, words, kept):
    page = open_form(any_home)
    star(page, 2).check()
    message(page).fill(words)
    page.get_by_role("textbox", name="Email").fill("ada")
    send(page)
    email = page.get_by_role("textbox", name="Email")
    expect(email).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#email-problem")).to_contain_text("email address")
    assert "email-problem" in email.get_attribute("aria-describedby").split()
    expect(email).to_be_focused()
    expect(email).to_have_value("ada")
    expect(star(page, 2)).to_be_checked()
    expect(message(page)).to_have_value(words)
    assert kept(words) == []
    email.fill("ada@example.org")
    send(page)
    expect(page).to_have_url(THANKS)
    assert [row[:4] for row in kept(words)] == [(2, words, "", "ada@example.org")]


def test_nothing_at_all_is_refused(any_home):
    page = open_form(any_home)
    send(page)
    expect(message(page)).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#message-problem")).not_to_be_empty()


def test_it_can_be_given_with_keys_alone(visit, words, kept):
    page = open_form(visit(desktop=True))
    keys = page.keyboard
    for _ in range(30):
        keys.press("Tab")
        if page.evaluate("document.activeElement.name === 'stars'"):
            break
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    keys.press("Space")
    expect(star(page, 1)).to_be_checked()
    for _ in range(4):
        keys.press("ArrowRight")
    expect(star(page, 5)).to_be_checked()
    keys.press("ArrowLeft")
    expect(star(page, 4)).to_be_checked()
    keys.press("Tab")
    expect(message(page)).to_be_focused()
    keys.insert_text(words)
    keys.press("Tab")
    keys.type("Ada")
    keys.press("Enter")
    expect(page).to_have_url(THANKS)
    assert [row[:3] for row in kept(words)] == [(4, words, "Ada")]


def filled(page):
    """The stars that look chosen."""
    return page.evaluate(
        """() => {
            const colours = Array.from(document.querySelectorAll(".star-shape"),
                shape => getComputedStyle(shape, "::after").backgroundColor)
            const chosen = document.querySelector("input:checked + .star-shape")
            return colours.filter(colour => colour === getComputedStyle(chosen, "::after").backgroundColor).length
        }"""
    )


@pytest.mark.parametrize("wishes", [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}],
                         ids=["light", "dark", "forced colours"])
def test_a_choice_of_three_looks_like_three_stars(visit, wishes):
    page = open_form(visit(**wishes))
    for number in (3, 5, 1):
        star(page, number).check()
        assert filled(page) == number


def test_a_star_is_chosen_by_a_tap_anywhere_on_it(visit):
    page = open_form(visit())
    box = star(page, 3).locator("xpath=..").bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    page.touchscreen.tap(box["x"] + 2, box["y"] + 2)
    expect(star(page, 3)).to_be_checked()


@pytest.mark.parametrize("desktop", [False, True], ids=["phone", "desktop"])
def test_offline_it_is_kept_and_goes_by_itself_once_the_network_is_back(visit, desktop, words, kept):
    home = visit(desktop=desktop)
    page = open_form(home)
    star(page, 5).check()
    message(page).fill(words)
    page.context.set_offline(True)
    send(page)
    expect(page.get_by_role("status")).to_contain_text("offline")
    assert kept(words) == []
    page.context.set_offline(False)
    expect(page).to_have_url(THANKS)
    assert len(kept(words)) == 1
    open_form(home)
    expect(message(page)).to_have_value("")


def test_a_reload_takes_nothing_away(home, words):
    page = open_form(home)
    star(page, 3).check()
    message(page).fill(words)
    page.get_by_role("textbox", name="Name").fill("Ada")
    open_form(home)
    expect(star(page, 3)).to_be_checked()
    expect(message(page)).to_have_value(words)
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada")


def test_an_answer_that_was_lost_is_asked_for_again_and_it_is_kept_once(home, words, kept):
    page = open_form(home)
    message(page).fill(words)
    lost = []

    def lose_the_first(route):
        if route.request.method != "POST" or lost:
            return route.fallback()
        lost.append(route.fetch(max_redirects=0).status)
        route.abort()

    page.route("**/feedback", lose_the_first)
    send(page)
    expect(page).to_have_url(THANKS)
    assert lost == [303]
    assert len(kept(words)) == 1


def test_after_it_was_sent_the_form_is_empty(home, words):
    page = open_form(home)
    message(page).fill(words)
    send(page)
    expect(page).to_have_url(THANKS)
    assert not page.evaluate("words => Object.values(sessionStorage).join().includes(words)", words)
    page.go_back()
    expect(message(page)).to_have_value("")


def test_what_waits_in_one_tab_is_not_forgotten_by_another_that_gives_thanks(home, words, kept):
    page = open_form(home)
    message(page).fill(words + " before")
    send(page)
    expect(page).to_have_url(THANKS)
    other = home.another_tab()
    waiting = open_form(other)
    context = page.context
    context.route("**/feedback", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    message(waiting).fill(words)
    send(waiting)
    expect(waiting.get_by_role("status").filter(has_text="Not sent yet")).to_be_visible()
    page.reload()
    page.wait_for_load_state("networkidle")
    page.close()
    context.unroute("**/feedback")
    expect(waiting).to_have_url(THANKS, timeout=30_000)
    assert len(kept(words)) == 1


def test_what_is_written_after_going_back_from_the_thanks_is_kept(home, words):
    page = open_form(home)
    message(page).fill(words)
    send(page)
    expect(page).to_have_url(THANKS)
    page.go_back()
    message(page).fill("And another thing")
    page.go_forward()
    expect(page).to_have_url(THANKS)
    page.wait_for_load_state("networkidle")
    open_form(home)
    expect(message(page)).to_have_value("And another thing")
