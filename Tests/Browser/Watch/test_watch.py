"""The pages for the screen of a watch, where fingers are as wide as a third of it."""

from playwright.sync_api import expect

from finger import Finger
from pressing import middle
from watch import SCREENS, TOO_WIDE, count_of, make_goal, mark_and_unmark, watch, watch_in  # noqa: F401

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
TOO_SMALL = """() => Array.from(document.querySelectorAll("a, button, input:not([type=hidden])"), target => ({ target, box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ target, box }) => `${target.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""


def test_nothing_is_too_wide_or_too_small_and_one_counts_without_scrolling(watch):
    home = watch(title=LONG)
    page, counter = home.page, home.page.url
    own = {"Origin": home.server.address}
    page.request.post(counter.replace("/watch", "") + "/count", form={"number": "999999999999"}, headers=own)
    make_goal(home, LONG[:30])
    for address in [counter + "/title", counter + "/reset", counter + "000", home.server.path("/watch"), counter]:
        page.goto(address)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for size in ["200%", "100%"]:
                page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
                assert page.evaluate(TOO_WIDE) <= 0, (address, width, size)
                assert page.evaluate(TOO_SMALL) == [], (address, width, size)
            if address == counter:
                for name in ["Add one", "Subtract one"]:
                    box = page.get_by_role("button", name=name).bounding_box()
                    assert box["y"] >= 0 and box["y"] + box["height"] <= height, (name, width)
    assert [line for line in home.complaints if "404" not in line] == []


def test_fingers_count_and_mark_today_without_loading_the_page_anew(watch):
    home = watch()
    page = home.page
    page.evaluate("window.isTheSame = true")
    field, minus = (page.get_by_role("button", name=name) for name in ("Add one", "Subtract one"))
    finger = Finger(page)
    for _ in range(7):
        finger.down(field)
        finger.up()
    expect(count_of(page)).to_have_text("7")
    minus.tap()
    expect(count_of(page)).to_have_text("6")
    expect(page.get_by_role("img", name="6: 1 five and 1 mark")).to_be_visible()
    assert page.evaluate("window.isTheSame")
    make_goal(home, "Read")
    home.open("/watch")
    page.evaluate("window.isTheSame = true")
    mark_and_unmark(page, "Read")
    assert page.evaluate("window.isTheSame")


def test_it_is_live(watch):
    home = watch()
    page = home.page
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url.replace("/watch", ""))
    elsewhere.get_by_role("button", name="Add one").tap()
    expect(count_of(page)).to_have_text("1")
    elsewhere.goto(home.server.path("/watch"))
    expect(elsewhere.get_by_role("link", name="Robins 1")).to_be_visible()
    page.get_by_role("button", name="Add one").tap()
    expect(elsewhere.get_by_role("link", name="Robins 2")).to_be_visible()


def test_a_press_on_a_row_leads_on_although_another_is_deleted_meanwhile(watch):
    home = watch()
    page, robins = home.page, home.page.url
    own = {"Origin": home.server.address}
    page.request.post(home.server.path("/counters"), form={"title": "Wrens"}, headers=own)
    home.open("/watch")
    pressed = page.get_by_role("link", name="Wrens 0")
    page.mouse.move(*middle(pressed))
    page.mouse.down()
    with page.expect_response(lambda response: response.request.resource_type == "fetch" and response.url.endswith("/watch")) as fresh:
        page.request.post(robins.replace("/watch", "") + "/deletion", headers=own)
    assert "Robins" not in fresh.value.text()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.mouse.up()
    page.wait_for_url("**/watch/counters/*")
    expect(page.get_by_role("heading", name="Wrens")).to_be_visible()


def test_without_javascript_all_of_it_is_done(watch):
    home = watch(javascript=False)
    page = home.page
    page.get_by_role("button", name="Add one").tap()
    expect(count_of(page)).to_have_text("1")
    page.get_by_role("link", name="Rename").tap()
    page.get_by_label("Name").fill("Wrens")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="Wrens")).to_be_visible()
    page.get_by_role("link", name="Reset").tap()
    page.get_by_role("button", name="Reset").tap()
    expect(count_of(page)).to_have_text("0")
    page.get_by_role("button", name="Undo").tap()
    expect(count_of(page)).to_have_text("1")
    page.get_by_role("button", name="Delete").tap()
    expect(page.get_by_text("“Wrens” is in the trash.")).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    make_goal(home, "Read")
    page.get_by_role("link", name="Back to the counters").tap()
    expect(page.get_by_role("link", name="Wrens 1")).to_be_visible()
    mark_and_unmark(page, "Read")


def test_a_watch_joins_on_a_page_that_it_can_show(visit):
    width, height = SCREENS[0]
    page = visit(path="/join", viewport={"width": width, "height": height}).page
    assert page.evaluate(TOO_WIDE) == 0
    expect(page.get_by_role("textbox", name="Code")).to_be_visible()


def test_a_zone_whose_name_says_no_more_keeps_its_own(watch_in):
    home = watch_in("fr-FR")
    make_goal(home, "Lire")
    home.page.goto(home.server.path("/watch"))
    # Its name in French contains it, and would be named again and again.
    expect(home.page.locator("[data-zone]")).to_contain_text("UTC")
    assert "+00:00" not in home.page.locator("[data-zone]").inner_text()
