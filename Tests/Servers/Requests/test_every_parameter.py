"""Every parameter of every route is tried with values that no form sends; the same process is running afterwards."""

import re
from urllib.parse import quote_plus

from parameters import filled, GOOD, line, something  # noqa: F401
from routes import fields, forms, parameters, routes

VALUES = ["0", "1", "-1", str(2**63 - 1), str(1 - 2**63), str(-2**63), str(2**63), "", "ab" * 5000, "%", "NaN"]
"""What makes a form good but for the one field that is tried; any other is left out."""


"""Where an account of elsewhere is opened."""
SIGN_INS = ("/join", "/sign-in")


def spelled(value):
    """As it stands in an address; the lone percent sign stays one."""
    return value if value == "%" else quote_plus(value)


def test_the_table_is_read():
    found = routes()
    assert len(found) > 70 and ("GET", "/counters/:id/export.csv") in {route[:2] for route in found}
    assert {"part", "before", "q", "undo", "link", "period"} <= set(parameters())
    assert {"TapForm", "NumberForm", "GoalForm"} <= set(forms())


def test_every_gap_of_every_address(line):
    counter = something(line)
    for method, pattern, _ in routes():
        for gap in re.findall(r":(\w+)", pattern) + ["**"] * ("**" in pattern):
            for value in VALUES:
                path = (filled(pattern, counter).replace("css/shell/base.css", spelled(value)) if gap == "**"
                        else filled(pattern, counter, **{gap: spelled(value)}))
                line.ask(method, path, "" if method == "POST" else None)
        line.is_well()


def test_every_parameter_of_every_query(line):
    counter = something(line)
    for method, pattern, _ in routes():
        if method == "GET" and pattern != "/events":
            for name in parameters():
                for value in VALUES:
                    line.ask("GET", f"{filled(pattern, counter)}?{name}={spelled(value)}")
            line.is_well()


def test_every_field_of_every_form(line):
    tried = 0
    for method, pattern, controller in routes():
        if method == "POST":
            counter, names = something(line), fields(controller)
            good = {name: GOOD[name] for name in names if name in GOOD}
            # As every page says. A form that opens another account is not looked at otherwise.
            good["account"] = line.account
            # Otherwise the account were deleted with the first value, and the others tried on none.
            good.pop("word", None)
            for name in names:
                for value in VALUES:
                    if pattern in SIGN_INS:
                        line.forget_sign_ins()
                    form = {key: quote_plus(each) for key, each in good.items()} | {name: spelled(value)}
                    line.ask("POST", filled(pattern, counter), "&".join(f"{key}={each}" for key, each in form.items()))
                    tried += 1
            if pattern in SIGN_INS:
                assert line.has_tried_to_sign_in, f"{pattern}: no field was looked at"
            line.is_well()
    assert tried > 500
