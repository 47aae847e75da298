"""A form that came back as refused is still the account's that it was sent from, and what is put right on it is saved there
and kept nowhere else."""

from playwright.sync_api import expect

from devices import newcomer, recovery_link  # noqa: F401
from home import eventually

TOO_LONG = "by the gate " * 500
# A page that does not hear of what other tabs do.
DEAF = "delete window.BroadcastChannel"


def drafts(home):
    return home.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('fivebar-draft-'))")


def note(home):
    return home.page.locator("#note")


def refuse_a_note(home):
    home.open("/counters/1/entries/1/note")
    note(home).fill(TOO_LONG)
    note(home).press("Enter")
    expect(note(home)).to_have_attribute("aria-invalid", "true")
    home.page.wait_for_load_state("networkidle")


def counted(newcomer, name):
    home = newcomer()
    home.create(name)
    home.tap()
    home.wait_until_saved()
    return home


def test_what_is_put_right_is_never_written_into_another_account(newcomer):
    owner, home = counted(newcomer, "Coffee"), counted(newcomer, "Robins")
    link = recovery_link(owner)
    home.page.context.route("**/events", lambda route: route.abort())
    home.page.context.add_init_script(DEAF)
    refuse_a_note(home)
    home.another_tab().open_account(link)
    note(home).fill("a private thought")
    with home.page.expect_navigation():
        note(home).press("Enter")
    expect(home.page.get_by_role("main")).to_contain_text("a private thought")
    expect(home.page.locator("#note")).to_have_count(0)
    owner.open("/counters/1/entries/1/note")
    expect(note(owner)).to_have_value("")


def test_what_was_refused_put_right_and_saved_is_not_brought_back(home):
    counter = home.create("Robins").get_attribute("data-counter")
    home.tap()
    home.wait_until_saved()
    path = f"/counters/{counter}/entries/1/note"
    home.open(path)
    note(home).fill(TOO_LONG)
    note(home).press("Enter")
    expect(note(home)).to_have_attribute("aria-invalid", "true")
    note(home).fill("by the gate")
    note(home).press("Enter")
    expect(home.page.get_by_text("by the gate")).to_be_attached()
    eventually(lambda: drafts(home) == [])
    home.open(path)
    expect(note(home)).to_have_value("by the gate")
    expect(home.page.get_by_role("status").filter(has_text="Brought back")).to_have_count(0)


def test_what_is_typed_on_a_refused_page_is_not_brought_back_to_the_next_account(newcomer):
    owner, home = counted(newcomer, "Coffee"), counted(newcomer, "Robins")
    link = recovery_link(owner)
    home.page.context.add_init_script(DEAF)
    home.page.context.route("**/events", lambda route: route.abort())
    refuse_a_note(home)
    other = home.another_tab()
    other.open_account(link)
    note(home).fill("a private thought")
    eventually(lambda: any("thought" in home.page.evaluate("key => localStorage[key]", key) for key in drafts(home)))
    other.open("/counters/1/entries/1/note")
    other.page.wait_for_load_state("networkidle")
    expect(note(other)).to_have_value("")
    assert not any(key.startswith("fivebar-draft-/") for key in drafts(other))
