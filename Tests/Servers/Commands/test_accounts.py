"""The operator's commands for accounts: by number, and without anything that people wrote."""

import json
import re

import pytest
from processes import Fivebar
from visitor import Visitor
from webservers import Nginx

DAY = r"\d{4}-\d\d-\d\d"


@pytest.fixture
def fivebar(start):
    return start(Fivebar)


@pytest.fixture
def owner(start, fivebar):
    owner = Visitor(start(Nginx, fivebar.address).site)
    counter = owner.create("Secret birds")
    assert owner.tap(counter).status == 200
    return owner


def test_all_accounts_are_listed_by_number(fivebar, owner):
    Visitor(owner.site).create("Other birds")
    listed = fivebar.command("account", "list")
    assert listed.returncode == 0, listed.stderr
    head, first, second = listed.stdout.splitlines()
    assert head.split("  ")[-1].strip().endswith("operations")
    assert re.fullmatch(rf" +1 +{DAY} +{DAY} +1 +1 +0 +2", first)
    assert re.fullmatch(rf" +2 +{DAY} +{DAY} +1 +1 +0 +1", second)
    assert len({len(line) for line in (head, first, second)}) == 1, "the columns are aligned"

    records = json.loads(fivebar.command("account", "list", "--json").stdout)
    assert [record["number"] for record in records] == [1, 2]
    assert records[0]["operations"] == 2 and re.fullmatch(DAY, records[0]["madeOn"])


def test_without_accounts_nothing_is_listed(fivebar):
    assert fivebar.command("account", "list").stdout == "There are no accounts.\n"
    assert json.loads(fivebar.command("account", "list", "--json").stdout) == []


def test_one_account_is_shown_without_what_people_wrote(fivebar, owner):
    shown = fivebar.command("account", "show", "1")
    assert shown.returncode == 0, shown.stderr
    assert "counters:        1\n" in shown.stdout and "recovery link:   none\n" in shown.stdout
    record = json.loads(fivebar.command("account", "show", "1", "--json").stdout)
    assert (record["entries"], record["countersInTrash"], record["hasPassphrase"]) == (1, 0, False)
    for arguments in (["list"], ["list", "--json"], ["show", "1"], ["show", "1", "--json"]):
        assert "Secret" not in fivebar.command("account", *arguments).stdout


@pytest.mark.parametrize("command", ["show", "recover", "sign-out", "limit", "delete"])
def test_a_number_of_nobody_is_said(fivebar, owner, command):
    failed = fivebar.command("account", command, "99")
    assert failed.returncode != 0 and "no account with the number 99" in failed.stderr


def test_somebody_who_lost_their_link_comes_back_by_a_new_one(fivebar, owner):
    recovered = fivebar.command("account", "recover", "1", FIVEBAR_URL="https://count.example.org")
    assert recovered.returncode == 0, recovered.stderr
    path = re.fullmatch(r"https://count\.example\.org(/recover/[\w-]{43})\n", recovered.stdout).group(1)
    phone = Visitor(owner.site)
    assert phone.post(path).status == 303
    assert [card.title for card in phone.cards()] == ["Secret birds"]
    assert len(owner.cards()) == 1, "the other device stays signed in"

    again = fivebar.command("account", "recover", "1")
    assert again.stdout.startswith("/recover/") and "FIVEBAR_URL" in again.stderr
    assert Visitor(owner.site).get(path).status == 404, "the link before it works no more"


def test_an_account_has_limits_of_its_own_until_they_are_taken_back(start):
    fivebar = start(Fivebar, FIVEBAR_COUNTERS=1)
    site = start(Nginx, fivebar.address).site
    club, guest = Visitor(site), Visitor(site)

    def tries(visitor):
        return visitor.post("/counters", {"title": "Secret birds"}).status

    def limit(*arguments):
        done = fivebar.command("account", "limit", "1", *arguments)
        assert done.returncode == 0 and "Secret" not in done.stdout, done.stderr
        return done.stdout
    assert [tries(club), tries(club), tries(guest), tries(guest)] == [303, 422, 303, 422]
    assert "counters:             1\n" in limit()
    assert "limits:          the site's\n" in fivebar.command("account", "show", "1").stdout

    # It holds at once, in the process that runs.
    changed = limit("--counters", 2, "--goals", 0)
    assert "counters:             2 (the site's: 1)\n" in changed
    assert "goals:                none (the site's: 500)\n" in changed
    assert [tries(club), tries(club), tries(guest)] == [303, 422, 422]
    assert "limits:          2 counters, any goals\n" in fivebar.command("account", "show", "1").stdout
    assert json.loads(fivebar.command("account", "show", "1", "--json").stdout)["limits"] == {"counters": 2, "goals": 0}

    assert "counters:             1\n" in limit("--counters", "site")
    assert "site's" not in limit("--reset")
    assert len(club.cards()) == 2, "what is there stays"


