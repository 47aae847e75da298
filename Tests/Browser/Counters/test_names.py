"""The names of counters: renamed in place, refused, in any script, and as long as they are."""

from home import eventually
from playwright.sync_api import expect

TITLES = ["🐦‍⬛ robins 🧑‍🤝‍🧑", "<script>document.title = 'lost'</script>", "قهوة الصباح", "שלום & \"quotes\" {title}", "{{title}}", "日本語の長い題名"]


def test_a_counter_can_be_renamed(any_home):
    any_home.create("Robins")
    any_home.choose("Rename")
    title = any_home.page.get_by_role("textbox", name="Name")
    expect(title).to_have_value("Robins")
    title.fill("Robins and wrens")
    with any_home.back_to_the_list():
        any_home.page.keyboard.press("Enter")
    expect(any_home.page.locator("[data-name]")).to_have_text("Robins and wrens")


def test_a_refused_title_keeps_what_was_typed_and_says_what_to_mend(any_home):
    any_home.create("Robins")
    any_home.choose("Rename")
    too_long = "long " * 60 + "title"
    title = any_home.page.get_by_role("textbox", name="Name")
    title.fill(too_long)
    any_home.page.keyboard.press("Enter")
    expect(title).to_have_attribute("aria-invalid", "true")
    expect(title).to_have_value(too_long)
    expect(any_home.page.locator(f"#{title.get_attribute('aria-describedby')}")).to_have_text("Names can have up to 200 characters.")
    title.fill("Wrens")
    with any_home.back_to_the_list():
        any_home.page.keyboard.press("Enter")
    expect(any_home.page.locator("[data-name]")).to_have_text("Wrens")


def test_any_title_is_shown_as_it_was_typed(any_home):
    for title in TITLES:
        any_home.create(title)
    expect(any_home.page.locator("[data-name]")).to_have_text(TITLES)
    assert "lost" not in any_home.page.title()
    any_home.choose("Reset", TITLES[3])
    expect(any_home.page.get_by_role("heading", name="quotes")).to_contain_text(TITLES[3])


def test_a_right_to_left_title_stands_at_the_right(any_home):
    any_home.create("قهوة الصباح")
    name = any_home.page.locator("[data-name]")
    assert name.evaluate("name => getComputedStyle(name).direction") == "rtl"


def test_the_cards_of_a_row_are_as_high_as_the_one_with_the_longest_name(visit):
    home = visit(desktop=True)
    for title in ("Robins", "Wrens that came to the window of the kitchen in the morning", "Finches"):
        home.create(title)
    first, long, last = (home.card(title) for title in ("Robins", "Wrens that came to the window of the kitchen in the morning", "Finches"))
    bars = [card.locator(".card-bar").bounding_box() for card in (first, long)]
    assert bars[1]["height"] > bars[0]["height"]
    for part in (".card-field", ".minus"):
        feet = [box["y"] + box["height"] for box in (card.locator(part).bounding_box() for card in (first, long, last))]
        assert feet == [feet[0]] * 3, part
    before = [card.bounding_box() for card in (first, long, last)]
    home.tap("Robins", times=6)
    assert [card.bounding_box() for card in (first, long, last)] == before


def test_rename_is_chosen_in_place_though_its_script_comes_late(home):
    home.create("Robins")
    held = []
    home.page.route("**/card/rename.js", lambda route: held.append(route))
    home.choose("Rename")
    expect(home.menu).to_be_hidden()
    eventually(lambda: home.page.evaluate("1") and held)
    held[0].continue_()
    expect(home.card().get_by_role("textbox", name="Rename")).to_be_focused()


def test_rename_leads_to_a_page_where_its_script_does_not_come(home):
    home.create("Robins")
    home.page.route("**/card/rename.js", lambda route: route.abort())
    with home.page.expect_navigation():
        home.choose("Rename")
    expect(home.page.get_by_role("textbox", name="Name")).to_have_value("Robins")


def test_a_half_typed_name_is_not_saved_while_another_window_has_the_focus(home):
    home.create("Robins")
    home.choose("Rename")
    field = home.card().get_by_role("textbox", name="Rename")
    field.fill("Ro")
    # As browsers tell a page whose window loses the focus: its focused element stays the one.
    field.evaluate("field => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))")
    expect(field).to_be_focused()
    field.press("Escape")
    expect(home.title_button("Robins")).to_be_visible()


def test_beside_a_collapsed_name_of_several_lines_number_and_options_stand_in_one(home):
    name = "Those that one sees from the kitchen window in the morning, on a day without any rain"
    home.create(name)
    home.fold(name)
    expect(home.field(name)).to_be_hidden()

    def middle(part):
        box = part.bounding_box()
        return box["y"] + box["height"] / 2

    assert home.card(name).bounding_box()["height"] > 70
    assert abs(middle(home.badge(name)) - middle(home.options(name))) < 2
    home.options(name).click()
    expect(home.menu).to_be_visible()
    button = home.options(name).bounding_box()
    assert abs(home.menu.bounding_box()["y"] - button["y"] - button["height"]) < 2


INSIDE = """cards => cards.map(card => {
    const [bar, count] = [".card-bar", ".card-field > .count"].map(part => card.querySelector(part).getBoundingClientRect())
    return bar.top <= count.top && count.bottom <= bar.bottom && bar.bottom === card.getBoundingClientRect().bottom
})"""


def test_beside_a_collapsed_card_with_a_long_name_the_number_of_another_stands_in_its_bar(visit):
    home = visit(desktop=True)
    long = "Those that one sees from the kitchen window in the morning, on a day without any rain or wind " * 2
    for title in ("Robins", long[:70].strip(), "Wrens", long[:150].strip()):
        home.create(title)
    for card in home.cards.all():
        card.locator("[data-collapse]").click()
        expect(card.locator("[data-tap]")).to_be_hidden()
    home.wait_until_saved()
    home.open()
    # What a desk has comes late.
    eventually(lambda: home.cards.evaluate_all(INSIDE) == [True] * 4)
    # Beside an open one it is no higher than the name.
    home.card("Wrens").locator("[data-collapse]").click()
    height = "card => card.querySelector('.card-bar').getBoundingClientRect().height"
    eventually(lambda: home.card("Robins").evaluate(height) == 48)
