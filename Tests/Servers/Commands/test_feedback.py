"""`fivebar feedback`: operators read and delete feedback."""

import json
import re
import sqlite3
import uuid

import pytest
from processes import Fivebar
from visitor import Visitor
from webservers import Nginx

ANDROID = ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 "
           "Mobile Safari/537.36")
DAY = 86_400_000


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


@pytest.fixture
def visitor(start, fivebar):
    return Visitor(start(Nginx, fivebar.address).site)


def give(visitor, **fields):
    answer = visitor.post("/feedback", {"operation": str(uuid.uuid4()), **fields}, user_agent=ANDROID)
    assert answer.status == 303, answer


def listed(fivebar, *options):
    done = fivebar.command("feedback", "list", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_listed_the_newest_first_and_by_machines_as_well(fivebar, visitor):
    assert listed(fivebar).strip() == "There is no feedback."
    assert json.loads(listed(fivebar, "--json")) == []
    give(visitor, stars="4", message="First\r\nof two lines", name="Ada", email="ada@example.org")
    give(visitor, message="שלום 👩‍👩‍👧‍👦")
    text = listed(fivebar)
    assert text.index("שלום 👩‍👩‍👧‍👦") < text.index("    | First\n    | of two lines")
    assert "★★★★☆" in text and "    From: Ada, ada@example.org" in text and "Android phone, Chrome" in text
    newest, oldest = json.loads(listed(fivebar, "--json"))
    assert newest["message"] == "שלום 👩‍👩‍👧‍👦" and "stars" not in newest
    assert (oldest["stars"], oldest["message"], oldest["language"]) == (4, "First\nof two lines", "en")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", oldest["createdAt"])
    assert oldest["version"] == fivebar.command("--version").stdout.strip() != ""


def test_nothing_of_who_gave_it_is_in_the_database(fivebar, visitor):
    visitor.create("Robins")
    give(visitor, stars="5")
    with sqlite3.connect(fivebar.database) as database:
        columns = {column for _, column, *_ in database.execute("PRAGMA table_info(feedback)")}
        rows = str(database.execute("SELECT * FROM feedback").fetchall())
        senders = database.execute("SELECT address FROM feedbackSender").fetchall()
    database.close()
    assert columns & {"account", "session", "address", "cookie", "userAgent"} == set()
    assert "127.0.0.1" not in rows and "Mozilla" not in rows
    assert [len(address) for address, in senders] == [32]


def test_what_was_given_before_a_day_can_be_left_out(fivebar, visitor):
    give(visitor, message="Old")
    give(visitor, message="New")
    with sqlite3.connect(fivebar.database) as database:
        database.execute("UPDATE feedback SET createdAt = ? WHERE message = 'Old'", [20_000 * DAY - 1])
        database.execute("UPDATE feedback SET createdAt = ? WHERE message = 'New'", [20_000 * DAY])
    database.close()
    # 20,000 days after 1970-01-01.
    assert [row["message"] for row in json.loads(listed(fivebar, "--json", "--since", "2024-10-04"))] == ["New"]
    assert len(json.loads(listed(fivebar, "--json", "--since", "2024-10-03"))) == 2
    for nonsense in ("yesterday", "2024-02-31", "2024-1-1", "2024-10-04T00:00:00Z", ""):
        done = fivebar.command("feedback", "list", "--since", nonsense)
        assert done.returncode == 64 and f"not as “{nonsense}”" in done.stderr, nonsense


def test_it_can_be_removed_by_its_number(fivebar, visitor):
    give(visitor, message="Rude")
    give(visitor, message="Kind")
    [number] = [row["id"] for row in json.loads(listed(fivebar, "--json")) if row["message"] == "Rude"]
    assert fivebar.command("feedback", "remove", number).returncode == 0
    assert [row["message"] for row in json.loads(listed(fivebar, "--json"))] == ["Kind"]
    again = fivebar.command("feedback", "remove", number)
    assert again.returncode != 0 and str(number) in again.stderr


def test_no_text_can_steer_a_terminal_or_pass_for_another_entry(fivebar, visitor):
    evil = "\x1b[2J\x1b]0;mine\x07 \x9b31m \u202egnp.exe \u2066a\u2029b\x7f\r\n99  2026-01-01T00:00:00Z  forged"
    give(visitor, message=evil, name=evil)
    # As it could only come into the database by another way.
    with sqlite3.connect(fivebar.database) as database:
        database.execute("INSERT INTO feedback (operation, message, name, email, version, device, language, createdAt)"
                         " VALUES (randomblob(16), ?1, ?1, ?1, ?1, ?1, ?1, 0)", [evil])
    database.close()
    for options in ([], ["--json"]):
        text = listed(fivebar, *options)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", text), options
    assert not re.search(r"^99 ", listed(fivebar), re.MULTILINE)
    # The other way's texts are whole for machines.
    assert json.loads(listed(fivebar, "--json"))[-1]["name"] == evil
