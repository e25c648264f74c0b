#!/bin/sh
# Packs the crates that other programs in Rust may use, and builds each from its package alone, as crates.io would have it:
# packages.sh TARGET. In the package of the library lies a copy of the rulesets, because it may hold nothing from outside its folder.
set -eu
copy=$(pwd)/crates/library/rulesets
trap 'rm -rf "$copy"' EXIT
trap 'exit 1' HUP INT TERM
rm -rf "$copy"
cp -R rulesets "$copy"
target=$1
# The copy is not in git.
set -- --allow-dirty --locked --all-features --target-dir "$target" -p muster
for crate in digest engine library exchange importer mend print submissions; do
    set -- "$@" -p "muster-$crate"
done
${CARGO:-cargo} package "$@"
tar -tzf "$(ls -t "$target"/package/muster-library-*.crate | head -1)" | grep -q rulesets/.*/ruleset.yaml
