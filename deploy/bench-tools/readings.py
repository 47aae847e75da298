"""What is read while Fivebar is under load, and the table that the figures end in."""

import os
import re
import sys
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


class Table:
    def __init__(self):
        self.rows = []

    def add(self, work, value, budget="", note=""):
        self.rows.append((work, value, budget, note))
        print(f"  {work}: {value}", file=sys.stderr)

    def show(self):
        head = ("work", "measured", "budget", "beside nginx handing out the same bytes")
        widths = [max(len(row[column]) for row in [head, *self.rows]) for column in range(4)]
        for number, row in enumerate([head, *self.rows]):
            print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + " |")
            if number == 0:
                print("|" + "|".join("-" * (width + 2) for width in widths) + "|")


def verdict(value, limit, unit):
    return f"≤ {limit:g} {unit} {'✓' if value <= limit else '✗'}"


def processor_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def server_seconds(pid):
    """The processor time of a web server and its workers."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return processor_seconds(pid) + sum(processor_seconds(child) for child in children)


def memory(pid):
    """(RSS, PSS) in MB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return tuple(int(re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)[1]) / 1024 for name in ("Rss", "Pss"))
