"""The files operators copy are accepted by the programs they are for, including the commented-out parts."""

import re
import shutil
import subprocess
import sys

import pytest
from stage import DEPLOY, ROOT, bare_environment, folder, free_port, shipped
from webservers import part, with_https

SCRIPTS = ["run", "test", "static-build", "package", "release", "thread-sanitizer", "packages.sh", "contents.sh"]
PROGRAMS = ["test-system", "system-tools/machine.py", "system-tools/people.py"]


def run(*command, **options):
    environment = bare_environment(APACHE_LOG_DIR="/tmp")
    environment["PATH"] += ":/usr/sbin"
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=60, env=environment,
                          **options)


@pytest.mark.parametrize("file", ["nginx/fivebar.conf", "fcgiwrap/fivebar.conf", "uwsgi/fivebar.conf"])
def test_nginx_takes_the_https_part_as_well(certificate, file):
    place = folder("nginx")
    (place / "site.conf").write_text(with_https(
        certificate, free_port(), free_port(), {"/var/log/nginx": place}, file))
    (place / "nginx.conf").write_text(shipped("nginx/standalone.conf", {}))
    tested = run("nginx", "-t", "-p", place, "-e", place / "error.log", "-c", place / "nginx.conf")
    assert tested.returncode == 0, tested.stderr


@pytest.mark.parametrize("kind", ["fcgiwrap", "uwsgi"])
def test_nginx_does_the_same_for_plain_cgi(kind):
    """What Fivebar's transport does not change: languages, who is limited, error pages, compression, files, body limits,
    and variables."""
    def lines(kind):
        return re.sub(r"^ *#.*\n", "", shipped(f"{kind}/fivebar.conf", {}), flags=re.MULTILINE)
    usual, other = lines("nginx"), lines(kind)
    for part in (
            r"^map \$http_accept_language .*?^}", r"^map \$binary_remote_addr .*?^}", r"^map \$remote_addr .*?^}",
            r"^ *gzip on;.*?\n\n", r"^ *location \^~ /assets/ .*?^    }"):
        [expected] = re.findall(part, usual, re.MULTILINE | re.DOTALL)
        assert re.findall(part, other, re.MULTILINE | re.DOTALL) == [expected]
    limits = re.compile(r"^( *location .*\n)? *client_max_body_size .*", re.MULTILINE)
    expected = [limit[0] for limit in limits.finditer(usual)]
    assert len(expected) == 6 and [limit[0] for limit in limits.finditer(other)] == expected
    errors = re.compile(r"^ *error_page .*", re.MULTILINE)
    assert errors.findall(other) == errors.findall(usual)
    variables = {}
    for name, text in (("usual", usual), ("other", other)):
        variables[name] = dict(re.findall(r"^ *(?:fastcgi|uwsgi)_param (\S+) +(.*);", text, re.MULTILINE))
    # uWSGI's CGI plugin has words of its own for the first two.
    own = {"GATEWAY_INTERFACE", "SERVER_SOFTWARE"} if kind == "uwsgi" else set()
    assert {name: value for name, value in variables["usual"].items() if name not in own}.items() <= variables["other"].items()


@pytest.mark.parametrize("headings", [[], ["With a certificate"], ["Behind another proxy"]])
def test_lighttpd_takes_the_file_beside_debians_own(certificate, headings):
    place, file = folder("lighttpd"), "lighttpd/fivebar.conf"
    more = "".join(part(file, heading).replace("/etc/letsencrypt/live/count.example.org", str(certificate)) for heading in headings)
    (place / "lighttpd.conf").write_text(
        f'include "/etc/lighttpd/lighttpd.conf"\ninclude "{DEPLOY}/{file}"\n{more}')
    tested = run("lighttpd", "-tt", "-f", place / "lighttpd.conf")
    assert tested.returncode == 0 and not tested.stderr, tested.stderr


