"""What the last page of the tutorial has to choose from."""

import pytest


@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize("letters", [100, 200])
def test_of_the_colours_none_stands_alone(visit, width, letters):
    home = visit(viewport={"width": width, "height": 740})
    home.open("/tutorial/6")
    home.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", letters)
    rows = home.page.locator(".segment:has(> .swatches)").evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().top))")
    assert len(rows) == 6 and {rows.count(row) for row in rows} <= {3, 6}, rows
