"""The style sheets as files: each lies with its feature and is asked for, and what comes over what is named in one place."""

import re

import pytest

from folders import CSS, JS, MOST_IN_A_FOLDER, ROOT


SHEETS = sorted(CSS.rglob("*.css"))
TOKENS = (CSS / "shell/tokens.css").read_text()
LAYERS = re.search(r"@layer ([^{;]+);", TOKENS)[1].split(", ")
# Who asks for a sheet: a view or a web server's page, a module, and for the pages of a watch the server.
LINKED = re.compile(r'href="(?:\{\{asset:|/-/)css/([^"]+)\.css')
ADDED = re.compile(r"\baddStylesheet\([^)]*\)|\[[^]]*\]\.map\(addStylesheet\)")
JOINED = re.compile(r"assets\.styles\(\[[^]]*\]\)")


def path_of(sheet):
    return sheet.relative_to(CSS).with_suffix("").as_posix()


def found_in(folder, asking):
    texts = [path.read_text() for path in (ROOT / folder).rglob("*.*") if path.suffix in (".mustache", ".html", ".js", ".swift")]
    return [found for text in texts for found in asking.findall(text)]


def test_every_sheet_is_asked_for_and_every_one_that_is_asked_for_is_there():
    linked = found_in("Views", LINKED) + found_in("Public/errors", LINKED)
    added, joined = found_in("Public/js", ADDED), found_in("Sources/Site", JOINED)
    assert linked and added and joined
    asked = {*linked, *re.findall(r'"([^"]+)"', " ".join(added + joined))}
    assert asked == {path_of(sheet) for sheet in SHEETS}


def test_a_sheet_lies_in_the_folder_of_its_feature():
    """It has the same name where views and modules are."""
    features = {folder.name.lower() for place in (JS, ROOT / "Views") for folder in place.iterdir() if folder.is_dir()}
    folders = [sheet.parent for sheet in SHEETS]
    assert {folder.relative_to(CSS).as_posix() for folder in folders} <= features
    for folder in set(folders):
        assert folders.count(folder) <= MOST_IN_A_FOLDER, folder.name


@pytest.mark.parametrize("sheet", SHEETS, ids=path_of)
def test_a_sheet_adds_to_layers_that_have_their_place(sheet):
    used = re.findall(r"@layer (\w+) {", sheet.read_text())
    assert used and set(used) <= set(LAYERS)


def test_what_lies_over_what_has_a_name():
    for sheet in SHEETS:
        for place in re.findall(r"z-index: ([^;]+);", sheet.read_text()):
            assert re.fullmatch(r"var\(--z-[a-z-]+\)", place) and f"{place[4:-1]}:" in TOKENS, (path_of(sheet), place)


def test_every_token_is_used():
    used = "".join(sheet.read_text() for sheet in SHEETS)
    for token in set(re.findall(r"^\s+(--[a-z0-9-]+):", TOKENS, re.M)):
        assert f"var({token}" in used, token


def rules_of(text):
    """Each rule's selector with all that it stands in."""
    around, start = [], 0
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for brace in re.finditer(r"[{};]", text):
        if brace[0] == "{":
            around.append(text[start:brace.start()].strip())
            yield around
        elif brace[0] == "}":
            around.pop()
        start = brace.end()


@pytest.mark.parametrize("sheet", SHEETS, ids=path_of)
def test_what_a_pointer_lights_up_is_not_left_lit_by_a_finger(sheet):
    """A touch leaves :hover where it was."""
    for around in rules_of(sheet.read_text()):
        if ":hover" in around[-1]:
            assert any("(hover: hover)" in outer for outer in around[:-1]), around[-1]
