#!/bin/sh
# Installs what building and testing need. Missing Debian packages are installed. Rust and Node are not, because
# Debian's versions may be too old: for these the script says what is missing and where to get it.
#   setup.sh tools     needed to build anything: Rust, Node, a linker
#   setup.sh screens   also needed to build the desktop app
#   setup.sh checks    the same, and what its tests need: a display, drivers, browsers, Python, readers of PDF and codes
# Exit status 1 if something cannot be installed. The browser edition needs only the tools.
set -eu
tools="gcc libc6-dev"
screens="pkg-config libwebkit2gtk-4.1-dev"
checks="libwebkit2gtk-4.1-0 webkit2gtk-driver xvfb xauth fonts-dejavu-core chromium poppler-utils zbar-tools python3 python3-venv"

say() { printf '%s\n' "$*" >&2; }

there() {
    case $1 in
        tools) command -v cc ;;
        screens) pkg-config --exists webkit2gtk-4.1 ;;
        checks) there screens && command -v WebKitWebDriver && command -v xvfb-run && command -v chromium && command -v pdftotext && command -v zbarimg && python3 -c 'import ensurepip, venv' ;;
    esac >/dev/null 2>&1
}

# Installs packages for the purpose $1.
fetch() {
    there "$1" && return
    what=$1
    shift
    if ! command -v apt-get >/dev/null; then
        say "These packages are missing, and there is no apt-get to install them (names of Debian): $*"
        return 1
    fi
    as=
    if [ "$(id -u)" != 0 ]; then
        # A person may be asked for a password, but a script must not wait for one.
        if [ -t 0 ]; then as=sudo; else as="sudo -n"; fi
    fi
    say "Installing Debian packages: $*"
    if [ -n "$as" ] && ! command -v sudo >/dev/null \
        || ! { $as apt-get update -q && $as env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"; } >&2; then
        say "They could not be installed. To install them by hand, as root: apt-get install $*"
        return 1
    fi
    there "$what"
}

require_tools() {
    missing=0
    if ! command -v "${CARGO:-cargo}" >/dev/null; then
        say "Rust is missing (or its folder, ~/.cargo/bin, is not in PATH). Get it from https://rustup.rs"
        missing=1
    fi
    # The bundler of the user interface needs this Node version. npm's own message is less clear.
    # shellcheck disable=SC2016 # JavaScript, not the shell's.
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        say "Node or npm is missing. Get Node 20.19 or a later 20, or 22.12 or newer, from https://nodejs.org"
        missing=1
    elif ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
        process.exit(major === 20 && minor >= 19 || major === 22 && minor >= 12 || major > 22 ? 0 : 1)'; then
        say "Node is $(node --version) here, but Muster needs 20.19 or a later 20, or 22.12 or newer: https://nodejs.org"
        missing=1
    fi
    return "$missing"
}

# Not quoted, because each variable is a list of packages.
# shellcheck disable=SC2086
case ${1:-screens} in
    tools) require_tools && fetch tools $tools ;;
    screens) fetch screens $screens ;;
    checks) fetch checks $screens $checks ;;
    *) say "usage: setup.sh tools, screens or checks"; exit 2 ;;
esac
