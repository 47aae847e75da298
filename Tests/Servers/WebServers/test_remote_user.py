"""Where the web server signs people in, its name for somebody says whose the account is."""

import base64
import hashlib
import json
import socket

import pytest
from processes import Fivebar, Process, refused
from stage import APP, bare_environment, folder, free_port, shipped
from visitor import Visitor
from webservers import Apache, Nginx, apache_starting

AUTHENTICATION = "AuthType Basic\nAuthName Fivebar\nAuthUserFile {}\nRequire valid-user\n"


class SignedIn(Visitor):
    """Somebody whose browser has asked for name and password."""

    def __init__(self, site, name, password="secret", **more):
        super().__init__(site)
        claim = base64.b64encode(f"{name}:{password}".encode()).decode()
        self.always = {"Authorization": f"Basic {claim}"} | more

    def ask(self, method, path, body=None, headers=None):
        return super().ask(method, path, body, self.always | (headers or {}))


def passwords():
    file = folder("passwords") / "htpasswd"
    secret = base64.b64encode(hashlib.sha1(b"secret").digest()).decode()
    file.write_text("".join(f"{name}:{{SHA}}{secret}\n" for name in ("ada", "eve")))
    return file


def behind_nginx(start, fivebar=None):
    fivebar = fivebar or start(Fivebar, FIVEBAR_REMOTE_USER="yes")
    lines = f'auth_basic "Fivebar";\nauth_basic_user_file {passwords()};\nfastcgi_param REMOTE_USER $remote_user;\n'
    return start(Nginx, fivebar.address, locations=lines).site


def behind_apache(start):
    fivebar = start(Fivebar, FIVEBAR_REMOTE_USER="yes")
    text = shipped("apache/proxy_fcgi.conf", {
        "/srv/fivebar": fivebar.home.path, "/run/fivebar/fivebar.sock": fivebar.address,
        "CGIPassAuth On\n": "CGIPassAuth On\n" + AUTHENTICATION.format(passwords())})
    return start(Apache, "Apache, mod_proxy_fcgi", text).site


def as_cgi(start):
    more = f'<Location "/count">\n{AUTHENTICATION.format(passwords())}</Location>\n'
    return start(apache_starting, "cgi", more=more, FIVEBAR_REMOTE_USER="yes").site


@pytest.mark.parametrize("way", [behind_nginx, behind_apache, as_cgi])
def test_a_name_has_its_account_on_every_device(start, way):
    site = way(start)
    assert Visitor(site).get("/").status == SignedIn(site, "ada", "wrong").get("/").status == 401
    desk, phone = SignedIn(site, "ada"), SignedIn(site, "ada")
    counter = desk.create("Robins")
    assert phone.tap(counter).status == 200
    assert [(card.title, card.count) for card in desk.cards()] == [("Robins", 1)]
    # Neither a header nor somebody's cookie makes another person of her.
    eve = SignedIn(site, "eve", **{"Remote-User": "ada", "X-Remote-User": "ada"})
    assert eve.cards() == []
    eve.cookies = dict(desk.cookies)
    assert eve.cards() == [] and eve.tap(counter).status == 404
    assert desk.count(counter) == 1


def checked(fivebar, site):
    """What `fivebar check` says of the web server, by what is checked, where no account may be made by that."""
    done = fivebar.command("check", "--json", "--url", f"http://{site.authority}{site.base}/")
    assert fivebar.command("account", "list").stdout == "There are no accounts.\n"
    return {result["check"]: result for result in json.loads(done.stdout)}


@pytest.mark.parametrize("lines, says", [
    ("fastcgi_param REMOTE_USER $remote_user;", "a made-up name came through"),
    ("", "asks nobody"),
    ("fastcgi_param REMOTE_USER everybody;", "everybody is “everybody”"),
    ("satisfy any; allow 127.0.0.1; deny all; {auth} fastcgi_param REMOTE_USER $remote_user;", "a made-up name came through"),
], ids=["anybody's word", "no name", "one name for all", "by address"])
def test_a_door_that_is_open_to_any_name_is_a_fault_of_a_check(start, lines, says):
    fivebar = start(Fivebar, FIVEBAR_REMOTE_USER="yes")
    lines = lines.format(auth=f'auth_basic "Fivebar"; auth_basic_user_file {passwords()};')
    found = checked(fivebar, start(Nginx, fivebar.address, locations=lines).site)["sign-in"]
    assert found["outcome"] == "fault" and says in found["says"] and "accounts.md" in found["mend"], found


