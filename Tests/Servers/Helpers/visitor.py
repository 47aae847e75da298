"""A user's browser without scripts: sends requests, keeps cookies, parses cards and forms. Independent of servers."""

import http.client
import re
import ssl
import threading
import uuid
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit


@dataclass
class Site:
    """Where a server under test answers, and at which path."""
    name: str
    port: int
    base: str = ""
    host: str = "127.0.0.1"
    log: object = None
    is_secure: bool = False

    @property
    def authority(self):
        return f"{self.host}:{self.port}"


def seen(base=""):
    """The cookie of somebody who is not led through the tutorial first, on plain HTTP."""
    return {"fivebar-tutorial" + base.replace("/", "-", 1).replace("/", "!"): "done"}


def cookie_header(cookies):
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


@dataclass
class Form:
    action: str
    method: str
    fields: dict = field(default_factory=dict)


@dataclass
class Card:
    id: int
    count: int
    title: str = ""
    collapsed: bool = False


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.cards, self.forms, self.links = [], [], []
        self.in_name = False
        self.around = None
        # What is in a <template> is not on the page.
        self.templates = 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.templates += tag == "template"
        if self.templates:
            return
        values = {name: value or "" for name, value in attributes}
        self.in_name = "data-name" in values
        if "data-counter" in values:
            collapsed = "card--collapsed" in values.get("class", "").split()
            self.cards.append(Card(int(values["data-counter"]), int(values["data-count"]), collapsed=collapsed))
        if tag == "form":
            self.around = Form(values.get("action", ""), values.get("method", "get"))
            self.forms.append(self.around)
        own = {values["name"]: values.get("value", "")} if values.get("name") else {}
        if "formaction" in values:
            # The form as this button sends it.
            self.forms.append(Form(values["formaction"], values.get("formmethod", self.around.method), own))
        elif tag in ("input", "button") and self.around:
            self.around.fields |= own
        for name in ("href", "src"):
            if name in values:
                self.links.append(values[name])

    def handle_data(self, data):
        if self.in_name and self.cards:
            self.cards[-1].title += data

    def handle_endtag(self, tag):
        self.templates -= tag == "template"
        self.in_name = False


class Answer:
    def __init__(self, response, body):
        self.status, self.reason, self.body = response.status, response.reason, body
        self.headers = response.getheaders()

    def all(self, name):
        return [value for key, value in self.headers if key.lower() == name.lower()]

    def header(self, name):
        return ", ".join(self.all(name)) or None

    @property
    def text(self):
        return self.body.decode()

    @property
    def location(self):
        return self.header("Location")

    @property
    def page(self):
        return Page(self.text)

    def form(self, ending):
        """The form whose action ends so; with the fields a browser would send."""
        for form in self.page.forms:
            if form.action.endswith(ending):
                return form
        raise AssertionError(f"no form with action …{ending} on the page")

    def __repr__(self):
        return f"{self.status} {self.reason} {self.headers} {self.body[:600]!r}"


class Visitor:
    """`address` is the one it comes from, of those that this machine has: 127.0.0.2 and so on."""

    def __init__(self, site, timeout=60, is_newcomer=False, address=None):
        self.site, self.timeout = site, timeout
        self.source = address and (address, 0)
        self.cookies = {} if is_newcomer else seen(site.base)

    def connection(self):
        place = (self.site.host, self.site.port)
        if not self.site.is_secure:
            return http.client.HTTPConnection(*place, timeout=self.timeout, source_address=self.source)
        # The tests' certificate is signed by nobody.
        return http.client.HTTPSConnection(*place, timeout=self.timeout, context=ssl._create_unverified_context())

    def ask(self, method, path, body=None, headers=None):
        """Path as the server sees it, with the base path."""
        sent = {"Host": self.site.authority}
        if self.cookies:
            sent["Cookie"] = cookie_header(self.cookies)
        sent |= headers or {}
        connection = self.connection()
        try:
            try:
                connection.request(method, path, body=body, headers={k: v for k, v in sent.items() if v is not None})
            except (BrokenPipeError, ConnectionResetError):
                # A body that is too large is refused before all of it was sent; the response can still be read.
                pass
            response = connection.getresponse()
            answer = Answer(response, response.read())
        finally:
            connection.close()
        for line in answer.all("Set-Cookie"):
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value
        return answer

    def get(self, path="/", **headers):
        return self.ask("GET", self.site.base + path, headers=spelled(headers))

    def head(self, path="/", **headers):
        return self.ask("HEAD", self.site.base + path, headers=spelled(headers))

    def post(self, path, fields=None, **headers):
        sent = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        return self.ask("POST", self.site.base + path, urlencode(fields or {}), sent | spelled(headers))

    def follow(self, answer):
        """The page a 303 leads to."""
        assert answer.status == 303, answer
        target = urlsplit(answer.location)
        path = target.path + (f"?{target.query}" if target.query else "")
        assert path.startswith(self.site.base + "/"), f"{answer.location} leads out of {self.site.base}/"
        return self.ask("GET", path)

    def submit(self, form, **typed):
        """Sends a form of a page, hidden fields and all, to where it points."""
        sent = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        assert form.method.lower() == "post"
        return self.ask("POST", form.action, urlencode(form.fields | typed), sent)

    def create(self, title="Birds", **fields):
        """Makes a counter and answers its number."""
        fields = {"title": title, "suggestion": "Coffees", "operation": str(uuid.uuid4())} | fields
        answer = self.post("/counters", fields)
        assert answer.status == 303, answer
        return int(re.search(r"#tap-(\d+)$", answer.location).group(1))

    def tap(self, counter, operation=None, **headers):
        """One tap as the script sends it; answers its JSON answer."""
        fields = {"operation": operation} if operation else {}
        return self.post(f"/counters/{counter}/marks", fields, accept="application/json", **headers)

    def cards(self):
        answer = self.get("/")
        assert answer.status == 200, answer
        return answer.page.cards

    def card(self, counter):
        """The card of a counter on the home page, or None."""
        return next((card for card in self.cards() if card.id == counter), None)

    def count(self, counter):
        return self.card(counter).count


def spelled(headers):
    return {name.replace("_", "-"): value for name, value in headers.items()}


def at_once(number, work):
    """Runs work(0) … work(number − 1) in a thread each, and raises what one of them raised."""
    problems = []

    def run(index):
        try:
            work(index)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=run, args=(index,), daemon=True) for index in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]
