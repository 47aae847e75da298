"""The figures in a goal's header: counted by the page from its dots, as the server counts them from the goal's days."""

import datetime

import pytest
from playwright.sync_api import expect

from goals import awake, dot, open_day
from home import eventually
from offline import go_offline, holds, kept  # noqa: F401

FIGURES = """() => Array.from(document.querySelectorAll("[data-figure], [data-completed]"), figure =>
    [figure.dataset.figure ?? "completed", figure.hidden ? "" : figure.textContent.trim()])"""


def make(home, first, length):
    """A goal that began so many days ago, and its page."""
    home.open("/goals/new")
    today = datetime.date.fromisoformat(home.page.locator("[name=start]").input_value())
    start = today - datetime.timedelta(days=first)
    form = {"name": "Read", "color": "0", "start": str(start), "length": "date", "end": str(start + datetime.timedelta(days=length - 1))}
    answer = home.page.request.post(home.server.path("/goals"), form=form, headers={"Origin": home.server.address})
    assert answer.ok
    home.open("/goals")
    return today, home.page.locator(".goal-link").first.get_attribute("href").split("#")[0]


def press(home, today, *ago):
    for days in ago:
        dot(home, today - datetime.timedelta(days=days)).press(" ")


def figures(home):
    return home.page.evaluate(FIGURES)


def show(home, address):
    home.page.goto(f"{home.server.address}{address}")
    awake(home)


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU", "ja-JP"])
@pytest.mark.parametrize(("first", "length", "presses"), [
    # A streak over today, broken, and mended again.
    (9, 30, [[0], [1, 2], [4, 5, 6, 7], [3], [2], [0]]),
    # Only today, which can still be done; then all of it.
    (0, 1, [[0], [0]]),
    # Over, and completed.
    (5, 4, [[2], [3, 4], [5]]),
    # A year's dots, and streaks that come from the year before.
    (900, 1000, [[0], [1], [900]]),
])
def test_what_is_not_saved_yet_is_in_the_figures_as_the_server_counts_it(visit, locale, first, length, presses):
    home = visit(locale=locale)
    today, address = make(home, first, length)
    show(home, address)
    for ago in presses:
        here = [days for days in ago if dot(home, today - datetime.timedelta(days=days)).count()]
        before = figures(home)
        home.page.context.set_offline(True)
        press(home, today, *here)
        drawn = figures(home)
        assert drawn != before or not here
        home.page.context.set_offline(False)
        home.wait_until_saved()
        assert figures(home) == drawn
        show(home, address)
        assert figures(home) == drawn


def test_a_streak_goes_on_from_an_earlier_year_whose_dots_are_on_another_page(visit):
    home = visit()
    new_year = datetime.date.today().replace(month=1, day=1)
    ago = (datetime.date.today() - new_year).days
    # It ends with New Year's Day, the only one of its year.
    today, address = make(home, ago + 800, 801)
    earlier = [new_year - datetime.timedelta(days=days) for days in (1, 2, 3)]
    for day in earlier:
        answer = home.page.request.post(f"{home.server.address}{address}/{day}/mark", form={"done": "yes"}, headers={"Origin": home.server.address})
        assert answer.ok, answer.status
    show(home, address)
    home.page.context.set_offline(True)
    press(home, today, ago)
    drawn = figures(home)
    assert ["streak", "4"] in drawn and ["sum", "4 of 801 days"] in drawn
    home.page.context.set_offline(False)
    home.wait_until_saved()
    show(home, address)
    assert figures(home) == drawn


def test_a_refused_mark_is_out_of_the_figures_again(visit):
    home = visit()
    today, address = make(home, 9, 30)
    show(home, address)
    before = figures(home)
    held = []
    home.page.route("**/operations", lambda route: held.append(route))
    press(home, today, 0)
    assert ["percent", "10%"] in figures(home)
    eventually(lambda: home.page.evaluate("1") and held)
    held[0].fulfill(status=422, content_type="application/json", headers={"fivebar-answer": "yes"}, body='{"problem": "Not today."}')
    eventually(lambda: figures(home) == before)


def test_the_figures_hold_what_waits_after_a_reload_without_a_network(kept):  # noqa: F811
    home = kept
    today, address = make(home, 9, 30)
    show(home, address)
    holds(home, address, "data-figures")
    go_offline(home)
    press(home, today, 0, 1)
    drawn = figures(home)
    assert ["percent", "20%"] in drawn and ["streak", "2"] in drawn
    show(home, address)
    eventually(lambda: figures(home) == drawn)
    home.page.context.set_offline(False)
    home.wait_until_saved()
    assert figures(home) == drawn


def test_a_goal_that_was_made_longer_elsewhere_has_its_new_days_in_the_figures(visit):
    home = visit()
    today, address = make(home, 9, 30)
    show(home, address)
    other = home.another_tab()
    other.open(f"{address}/edit")
    other.page.get_by_role("radio", name="90 days").check(force=True)
    with other.page.expect_navigation():
        other.page.get_by_role("button", name="Save").click()
    expect(home.page.locator("[data-dots] a")).to_have_count(90)
    home.page.context.set_offline(True)
    press(home, today, 0)
    assert ["sum", "1 of 90 days"] in figures(home)


def test_an_answer_that_comes_late_takes_back_no_figure_that_is_newer(home, visit):
    today, path = make(home, 1, 30)
    show(home, path)
    percent = home.page.locator("[data-figure=percent]")
    expect(percent).to_have_text("0%")
    other = visit(storage_state=home.page.context.storage_state(), path=path)
    awake(other)
    late = []
    home.page.route("**/operations", lambda route: late.append((route, route.fetch())))
    sheet = open_day(home, today)
    sheet.get_by_label("Note").fill("Rain")
    home.page.keyboard.press("Escape")
    eventually(lambda: home.page.evaluate("1") and late)
    dot(other, today).press(" ")
    expect(percent).to_have_text("50%")
    [(route, answer)] = late
    route.fulfill(response=answer)
    home.wait_until_saved()
    expect(dot(home, today)).to_contain_class("done")
    expect(percent).to_have_text("50%")
