"""What deploy/bench measures. The app's own processor time is read from /proc around each load, so that nginx and wrk,
which share the machine, do not count; the web servers are those of the tests, with the shipped files."""

import argparse
import gzip
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
sys.path[:0] = [str(TOOLS), str(TOOLS.parents[1] / "Tests/Servers/Helpers")]

import fill
import followers
import goals
import growth
import histories
import lists
import searches
from processes import Fivebar
from readings import Table, memory, processor_seconds, server_seconds, verdict
from stage import APP, Home, bare_environment, folder, until
from streams import Streams, cookies, visitors
from visitor import Visitor
from webservers import Nginx, apache_starting

CONNECTIONS = (1, 16, 64)
STREAMS = 1000


class Bench:
    def __init__(self, options):
        self.options = options
        self.home = Home()
        self.table = Table()
        self.data = folder("data", APP)
        self.accounts_file = folder("bench") / "accounts"
        self.static_rate = {}

    def start(self, **options):
        fivebar = Fivebar(self.home, data=self.data, FIVEBAR_LOG_LEVEL="error", **options)
        return fivebar, Nginx(self.home, fivebar.address)

    def wrk(self, web, kind, connections, fivebar=None, path=None, page="/",
            encoding=""):
        """(requests a second, CPU milliseconds of Fivebar a request, largest RSS in MB, those of the web server)."""
        command = ["wrk", "-t1", f"-c{connections}", f"-d{self.options.seconds}s", "-s", TOOLS / "requests.lua",
                   f"http://127.0.0.1:{web.port}/", "--", kind, path or web.site.base, self.accounts_file, page]
        command += [encoding] if encoding else []
        before, served = processor_seconds(fivebar.pid) if fivebar else 0, server_seconds(web.pid)
        load = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True)
        largest = 0
        while load.poll() is None:
            if fivebar:
                largest = max(largest, memory(fivebar.pid)[0])
            time.sleep(0.2)
        output = load.stdout.read()
        spent = processor_seconds(fivebar.pid) - before if fivebar else 0
        number = int(re.search(r"(\d+) requests in", output)[1])
        if "Non-2xx" in output or "Socket errors" in output or number == 0:
            print(output, file=sys.stderr)
            raise SystemExit(f"bench: {kind} at {connections} connections had failed requests")
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
        return rate, spent / number * 1000, largest, (server_seconds(web.pid) - served) / number * 1000

    def make_accounts(self, web, number, counters):
        """Accounts with counters that have been counted on; the first one's page is the one that is measured."""
        lines = []
        for index in range(number):
            visitor = Visitor(web.site)
            made = [visitor.create(f"Counter {number}") for number in range(counters if index == 0 else 50)]
            if index == 0:
                for place, counter in enumerate(made):
                    for _ in range(place):
                        visitor.tap(counter)
                self.first = visitor
            etag = visitor.get("/").header("ETag")
            lines.append(f"{cookies(visitor)} {etag} {made[0]}\n")
        self.accounts_file.write_text("".join(lines))

    def static(self, web):
        """nginx alone with the same bytes, as a file."""
        page = self.first.get("/").body
        place = self.home.path / "assets/x"
        place.mkdir(exist_ok=True)
        (place / "page.txt").write_bytes(page)
        for connections in CONNECTIONS:
            rate, *_ = self.wrk(web, "file", connections, path="/assets/x/page.txt")
            self.static_rate[connections] = rate
            self.table.add(f"nginx, the same {len(page) / 1024:.0f} KB as a file, {connections} connections",
                           f"{rate:,.0f}/s")

    def rates(self, fivebar, web, work, kind, limit=None, least=None, page="/"):
        for connections in CONNECTIONS:
            rate, cost, largest, _ = self.wrk(web, kind, connections, fivebar, page=page)
            self.largest = max(getattr(self, "largest", 0), largest) if connections == 64 else 0
            budget = verdict(cost, limit, "ms") if limit and connections == 16 else ""
            if least and connections == 16:
                budget += f", ≥ {least:,}/s {'✓' if rate >= least else '✗'}"
            share = f"{rate / self.static_rate[connections]:.0%} of its rate" if kind == "page" and page == "/" else ""
            self.table.add(f"{work}, {connections} connections", f"{cost:.3f} ms CPU, {rate:,.0f}/s", budget, share)
            yield connections, cost

    def compressed(self, fivebar, web, work, kind, page="/"):
        """As browsers ask for pages. What Fivebar leaves uncompressed, the web server has to compress."""
        for connections in CONNECTIONS:
            rate, cost, _, served = self.wrk(web, kind, connections, fivebar, page=page, encoding="gzip")
            self.table.add(f"{work}, gzip, {connections} connections",
                           f"{cost:.3f} ms CPU, nginx {served:.3f} ms, {rate:,.0f}/s")

    def pages_and_taps(self):
        fivebar, web = self.start()
        self.make_accounts(web, 64, 50)
        rest = memory(fivebar.pid)
        self.static(web)
        list(self.rates(fivebar, web, "home, unchanged, in full", "page", 0.068))
        self.compressed(fivebar, web, "home, unchanged, in full", "page")
        list(self.rates(fivebar, web, "home, unchanged, 304", "unchanged", 0.068))
        list(self.rates(fivebar, web, "increment, durable, form post", "tap", 0.13, 7000))
        list(self.rates(fivebar, web, "increment and home in turn", "changed"))
        loaded = max(self.largest, memory(fivebar.pid)[0])
        fivebar.stop()
        fivebar, second = self.start()
        Visitor(second.site).get("/")
        rest = memory(fivebar.pid)
        self.table.add("memory at rest (RSS, PSS)", f"{rest[0]:.1f} MB, {rest[1]:.1f} MB", verdict(rest[0], 40, "MB"))
        self.table.add("memory under 64 connections (RSS)", f"{loaded:.1f} MB", verdict(loaded, 80, "MB"))
        fivebar.stop()
        for server in (web, second):
            server.stop()

    def changed_pages(self, work, kind, limit, page="/", encoding=""):
        """Changes and pages in turn; another process takes the changes, so that the pages are measured alone."""
        writer = Fivebar(self.home, data=self.data, FIVEBAR_LOG_LEVEL="error")
        fivebar = Fivebar(self.home, data=self.data, FIVEBAR_LOG_LEVEL="error")
        socket = "unix:" + str(writer.address).removeprefix("unix:")
        web = Nginx(self.home, fivebar.address, locations=f"location ~ /marks?$ {{ fastcgi_pass {socket}; }}")
        for connections in CONNECTIONS:
            rate, half, _, served = self.wrk(web, kind, connections, fivebar, page=page, encoding=encoding)
            # Half of the requests went to another process.
            budget = verdict(2 * half, limit, "ms") if limit and connections == 16 else ""
            self.table.add(f"{work}, {connections} connections",
                           f"{2 * half:.3f} ms CPU, nginx for both {2 * served:.3f} ms, {rate / 2:,.0f}/s", budget)
        for process in (web, fivebar, writer):
            process.stop()

    def slow_disk(self):
        shim = folder("shim") / "slow-sync.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", shim, TOOLS / "slow-sync.c", "-ldl"], check=True)
        shim.chmod(0o755)
        fivebar, web = self.start(LD_PRELOAD=shim)
        list(self.rates(fivebar, web, "increment, each fsync 4 ms slower", "tap"))
        fivebar.stop()
        web.stop()

    def streams(self):
        fivebar, web = self.start()
        for _ in range(50):
            self.first.site = web.site
            self.first.get("/")
        # The first few include one-time costs.
        few = Streams(web.site, [cookies(one) for one in visitors(web.site, 50)], 50)
        until(lambda: few.have(b"text/event-stream", 50), "the first streams are open")
        theirs = [cookies(one) for one in visitors(web.site, STREAMS)]
        threads, before = fivebar.threads, fivebar.resident
        streams = Streams(web.site, theirs, STREAMS)
        until(lambda: streams.have(b"text/event-stream", STREAMS), "all streams are open", 120)
        each = (fivebar.resident - before) / STREAMS / 1024
        self.table.add(f"{STREAMS:,} open event streams, memory of each", f"{each:.1f} KB", verdict(each, 32, "KB"))
        self.table.add(f"{STREAMS:,} open event streams, threads", f"{fivebar.threads} ({threads} before)", "none more")
        streams.close()
        few.close()
        fivebar.stop()
        web.stop()

    def plain_cgi(self):
        variables = {
            "GATEWAY_INTERFACE": "CGI/1.1", "SERVER_PROTOCOL": "HTTP/1.1", "SERVER_NAME": "localhost",
            "SERVER_PORT": "80", "REQUEST_METHOD": "GET", "REQUEST_URI": "/", "SCRIPT_NAME": "",
            "PATH_INFO": "/", "QUERY_STRING": "", "HTTP_HOST": "localhost", "HTTP_COOKIE": cookies(self.first),
            "FIVEBAR_DATABASE": self.data / "fivebar.sqlite"}
        times = []
        for _ in range(40):
            begin = time.monotonic()
            subprocess.run([self.home.binary], env=bare_environment(**variables), stdout=subprocess.DEVNULL,
                           stdin=subprocess.DEVNULL, check=True, cwd="/", **APP.popen)
            times.append((time.monotonic() - begin) * 1000)
        self.table.add("one plain CGI page, 50 counters, the program alone", f"{statistics.median(times):.1f} ms",
                       verdict(statistics.median(times), 22, "ms"))
        web = apache_starting(self.home, "cgi")
        visitor = Visitor(web.site)
        for number in range(50):
            visitor.create(f"Counter {number}")
        times = []
        for _ in range(40):
            begin = time.monotonic()
            assert visitor.get("/").status == 200
            times.append((time.monotonic() - begin) * 1000)
        self.table.add("one plain CGI page, 50 counters, through Apache", f"{statistics.median(times):.1f} ms",
                       verdict(statistics.median(times), 22, "ms"))
        web.stop()

    def marks(self):
        """How long a drawing takes, and how large it is."""
        def fivebar(*arguments, text=""):
            return subprocess.run([self.home.binary, "marks", *arguments], input=text, capture_output=True, text=True,
                                  check=True, env=bare_environment()).stdout.splitlines()

        for line in fivebar("--times"):
            work, figures = line.split(": ")
            most = 40 if work.split(" ")[1].startswith("1000000-") else 20
            self.table.add(f"drawing {work}", figures, verdict(int(figures.split(" ns")[0]) / 1000, most, "µs"))
        counts = "\n".join(map(str, range(10_001))) + "\n"
        for style in ("fractal", "western", "zheng"):
            drawings = [line.encode() for line in fivebar("--read", "--style", style, text=counts)]
            for name, sizes in (("raw", [len(drawing) for drawing in drawings]),
                                ("gzip", [len(gzip.compress(drawing, 6)) for drawing in drawings])):
                ordered = sorted(sizes)
                self.table.add(f"SVG of 0-10,000 {style}, {name}: p50, p99, max",
                               f"{ordered[5000]:,}, {ordered[9900]:,}, {ordered[-1]:,} bytes",
                               verdict(ordered[-1], 307 if style == "fractal" else 233, "bytes") if name == "raw" else "")
            if style == "fractal":
                small = [len(drawing) for drawing in drawings[:100]]
                self.table.add("SVG of 0-99 fractal, raw: mean, max", f"{sum(small) / 100:.0f}, {max(small)} bytes",
                               verdict(sum(small) / 100, 184, "bytes"))

    def visits(self):
        # Only these need a browser and what drives it.
        import taps
        import visits
        visits.measure(self)
        taps.measure(self)

    def run(self):
        if self.options.accounts:
            fivebar, web = self.start()
            web.stop()
            fivebar.stop()
            begin = time.monotonic()
            fill.fill(self.data / "fivebar.sqlite", self.options.accounts, self.options.counters)
            size = (self.data / "fivebar.sqlite").stat().st_size / 1e6
            print(f"  filled in {time.monotonic() - begin:.0f} s, {size:,.0f} MB", file=sys.stderr)
        self.pages_and_taps()
        self.changed_pages("home, one card changed", "changed", 0.11)
        self.changed_pages("home, one card changed, gzip", "changed", 0.11, encoding="gzip")
        growth.measure(self)
        self.slow_disk()
        self.streams()
        followers.measure(self)
        lists.measure(self)
        searches.measure(self)
        histories.measure(self)
        goals.measure(self)
        self.plain_cgi()
        self.marks()
        if self.options.visits:
            self.visits()
        self.table.show()


def arguments():
    parser = argparse.ArgumentParser(prog="deploy/bench", description="Measures Fivebar beside its budgets.")
    parser.add_argument("--seconds", type=int, default=5, help="of load for each figure (5)")
    parser.add_argument("--accounts", type=int, default=0, help="put so many accounts into the file first")
    parser.add_argument("--counters", type=int, default=0, help="and so many counters, shared out among them")
    parser.add_argument("--visits", action="store_true", help="a phone's first visit and its taps too (what deploy/test installs is needed)")
    return parser.parse_args()


if __name__ == "__main__":
    Bench(arguments()).run()
