"""Names that no page was drawn for: without a space, from right to left, with towers of accents, of families of emoji.
The narrowest window with the largest letters, and a desk's window at 400 %, hold them and all buttons beside them."""

import datetime
import re

import pytest

from pages import shared_page


NAMES = {
    "without a space": "W" * 200,
    "from right to left": "عدد الطيور على الشرفة كل صباح قبل القهوة وبعدها أيضا " * 3,
    "with towers of accents": "Ro" + "b\u0301\u0310\u0312\u0313\u0334\u0335\u0336\u0347\u0348\u0353" * 8 + "ins",
    "of families": "👨‍👩‍👧‍👦" * 60,
}
MOST = 2**63 - 1


@pytest.fixture(params=NAMES.values(), ids=NAMES.keys())
def rough(request, visit):
    """A phone with a counter and a goal of such a name, the counter at its end; another one of the name in the trash."""
    home = visit()
    own, today = {"Origin": home.server.address}, datetime.date.today().isoformat()
    for _ in range(2):
        home.page.request.post(home.server.path("/counters"), form={"title": request.param}, headers=own)
    home.page.request.post(home.server.path("/goals"), form={"name": request.param, "start": today, "length": "30"}, headers=own)
    home.open()
    first, second = (card.get_attribute("data-counter") for card in home.cards.all())
    home.page.request.post(home.server.path(f"/counters/{second}/deletion"), headers=own)
    home.server.set_count(first, MOST)
    home.open("/goals")
    goal = re.search(r"/goals/\d+", home.page.content()).group()
    home.paths = [
        "/", "/counters/arrange", "/search?q=", "/statistics", "/undo", "/trash", "/settings", "/goals", goal, f"{goal}/edit",
        f"{goal}/{today}", shared_page(home, first),
        *(f"/counters/{first}{page}" for page in ("", "/full", "/history", "/statistics?period=all", "/title", "/reset", "/share")),
    ]
    return home


#: What cannot be pressed in its middle, though one has scrolled to it; without what is only heard until it has the focus.
COVERED = """() => Array.from(document.querySelectorAll("a, button, input, select, summary"))
    .filter(part => part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && part.type !== "hidden" && !part.matches(".skip"))
    .filter(part => {
        for (let place = part; place; place = place.parentElement) if (getComputedStyle(place).clipPath !== "none") return false
        return true
    })
    .filter(part => {
        part.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" })
        const { x, y, width, height } = part.getBoundingClientRect()
        const hit = document.elementFromPoint(x + width / 2, y + height / 2)
        return width > 1 && !(hit && (part.contains(hit) || hit.closest("label")?.contains(part)))
    })
    .map(part => part.outerHTML.slice(0, 120))"""


# Large letters, and 400 %.
SIZES = ((320, 640, 200), (320, 256, 100))


def test_no_name_widens_a_page_or_covers_what_can_be_pressed(rough):
    wrong = []
    first = rough.paths[-1].rpartition("/")[0]
    for path in rough.paths:
        page = path.rpartition("/")[0][:12] + "…" if path.startswith("/shared") else path
        rough.open(path)
        for width, height, letters in SIZES:
            rough.page.set_viewport_size({"width": width, "height": height})
            rough.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", letters)
            wide = rough.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if wide > 0:
                wrong.append((page, letters, wide))
            wrong += [(page, letters, covered) for covered in rough.page.evaluate(COVERED)]
            if path == f"{first}/full":
                # Where one counts blindly, the field has most of the screen, and the number and the minus are on it.
                assert rough.page.locator(".full-field").bounding_box()["height"] >= height / 2
                for part in (".count", "[data-minus]"):
                    box = rough.page.locator(part).bounding_box()
                    assert box["y"] >= 0 and box["y"] + box["height"] <= height, part
            if path == f"{first}/history":
                assert rough.page.locator(".page-bar .icon").bounding_box()["width"] >= 16
    assert wrong == []
