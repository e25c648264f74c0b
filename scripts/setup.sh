#!/bin/sh
# Brings from Debian's packages what is not there yet.
#   setup.sh screens   what building the desktop app takes
#   setup.sh checks    that, and what its tests take: a display, drivers, browsers
# Exit status 1 where it cannot be had (no Debian, or not the right to install); the browser edition needs none of it.
set -eu
libraries="pkg-config libwebkit2gtk-4.1-dev"
checks="libwebkit2gtk-4.1-0 webkit2gtk-driver xvfb xauth fonts-dejavu-core chromium"

there() {
    case $1 in
        screens) pkg-config --exists webkit2gtk-4.1 ;;
        checks) pkg-config --exists webkit2gtk-4.1 && command -v WebKitWebDriver xvfb-run chromium ;;
    esac >/dev/null 2>&1
}

what=${1:-screens}
there "$what" && exit 0
packages="gcc libc6-dev $libraries"
[ "$what" = checks ] && packages="$packages $checks"
if ! command -v apt-get >/dev/null; then
    echo "these libraries are missing, and there is no apt-get to fetch them: $packages" >&2
    exit 1
fi
as=
[ "$(id -u)" = 0 ] || as="sudo -n"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # Words on purpose.
if ! { $as apt-get update -q && $as apt-get install -y -q --no-install-recommends $packages; } >&2; then
    echo "they can be installed with: sudo apt-get install $packages" >&2
    exit 1
fi
there "$what"
