"""What an operator reads when Fivebar starts, ends, or cannot start: a sentence that names what is to be mended."""

import re
import shutil
import socket

import fastcgi
import pytest
from processes import Fivebar, listening, Process, refused, run_command
from stage import APP, DEPLOY, IS_ROOT, bare_environment, folder, free_port
from visitor import Visitor
from webservers import Nginx


needs_root = pytest.mark.skipif(not IS_ROOT, reason="only root may mount")


def test_a_start_writes_one_line_and_an_end_another(start):
    fivebar = start(Fivebar, FIVEBAR_ZONE="Europe/Berlin")
    assert fivebar.stop() == 0
    begun, ended = fivebar.log.splitlines()
    assert re.search(r"Fivebar \d+\.\d+\.\d+ starts on ", begun)
    for word in (str(fivebar.address), str(fivebar.database), "FIVEBAR_ZONE=Europe/Berlin"):
        assert word in begun
    assert "with a new database, " in begun and "has ended" in ended
    again = start(Fivebar, data=fivebar.data)
    assert "starts on" in again.log and "new database" not in again.log


@pytest.mark.parametrize("is_empty", [False, True])
def test_a_database_that_is_gone_is_not_begun_anew_beside_its_copies(start, is_empty):
    fivebar = start(Fivebar)
    copy = fivebar.data / "backups" / "night.sqlite"
    copy.parent.mkdir(mode=0o777)
    copy.parent.chmod(0o777)
    assert fivebar.command("backup", copy).returncode == 0
    assert fivebar.stop() == 0
    fivebar.database.unlink()
    if is_empty:
        fivebar.database.touch(mode=0o666)
        fivebar.database.chmod(0o666)
    again = start(Fivebar, data=fivebar.data, ready=False)
    refused(again, f"There is no database {fivebar.database}", f"restore {copy}", "migrate --new")
    for command in (["migrate"], ["account", "list"]):
        told = fivebar.command(*command)
        assert told.returncode != 0 and f"restore {copy}" in told.stderr
    assert not is_empty or fivebar.database.stat().st_size == 0
    fivebar.database.unlink(missing_ok=True)
    assert fivebar.command("migrate", "--new").returncode == 0
    start(Fivebar, data=fivebar.data)


def test_a_misspelt_variable_is_named_with_the_nearest_setting(start, home):
    fivebar = start(Fivebar, FIVEBAR_EVENT="off", FIVEBAR_COUNTRES=5)
    for found, meant in (("FIVEBAR_EVENT", "FIVEBAR_EVENTS"), ("FIVEBAR_COUNTRES", "FIVEBAR_COUNTERS")):
        sentence = f"There is no setting {found}. The nearest is {meant}."
        assert sentence in fivebar.log
        assert sentence in fivebar.command("check").stdout


def test_a_misspelt_name_in_the_file_is_refused(start, home):
    own = folder("own")
    (own / "fivebar.env").write_text("FIVEBAR_ZON=Europe/Berlin\n")
    fivebar = start(Fivebar, ready=False, FIVEBAR_HOME=own)
    refused(fivebar, f"{own}/fivebar.env", "FIVEBAR_ZON.", "FIVEBAR_ZONE.")


@pytest.mark.parametrize("name", ["FIVEBAR_SIGNUP", "fivebar_sign_up", "FIVEBAR_REMOTE_USERS"])
def test_a_misspelt_setting_of_who_may_come_in_lets_nobody_in(start, name):
    refused(start(Fivebar, ready=False, **{name: "closed"}), f"There is no setting {name}.")


def test_a_line_of_the_file_without_an_equals_sign_is_refused(start):
    own = folder("own")
    (own / "fivebar.env").write_text("; a comment\n \nFIVEBAR_SIGN_UP: closed\n")
    fivebar = start(Fivebar, ready=False, FIVEBAR_HOME=own)
    refused(fivebar, f"{own}/fivebar.env", "“FIVEBAR_SIGN_UP: closed” has no “=”")


