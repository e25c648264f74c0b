#!/bin/sh
# Usage: scripts/keep-version.sh RULESET_FOLDER GIT_REVISION
#
# Keeps the version of a ruleset that was published at a revision.
#
# If the folder has a newer version now, this writes the patch that restores the published one
# (RULESET_FOLDER/history/VERSION.patch). In either case it enters the published version in
# RULESET_FOLDER/history/index.yaml, if it is not there, with the day of the revision. `muster lint RULESET_FOLDER` says
# whether all that fits.
set -eu

if [ $# -ne 2 ]; then
    sed -n 's/^# \{0,1\}//p' "$0" | sed '1d' >&2
    exit 2
fi
revision=$(git rev-parse --verify --quiet "$2^{commit}") || { echo "there is no revision $2" >&2; exit 2; }
cd "$1"
[ -f ruleset.yaml ] || { echo "$1 holds no ruleset.yaml" >&2; exit 2; }
here=$(git rev-parse --show-prefix)

version_of() { sed -n 's/^version: *"\{0,1\}\([^" ]*\).*/\1/p' | sed -n 1p; }
old=$(git show "$revision:${here}ruleset.yaml" | version_of)
new=$(version_of <ruleset.yaml)
if [ -z "$old" ]; then
    echo "$1/ruleset.yaml states no version at $2" >&2
    exit 2
fi
if [ -e "history/$old.patch" ]; then
    echo "$1/history/$old.patch is there already" >&2
    exit 2
fi

# Only these are part of a ruleset. The names are sorted by their bytes, as everywhere.
parts='ruleset.yaml rules special-rules decks catalogue'
LC_ALL=C
export LC_ALL
sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }
digest=$(
    for part in $parts; do
        git -c core.quotepath=false ls-tree -r --name-only --full-tree "$revision" "$here$part" | grep '\.yaml$' | sort || true
    done | while read -r file; do
        printf '%s\n%s\n' "${file#"$here"}" "$(git cat-file -s "$revision:$file")"
        git cat-file blob "$revision:$file"
    done | sha256 | cut -d ' ' -f 1
)

mkdir -p history
if [ "$old" != "$new" ]; then
    # The newer version is the folder as it is now. An index of our own leaves the user's alone.
    GIT_INDEX_FILE=$(mktemp -u)
    export GIT_INDEX_FILE
    trap 'rm -f "$GIT_INDEX_FILE"' EXIT
    git read-tree "$revision"
    git add --all .
    newer=$(git write-tree)
    # shellcheck disable=SC2086 # The parts are several words.
    git diff --relative --no-color --no-ext-diff --no-renames --text --src-prefix=a/ --dst-prefix=b/ \
        "$newer" "$revision" -- $parts >"history/$old.patch"
fi

# The index holds each version once, the newest first.
index=history/index.yaml
entry="- {version: $old, released: $(git show -s --format=%cs "$revision"), digest: sha256:$digest}"
if [ ! -e "$index" ]; then
    echo '# The published versions of this ruleset, the newest first. Each is in force from its day on.' >"$index"
fi
if ! grep -q "^- {version: $old," "$index"; then
    awk -v entry="$entry" '!done && /^- / { print entry; done = 1 } { print } END { if (!done) print entry }' \
        "$index" >"$index.new"
    mv "$index.new" "$index"
fi
echo "${here}history holds $old"
