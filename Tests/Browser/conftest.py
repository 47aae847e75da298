"""The real server and a real browser for the tests in this folder.

The server is the one at FIVEBAR_TEST_URL, or one started for the run with its own database.
Each test gets its own browser context, which is a separate user.
"""

import contextlib
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect, sync_playwright

from dealing import dealt
from folders import ROOT
from home import Home
from server import Server

# Chromium without its own windows: the same engine for half the work.
CHROMIUM = os.environ.get("FIVEBAR_CHROMIUM", "/usr/bin/chromium-headless-shell")
# Each test opens pages of one site in a context of its own: with fewer processes that takes a tenth less time.
FEWER_PROCESSES = ["--enable-features=NetworkServiceInProcess2", "--in-process-gpu", "--disable-site-isolation-trials"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


def pytest_collection_modifyitems(config, items):
    every, items[:] = items[:], dealt(items)
    config.hook.pytest_deselected(items=set(every).difference(items))


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    given = os.environ.get("FIVEBAR_TEST_URL")
    if given:
        yield Server(given.rstrip("/"))
        return
    with serving(tmp_path_factory.mktemp("fivebar")) as started:
        yield started


@contextlib.contextmanager
def serving(folder, port=None, **settings):
    """A server with its database in the folder, ended in peace. Without a port it takes one that is free."""
    if port is None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
    database = folder / "fivebar.sqlite"
    environment = os.environ | {
        "FIVEBAR_HOME": str(ROOT),
        "FIVEBAR_DATABASE": str(database),
        "FIVEBAR_ACCOUNTS_PER_ADDRESS": "0",
        "FIVEBAR_FEEDBACK_PER_ADDRESS": "0",
        "FIVEBAR_OPERATIONS_PER_SECOND": "0",
        **settings,
    }
    program = os.environ.get("FIVEBAR_BIN", str(ROOT / ".build/debug/fivebar"))
    with open(folder / "log", "w+") as log:
        process = subprocess.Popen(
            [program, "http", "--host", "127.0.0.1", "--port", str(port)],
            env=environment, cwd=folder, stdout=log, stderr=log,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            wait_until_healthy(address, process, log)
            server = Server(address, database, program, environment)
            server.number_books_apart()
            yield server
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()


def wait_until_healthy(address, process, log):
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError, urllib.error.URLError):
            if urllib.request.urlopen(f"{address}/health", timeout=2).status == 200:
                return
        time.sleep(0.05)
    log.seek(0)
    raise RuntimeError(f"The server did not start:\n{log.read()}")


# All that waits ends as soon as it can: a limit is for what hangs, not for what is late on a busy machine.
PATIENCE = 10_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FEWER_PROCESSES)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, server):
    """Lets somebody new open the app: visit(), visit(desktop=True), visit(javascript=False), visit(newcomer=True),
    visit(color_scheme="dark"). All but newcomers have seen the tutorial."""
    contexts = []

    def arrive(desktop=False, javascript=True, path="/", newcomer=False, **wishes):
        shape = DESKTOP if desktop else PHONE
        context = browser.new_context(**{**shape, "locale": "en-GB", "java_script_enabled": javascript, "service_workers": "block", **wishes})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if not newcomer:
            server.has_seen_the_tutorial(context)
        home = Home(context.new_page(), server, javascript)
        home.open(path)
        return home

    yield arrive
    for context in contexts:
        context.close()


@pytest.fixture
def server_of_its_own(tmp_path):
    """A way to start a server that the test ends: with server_of_its_own(FIVEBAR_ZONE="UTC") as server. Several of them
    have a folder each."""
    def serve(port=None, folder="", **settings):
        place = tmp_path / folder
        place.mkdir(exist_ok=True)
        return serving(place, port, **settings)

    return serve


@pytest.fixture
def home(visit):
    """Somebody new, with a phone."""
    return visit()


@pytest.fixture(
    params=[(False, True), (True, True), (False, False)], ids=["phone", "desktop", "phone-without-javascript"],
)
def any_home(request, visit):
    """Somebody new: with a phone or at a desk, or without JavaScript, where a desk has the phone's pages, but wider."""
    desktop, javascript = request.param
    return visit(desktop=desktop, javascript=javascript)
