#!/bin/sh
# Writes what each thing that people get is built of, in CycloneDX, into the folder that is named: one bill for the program,
# the app, the static edition's modules, and the screens that all three show. It needs cargo-cyclonedx (make
# bill-of-materials). What only builds the screens is in their bill too, marked as such.
set -eu
out=$1
root=$(pwd)
# The tool writes beside the manifest of every crate. Nothing of that stays, even if it fails.
trap 'rm -f "$root"/crates/*/bill-to-move.json "$root"/src-tauri/bill-to-move.json "$root"/tests/bill-to-move.json' EXIT
# The time of the commit, so that the same commit gives the same bill.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 0)
export SOURCE_DATE_EPOCH
cargo cyclonedx --quiet --format json --spec-version 1.5 --target all --override-filename bill-to-move
mv crates/cli/bill-to-move.json "$out/muster.cdx.json"
mv src-tauri/bill-to-move.json "$out/muster-app.cdx.json"
mv crates/web/bill-to-move.json "$out/muster-static.cdx.json"
cd ui
npm sbom --sbom-format=cyclonedx --sbom-type=application --package-lock-only > "$out/muster-screens.cdx.json"
