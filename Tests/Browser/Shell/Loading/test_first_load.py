"""What a page needs to start is asked for at once: its head names every module, so that no request waits for another."""

import posixpath
import re

import pytest
from playwright.sync_api import expect

from folders import JS, ROOT


# What a module imports before it runs, and what it imports as soon as it does.
AT_ONCE = re.compile(r"""^\s*(?:import|export)\s[^"'`]*?\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']""", re.M)
STARTS = re.compile(r"Promise\.allSettled\(\[(.*?)\]\)", re.S)
LATER = re.compile(r"""import\(["']([^"']+)["']\)""")
PARTIAL = re.compile(r"\{\{>\s*([\w/]+)\s*\}\}")
HEAD = re.compile(r"\{\{\$head\}\}(.*?)\{\{/head\}\}", re.S)
# A page that shows a notice loads a script for it, and what that needs.
SOMETIMES = re.compile(r"\{\{#(?:notice|isShowing)\}\}.*?\{\{/(?:notice|isShowing)\}\}", re.S)
SCRIPT = re.compile(r'<script type="module" src="\{\{asset:js/([^}]+)\}\}"')
PRELOAD = re.compile(r'<link rel="modulepreload" href="\{\{asset:js/([^}]+)\}\}"')
VIEWS = ["Counters/home", "Counters/counter", "Counters/full", "Goals/goals", "Goals/goal"]


def text_of(view):
    text = (ROOT / f"Views/{view}.mustache").read_text()
    return PARTIAL.sub(lambda found: text_of(found[1]), text)


def head_of(view):
    """The scripts and the preloaded modules of a page as it usually is."""
    head = SOMETIMES.sub("", HEAD.search(text_of(view))[1]) + (ROOT / "Views/page.mustache").read_text()
    return SCRIPT.findall(head), PRELOAD.findall(head)


def needs(name):
    text = (JS / name).read_text()
    found = [one or other for one, other in AT_ONCE.findall(text)]
    found += [name for start in STARTS.findall(text) for name in LATER.findall(start)]
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) for other in found]


def start_of(scripts):
    """All that runs before a page is awake."""
    reached, open_ways = set(), list(scripts)
    while open_ways:
        name = open_ways.pop()
        if name not in reached:
            reached.add(name)
            open_ways += needs(name)
    return reached


@pytest.mark.parametrize("view", VIEWS)
def test_the_head_names_every_module_that_the_start_needs_and_no_other(view):
    scripts, preloaded = head_of(view)
    assert scripts and len(preloaded) == len(set(preloaded))
    assert set(preloaded) == start_of(scripts) - set(scripts)


@pytest.mark.parametrize("view", VIEWS)
def test_styles_come_before_scripts(view):
    """What is asked for first comes first, and nothing is seen before the styles are there."""
    head = HEAD.search(text_of(view))[1]
    head = SOMETIMES.sub("", head)
    assert head.rindex('rel="stylesheet"') < head.index("<script")
    page = (ROOT / "Views/page.mustache").read_text()
    assert page.rindex('rel="stylesheet"') < page.index("{{$head}}") < page.index("<script")


# What is asked for once the page is awake, or whenever the browser has nothing else to do.
AFTERWARDS = {
    "counters/waiting/lately.js", "shell/live.js", "shell/time/clock.js", "shell/time/zone.js", "sync/begin.js", "sync/queue.js",
    "sync/sender.js", "sync/status.js", "sync/waiting/refused.js", "sync/waiting/rest.js",
}
WAITED = """() => performance.getEntriesByType("resource")
    .filter(({ name, startTime, initiatorType }) => /\\.js$/.test(name) && startTime < window.awakeAt)
    .map(({ name }) => new URL(name).pathname.replace(/^.*?\\/js\\//, ""))
    .filter(name => !window.named.has(name))"""
WATCH = """
    window.awakeAt = Infinity
    window.named = new Set()
    addEventListener("DOMContentLoaded", () => {
        for (const { href, src } of document.querySelectorAll('link[rel="modulepreload"], script[src]'))
            window.named.add(new URL(href || src).pathname.replace(/^.*?\\/js\\//, ""))
    })
    new MutationObserver(() => { if ("awake" in (document.body?.dataset ?? {})) window.awakeAt = Math.min(window.awakeAt, performance.now()) })
        .observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-awake"] })
"""


@pytest.mark.parametrize("page", ["list", "counter", "full screen", "goal"])
def test_no_module_of_the_start_waits_for_another(visit, page):
    home = visit()
    card = home.create("Robins")
    number = card.get_attribute("data-counter")
    home.open("/goals/new")
    home.page.get_by_label("Name").fill("Draw")
    home.page.get_by_role("button", name="Create").click()
    home.page.wait_for_url(re.compile(r"/goals/\d+"))
    goal = re.search(r"/goals/\d+", home.page.url)[0]
    path = {"list": "/", "counter": f"/counters/{number}", "full screen": f"/counters/{number}/full", "goal": goal}[page]
    home.page.add_init_script(WATCH)
    home.open(path)
    expect(home.page.locator("body[data-awake]")).to_be_attached()
    waited = home.page.evaluate(WAITED)
    assert set(waited) - AFTERWARDS == set()
