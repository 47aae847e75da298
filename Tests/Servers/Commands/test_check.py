"""`fivebar check` as an operator reads it: what is not as it should be is named, with what mends it; and the web server is
asked at the address that people use."""

import json
import os
import sqlite3
import subprocess
import time

import pytest
from processes import Fivebar, refused
from stage import APP, IS_ROOT, WEB, bare_environment, folder, free_port
from visitor import Visitor
from webservers import Caddy, Lighttpd, Nginx, apache_starting


@pytest.fixture
def fivebar(start):
    fivebar = start(Fivebar)
    assert fivebar.command("backup", fivebar.data / "copy.sqlite").returncode == 0
    return fivebar


def url(site):
    return f"{'https' if site.is_secure else 'http'}://{site.authority}{site.base}/"


def check(home, database, *arguments, **settings):
    """The results by their check, as root or as the only user there is."""
    done = subprocess.run(
        [home.binary, "check", "--json", "--database", database, *arguments], env=bare_environment(**settings),
        capture_output=True, text=True, timeout=120, cwd="/")
    results = json.loads(done.stdout)
    assert done.returncode == any(result["outcome"] == "fault" for result in results), done.stderr
    for result in results:
        assert set(result) == {"check", "outcome", "says", "mend"}
        assert (result["outcome"] == "ok") == (result["mend"] == ""), result
    return results


def others(results):
    # This machine's /tmp may be another machine's.
    return [(result["check"], result["outcome"]) for result in results
            if result["outcome"] != "ok" and result["check"] != "file system"]


def test_where_all_is_well_all_is_ok_and_nothing_is_left_behind(start, home, fivebar):
    web = start(Nginx, fivebar.address)
    Visitor(web.site).create("Kept")

    def rows():
        with sqlite3.connect(f"file:{fivebar.database}?mode=ro", uri=True) as database:
            return [database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()
                    for table in ("account", "operation", "feedback", "upload", "newcomer")]

    before = rows()
    results = check(home, fivebar.database, FIVEBAR_URL=url(web.site))
    assert others(results) == []
    assert [result["check"] for result in results] == [
        "database", "settings", "migrations", "integrity", "sums", "clock", "permissions", "disk", "file system",
        "backups", "files", "permissions", "web server", "static files", "compression", "large bodies", "event stream",
        "visitors", "sign-up"]
    assert rows() == before


@pytest.mark.parametrize("changed, found", [
    ({"client_max_body_size 10244k;": "client_max_body_size 1m;"}, ("large bodies", "fault")),
    ({"client_max_body_size 320k;": ""}, ("large bodies", "fault")),
    ({'        add_header Cache-Control "max-age=31536000, immutable";\n': ""}, ("static files", "warning")),
    ({"gzip on;": "gzip off;"}, ("compression", "warning")),
], ids=["files cut short", "feedback cut short", "no caching", "no compression"])
def test_what_is_missing_in_the_web_server_is_named(start, home, fivebar, changed, found):
    web = start(Nginx, fivebar.address, changes=changed)
    assert others(check(home, fivebar.database, "--url", url(web.site))) == [found]


def test_files_of_another_version_are_named(start, home, fivebar):
    other, (build,) = folder("other"), os.listdir(home.path / "assets")
    (other / "assets" / build / "css/shell").mkdir(parents=True)
    (other / "assets" / build / "css/shell/base.css").write_text("/* of yesterday */")
    web = start(Nginx, fivebar.address, changes={f"root {home.path};": f"root {other};"})
    results = check(home, fivebar.database, "--url", url(web.site))
    assert others(results) == [("static files", "fault")]


@pytest.mark.parametrize("way", ["nginx", "nginx-subpath", "apache-proxy_fcgi", "apache-fcgid", "apache-cgi"])
def test_the_shipped_files_have_no_fault(ways, home, way):
    running = ways(way)
    Visitor(running.site).create()
    results = check(home, running.database, "--url", url(running.site))
    assert {check for check, _ in others(results)} <= {"backups"}


@pytest.mark.parametrize("server", [Caddy, Lighttpd])
def test_other_web_servers_have_no_fault(start, home, fivebar, server):
    web = start(server, fivebar.address)
    assert others(check(home, fivebar.database, "--url", url(web.site))) == []


def test_a_web_server_that_does_not_answer_is_a_fault_and_not_asked_at_night(home, fivebar):
    nobody = f"http://127.0.0.1:{free_port()}"
    assert others(check(home, fivebar.database, FIVEBAR_URL=nobody)) == [("web server", "fault")]
    # Nor is it told at night that the web server may not read a file, or that there is no copy.
    (fivebar.data / "copy.sqlite").unlink()
    assert check(home, fivebar.database, "--quiet", FIVEBAR_URL=nobody) == []
    silent = fivebar.command("check", "--quiet", FIVEBAR_URL=nobody)
    assert (silent.returncode, silent.stdout, silent.stderr) == (0, "", "")


