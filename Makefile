# `make run` and `make test` are all a newcomer needs; everything else is what they are made of.

.PHONY: run test build lint unit bench catalogue

CARGO ?= cargo
FLAGS := --workspace --locked

# Builds the program and judges the example fleets. Some of them are illegal on purpose, so a verdict is no failure here.
run:
	$(CARGO) build --release --locked --bin muster
	./target/release/muster check $(filter-out examples/dw-4 examples/fleet-action,$(wildcard examples/*)) || test $$? -le 2
	./target/release/muster check examples/dw-4 --units examples/dw-4/units/club.yaml || test $$? -le 2
	./target/release/muster check examples/fleet-action --units examples/fleet-action/units.csv || test $$? -le 2

# Every check there is. Tools and libraries come from the package registries; nothing else is needed but Rust.
test: lint unit

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(FLAGS) --all-targets -- -D warnings

unit:
	$(CARGO) test $(FLAGS)

bench:
	$(CARGO) bench $(FLAGS)

# Makes the catalogues of dw-2.5 and legions-2.0 anew from the community's files: make catalogue DATA=path/to/battlescribe
catalogue:
	$(CARGO) run --release --locked --bin muster -- import --all --ruleset dw-2.5 --data $(DATA) -o rulesets/dw-2.5/1 --force
	$(CARGO) run --release --locked --bin muster -- import --all --ruleset legions-2.0 --data $(DATA) -o rulesets/legions-2.0/1 --force
