"""Goals of a year and of ten: what their fields of dots cost, unchanged and with one day changed."""

import gzip

import fill
from streams import cookies
from visitor import Visitor

# Days, and the CPU budget in milliseconds for rendering a page anew; there is none for ten years, of which one is in dots.
GOALS = ((365, 0.20), (3650, None))


def measure(bench):
    """From here on whoever has the goal is the one whom the bench sends."""
    for days, limit in GOALS:
        fivebar, web = bench.start()
        visitor = Visitor(web.site)
        visitor.create("Beside the goal")
        goal, today = fill.add_goal(bench.data / "fivebar.sqlite", days)
        page = f"/goals/{goal}"
        # Requested like a page view, so that it becomes the last screen, and later responses do not set that
        # cookie again.
        answer = visitor.get(page, sec_fetch_mode="navigate")
        tag = answer.header("ETag")
        assert answer.status == 200 and answer.body.count(b"<circle") >= min(days, 365) and tag, answer
        compressed = len(gzip.compress(answer.body, 6))
        bench.table.add(f"goal of {days:,} days, its page", f"{len(answer.body):,} bytes, {compressed:,} gzip")
        bench.accounts_file.write_text(f"{cookies(visitor)} {tag} {today}\n")
        for work, kind in (("in full", "page"), ("304", "unchanged")):
            list(bench.rates(fivebar, web, f"goal of {days:,} days, unchanged, {work}", kind, 0.068, page=page))
        bench.compressed(fivebar, web, f"goal of {days:,} days, unchanged, in full", "page", page)
        fivebar.stop()
        web.stop()
        bench.changed_pages(f"goal of {days:,} days, one day changed", "marked", limit, page=page)
