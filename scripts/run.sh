#!/bin/sh
# Opens the builder: the desktop app if there is a display and its libraries can be installed, else the browser edition.
set -eu
built=${CARGO_TARGET_DIR:-target}/quick
screen=${DISPLAY:-}${WAYLAND_DISPLAY:-}
[ "$(uname)" = Linux ] || screen=always
if [ -n "$screen" ]; then
    if [ "$(uname)" != Linux ] || sh scripts/setup.sh screens; then
        ${CARGO:-cargo} build --profile quick --locked -p muster-desktop -p muster-cli
        exec "$built/muster-desktop" "$@"
    fi
    echo "The desktop app cannot be built here. Opening the same screens in a browser instead."
fi
${CARGO:-cargo} build --profile quick --locked --bin muster
exec "$built/muster" serve "$@"