@pytest.mark.parametrize("arguments", [["--counters", "-1"], ["--goals", "many"], ["--counters", "9999999999"],
                                       ["--words-per-day", "9223372036854775807"], ["--reset", "--goals", "1"]])
def test_a_limit_that_cannot_be_is_refused(fivebar, owner, arguments):
    failed = fivebar.command("account", "limit", "1", *arguments)
    assert failed.returncode != 0 and failed.stderr
    if arguments[1] != "-1" and "--reset" not in arguments:
        assert "a number up to a billion" in failed.stderr
    assert "limits:          the site's\n" in fivebar.command("account", "show", "1").stdout


def test_an_account_is_deleted_by_its_number(fivebar, owner):
    asked = fivebar.command("account", "delete", "1")
    assert asked.stdout == "Counters: 1, goals: 0. Nothing was deleted: add --yes.\n"
    assert len(owner.cards()) == 1
    assert fivebar.command("account", "delete", "1", "--yes").returncode == 0
    assert owner.cards() == []
    assert fivebar.command("account", "list").stdout == "There are no accounts.\n"


def test_who_is_invited_counts_where_strangers_cannot(start):
    fivebar = start(Fivebar, FIVEBAR_SIGN_UP="invitation")
    nginx = start(Nginx, fivebar.address)
    stranger, invited = Visitor(nginx.site), Visitor(nginx.site)
    assert stranger.get("/").status == stranger.post("/counters", {"title": "Robins"}).status == 403
    printed = fivebar.command("account", "invite", FIVEBAR_URL="http://count.example.org")
    assert printed.returncode == 0 and printed.stderr == "", printed.stderr
    path = re.fullmatch(r"http://count\.example\.org(/invitation/[\w-]{43})\n", printed.stdout).group(1)
    assert stranger.get(path).status == 200, "looking at it uses nothing up"
    assert invited.submit(invited.get(path).form(path)).status == 303
    assert invited.tap(invited.create("Robins")).status == 200
    assert stranger.post(path).status == 404
    assert path.rsplit("/", 1)[1] not in nginx.logs + fivebar.log


def test_the_operator_makes_an_account_where_nobody_else_can(start):
    fivebar = start(Fivebar, FIVEBAR_SIGN_UP="closed")
    site = start(Nginx, fivebar.address).site
    refused = fivebar.command("account", "invite")
    assert refused.returncode != 0 and "fivebar account create" in refused.stderr and refused.stdout == ""
    made = fivebar.command("account", "create")
    assert made.returncode == 0 and "number 1" in made.stderr and "FIVEBAR_URL" in made.stderr
    owner = Visitor(site)
    assert owner.post(made.stdout.strip()).status == 303
    assert owner.tap(owner.create("Robins")).status == 200
    assert Visitor(site).get("/").status == 403


def test_an_invitation_that_nobody_needs_says_so(fivebar):
    invited = fivebar.command("account", "invite")
    assert invited.stdout.startswith("/invitation/") and "FIVEBAR_SIGN_UP=open" in invited.stderr


def test_an_invitation_that_was_withdrawn_opens_nothing(start):
    fivebar = start(Fivebar, FIVEBAR_SIGN_UP="invitation")
    site = start(Nginx, fivebar.address).site
    assert fivebar.command("account", "invitations").stdout == "There are no invitations.\n"
    paths = [fivebar.command("account", "invite").stdout.strip() for _ in range(3)]
    lines = fivebar.command("account", "invitations").stdout.splitlines()
    numbers = [re.fullmatch(rf"([0-9a-f]{{8}})  {DAY}", line).group(1) for line in lines]
    assert len(set(numbers)) == 3
    assert fivebar.command("account", "withdraw", numbers[0]).returncode == 0
    # The numbers tell nothing of the links, so one of them is gone, whichever.
    assert sorted(Visitor(site).get(path).status for path in paths) == [200, 200, 404]
    failed = fivebar.command("account", "withdraw", numbers[0])
    assert failed.returncode != 0 and "fivebar account invitations" in failed.stderr
    assert "2" in fivebar.command("account", "withdraw", "--all").stdout
    assert {Visitor(site).get(path).status for path in paths} == {404}
    for arguments in ([], [numbers[1], "--all"]):
        assert fivebar.command("account", "withdraw", *arguments).returncode != 0


def test_an_account_is_signed_out_everywhere(fivebar, owner):
    signed_out = fivebar.command("account", "sign-out", "1")
    assert signed_out.stdout == "Devices that were signed out: 1.\n"
    assert "fivebar account recover 1" in signed_out.stderr, "nothing else opens it"
    assert owner.cards() == []
    path = fivebar.command("account", "recover", "1").stdout.strip()
    assert owner.post(path).status == 303 and len(owner.cards()) == 1
    assert fivebar.command("account", "sign-out", "1").stderr == ""
    assert owner.cards() == []
