"""Deals out the variants of tests that run as a phone, at a desk, without JavaScript, in seven languages, by day and by
night: each test takes one of them, and neighbours take others. With FIVEBAR_EVERY_VARIANT=1 each takes all of them.

All of them are a quarter more tests, and what breaks in one variant alone is rare, as most features have several tests."""

import os
import zlib

# What a page looks like or is read with. All other parameters are cases, each of which is a test of its own.
VARIANTS = {"any_home", "desktop", "is_wide", "language", "locale", "scheme", "shape", "theme"}


def dealt(items):
    """The tests that run: of those that differ in nothing but their variant one, which its name decides."""
    if "FIVEBAR_EVERY_VARIANT" in os.environ:
        return items
    alike = {}
    for item in items:
        parameters = getattr(item, "callspec", None) and item.callspec.params or {}
        case = item.nodeid.split("[")[0], *((name, repr(value)) for name, value in parameters.items() if name not in VARIANTS)
        alike.setdefault(case, []).append(item)
    chosen = {some[zlib.crc32(some[0].nodeid.encode()) % len(some)].nodeid for some in alike.values()}
    return [item for item in items if item.nodeid in chosen]
