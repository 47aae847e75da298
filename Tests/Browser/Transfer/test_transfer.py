"""Exporting and importing counters and goals by hand, with and without JavaScript."""

import re
import sqlite3
import zipfile

import pytest
from playwright.sync_api import expect

from goals import cards, make


def save(page, name):
    with page.expect_download() as download:
        page.get_by_role("link", name=name).click()
    return download.value


def look_into(page, path):
    page.get_by_label("File").set_input_files(path)
    page.get_by_role("button", name="Preview").click()


@pytest.mark.parametrize("name", ["Save as JSON", "Save as CSV"])
def test_a_person_takes_their_counters_elsewhere_and_changes_their_mind(any_home, visit, tmp_path, name):
    any_home.create("Robins")
    any_home.tap("Robins", times=7)
    any_home.wait_until_saved()
    any_home.open("/settings")
    page = any_home.page
    page.get_by_role("link", name="Export and import").click()
    download = save(page, name)
    assert re.fullmatch(r"fivebar \d{4}-\d\d-\d\d\.(json|csv)", download.suggested_filename)
    path = tmp_path / download.suggested_filename
    download.save_as(path)

    other = visit(javascript=any_home.javascript)
    other.open("/transfer")
    look_into(other.page, path)
    row = other.page.get_by_role("listitem").filter(has_text="Robins")
    expect(row).to_contain_text("New, with 7 new entries")
    other.page.get_by_role("button", name="Import").click()
    other.wait_until_awake()
    expect(other.card("Robins")).to_contain_text("7")
    expect(other.page.get_by_text("Import complete.", exact=True)).to_be_visible()
    if other.javascript:
        # After a touch there is no frame around what the address leads to.
        expect(other.field("Robins")).to_have_css("outline-style", "none")
    other.page.get_by_role("button", name="Undo").click()
    expect(other.cards).to_have_count(0)
    assert other.complaints == [] and any_home.complaints == []


def test_what_is_there_already_is_said_to_be(any_home, tmp_path):
    any_home.create("Wrens")
    any_home.tap("Wrens")
    any_home.wait_until_saved()
    page = any_home.page
    counter = any_home.card("Wrens").get_attribute("data-counter")
    any_home.open(f"/counters/{counter}")
    download = save(page, "Save as CSV")
    assert download.suggested_filename.startswith("Wrens ")
    download.save_as(tmp_path / "wrens.csv")
    any_home.open("/transfer")
    look_into(page, tmp_path / "wrens.csv")
    expect(page.get_by_text("Everything in this file is already here.")).to_be_visible()
    expect(page.get_by_role("button", name="Import")).to_have_count(0)
    page.get_by_role("link", name="Back to the counters").click()
    expect(page).to_have_url(any_home.server.path("/"))


def test_a_wrong_file_is_told_at_its_field(any_home, tmp_path):
    (tmp_path / "photo.json").write_bytes(bytes(range(256)) * 100)
    any_home.open("/transfer")
    look_into(any_home.page, tmp_path / "photo.json")
    field = any_home.page.get_by_label("File")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("can’t import this kind of file"))
    (tmp_path / "large.csv").write_bytes(b"x" * (10 * 1024 * 1024 + 5000))
    look_into(any_home.page, tmp_path / "large.csv")
    expect(field).to_have_accessible_description(re.compile("larger than 10.MB"))


def test_goals_are_taken_elsewhere_with_their_notes_and_taken_back_as_one(any_home, visit, tmp_path):
    make(any_home, "Read")
    today = make(any_home, "Walk")
    page = any_home.page
    any_home.open(f"{page.url.removeprefix(any_home.server.address).split('#')[0]}/{today}")
    page.get_by_label("Note").fill("to the sea")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Note")).to_have_value("to the sea")
    any_home.wait_until_saved()
    any_home.open("/transfer")
    download = save(page, "Save goals as JSON")
    download.save_as(tmp_path / "goals.json")

    other = visit(javascript=any_home.javascript)
    other.open("/transfer")
    look_into(other.page, tmp_path / "goals.json")
    expect(other.page.get_by_role("listitem").filter(has_text="Walk")).to_contain_text("New, with 1 note")
    other.page.get_by_role("button", name="Import").click()
    expect(other.page.get_by_text("Import complete.", exact=True)).to_be_visible()
    expect(cards(other)).to_have_count(2)
    other.page.get_by_role("button", name="Undo").click()
    expect(cards(other)).to_have_count(0)
    assert other.complaints == [] and any_home.complaints == []


def loops_backup(path):
    with sqlite3.connect(path) as database:
        database.executescript("""
            CREATE TABLE Habits (id INTEGER PRIMARY KEY, archived INTEGER, color INTEGER, name TEXT, position INTEGER, question TEXT, uuid TEXT);
            CREATE TABLE Repetitions (id INTEGER PRIMARY KEY, habit INTEGER, timestamp INTEGER, value INTEGER, notes TEXT);
            INSERT INTO Habits VALUES (1, 0, 11, 'Walk', 0, 'Did you walk?', 'one'), (2, 0, 3, '散歩', 1, NULL, 'two');
            INSERT INTO Repetitions VALUES (1, 1, 1783036800000, 2, NULL), (2, 1, 1783123200000, 3, 'rain'), (3, 2, 1783123200000, 2, NULL);
            PRAGMA user_version = 25""")
    database.close()


def loops_export(path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Habits.csv", "Position,Name,Type,Question,Description,Color,Archived?\n"
                         "001,Walk,YES_NO,Did you walk?,,#1976D2,false\n002,散歩,YES_NO,,,#FF8F00,false\n")
        archive.writestr("001 Walk/Checkmarks.csv", "Date,Value,Notes\n2026-07-04,SKIP,rain\n2026-07-03,YES_MANUAL,\n")
        archive.writestr("002 /Checkmarks.csv", "Date,Value,Notes\n2026-07-04,YES_MANUAL,\n")


@pytest.mark.parametrize("write, name", [(loops_backup, "Loop Habits Backup 2026-07-05 101010.db"), (loops_export, "Loop Habits CSV 2026-07-05.zip")])
def test_habits_of_another_program_become_goals(any_home, tmp_path, write, name):
    write(tmp_path / name)
    any_home.open("/transfer")
    page = any_home.page
    look_into(page, tmp_path / name)
    expect(page.get_by_text("From Loop Habit Tracker.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Walk")).to_contain_text("New, with 1 day done and 2 notes")
    page.get_by_role("button", name="Import").click()
    expect(cards(any_home)).to_have_count(2)
    expect(cards(any_home).first).to_contain_text("Walk")
    any_home.open("/transfer")
    look_into(page, tmp_path / name)
    expect(page.get_by_text("Everything in this file is already here.")).to_be_visible()
    any_home.open("/goals")
    page.get_by_role("link", name="Walk").click()
    path = page.url.removeprefix(any_home.server.address).split("#")[0].split("?")[0]
    any_home.open(f"{path}/2026-07-04")
    expect(page.get_by_label("Note")).to_have_value("Skipped\nrain")
    assert any_home.complaints == []
