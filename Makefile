# `make run` and `make test` are all a newcomer needs; everything else is what they are made of.

.PHONY: run test tools setup screens checked rust typescript unit browser app pictures bench figures installers release catalogue

CARGO ?= cargo
FLAGS := --workspace --locked
# Clippy is the compiler of the one debug build that all checks share; what it warns of is an error.
CHECKED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))

# Builds the screens and opens the builder: the desktop app, or the same screens in a browser.
run: screens
	sh scripts/run.sh

# Every check there is, and how long each took. What it takes comes from the package registries; nothing else is needed but
# Rust and Node.
test:
	@sh scripts/steps.sh $(MAKE) setup screens checked unit browser app

tools:
	@sh scripts/setup.sh tools

setup:
	sh scripts/setup.sh checks

# The screens: their types, their tests, and the bundle that the program and the app hold.
screens: tools ui/node_modules/.package-lock.json
	cd ui && npm run --silent build

ui/node_modules/.package-lock.json: ui/package-lock.json | tools
	cd ui && npm ci --no-audit --no-fund

# The screens are looked at while Rust compiles.
checked:
	@$(MAKE) --no-print-directory -j2 --output-sync=line rust typescript

rust:
	$(CARGO) fmt --all --check
	$(CHECKED) $(CARGO) build $(FLAGS) --all-targets

typescript: ui/node_modules/.package-lock.json
	cd ui && npm run --silent lint && npm run --silent check && npm run --silent types:check && npm run --silent test

unit:
	$(CHECKED) $(CARGO) test $(FLAGS) --lib --bins --tests

# Whole journeys: in a browser against `muster serve`, and in the app under a display of its own.
browser: setup
	cd ui && MUSTER_BIN=$(TARGET)/debug/muster npm run --silent e2e

app: setup
	MUSTER_APP=$(TARGET)/debug/muster-desktop timeout 3600 xvfb-run -a -s "-screen 0 1360x860x24" node --test --test-concurrency=1 src-tauri/e2e/*.test.mjs

# The pictures of README, from the last run of the journeys.
pictures: browser
	cp ui/shots/broken.png docs/screens/broken.png
	cp ui/shots/game-legions-2.0.png docs/screens/platoons.png
	cp ui/shots/dark-1360-squadron.png docs/screens/dark.png
	cp ui/shots/light-400-squadron.png docs/screens/phone.png
	cp ui/shots/print.png docs/screens/preview.png

bench:
	$(CARGO) bench $(FLAGS)

# Figures of the app and of the screens, for docs/performance.md; nothing is judged by them.
figures: setup screens release
	MUSTER_APP=$(TARGET)/release/muster-desktop xvfb-run -a -s "-screen 0 1360x860x24" node src-tauri/e2e/figures.mjs
	cd ui && MUSTER_BIN=$(TARGET)/release/muster node e2e/figures.mjs

# Debian's and Fedora's packages of the app, in target/release/bundle (docs/releasing.md).
installers: screens release
	cd src-tauri && npx --yes @tauri-apps/cli@2.12.3 bundle --bundles deb,rpm

# In one call, as scripts/run.sh does: alone, each would build what they share in another way.
release:
	$(CARGO) build --release --locked -p muster-desktop -p muster

# Makes the catalogues of dw-2.5 and legions-2.0 anew from the community's files: make catalogue DATA=path/to/battlescribe
catalogue:
	$(CARGO) run --release --locked --bin muster -- import --all --ruleset dw-2.5 --data $(DATA) -o rulesets/dw-2.5/1 --force
	$(CARGO) run --release --locked --bin muster -- import --all --ruleset legions-2.0 --data $(DATA) -o rulesets/legions-2.0/1 --force