def test_other_variables_in_the_file_are_nobodys_business(home):
    own = folder("own")
    for name in ("Views", "Public"):
        (own / name).symlink_to(home.path / name)
    (own / "fivebar.env").write_text("TZ=Europe/Berlin\nLANG=C\n")
    settings = {"FIVEBAR_HOME": own, "FIVEBAR_DATABASE": folder("data", APP) / "fivebar.sqlite"}
    assert run_command(home, "migrate", "--new", **settings).returncode == 0
    assert run_command(home, "check", **settings).returncode == 0


def test_a_value_that_is_none_is_refused_with_those_that_are(start):
    refused(start(Fivebar, ready=False, FIVEBAR_SIGN_UP="invite"), "FIVEBAR_SIGN_UP", "open, invitation or closed", "“invite”")


@pytest.mark.parametrize("path", [
    "count", "/", "/count/", "//count", "/a b", "/a/../b", "/./a", "/a?b", "/a#b", "/%41", "/a;b"])
def test_a_base_path_that_cannot_be_is_refused(start, path):
    refused(start(Fivebar, ready=False, FIVEBAR_BASE_PATH=path), "FIVEBAR_BASE_PATH", path)


@pytest.mark.parametrize("url", [
    "count.example.org", "ftp://count.example.org", "https://robin@count.example.org", "https://count.example.org/?a=b",
    "https://count.example.org/a b", "https://", "https://count.example.org:0"])
def test_an_address_that_cannot_be_is_refused(start, url):
    refused(start(Fivebar, ready=False, FIVEBAR_URL=url), "FIVEBAR_URL", url)


def test_an_address_with_another_path_than_the_base_path_is_refused(start):
    refused(start(Fivebar, ready=False, FIVEBAR_URL="https://count.example.org/a", FIVEBAR_BASE_PATH="/b"),
            "FIVEBAR_URL", "FIVEBAR_BASE_PATH", "/a", "/b")


def test_the_address_is_told_by_a_check_and_by_the_start(start):
    fivebar = start(Fivebar, FIVEBAR_URL="https://Nowhere.invalid:443/")
    assert "FIVEBAR_URL=https://Nowhere.invalid:443/" in fivebar.log
    checked = fivebar.command("check")
    # Nobody is there, which is what it says.
    assert checked.returncode != 0 and "web server: https://nowhere.invalid/ does not answer" in checked.stdout


def test_forms_from_another_address_than_the_one_named_are_told_once(start):
    fivebar = start(Fivebar, FIVEBAR_URL="https://count.example.org")
    visitor = Visitor(start(Nginx, fivebar.address).site)
    origin = f"http://{visitor.site.authority}"
    for _ in range(3):
        answer = visitor.ask("POST", "/counters", "title=A", {
            "Content-Type": "application/x-www-form-urlencoded", "Origin": origin})
        assert answer.status == 403
    assert fivebar.log.count(f"A form came from {origin}, but FIVEBAR_URL names count.example.org") == 1


def test_base_paths_that_can_be_are_taken(start):
    for path in ("/count", "/~you/count", "/a/b-c_d.e"):
        assert start(Fivebar, FIVEBAR_BASE_PATH=path).answers()


@needs_root
@pytest.mark.parametrize("service", [True, False], ids=["as a service", "by hand"])
def test_a_database_where_nothing_may_be_written_names_the_units_line(start, home, service):
    data = folder("data", APP)
    script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec setpriv "$@"'
    settings = {"FIVEBAR_DATABASE": data / "fivebar.sqlite"} | ({"INVOCATION_ID": "1"} if service else {})
    process = start(Process, "fivebar", [
        "unshare", "--mount", "sh", "-c", script, "sh", data, f"--reuid={APP.uid}", f"--regid={APP.gid}",
        "--clear-groups", home.binary, "serve", "--listen", f"unix:{folder('run', APP)}/fivebar.sock"], env=bare_environment(**settings))
    refused(process, str(data), f"ReadWritePaths={data}" if service else "can only be read")
    if service:
        # The nightly units open it, too.
        assert "systemctl edit fivebar.service fivebar-backup.service fivebar-tidy.service" in process.log