def test_a_web_server_that_does_not_reach_fivebar_is_told(start, home, fivebar):
    web = start(Nginx, fivebar.address)
    assert fivebar.stop() == 0
    found, = (result for result in check(home, fivebar.database, "--url", url(web.site)) if result["outcome"] == "fault")
    assert found["check"] == "web server" and "does not reach Fivebar" in found["says"]
    assert "fivebar.socket" in found["mend"]


def test_a_web_server_that_signs_people_in_is_no_fault(start, home, fivebar):
    web = start(Nginx, fivebar.address, locations="    location = /health { return 401; }")
    assert others(check(home, fivebar.database, "--url", url(web.site))) == [("web server", "warning")]


def test_a_certificate_that_nobody_trusts_is_told(start, home, fivebar, certificate):
    web = start(Nginx, fivebar.address, certificate=certificate)
    found, = (result for result in check(home, fivebar.database, "--url", f"https://127.0.0.1:{web.port}")
              if result["outcome"] == "fault")
    assert "certificate" in found["says"]


def test_without_curl_that_is_said(home, fivebar):
    results = check(home, fivebar.database, "--url", "http://127.0.0.1:1", PATH="/nowhere")
    assert others(results) == [("web server", "warning")]


def test_an_address_that_is_none_is_refused(home, fivebar):
    for url in ("count.example.org", "foo"):
        refused = fivebar.command("check", "--url", url)
        assert refused.returncode == 64 and refused.stdout == ""
        assert f"--url begins with https:// or http://, as in https://count.example.org, not “{url}”." in refused.stderr


def test_a_site_that_is_private_in_the_commands_settings_only_is_told(start, home, fivebar):
    web = start(Nginx, fivebar.address)
    found, = (result for result in check(home, fivebar.database, "--url", url(web.site), FIVEBAR_SIGN_UP="closed")
              if result["check"] == "sign-up")
    assert found["outcome"] == "fault" and "has FIVEBAR_SIGN_UP=open" in found["says"]
    assert "that server's file" in found["mend"]


def test_a_folder_that_cannot_be_written_is_a_fault(fivebar):
    assert fivebar.stop() == 0
    if not IS_ROOT:
        pytest.skip("a folder of somebody else needs root")
    os.chown(fivebar.data, 0, 0)
    done = fivebar.command("check")
    assert done.returncode == 1
    assert f"permissions: {fivebar.data} belongs to root" in done.stdout and "chown" in done.stdout


def test_whoever_may_not_look_is_sent_to_sudo_and_told_nothing_of_what_they_did_not_see(home, fivebar):
    if not IS_ROOT:
        pytest.skip("a folder of somebody else needs root")
    for mode in (0o700, 0o755):
        fivebar.data.chmod(mode)
        done = subprocess.run([home.binary, "check", "--json"], env=bare_environment(FIVEBAR_DATABASE=fivebar.database),
                              capture_output=True, text=True, timeout=60, cwd="/", **WEB.popen)
        assert done.returncode == 1, done.stderr
        results = json.loads(done.stdout)
        assert [result["check"] for result in results] == ["database", "settings", "files", "permissions"], results
        assert "sudo" in results[0]["mend"] and "chown" not in done.stdout


def test_a_folder_of_roots_for_other_things_is_not_to_be_given_away(start, fivebar):
    if not IS_ROOT:
        pytest.skip("a folder of somebody else needs root")
    done = fivebar.command("check", FIVEBAR_DATABASE="/count.sqlite")
    assert done.returncode == 1 and "/ belongs to root" in done.stdout and "chown" not in done.stdout
    assert "Name a folder of Fivebar's own in FIVEBAR_DATABASE" in done.stdout
    refused(start(Fivebar, ready=False, FIVEBAR_DATABASE="/count.sqlite"), "Name a folder of Fivebar's own")


def test_a_copy_that_cannot_be_made_gives_nobodys_folder_away(fivebar):
    if not IS_ROOT:
        pytest.skip("a folder of somebody else needs root")
    place = folder("elsewhere")
    os.chmod(place, 0o755)
    done = fivebar.command("backup", place / "copy.sqlite")
    assert done.returncode != 0 and not (place / "copy.sqlite").exists()
    assert f"{place} belongs to root" in done.stderr and "chown" not in done.stderr
    assert "take it from there" in done.stderr


def test_a_database_of_roots_is_a_fault_and_nothing_of_roots_is_left_beside_it(home, fivebar):
    if not IS_ROOT:
        pytest.skip("a file of somebody else needs root")
    assert fivebar.stop() == 0
    os.chown(fivebar.database, 0, 0)
    found = next(result for result in check(home, fivebar.database) if result["check"] == "permissions")
    assert found["outcome"] == "fault" and f"{fivebar.database} belongs to root" in found["says"]
    assert [path for path in fivebar.data.iterdir() if path.stat().st_uid == 0] == [fivebar.database]


