"""nginx and Apache with the shipped configuration files, each in its own folder, on free loopback ports."""

import os
import re
import signal
import socket
from pathlib import Path

from processes import Process
from stage import IS_ROOT, WEB, bare_environment, folder, free_port, replaced, shipped
from visitor import Site

APACHE_MODULES = ("alias auth_basic authn_core authn_file authz_core authz_user cgid deflate dir env fcgid filter headers mime"
                  " mpm_event proxy proxy_fcgi remoteip rewrite setenvif substitute")


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def with_https(certificate, port, plain_port, replacements, file="nginx/fivebar.conf"):
    """fivebar.conf of somebody who did what it says about a certificate. Only root may open the ports it names."""
    text = shipped(file, replacements | {
        "/etc/letsencrypt/live/count.example.org": certificate, "listen [::]": "#listen [::]"})
    text = text.replace("    listen 80;", "", 1)
    text = re.sub(r"^(\s*)#(?=(listen 443|ssl_|add_header|server|}|    ))", r"\1", text, flags=re.MULTILINE)
    assert text.count("\nserver {") == 2 and "ssl_certificate " in text
    return text.replace("listen 443", f"listen 127.0.0.1:{port}").replace("listen 80", f"listen 127.0.0.1:{plain_port}")


def zones():
    """What subpath.conf says to copy from fivebar.conf."""
    return re.search(r"^map \$binary_remote_addr.*^limit_conn_zone.*?$", shipped("nginx/fivebar.conf", {}),
                     re.MULTILINE | re.DOTALL)[0]


def nginx(run, site, around=None):
    """The command for an nginx of its own with one site's text. `around` is what somebody changed in standalone.conf."""
    (run / "site.conf").write_text(site)
    (run / "nginx.conf").write_text(shipped("nginx/standalone.conf", around or {}))
    user = f" user {WEB.name} {WEB.group};" if IS_ROOT else ""
    return ["nginx", "-p", run, "-e", run / "error.log", "-c", run / "nginx.conf", "-g", f"daemon off;{user}"]


class WebServer(Process):
    def __init__(self, name, port, base, command, run, **options):
        self.run, self.port = run, port
        super().__init__(name, command, **options)
        self.site = Site(name, port, base)
        self.wait_until(lambda: listens(port), f"{name} listens")

    @property
    def logs(self):
        texts = [path.read_text(errors="replace") for path in self.run.glob("*.log")]
        return "\n".join([self.log, *texts])


class Nginx(WebServer):
    """nginx with fivebar.conf, or with subpath.conf inside a bare server when there is a base path.

    `locations` stand before those of fivebar.conf, and `changes` is what somebody changed in it. With a `certificate` it
    speaks HTTPS, and `plain_port` redirects.
    `limits` are other ones than in the file; they do not concern 127.0.0.1, from which most tests come. `around` is what
    somebody changed in the nginx.conf around it."""

    def __init__(self, home, backend, base="", name="nginx", locations="", certificate=None, limits=None, changes=None,
                 around=None):
        run, port = folder("nginx"), free_port()
        paths = {"/srv/fivebar": home.path, "/run/fivebar/fivebar.sock": backend}
        if base and limits is not None:
            locations = re.sub("^( *)#limit_", r"\1limit_", shipped("nginx/subpath.conf", {}), flags=re.MULTILINE)
            site = (f"{zones()}\nserver {{ listen 127.0.0.1:{port}; access_log {run}/access.log;\n"
                    f"{replaced(locations, paths | {'/count': base})}\n}}")
        elif base:
            locations = shipped("nginx/subpath.conf", paths | {"/count": base})
            site = f"server {{ listen 127.0.0.1:{port}; access_log {run}/access.log;\n{locations}\n}}"
        elif certificate:
            self.plain_port = free_port()
            site = with_https(certificate, port, self.plain_port, paths | {"/var/log/nginx": run})
        else:
            site = shipped("nginx/fivebar.conf", paths | {
                "    listen 80;": f"    listen 127.0.0.1:{port};", "    listen [::]:80;": "",
                "    location / {": f"{locations}\n    location / {{", "/var/log/nginx": run} | (changes or {}))
        command = nginx(run, replaced(site, limits or {}), around)
        super().__init__(name, port, base, command, run, env=bare_environment(PATH=f"{os.environ['PATH']}:/usr/sbin"))
        self.site.is_secure = certificate is not None


