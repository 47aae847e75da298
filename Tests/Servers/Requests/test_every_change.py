"""Every field of every change that a device may send is tried with values that no page sends: each operation is answered by
itself, and the same process is running afterwards."""

import contextlib
import json
import re
import sqlite3

from changes import operation, samples
from parameters import line, something  # noqa: F401
from stage import ROOT
from uploads import history, upload

DEEP = "[" * 300 + "]" * 300
"""As JSON: numbers at their ends and beyond them, other types, and what is too deep or too long."""
VALUES = [
    "0", "1", "-1", str(2**31), str(2**63 - 1), str(-(2**63)), str(2**63), "1e308", "1e999", "1.5", "null", "true", "{}", "[1]",
    DEEP, '""', '"1"', '"%"', '"NaN"', '"2026-02-30"', '"-999999999-12-31"', '"999999999999-01-01"', '"\\ud800"', '"\\u0000"',
    '"' + "ab" * 5_000 + '"', '"' + "f" * 32 + '"',
]


def public_kinds():
    """Those that the sources say a device may send."""
    found = set()
    for path in (ROOT / "Sources/Ledger").rglob("*.swift"):
        for body in re.split(r"\nstruct ", path.read_text())[1:]:
            kind = re.search(r'static let kind = "(\w+)"', body)
            if kind and "static let isPublic = false" not in body:
                found.add(kind.group(1))
    return found


def send(line, operations):
    """Sends operations that are JSON already, in lists, and returns all receipts."""
    receipts, rest = [], operations
    while rest:
        size, number = 2, 0
        while number < len(rest) and number < 500 and size + len(rest[number]) + 1 < 256 * 1024:
            size += len(rest[number].encode()) + 1
            number += 1
        answer = line.visitor.ask(
            "POST", "/operations", f"[{','.join(rest[:number])}]".encode(),
            {"Content-Type": "application/json", "Accept": "application/json", "Sec-Fetch-Site": "same-origin"})
        assert answer.status == 200, (answer.status, answer.text[:300], [each[:200] for each in rest[:number]])
        receipts += json.loads(answer.text)["receipts"]
        rest = rest[number:]
    return receipts


def variants(change):
    """The change with each field, also inside of another one, as each of the values, and without it."""
    for name, value in change.items():
        others = {key: json.dumps(each) for key, each in change.items() if key != name}
        inner = variants(value) if isinstance(value, dict) else []
        for tried in [*VALUES, *inner, None]:
            fields = others if tried is None else others | {name: tried}
            yield "{" + ",".join(f'"{key}":{each}' for key, each in fields.items()) + "}"


def test_there_is_a_sample_of_every_kind():
    assert set(samples(1, 1)) == public_kinds() and len(public_kinds()) > 25


def test_every_field_of_every_change(line):
    for kind in sorted(public_kinds()):
        counter = something(line)
        goal = max(state["goal"] for state in json.loads(line.visitor.ask("GET", "/changes?since=0").text)["goals"])
        tried = [operation(kind, change) for change in variants(samples(counter, goal)[kind])]
        receipts = send(line, tried)
        assert len(receipts) == len(tried), kind
        assert {receipt["status"] for receipt in receipts} <= {"applied", "refused"}, kind
        # The good one of its kind is taken, whatever came before it.
        good = send(line, [operation(kind, json.dumps(samples(something(line), goal)[kind]))])
        assert good[0]["status"] == "applied" or kind in ("undo", "deleteAll", "collapseAll"), (kind, good)
        line.is_well()


def test_everything_that_an_operation_says_of_itself(line):
    counter = something(line)
    change = json.dumps({"counter": counter, "by": 1})
    for name in ("at", "offset", "version", "account", "kind", "change"):
        tried = [operation("increment", change, **{name: value}) for value in VALUES]
        assert len(send(line, tried)) == len(tried), name
        line.is_well()
    for value in VALUES[:-1]:
        body = f"[{operation('increment', change, id=value)}]"
        assert line.ask("POST", "/operations", body) in (415, 422)


def test_every_part_of_an_uploaded_file(line):
    preview = upload(line.visitor, history(3)).location
    for value in ("0", "-1", str(2**63 - 1), "", "%", "ab" * 5_000, "a\u0301" * 2_000):
        upload(line.visitor, value.encode())
        upload(line.visitor, history(2), value)
        upload(line.visitor, history(2, note=value))
        upload(line.visitor, history(2, counter=value or "x"))
        line.is_well()
    # The file before was replaced by these.
    for method in ("GET", "POST"):
        assert line.ask(method, preview, "" if method == "POST" else None) in (303, 404)
    with contextlib.closing(sqlite3.connect(line.fivebar.database)) as database:
        assert database.execute("SELECT COUNT(*) FROM upload").fetchone()[0] <= 1
