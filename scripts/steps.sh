#!/bin/sh
# Runs targets of the Makefile one after another, and prints at the end how long each took: steps.sh MAKE TARGET...
# Stops at the first target that fails.
set -u
make=$1
shift
times=
for step in "$@"; do
    printf '\n== %s\n' "$step"
    start=$(date +%s)
    "$make" --no-print-directory "$step"
    status=$?
    times="$times$(printf '%4d s  %s' "$(($(date +%s) - start))" "$step")
"
    [ "$status" = 0 ] || break
done
printf '\n%s' "$times"
exit "$status"
