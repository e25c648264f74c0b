#!/bin/sh
# Opens the builder: the desktop app where there is a screen and its libraries can be had, else the screens in a browser.
set -eu
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" != Linux ]; then
    if [ "$(uname)" != Linux ] || sh scripts/setup.sh screens; then
        ${CARGO:-cargo} build --release --locked -p muster-desktop -p muster
        exec "${CARGO_TARGET_DIR:-target}/release/muster-desktop" "$@"
    fi
    echo "The desktop app cannot be built here; these are the same screens in a browser."
fi
${CARGO:-cargo} build --release --locked --bin muster
exec "${CARGO_TARGET_DIR:-target}/release/muster" serve "$@"
