"""The web servers and ways of starting that the tests run with. Each starts when the first test requests it and serves
all tests; every test is a new visitor, so none sees another's counters."""

import subprocess
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from processes import Fivebar, Process
from stage import Home, bare_environment, folder
from visitor import Site, Visitor
from webservers import Nginx, WebServer, apache_proxying, apache_starting


@dataclass
class Running:
    """A site that answers, and the processes behind it; mod_fcgid and CGI start Fivebar themselves."""
    site: Site
    web: WebServer = None
    fivebar: Fivebar = None

    @property
    def logs(self):
        return (self.web.logs if self.web else "") + (self.fivebar.log if self.fivebar else "")

    @property
    def database(self):
        return self.fivebar.database if self.fivebar else self.web.data / "fivebar.sqlite"

    def stop(self):
        try:
            if self.web:
                self.web.stop()
            if self.fivebar:
                assert self.fivebar.stop() == 0, self.fivebar.log
        finally:
            for process in (self.web, self.fivebar):
                if process:
                    process.kill()


def behind(fivebar, start_web):
    try:
        web = start_web(fivebar.address)
    except BaseException:
        fivebar.kill()
        raise
    return Running(web.site, web, fivebar)


def behind_nginx(home):
    return behind(Fivebar(home), lambda address: Nginx(home, address))


def behind_nginx_below_a_path(home):
    return behind(Fivebar(home, FIVEBAR_BASE_PATH="/count"), lambda address: Nginx(home, address, base="/count"))


def behind_apache(home):
    return behind(Fivebar(home), lambda address: apache_proxying(home, address))


def started_by_fcgid(home):
    web = apache_starting(home, "fcgid")
    return Running(web.site, web)


def started_as_cgi(home):
    web = apache_starting(home, "cgi")
    return Running(web.site, web)


def by_itself(home):
    fivebar = Fivebar(home, "http")
    return Running(Site("fivebar http", fivebar.address[1]), fivebar=fivebar)


WAYS = {
    "nginx": behind_nginx,
    "nginx-subpath": behind_nginx_below_a_path,
    "apache-proxy_fcgi": behind_apache,
    "apache-fcgid": started_by_fcgid,
    "apache-cgi": started_as_cgi,
    "http": by_itself,
}


@pytest.fixture(scope="session")
def home():
    return Home()


@pytest.fixture(scope="session")
def ways(home):
    started = {}

    def get(name):
        if name not in started:
            started[name] = WAYS[name](home)
        return started[name]

    yield get
    with ExitStack() as stack:
        for running in started.values():
            # Each is stopped, even if stopping another one fails.
            stack.callback(running.stop)


@pytest.fixture(params=WAYS)
def running(request, ways):
    """The test runs once over each way."""
    return ways(request.param)


@pytest.fixture
def nginx(ways):
    return ways("nginx")


@pytest.fixture
def site(running):
    return running.site


@pytest.fixture
def visitor(site):
    return Visitor(site)


@pytest.fixture
def start(home):
    """Starts what only one test needs: start(Fivebar, "unix", …), start(Nginx, socket) …; ended after it."""
    started = []

    def begin(kind, *arguments, **options):
        process = kind(*arguments, **options) if kind is Process else kind(home, *arguments, **options)
        started.append(process)
        return process

    yield begin
    for process in reversed(started):
        process.kill()


@pytest.fixture(scope="session")
def certificate():
    """A folder as certbot makes it; nobody has signed what is in it."""
    place = folder("certificate")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=count.example.org",
         "-keyout", place / "privkey.pem", "-out", place / "fullchain.pem"],
        check=True, capture_output=True, timeout=60, env=bare_environment())
    return place


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A failed test tells what the servers wrote."""
    outcome = yield
    report = outcome.get_result()
    running = item.funcargs.get("running") or item.funcargs.get("nginx")
    if report.failed and running:
        report.sections.append((f"logs of {running.site.name}", running.logs[-6000:]))