class Apache(WebServer):
    """Apache with proxy_fcgi.conf, fcgid.conf or cgi.conf, or with any site's text.

    The last two start Fivebar themselves, as Apache's user, on a database in `data`."""

    def __init__(self, home, name, site, base="", data=None):
        run, port = folder("apache"), free_port()
        self.data = data
        (run / "site.conf").write_text(site.replace("*:80", f"127.0.0.1:{port}"))
        (run / "modules.conf").write_text("".join(
            f"LoadModule {module}_module /usr/lib/apache2/modules/mod_{module}.so\n"
            for module in APACHE_MODULES.split()))
        main = Path(__file__).with_name("apache.conf").read_text()
        (run / "apache.conf").write_text(main.replace("@run@", str(run)).replace("@port@", str(port)))
        if IS_ROOT:
            with open(run / "modules.conf", "a") as file:
                file.write(f"User {WEB.name}\nGroup {WEB.group}\n")
        (run / "fcgid").mkdir()
        os.chown(run / "fcgid", WEB.uid if IS_ROOT else -1, WEB.gid if IS_ROOT else -1)
        command = ["apache2", "-d", run, "-f", run / "apache.conf", "-D", "FOREGROUND"]
        environment = bare_environment(PATH=f"{os.environ['PATH']}:/usr/sbin", APACHE_LOG_DIR=run)
        super().__init__(name, port, base, command, run, env=environment)

    def stop(self, sent=signal.SIGTERM, seconds=20):
        return super().stop(sent, seconds)


def part(file, heading):
    """The lines that stand in a file as comments, below a comment that begins so."""
    found = re.search(rf"^# {heading}.*\n(?:# \S.*\n)*((?:#.*\n)+)", shipped(file, {}), re.MULTILINE)[1]
    return re.sub("^#", "", found, flags=re.MULTILINE)


class Caddy(WebServer):
    """Caddy with the shipped Caddyfile, but without its certificate. With `is_behind` another proxy is in front of it."""

    def __init__(self, home, backend, is_behind=False):
        run, port = folder("caddy", WEB), free_port()
        paths = {"\ncount.example.org {": f"\nhttp://127.0.0.1:{port} {{", "/srv/fivebar": home.path,
                 "/run/fivebar/fivebar.sock": backend}
        site = shipped("caddy/Caddyfile", paths)
        if is_behind:
            # The lines that stand there as comments; words have a space after the sign.
            site = re.sub(r"^(\t*)#(?! )", r"\1", site, flags=re.MULTILINE)
        (run / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + site)
        super().__init__(
            "Caddy", port, "", ["caddy", "run", "--config", run / "Caddyfile", "--adapter", "caddyfile"], run, user=WEB,
            cwd=run, env=bare_environment(HOME=run))


class Forwarding(WebServer):
    """A Caddy that hands everything on to another web server, as it does by itself: it says for whom, and forgets what
    visitors say about that."""

    def __init__(self, home, behind):
        run, port = folder("caddy", WEB), free_port()
        (run / "Caddyfile").write_text(
            "{\n\tadmin off\n\tauto_https off\n}\n"
            f"http://:{port} {{\n\treverse_proxy 127.0.0.1:{behind.port} {{\n\t\tflush_interval -1\n\t}}\n}}\n")
        super().__init__(
            "Caddy in front", port, "", ["caddy", "run", "--config", run / "Caddyfile", "--adapter", "caddyfile"], run,
            user=WEB, cwd=run, env=bare_environment(HOME=run))


class Lighttpd(WebServer):
    """lighttpd with the shipped configuration, included as Debian does. `changes` is what somebody changed in it. With a
    `certificate` it speaks HTTPS, and `plain_port` redirects; with `is_behind` another proxy is in front of it."""

    def __init__(self, home, backend, changes=None, certificate=None, is_behind=False):
        run, port = folder("lighttpd", WEB), free_port()
        self.plain_port = port
        host = '"^count\\.example\\.org(:\\d+)?$"'
        here = '"^127\\.0\\.0\\.1(:\\d+)?$"'
        site = shipped("lighttpd/fivebar.conf", {
            "/srv/fivebar": home.path, "/run/fivebar/fivebar.sock": backend} | (changes or {}))
        if is_behind:
            site += part("lighttpd/fivebar.conf", "Behind another proxy")
        if certificate:
            port = free_port()
            site += replaced(part("lighttpd/fivebar.conf", "With a certificate"), {
                "/etc/letsencrypt/live/count.example.org": certificate, '":443"': f'"127.0.0.1:{port}"',
                '$SERVER["socket"] == "[::]:443"': "#", "https://count.example.org": f"https://127.0.0.1:{port}"})
        (run / "site.conf").write_text(replaced(site, {host: here}))
        user = f'server.username = "{WEB.name}"\nserver.groupname = "{WEB.group}"\n' if IS_ROOT else ""
        (run / "lighttpd.conf").write_text(
            f'server.port = {self.plain_port}\nserver.bind = "127.0.0.1"\nserver.document-root = "{run}"\n{user}'
            f'server.errorlog = "{run}/error.log"\ninclude "{run}/site.conf"\n')
        super().__init__("lighttpd", port, "", ["lighttpd", "-D", "-f", run / "lighttpd.conf"], run,
                         env=bare_environment(PATH=f"{os.environ['PATH']}:/usr/sbin"))
        self.site.is_secure = certificate is not None