@needs_root
def test_a_service_without_a_setting_for_its_database_names_that(start, home):
    fivebar = start(Fivebar, ready=False, FIVEBAR_DATABASE="", INVOCATION_ID="1")
    refused(fivebar, "FIVEBAR_DATABASE in /etc/fivebar.env")


@needs_root
def test_a_database_of_somebody_else_names_both(start):
    data = folder("data")
    (data / "fivebar.sqlite").touch(mode=0o600)
    refused(start(Fivebar, data=data, ready=False), str(data), "belongs to root", f"runs as {APP.name}")


def test_a_folder_that_is_missing_is_named_by_the_one_that_may_not_be_written(start):
    if IS_ROOT:
        refused(start(Fivebar, ready=False, FIVEBAR_DATABASE="/nowhere/fivebar.sqlite"),
                "/nowhere is not there", "may not make it in /.", "install -d")


def test_a_template_that_is_missing_is_named_by_start_and_check(start, home):
    half = folder("half")
    for name in ("Views", "Public"):
        shutil.copytree(home.path / name, half / name)
    data = folder("data", APP)
    assert run_command(home, "migrate", "--new", FIVEBAR_DATABASE=data / "fivebar.sqlite").returncode == 0
    for missing in ("Views/page.mustache", "Views/Goals/goal.mustache", "Views/Language/Localizable.xcstrings"):
        content = (half / missing).read_bytes()
        (half / missing).unlink()
        refused(start(Fivebar, data=data, ready=False, FIVEBAR_HOME=half), str(half / missing))
        checked = run_command(home, "check", FIVEBAR_HOME=half, FIVEBAR_DATABASE=data / "fivebar.sqlite")
        assert checked.returncode != 0 and str(half / missing) in checked.stdout
        # Cut short where a section is still open.
        cut = content.rindex(b"{{/") if missing.endswith(".mustache") else len(content) // 2
        (half / missing).write_bytes(content[:cut])
        refused(start(Fivebar, data=data, ready=False, FIVEBAR_HOME=half), str(half / missing))
        (half / missing).write_bytes(content)
    assert start(Fivebar, data=data, FIVEBAR_HOME=half).answers()


@pytest.mark.parametrize("way", ["tcp", "http"])
def test_a_port_that_is_taken_is_a_sentence(start, way):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        arguments = ["--listen", f"tcp:127.0.0.1:{port}"] if way == "tcp" else ["--port", port]
        # The last of an option counts.
        fivebar = start(Fivebar, way, ready=False, arguments=arguments)
        refused(fivebar, f"127.0.0.1:{port}", "Address already in use")
        # Nothing is begun that nobody would come to.
        assert list(fivebar.data.iterdir()) == []


@pytest.mark.parametrize("way, arguments, words", [
    ("http", ["--host", "nowhere.invalid"], ["no address named “nowhere.invalid”", "--host"]),
    ("http", ["--host", "127.0.0.1:80"], ["no address named “127.0.0.1:80”", "--port"]),
    ("tcp", ["--listen", "tcp:nowhere.invalid:9000"], ["no address named “nowhere.invalid”", "another place with --listen"]),
    ("unix", ["--listen", "foo"], ["unix:PATH"]),
    ("unix", ["--mode", "rw"], ["octal"]),
])
def test_an_address_that_is_nowhere_is_a_sentence_and_begins_no_database(start, way, arguments, words):
    fivebar = start(Fivebar, way, ready=False, arguments=arguments)
    refused(fivebar, *words)
    assert list(fivebar.data.iterdir()) == []


