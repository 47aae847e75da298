"""Finding a counter: as you type, without scripts, by keyboard only; and following a result."""

import re

import pytest
from playwright.sync_api import expect


def field(home):
    return home.page.get_by_role("searchbox")


def hits(home):
    return home.page.locator(".hit")


def titles(home):
    return home.page.locator(".hit-title")


def go_to_search(home):
    home._press(home.page.get_by_role("link", name="Search"))
    expect(field(home)).to_be_focused()
    if home.javascript:
        expect(home.page.locator("body[data-awake]")).to_be_attached()


def look_for(home, typed):
    field(home).fill(typed)
    if not home.javascript:
        with home.page.expect_navigation():
            home.page.keyboard.press("Enter")


def test_a_counter_is_found_by_a_part_of_its_title(any_home):
    any_home.create("Robins at the window")
    any_home.create("Café crème")
    any_home.create("東京タワー")
    any_home.tap("Café crème", times=7)
    any_home.wait_until_saved()
    go_to_search(any_home)
    # Before anything is typed: what was used last.
    expect(titles(any_home)).to_have_text(["Café crème", "東京タワー", "Robins at the window"])
    for typed, title in (("CREME", "Café crème"), ("win rob", "Robins at the window"), ("東京", "東京タワー")):
        look_for(any_home, typed)
        expect(titles(any_home)).to_have_text([title])
    look_for(any_home, "cafe")
    expect(any_home.page.locator("mark")).to_have_text(["Café"])
    expect(hits(any_home).locator(".hit-count")).to_have_text("7")
    expect(any_home.page.get_by_role("status").filter(has_text="found")).to_have_text("1 counter found")
    look_for(any_home, "nothing of the kind")
    expect(any_home.page.locator(".problem")).to_contain_text("No matching counters.")
    expect(hits(any_home)).to_have_count(0)


def test_a_hit_opens_home_where_its_card_is_open_in_view_and_has_the_focus(any_home):
    for number in range(12):
        any_home.create(f"Counter {number}")
    any_home.create("Robins")
    if any_home.javascript:
        with any_home.page.expect_response(re.compile("/collapse$")):
            any_home.fold("Robins")
    else:
        any_home.fold("Robins")
    go_to_search(any_home)
    look_for(any_home, "robins")
    with any_home.page.expect_navigation(url=re.compile(r"/\?show=\d+#tap-\d+$")):
        expect(hits(any_home)).to_have_count(1)
        hits(any_home).click()
    any_home.wait_until_awake()
    expect(any_home.title_button("Robins")).to_be_in_viewport(ratio=1)
    expect(any_home.title_button("Robins")).to_have_attribute("aria-expanded", "true")
    expect(any_home.field("Robins")).to_be_in_viewport()
    expect(any_home.field("Robins")).to_be_focused()
    any_home.tap("Robins")
    any_home.shows("1", "Robins")
    expect(any_home.field("Robins")).to_be_in_viewport()
    any_home.wait_until_saved()
    any_home.open()
    expect(any_home.field("Robins")).to_be_hidden()


def test_a_card_that_a_hit_has_unfolded_stays_so_while_it_is_counted_on_elsewhere(home, visit):
    home.create("Robins")
    with home.page.expect_response(re.compile("/collapse$")):
        home.fold("Robins")
    elsewhere = visit(storage_state=home.page.context.storage_state())
    counter = elsewhere.card("Robins").get_attribute("data-counter")
    go_to_search(home)
    look_for(home, "robins")
    with home.page.expect_navigation(url=re.compile(r"/\?show=")):
        hits(home).click()
    home.wait_until_awake()
    expect(home.field("Robins")).to_be_visible()
    for count in ("1", "2"):
        elsewhere.server.set_count(counter, int(count))
        home.shows(count, "Robins")
        expect(home.field("Robins")).to_be_visible()


ANIMATIONS = """card => [card, card.querySelector(".card-field")].map(part => getComputedStyle(part).animationName)"""


def test_the_card_that_was_looked_for_flashes_and_no_other(home):
    home.create("Wrens")
    counter = home.create("Robins").get_attribute("data-counter")
    home.open(f"/counters/{counter}/card")
    assert home.card("Robins").evaluate(ANIMATIONS) == ["card-frame-fades", "card-flashes"]
    assert home.card("Wrens").evaluate(ANIMATIONS) == ["none", "none"]
    home.open(f"/#tap-{counter}")
    assert home.card("Robins").evaluate(ANIMATIONS) == ["none", "none"]


def test_where_nothing_may_move_it_has_a_frame_for_a_while(visit):
    home = visit(reduced_motion="reduce")
    counter = home.create("Robins").get_attribute("data-counter")
    home.page.clock.install()
    home.open(f"/counters/{counter}/card")
    frame = "card => [getComputedStyle(card).outlineStyle, card.getAnimations().length]"
    assert home.card("Robins").evaluate(frame) == ["solid", 0]
    home.page.clock.run_for(6_000)
    assert home.card("Robins").evaluate(frame) == ["none", 0]


