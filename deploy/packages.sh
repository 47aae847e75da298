# shellcheck shell=bash
# Sourced by the scripts beside it. Installs the Debian packages a script needs; prints nothing if all are installed.

packages() {
    local missing=() package
    if ! command -v dpkg-query >/dev/null; then
        echo "No dpkg on this machine: please see to the equivalents of: $*" >&2
        return 0
    fi
    for package in "$@"; do
        # dpkg also knows removed packages whose configuration remains, so this reads the state.
        if [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
            missing+=("$package")
        fi
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0

    echo "Installing ${missing[*]} …" >&2
    local root=()
    if [[ $EUID -ne 0 ]]; then
        if ! command -v sudo >/dev/null || ! sudo --validate; then
            echo "These Debian packages are missing. Please run as root, then start again:" >&2
            echo "    apt-get install --no-install-recommends ${missing[*]}" >&2
            return 1
        fi
        root=(sudo)
    fi
    "${root[@]}" sh -s "${missing[@]}" <<'INSTALL' >&2
set -eu
# Only run by these scripts on their own ports: the system's own services must not start on port 80.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
    trap 'rm -f "$policy"' EXIT
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq </dev/null || true
apt-get install -qq --yes --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" </dev/null
INSTALL
}
