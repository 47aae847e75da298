"""The routes and form fields, parsed from the sources, so that tests cover new ones automatically."""

import re

from stage import ROOT

SITE = ROOT / "Sources/Site"
TABLE = (SITE / "Site+Routes.swift").read_text()
CONTROLLERS = (SITE / "Controllers.swift").read_text()
SOURCES = {path.stem: path.read_text() for path in SITE.rglob("*.swift")}


# Fields that every form that changes something may have.
STAMP = ("operation", "at", "offset", "account")


def routes():
    """(method, pattern, the sources of its controller) of each route."""
    controllers = {name: "".join(text for stem, text in SOURCES.items() if stem.split("+")[0] == controller)
                   for name, controller in re.findall(r"let (\w+): (\w+Controller)$", CONTROLLERS, re.MULTILINE)}
    found = []
    declared = re.findall(r'^ *(?:pages|publicPages|visitors|files)\.(get|post)\(\s*"([^"]+)", (?:[^,\n]+, )?use: (\w+)\.', TABLE, re.MULTILINE)
    # One that is written in another way must not be left out in silence; but a stream does not end.
    assert len(declared) + 1 == len(re.findall(r'^ *\w+\.(?:get|post)\(\s*"/', TABLE, re.MULTILINE)) > 80
    for method, pattern, controller in declared:
        for ending in ("json", "csv") if "rawValue" in pattern else ("",):
            path = re.sub(r"\\\(\w+\.rawValue\)", ending, pattern)
            found.append((method.upper(), path, controllers[controller]))
    return found


def forms():
    """Form → names of its fields."""
    found = {}
    for text in SOURCES.values():
        for name, body in re.findall(r"struct (\w+Form)\b[^{]*Decodable[^{]*\{(.*?)\n\}", text, re.DOTALL):
            found[name] = re.findall(r"^    (?:var|let) (\w+):", body, re.MULTILINE)
    return found


def fields(controller):
    """The names of all fields in the forms that a controller reads."""
    known = forms()
    used = re.findall(r"form\((?:Stamped<)?(\w+)>?\.self", controller)
    return sorted(set(STAMP).union(*(known.get(form, ()) for form in used)))


def parameters():
    """The names of everything that is read out of a query."""
    names = set()
    for text in SOURCES.values():
        names |= set(re.findall(r'queryParameters\.get\("(\w+)"', text)) | set(re.findall(r'typed\("(\w+)"\)', text))
        names |= set(re.findall(r'query\.get\("(\w+)"', text))
    return sorted(names)
