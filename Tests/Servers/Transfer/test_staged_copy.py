"""Whoever joins another account takes thousands of entries along: they are copied piece by piece, hidden, before one
operation shows them all. Others tap in between, and after a kill nothing of it is seen and the code still works."""

import re
import uuid

from processes import Fivebar
from stage import APP, folder, until
from staging import is_sound, Meanwhile, Rows, Tapping, tidy
from uploads import confirm, history, upload
from visitor import Visitor
from webservers import Nginx

ENTRIES = 20_000


class Copied(Rows):
    @property
    def hidden(self):
        """The entries that are written and not shown."""
        return self.number("COUNT(*) FROM entry WHERE counter IN (SELECT id FROM counter WHERE deletedAt = 0)")


def join(visitor, code):
    """A browser with a long counter joins an account by its code."""
    account = re.search(r'name="account" value="(\d+)"', visitor.get("/join").text).group(1)
    return Meanwhile(lambda: visitor.post("/join", {"code": code, "along": "yes", "account": account}))


def begin(start):
    """Somebody with one counter, a code that opens their account, and a browser with two more of 20,000 entries."""
    data, run = folder("data", APP), folder("run", APP)
    fivebar = start(Fivebar, data=data, run=run)
    site = start(Nginx, fivebar.address).site
    owner, browser = Visitor(site), Visitor(site)
    owner.create("Robins")
    browser.create("Tea")
    assert confirm(browser, upload(browser, history(ENTRIES, counter=uuid.uuid4())).location).status == 303
    page = owner.follow(owner.post("/settings/devices/code")).text
    code = re.search(r">([A-Z]{4}-[A-Z]{4})<", page).group(1)
    return fivebar, site, owner, browser, code


def titles(visitor):
    return [card.title for card in visitor.cards()]


def test_others_tap_while_an_account_is_copied_and_it_is_seen_as_a_whole(start):
    fivebar, site, owner, browser, code = begin(start)
    rows, other = Copied(fivebar), Visitor(site)
    tapping = Tapping(other, other.create("Kept"), lambda: rows.hidden > 0)
    joining, seen = join(browser, code), set()
    while not joining.is_over:
        seen.add(len(owner.cards()))
    tapping.end()
    assert joining.end().status == 303
    assert seen <= {1, 3}
    # In one commit there would be none.
    assert tapping.meanwhile >= 1
    assert titles(owner) == titles(browser) == ["Robins", "Tea", "Birds"]
    assert owner.cards()[-1].count == ENTRIES
    assert rows.hidden == 0 and is_sound(fivebar)


def test_a_copy_that_is_killed_is_not_seen_and_the_code_still_works(start):
    fivebar, _, owner, browser, code = begin(start)
    rows = Copied(fivebar)
    joining = join(browser, code)
    until(lambda: rows.hidden > 0 or joining.is_over, "it is being copied")
    fivebar.kill()
    joining.end()
    assert 0 < rows.hidden < ENTRIES, "it was in the middle"
    assert is_sound(fivebar)
    fivebar = start(Fivebar, data=fivebar.data, run=fivebar.address.parent)
    assert titles(owner) == ["Robins"] and titles(browser) == ["Tea", "Birds"]

    again = join(browser, code)
    assert again.end().status == 303
    assert titles(owner) == titles(browser) == ["Robins", "Tea", "Birds"]
    assert owner.cards()[-1].count == ENTRIES
    tidy(fivebar)
    assert rows.hidden == 0 and is_sound(fivebar)
