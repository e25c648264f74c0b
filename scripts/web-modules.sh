#!/bin/sh
# Compiles the program to WebAssembly into the folder that is named: a small module for most calls, and a full one.
# It uses the Rust that is there if that has the target, else Debian's compiler, which compiles the standard library
# from its source (packages rustc-web and rust-web-src).
set -eu
out=$1
target=wasm32-unknown-unknown
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/web-build"
std=
sysroot=$(rustc --print sysroot)
if [ ! -d "$sysroot/lib/rustlib/$target" ]; then
  if ! command -v /usr/bin/rustc > /dev/null; then
    apt-get install -y --no-install-recommends rustc-web rust-web-src > /dev/null
  fi
  host=$(rustc -vV | sed -n 's/^host: //p')
  export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$sysroot/lib/rustlib/$host/bin/rust-lld"
  std=-Zbuild-std=std,panic_abort
fi
# Zopfli packs a twentieth tighter than gzip, and any program unpacks it.
command -v zopfli > /dev/null || apt-get install -y --no-install-recommends zopfli > /dev/null || true
pack() {
  if command -v zopfli > /dev/null; then zopfli --i1 -c "$1"; else gzip -9 -n -c "$1"; fi
}
# These passes leave out what is twice or of no use. Those that optimise code again make it slower.
command -v wasm-opt > /dev/null || apt-get install -y --no-install-recommends binaryen > /dev/null || true
shrink() {
  if command -v wasm-opt > /dev/null; then
    wasm-opt --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
      --enable-multivalue --enable-reference-types --dce --duplicate-function-elimination --memory-packing \
      --coalesce-locals --reorder-locals --code-folding --merge-blocks --dae-optimizing --reorder-functions --vacuum \
      "$1" -o "$1"
  fi
}
mkdir -p "$out"
for module in desk full; do
  features=
  [ $module = full ] && features='--features full'
  # shellcheck disable=SC2086
  cargo build --locked --profile web -p muster-web --target $target $std $features
  shrink "$CARGO_TARGET_DIR/$target/web/muster_web.wasm"
  pack "$CARGO_TARGET_DIR/$target/web/muster_web.wasm" > "$out/$module.wasm.gz"
done