class PlainCGI(WebServer):
    """nginx with the shipped file, and the program behind it that starts Fivebar for each request, as nginx's user.
    `limits` are other ones than in the file; they do not concern 127.0.0.1, from which most tests come."""

    def __init__(self, home, kind, socket, limits=None, **settings):
        run, port = folder(kind, WEB), free_port()
        self.data, self.socket = folder("data", WEB), run / "socket"
        # All tests come from one address and create an account each.
        self.settings = {name: 0 for name in (
            "FIVEBAR_ACCOUNTS_PER_ADDRESS", "FIVEBAR_OPERATIONS_PER_SECOND", "FIVEBAR_OPERATIONS_PER_DAY")} | settings
        self.paths = {"/srv/fivebar": home.path, "/var/lib/fivebar": self.data}
        site = shipped(f"{kind}/fivebar.conf", {
            "/srv/fivebar": home.path, socket: self.socket, "    listen 80;": f"    listen 127.0.0.1:{port};",
            "    listen [::]:80;": "", "/var/log/nginx": run} | self.site_changes() | (limits or {}))
        self.start_gateway()
        environment = bare_environment(PATH=f"{os.environ['PATH']}:/usr/sbin")
        super().__init__(f"nginx, {kind}", port, "", nginx(run, site), run, env=environment)

    def start_gateway(self):
        """Starts the program behind nginx."""
        self.gateway = self.gateway_process()
        self.gateway.wait_until(self.socket.exists, "its socket is there")

    def kill(self):
        self.gateway.kill()
        super().kill()


class Fcgiwrap(PlainCGI):
    """As Debian's units start it, with the option that the file tells of; settings are lines in nginx's file."""

    def __init__(self, home, **settings):
        super().__init__(home, "fcgiwrap", "/run/fcgiwrap.socket", **settings)

    def gateway_process(self):
        option = re.search(r"DAEMON_OPTS=(\S+)", shipped("fcgiwrap/fivebar.conf", {}))[1]
        command = ["systemd-socket-activate", "-l", self.socket, "/usr/sbin/fcgiwrap", option]
        return Process("fcgiwrap", command, user=WEB, env=bare_environment())

    def site_changes(self):
        line = "    fastcgi_param FIVEBAR_DATABASE  /var/lib/fivebar/fivebar.sqlite;"
        more = "".join(f"\n    fastcgi_param {name} {value};" for name, value in self.settings.items())
        return {line: line.replace("/var/lib/fivebar", str(self.data)) + more}


class Uwsgi(PlainCGI):
    """uWSGI as Debian's script starts it, with Debian's file before ours; settings are lines in ours."""

    def __init__(self, home, **settings):
        super().__init__(home, "uwsgi", "/run/uwsgi/app/fivebar/socket", **settings)

    def gateway_process(self):
        run = self.socket.parent
        place = "/run/uwsgi/%(deb-confnamespace)/%(deb-confname)"
        theirs = replaced(Path("/usr/share/uwsgi/conf/default.ini").read_text(), {
            place: run, "= www-data": f"= {WEB.name}"})
        (run / "default.ini").write_text(theirs)
        ours = shipped("uwsgi/fivebar.ini", self.paths)
        (run / "fivebar.ini").write_text(ours + "".join(f"env = {name}={value}\n" for name, value in self.settings.items()))
        return Process("uWSGI", ["uwsgi", "--ini", run / "default.ini", "--ini", run / "fivebar.ini"],
                       env=bare_environment(UWSGI_DEB_CONFNAMESPACE="app", UWSGI_DEB_CONFNAME="fivebar"))

    def site_changes(self):
        return {}


def apache_proxying(home, backend):
    return Apache(home, "Apache, mod_proxy_fcgi", shipped("apache/proxy_fcgi.conf", {
        "/srv/fivebar": home.path, "/run/fivebar/fivebar.sock": backend}))


def apache_starting(home, kind, data=None, more="", **replaced):
    """kind: fcgid or cgi. `more` stands after the shipped lines."""
    data = data or folder("data", WEB)
    site = shipped(f"apache/{kind}.conf", {"/srv/fivebar": home.path, "/var/lib/fivebar": data})
    # All tests come from one address and create an account each.
    limit = "FcgidInitialEnv {} {}\n" if kind == "fcgid" else "SetEnv {} {}\n"
    for name in ("FIVEBAR_ACCOUNTS_PER_ADDRESS", "FIVEBAR_OPERATIONS_PER_SECOND", "FIVEBAR_OPERATIONS_PER_DAY"):
        site += limit.format(name, 0)
    for name, value in replaced.items():
        site += limit.format(name, value)
    return Apache(home, f"Apache, mod_{kind}", site + more, base="/count", data=data)


class Sites(WebServer):
    """One nginx with a text for all sites; the text has the port in it."""

    def __init__(self, home, text, port):
        run = folder("nginx")
        super().__init__("nginx", port, "", nginx(run, text.replace("/var/log/nginx", str(run))), run,
                         env=bare_environment(PATH=f"{os.environ['PATH']}:/usr/sbin"))
