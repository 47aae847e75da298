"""Labels keep their words whole and their rows in one line on a narrow phone, in every language."""

import pytest

PAGES = ("/", "/counters/{counter}", "/counters/{counter}/statistics", "/counters/arrange", "/undo", "/settings",
         "/settings/devices", "/search", "/goals", "/goals/new", "/tutorial", "/feedback", "/trash")

BROKEN_WORDS = """() => {
  const broken = [];
  for (const label of document.querySelectorAll("button, .button, nav a, .way")) {
    if (!label.checkVisibility()) continue;
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); ) {
      for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set(Array.from(range.getClientRects(), (box) => Math.round(box.top)));
        if (lines.size > 1) broken.push(word[0]);
      }
    }
  }
  return broken;
}"""

WRAPPED_ROWS = """() => Array.from(document.querySelectorAll(".segments, .picks-line, .tabs"))
  .filter((row) => row.checkVisibility())
  .filter((row) => new Set(Array.from(row.children, (child) => Math.round(child.getBoundingClientRect().top))).size > 1)
  .map((row) => row.innerText)"""


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR", "ja-JP", "nl-NL", "ru-RU", "zh-CN"])
def test_no_word_of_a_label_is_broken(visit, locale):
    home = visit(locale=locale, viewport={"width": 360, "height": 800})
    home.page.request.post(
        home.server.path("/counters"), form={"title": "Robins"}, headers={"Sec-Fetch-Site": "same-origin"})
    home.open()
    counter = home.cards.first.get_attribute("data-counter")
    for path in PAGES:
        home.open(path.format(counter=counter))
        assert home.page.evaluate(BROKEN_WORDS) == [], path
        assert home.page.evaluate(WRAPPED_ROWS) == [], path
