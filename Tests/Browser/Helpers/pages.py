"""What pages have in common."""

import re


def shared_page(home, counter):
    """The page behind the counter's link, which is made where there is none."""
    share, requests = home.server.path(f"/counters/{counter}/share"), home.page.request
    requests.post(share, form={"shared": "yes"}, headers={"Origin": home.server.address})
    return re.search(r'href="(/shared/\w+)"', requests.get(share).text()).group(1)


TOO_SMALL = """() => Array.from(document.querySelectorAll("main a, main button, main input, header a"))
    .filter(target => target.checkVisibility({ visibilityProperty: true }) && target.type !== "hidden")
    .map(target => ({ text: target.outerHTML.slice(0, 90), box: (target.closest("label") ?? target).getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ text, box }) => `${text} ${box.width}x${box.height}`)"""


def stays(page):
    """Marks the document, so that a reload would be noticed."""
    page.evaluate("window.stays = true")


def names(home):
    return home.page.locator(".place-name").all_inner_texts()
