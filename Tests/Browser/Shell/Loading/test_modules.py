"""The modules of Public/js as files: every import exists, no module is unused, and there are no cycles."""

import posixpath
import re

from folders import JS, MOST_IN_A_FOLDER, ROOT


# A module that is named when it is written, at once or later.
IMPORT = re.compile(r"""^\s*(?:import|export)\s[^"'`]*?\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']|\b(?:import|load)\(\s*["']([^"']+)["']""", re.M)
# One that is named only when it is asked for. Those of the server's own drawing are named by the page.
NAMED_LATER = re.compile(r"""\b(?:import|load)\(\s*(?!["']|document\.body\.dataset\.)""")
# The module that loads what others name.
LOADS = "shell/load.js"
# A watch's pages have no other scripts.
STAND_ALONE = {"watch/watch.js"}
BESIDE = re.compile(r"""new URL\(\s*["']([^"']+\.\w+)["'],\s*import\.meta\.url""")
# The service worker's script, whose address is in a script of the server's own.
SERVED = re.compile(r"""links\.asset\("js/([^"]+)"\)""")
ASSET = re.compile(r"\{\{asset:([^}]+)\}\}")


def texts():
    return {path.relative_to(JS).as_posix(): path.read_text() for path in sorted(JS.rglob("*.js"))}


def imports(name, text):
    """Where its imports lead, by their paths in Public/js."""
    return [
        posixpath.normpath(posixpath.join(posixpath.dirname(name), next(filter(None, found))))
        for found in IMPORT.findall(text)
    ]


def assets_of_views():
    return {asset for view in (ROOT / "Views").rglob("*.mustache") for asset in ASSET.findall(view.read_text())}


def circle(graph):
    """The first round way there is, or nothing."""
    done = set()

    def walk(name, way):
        if name in way:
            return way[way.index(name):] + [name]
        if name in done:
            return None
        for other in graph.get(name, []):
            if found := walk(other, way + [name]):
                return found
        done.add(name)
        return None

    return next(filter(None, (walk(name, []) for name in graph)), None)


def test_a_circle_is_found():
    text = 'import { a } from "./b.js"\nconst late = () => import("../c.js")\nimport "./d.js"\n'
    assert imports("x/a.js", text) == ["x/b.js", "c.js", "x/d.js"]
    assert circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert circle({"a": ["b", "c"], "b": ["c"], "c": []}) is None


def test_no_module_needs_one_that_needs_it():
    graph = {name: imports(name, text) for name, text in texts().items()}
    assert sum(len(others) for others in graph.values()) > 50
    assert circle(graph) is None


def test_every_file_that_is_asked_for_is_there():
    for name, text in texts().items():
        assert name == LOADS or not NAMED_LATER.search(text), f"{name}: write the module's name, so that it can be looked for"
        for other in imports(name, text):
            assert (JS / other).is_file(), f"{name} asks for {other}"
        for beside in BESIDE.findall(text):
            assert (JS / posixpath.dirname(name) / beside).is_file(), f"{name} asks for {beside}"
    for asset in assets_of_views():
        assert (ROOT / "Public" / asset).is_file(), f"a view asks for {asset}"


def test_what_is_waited_for_is_never_just_imported():
    """A browser never asks again for a module that did not come: whoever loads it after that would wait for ever."""
    texts_of_pages = {name: text for name, text in texts().items() if name not in STAND_ALONE}
    waited, imported = ({posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
                         for name, text in texts_of_pages.items() for path in re.findall(rf"""\b{how}\(\s*["']([^"']+)""", text)}
                        for how in ("load", "import"))
    assert len(waited) > 10 and len(imported) > 10
    assert waited & imported == set()


def test_no_module_is_left_over():
    modules = texts()
    by_server = {name for path in (ROOT / "Sources/Site").rglob("*.swift") for name in SERVED.findall(path.read_text())}
    assert by_server == {"sync/worker.js"}
    reached = set()
    open_ways = [*by_server, *(asset.removeprefix("js/") for asset in assets_of_views() if asset.startswith("js/"))]
    while open_ways:
        name = open_ways.pop()
        if name not in reached:
            reached.add(name)
            open_ways += imports(name, modules[name])
    assert set(modules) - reached == set()


def test_no_folder_holds_too_much():
    for folder in [JS, *(path for path in JS.rglob("*") if path.is_dir())]:
        assert len([path for path in folder.iterdir() if path.is_file()]) <= MOST_IN_A_FOLDER, folder.name