@pytest.mark.parametrize("monitored", [False, True])
def test_a_door_where_the_web_server_asks_everybody_is_none(start, monitored):
    fivebar = start(Fivebar, FIVEBAR_REMOTE_USER="yes")
    lines = f'auth_basic "Fivebar";\nauth_basic_user_file {passwords()};\nfastcgi_param REMOTE_USER $remote_user;\n'
    if monitored:
        lines += "location = /health { auth_basic off; fastcgi_pass fivebar; }\n"
    found = checked(fivebar, start(Nginx, fivebar.address, locations=lines).site)
    assert found["sign-in"]["outcome"] == "ok" and "signs people in" in found["web server"]["says"]
    # Files and events are behind the sign-in as well, which is no fault of theirs.
    assert not {"static files", "large bodies", "event stream"} & found.keys()


def test_a_site_behind_a_sign_in_of_which_fivebar_knows_nothing_is_a_warning(start):
    fivebar = start(Fivebar)
    lines = f'auth_basic "Fivebar";\nauth_basic_user_file {passwords()};\nlocation = /health {{ auth_basic off; fastcgi_pass fivebar; }}\n'
    found = checked(fivebar, start(Nginx, fivebar.address, locations=lines).site)
    assert found["web server"]["outcome"] == "warning" and "static files" not in found, found


def test_without_a_name_the_page_says_what_is_missing(start):
    fivebar = start(Fivebar, FIVEBAR_REMOTE_USER="yes")
    site = start(Nginx, fivebar.address).site
    for visitor in (Visitor(site), SignedIn(site, "ada", **{"Remote-User": "ada", "REMOTE_USER": "ada"})):
        answer = visitor.get("/")
        assert answer.status == 403 and "FIVEBAR_REMOTE_USER" in answer.text
        assert visitor.post("/counters", {"title": "Robins"}).status == 403
        assert visitor.get("/health").status == 200
    assert fivebar.command("account", "list").stdout == "There are no accounts.\n"


@pytest.mark.parametrize("command", [["invite"], ["create"], ["recover", "1"]])
def test_no_link_is_printed_that_would_open_nothing(start, command):
    fivebar = start(Fivebar, FIVEBAR_REMOTE_USER="yes")
    failed = fivebar.command("account", *command)
    assert failed.returncode != 0 and "FIVEBAR_REMOTE_USER" in failed.stderr and failed.stdout == ""


def test_where_other_machines_could_connect_it_is_refused_at_the_start(start):
    refused(start(Fivebar, ready=False, arguments=["--listen", f"tcp:0.0.0.0:{free_port()}"], FIVEBAR_REMOTE_USER="yes"),
            "FIVEBAR_REMOTE_USER=yes", "other machines")


@pytest.mark.parametrize("family, host, is_private", [
    (socket.AF_INET, "127.0.0.1", True), (socket.AF_INET, "127.8.9.10", True), (socket.AF_INET6, "::1", True),
    (socket.AF_INET, "0.0.0.0", False), (socket.AF_INET6, "::", False)])
def test_so_is_a_socket_that_others_could_connect_to(start, home, family, host, is_private):
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.bind((host, 0))
        listener.listen()
        process = start(Process, "fivebar", [home.binary, "serve", "--listen", "inherited"], user=APP, stdin=listener,
                        cwd="/", env=bare_environment(FIVEBAR_DATABASE=folder("data", APP) / "fivebar.sqlite",
                                                      FIVEBAR_REMOTE_USER="yes"))
        if is_private:
            process.wait_until(lambda: "starts on" in process.log, "it starts")
        else:
            refused(process, "FIVEBAR_REMOTE_USER=yes", "other machines")


def test_an_inherited_unix_socket_is_private(start):
    assert start(Fivebar, "inherited", FIVEBAR_REMOTE_USER="yes").answers()


def test_somebodys_account_is_deleted_by_their_name(start):
    fivebar = start(Fivebar, FIVEBAR_REMOTE_USER="yes")
    site = behind_nginx(start, fivebar)
    SignedIn(site, "ada").create("Robins")
    for name in ("eve", "Ada"):
        failed = fivebar.command("account", "delete", "--user", name, "--yes")
        assert failed.returncode != 0 and f"“{name}”" in failed.stderr
    asked = fivebar.command("account", "delete", "--user", "ada")
    assert asked.stdout == "Counters: 1, goals: 0. Nothing was deleted: add --yes.\n"
    assert fivebar.command("account", "delete", "--user", "ada", "--yes").returncode == 0
    assert SignedIn(site, "ada").cards() == []


def test_without_a_web_server_it_is_refused_at_the_start(start):
    refused(start(Fivebar, "http", ready=False, FIVEBAR_REMOTE_USER="yes"), "FIVEBAR_REMOTE_USER=yes", "fivebar serve")
    refused(start(Fivebar, ready=False, FIVEBAR_REMOTE_USER="on"), "FIVEBAR_REMOTE_USER is yes or no", "“on”")
