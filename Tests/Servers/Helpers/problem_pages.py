"""What Fivebar's own pages look like when something is wrong."""

from stage import ROOT

TELLS_TOO_MUCH = ("SELECT", "INSERT", "sqlite", "GRDB", "Fatal error", ".swift", "/tmp/", "stack")


def is_a_clear_page(answer, *statuses):
    assert answer.status in statuses, answer
    assert answer.header("Content-Type").startswith("text/html"), answer
    assert "<h1" in answer.text
    for word in TELLS_TOO_MUCH:
        assert word not in answer.text, f"the page tells {word!r}"
    return True


PAGES = ROOT / "Public/errors"


def written(name):
    return (PAGES / name).read_text()


def is_the_page(answer, status, name, site):
    """The file as it is, with links that work below the site's path."""
    assert answer.status == status, answer
    expected = written(name).replace('href="/', f'href="{site.base}/')
    assert answer.text == expected, f"not {name}: {answer}"
    assert answer.header("Content-Length") in (None, str(len(answer.body)))
    assert answer.header("Content-Type") == "text/html; charset=utf-8"
    assert answer.header("X-Content-Type-Options") == "nosniff"
    assert answer.header("Cache-Control") == "no-store"
    # Scripts would take it for an answer of Fivebar's, and drop what they were to send.
    assert answer.header("Fivebar-Answer") is None
    return True