def test_caddy_takes_the_file_and_would_write_it_so():
    text, place = shipped("caddy/Caddyfile", {}), folder("caddy")
    # Also with the lines that stand in it as comments.
    for number, content in enumerate((text, re.sub(r"^(\t*)#(?! )", r"\1", text, flags=re.MULTILINE))):
        file = place / f"{number}"
        file.write_text(content)
        tested = run("caddy", "validate", "--config", file, "--adapter", "caddyfile")
        assert tested.returncode == 0 and "not formatted" not in tested.stderr, tested.stderr


@pytest.mark.parametrize("unit", sorted(path.name for path in (DEPLOY / "systemd").iterdir()))
def test_systemd_takes_the_units(unit):
    place = folder("units")
    for path in (DEPLOY / "systemd").iterdir():
        # The program is not installed on the machine that tests.
        (place / path.name).write_text(path.read_text().replace("/srv/fivebar/fivebar", "/bin/true"))
    verified = run("systemd-analyze", "verify", "--man=no", place / unit)
    assert verified.returncode == 0 and "fivebar" not in verified.stderr, verified.stderr


@pytest.mark.parametrize("unit", [*sorted(f"systemd/{path.name}" for path in (DEPLOY / "systemd").glob("*.service")),
                                  "litestream/fivebar-litestream.service"])
def test_a_service_is_exposed_to_hardly_anything(unit):
    place = folder("units")
    # A template is looked at by one of its instances.
    file = place / (DEPLOY / unit).name.replace("@", "@club")
    file.write_text((DEPLOY / unit).read_text())
    # In tenths: at most 1.0 of 10.
    looked = run("systemd-analyze", "security", "--offline=yes", "--threshold=10", "--no-pager", file)
    assert looked.returncode == 0, looked.stdout.splitlines()[-1] + looked.stderr


def test_every_hardening_line_has_its_reason_above_it():
    lines = (DEPLOY / "systemd/fivebar.service").read_text().split("[Service]")[1].split("[Install]")[0].splitlines()
    hardening = re.compile(r"^(NoNew|Capab|Ambient|Protect|Private|Restrict|Remove|Memory|Lock|SystemCall|ProcSub|UMask)")
    for number, line in enumerate(lines):
        if hardening.match(line):
            above = number - 1
            while hardening.match(lines[above]) or "StateDirectoryMode" in lines[above]:
                above -= 1
            assert lines[above].startswith("# "), f"{line} stands without a reason"


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_scripts_are_sound(script):
    assert run("bash", "-n", DEPLOY / script).returncode == 0
    if not script.endswith(".sh"):
        assert (DEPLOY / script).stat().st_mode & 0o111, f"deploy/{script} cannot be started"
        assert run(DEPLOY / script, "--help").returncode == 0
        assert run(DEPLOY / script, "--nonsense").returncode != 0


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs_in_python_are_sound(program):
    compile((DEPLOY / program).read_text(), program, "exec")
    if "/" not in program:
        assert "deploy/" + program in run(sys.executable, DEPLOY / program, "--help").stdout
        assert run(sys.executable, DEPLOY / program, "--nonsense").returncode == 2


def test_every_setting_the_program_knows_is_explained():
    explained = set(re.findall(r"^#?(FIVEBAR_\w+)=", (DEPLOY / "fivebar.env").read_text(), re.MULTILINE))
    used = set()
    for path in (ROOT / "Sources").rglob("*.swift"):
        used |= set(re.findall(r'"(FIVEBAR_[A-Z_]+)"', path.read_text()))
    assert used - explained == set() and explained - used == set()


def test_the_cron_example_has_a_user_in_every_line():
    for line in (DEPLOY / "cron/fivebar").read_text().splitlines():
        if re.match(r"[\d*]", line):
            assert re.match(r"^(\S+ ){5}www-data ", line), line
            assert not re.search(r"(?<!\\)%", line), "cron ends a line at a bare %"


def test_nothing_of_one_machine_is_in_the_files():
    assert shutil.which("git")
    for path in DEPLOY.rglob("*"):
        if path.is_file():
            assert not re.search(r"/(home/(?!you)|root|opt)/", path.read_text(errors="replace")), path