def test_a_socket_that_is_none_is_told_before_anything_is_begun(start):
    fivebar = start(Fivebar, arguments=["--listen", "inherited"], ready=False)
    refused(fivebar, "file descriptor 0 is no listening socket", "StandardInput=socket")
    assert "starts on" not in fivebar.log and list(fivebar.data.iterdir()) == []


@pytest.mark.parametrize("host", ["[::1]", "::1"])
def test_a_quick_try_listens_on_an_address_with_colons(start, host):
    fivebar = start(Fivebar, "http", arguments=["--host", host], ready=False)
    fivebar.address = ("::1", fivebar.address[1])
    fivebar.wait_until(fivebar.answers, "it answers by IPv6")
    assert f"starts on http://[::1]:{fivebar.address[1]}, with" in fivebar.log


@pytest.mark.parametrize("host", ["[::1]", "::1"])
def test_it_listens_on_an_address_with_colons(start, host):
    port = free_port()
    fivebar = start(Fivebar, "tcp", arguments=["--listen", f"tcp:{host}:{port}"], ready=False)
    fivebar.address = ("::1", port)
    fivebar.wait_until(fivebar.answers, "it answers by IPv6")
    # It is as private as 127.0.0.1.
    port = free_port()
    fivebar = start(Fivebar, "tcp", arguments=["--listen", f"tcp:{host}:{port}"], ready=False, FIVEBAR_REMOTE_USER="yes")
    fivebar.wait_until(lambda: "starts on" in fivebar.log, "it starts")


@pytest.mark.parametrize("listen", ["tcp:9000", "tcp::9000", "tcp:[]:9000", "tcp:localhost:http", "tcp:[::1]"])
def test_an_address_that_is_none_is_refused(start, listen):
    refused(start(Fivebar, "tcp", arguments=["--listen", listen], ready=False), "tcp:HOST:PORT", listen)


@needs_root
def test_the_socket_of_another_user_is_left_alone(start):
    run = folder("run", APP)
    path = run / "fivebar.sock"
    with listening(path) as listener:
        # In a folder of its own, which it may empty; but it may not connect.
        path.chmod(0o600)
        refused(start(Fivebar, run=run, ready=False), str(path), "Permission denied")
        with fastcgi.connect(path):
            assert listener.accept()
    # Nobody listens on it any more, but to know that one has to ask.
    refused(start(Fivebar, run=run, ready=False), str(path), "Permission denied")
    path.chmod(0o666)
    assert start(Fivebar, run=run).answers()


def test_a_bad_setting_leaves_the_socket_alive_and_turns_requests_away_meanwhile(start, home):
    path = folder("run", APP) / "fivebar.sock"
    database = folder("data", APP) / "fivebar.sqlite"

    def serving(**settings):
        return start(Process, "fivebar", [home.binary, "serve", "--listen", "inherited"], user=APP, stdin=listener,
                     cwd="/", env=bare_environment(FIVEBAR_DATABASE=database, **settings))

    with listening(path) as listener:
        with fastcgi.connect(path, timeout=30) as waiting:
            waiting.sendall(fastcgi.request(target="/health"))
            wrong = serving(FIVEBAR_EVENTS="sometimes")
            # Nobody waits for what will not come, nor makes systemd start it again and again.
            with pytest.raises((EOFError, ConnectionError)):
                fastcgi.answer(waiting)
        refused(wrong, "FIVEBAR_EVENTS is stream or off")
        serving()
        assert fastcgi.ask(path, target="/health", timeout=30)[0] == 200


def test_the_unit_does_not_try_again_what_only_an_operator_mends():
    assert "\nRestartPreventExitStatus=78\n" in (DEPLOY / "systemd/fivebar.service").read_text()


@pytest.mark.parametrize("unit", ["fivebar.service", "fivebar-backup.service", "fivebar-tidy.service"])
def test_no_unit_fills_the_journal_with_priorities_of_threads(unit):
    assert "\nEnvironment=LIBDISPATCH_LOG=NO\n" in (DEPLOY / "systemd" / unit).read_text()