def test_a_database_that_its_owner_may_not_write_is_named_with_its_rights(fivebar):
    assert fivebar.stop() == 0
    fivebar.database.chmod(0o444)
    done = fivebar.command("check")
    assert done.returncode == 1 and f"chmod u+rw {fivebar.database}" in done.stdout and "chown" not in done.stdout


def test_root_is_told_of_no_sudo(home, fivebar):
    if not IS_ROOT:
        pytest.skip("a folder of somebody else needs root")
    assert fivebar.stop() == 0
    os.chown(fivebar.data, 0, 0)
    fivebar.data.chmod(0o700)
    for command in (["check"], ["account", "list"], ["backup", fivebar.data / "backups/new.sqlite"]):
        done = subprocess.run([home.binary, *command], env=bare_environment(FIVEBAR_DATABASE=fivebar.database), cwd="/",
                              capture_output=True, text=True, timeout=60)
        said = done.stdout + done.stderr
        assert done.returncode != 0 and "sudo" not in said and "no folder" not in said, said
        assert f"chown {APP.name}: {fivebar.data}" in said, said


def test_what_belongs_to_somebody_else_is_given_by_one_line(home, fivebar):
    if not IS_ROOT:
        pytest.skip("a file of somebody else needs root")
    fivebar.kill()
    files = [fivebar.database, *(fivebar.data / f"fivebar.sqlite-{end}" for end in ("wal", "shm"))]
    for file in files:
        file.touch()
        os.chown(file, 0, 0)
    found = next(result for result in check(home, fivebar.database) if result["check"] == "permissions")
    assert f"chown {APP.name}: {' '.join(map(str, files))}" in found["mend"]


def test_files_that_are_not_fivebars_are_left_alone(home):
    other = folder("other") / "theirs.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE theirs (name)")
    for path in ("/etc/passwd", "/etc", other):
        results = check(home, path)
        assert [result["check"] for result in results if result["outcome"] == "fault"] == ["database"], results
        assert not any("chmod" in result["mend"] or result["check"] in ("backups", "disk") for result in results)


@pytest.mark.parametrize("way", ["cgi", "fcgid"])
def test_a_setting_that_is_wrong_in_the_web_servers_file_is_looked_for_in_its_log(start, home, fivebar, way):
    web = start(apache_starting, way, FIVEBAR_SIGN_UP="invite")
    found = [result for result in check(home, fivebar.database, "--url", url(web.site)) if result["check"] == "web server"]
    assert found[0]["outcome"] == "fault" and "error log" in found[0]["mend"], found


def test_a_name_of_no_file_is_refused(fivebar):
    refused = fivebar.command("check", "--database", "")
    assert refused.returncode == 64 and "--database names no file." in refused.stderr


def test_a_file_in_the_place_of_a_folder_is_named_as_one(home):
    file = folder("file") / "file"
    file.touch()
    for database in (file / "fivebar.sqlite", file / "below/fivebar.sqlite"):
        for command in (["check"], ["migrate", "--new"]):
            # As root, whom no rights keep out.
            done = subprocess.run([home.binary, *command], env=bare_environment(FIVEBAR_DATABASE=database), cwd="/",
                                  capture_output=True, text=True, timeout=60)
            said = done.stdout + done.stderr
            assert done.returncode != 0 and f"{file} is a file, and no folder" in said and "chmod" not in said, said
        done = subprocess.run([home.binary, "assets", database.parent], env=bare_environment(FIVEBAR_HOME=home.path), cwd="/",
                              capture_output=True, text=True, timeout=60)
        assert done.returncode != 0 and f"{file} is a file, and no folder" in done.stderr and "chmod" not in done.stderr


def test_a_database_that_everybody_can_read_is_told(home, fivebar):
    for mode, folder_mode, is_open in ((0o644, 0o755, True), (0o644, 0o750, False), (0o640, 0o755, False)):
        fivebar.database.chmod(mode)
        fivebar.data.chmod(folder_mode)
        found = [result for result in check(home, fivebar.database) if result["outcome"] != "ok"
                 and result["check"] == "permissions"]
        assert len(found) == is_open, (mode, folder_mode, found)
        if is_open:
            assert f"can read {fivebar.database}" in found[0]["says"]
            assert found[0]["mend"].startswith(f"chmod o-rwx {fivebar.database}")


def test_an_old_backup_is_a_warning_with_the_unit_to_look_at(fivebar):
    copy = fivebar.data / "copy.sqlite"
    os.utime(copy, (time.time() - 5 * 86_400,) * 2)
    done = fivebar.command("check")
    assert done.returncode == 0
    assert f"warning  backups: The newest is 5 days old: {copy}\n         " in done.stdout
    assert "fivebar-backup.timer" in done.stdout
