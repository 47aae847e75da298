"""The style sheets as files: what comes over what is named in one place."""

import re

import pytest

from folders import ROOT


SHEETS = sorted((ROOT / "Public/css").glob("*.css"))
TOKENS = (ROOT / "Public/css/tokens.css").read_text()
LAYERS = re.search(r"@layer ([^{;]+);", TOKENS)[1].split(", ")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_a_sheet_adds_to_layers_that_have_their_place(sheet):
    used = re.findall(r"@layer (\w+) {", sheet.read_text())
    assert used and set(used) <= set(LAYERS)


def test_what_lies_over_what_has_a_name():
    for sheet in SHEETS:
        for place in re.findall(r"z-index: ([^;]+);", sheet.read_text()):
            assert re.fullmatch(r"var\(--z-[a-z-]+\)", place) and f"{place[4:-1]}:" in TOKENS, (sheet.name, place)


def test_every_token_is_used():
    used = "".join(sheet.read_text() for sheet in SHEETS)
    for token in set(re.findall(r"^\s+(--[a-z0-9-]+):", TOKENS, re.M)):
        assert f"var({token}" in used, token