def test_a_card_opened_by_its_address_can_be_folded_and_stays_so(home):
    counter = home.create("Robins").get_attribute("data-counter")
    with home.page.expect_response(re.compile("/collapse$")):
        home.fold("Robins")
    home.open(f"/counters/{counter}/card")
    expect(home.field("Robins")).to_be_visible()
    with home.page.expect_response(re.compile("/collapse$")):
        home.fold("Robins")
    expect(home.field("Robins")).to_be_hidden()
    home.reload()
    expect(home.field("Robins")).to_be_hidden()


def test_everything_in_search_can_be_done_with_keys_alone(visit):
    home = visit(desktop=True)
    for title in ("Tea", "Green tea", "Coffee"):
        home.create(title)
    home.open()
    keys = home.page.keyboard
    keys.press("/")
    expect(field(home)).to_be_focused()
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    keys.type("tea")
    expect(titles(home)).to_have_text(["Tea", "Green tea"])
    for key, place in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowDown", 1), ("ArrowUp", 0)):
        keys.press(key)
        expect(hits(home).nth(place)).to_be_focused()
    keys.press("ArrowUp")
    expect(field(home)).to_be_focused()
    keys.press("ArrowDown")
    keys.press("/")
    expect(field(home)).to_be_focused()
    keys.press("Escape")
    expect(field(home)).to_have_value("")
    expect(titles(home)).to_have_text(["Coffee", "Green tea", "Tea"])
    expect(home.page).to_have_url(re.compile("/search$"))
    keys.type("gre")
    expect(titles(home)).to_have_text(["Green tea"])
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(home.page).to_have_url(re.compile(r"#tap-\d+$"))
    home.wait_until_awake()
    keys.press("Enter")
    home.shows("1", "Green tea")


def test_a_slash_that_is_typed_into_a_title_stays_there(visit):
    home = visit(desktop=True)
    home.page.get_by_role("link", name="New counter").click()
    home.page.keyboard.type("and/or")
    expect(home.page.locator("#create-title")).to_have_value("and/or")


def test_each_letter_is_answered_and_a_late_answer_does_not_undo_a_newer_one(home):
    home.create("Tea")
    home.create("Steak")
    home.open("/search")
    held = []
    home.page.route(re.compile(r"q=t$"), lambda route: held.append(route))
    field(home).press_sequentially("t")
    expect(home.page.locator("[data-search-results]")).to_have_attribute("aria-busy", "true")
    field(home).press_sequentially("e")
    expect(titles(home)).to_have_text(["Tea", "Steak"])
    expect(home.page).to_have_url(re.compile(r"/search\?q=te$"))
    for route in held:
        try:
            route.fulfill(body="<p data-search-sum>late</p><div data-search-results>late</div>", content_type="text/html")
        except Exception:
            # The page has called it off.
            pass
    field(home).press_sequentially("a")
    expect(home.page).to_have_url(re.compile(r"/search\?q=tea$"))
    expect(home.page.get_by_text("late")).to_have_count(0)
    home.page.reload()
    expect(field(home)).to_have_value("tea")
    expect(titles(home)).to_have_text(["Tea", "Steak"])


def test_out_of_reach_it_says_so_and_keeps_what_was_found(home):
    home.create("Tea")
    home.open("/search")
    field(home).press_sequentially("te")
    expect(titles(home)).to_have_text(["Tea"])
    home.page.route(re.compile("/search"), lambda route: route.abort())
    field(home).press_sequentially("a")
    expect(home.page.get_by_text("Can’t reach the server.")).to_be_visible()
    expect(titles(home)).to_have_text(["Tea"])


def test_too_much_is_refused_at_the_field(any_home):
    any_home.create("Tea")
    go_to_search(any_home)
    look_for(any_home, "x" * 201)
    expect(any_home.page.get_by_text("That’s too long. Names have up to 200 characters; search for a shorter word.")).to_be_visible()
    expect(field(any_home)).to_have_attribute("aria-invalid", "true")
    expect(field(any_home)).to_have_value("x" * 201)
    look_for(any_home, "tea")
    expect(titles(any_home)).to_have_text(["Tea"])
    expect(field(any_home)).not_to_have_attribute("aria-invalid", "true")


# On a wide screen, letters twice as large come with the arrangement for phones.
@pytest.mark.parametrize("width, text_size", [(320, 100), (320, 200), (390, 200), (768, 100), (1024, 100), (1280, 100)])
def test_the_head_of_the_page_holds_its_buttons(visit, width, text_size):
    home = visit(viewport={"width": width, "height": 800}, locale="ru-RU", is_mobile=False)
    home.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", text_size)
    boxes = home.page.locator(".shell-head a, .tabs a").evaluate_all(
        "links => links.map(link => { const { left, top, right, bottom } = link.getBoundingClientRect(); return [left, top, right, bottom] })")
    assert len(boxes) == 7
    for left, _, right, _ in boxes:
        assert left >= 0 and right <= width
    for place, one in enumerate(boxes):
        for other in boxes[place + 1:]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)


def test_home_loads_nothing_of_search(home):
    home.create("Tea")
    asked = []
    home.page.on("request", lambda request: asked.append(request.url))
    home.open()
    home.page.wait_for_load_state("networkidle")
    assert [address for address in asked if re.search(r"(search|shown)\.(js|css)", address)] == []
