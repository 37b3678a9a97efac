# make run    fly the default scenario          make test   all checks and tests
# make check  format, lint, types, contracts    make bench  ratios against other simulators
# make soak   the full count of long trials     make docs   write the generated pages
# make audit  known vulnerabilities of what a release pins   make constraints  pin it anew
# make wheel  build dist/*.whl, with compiled objects for all baselines
# make figures  fly the trials of docs/flight_figures.md anew    make pictures  those of the guides

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PAGE := src/simloop/studio/static/.digest
PAGE_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' 2>/dev/null)

.PHONY: setup run test browser check coverage soak bench docs pictures figures wheel audit constraints format clean
.DELETE_ON_ERROR:

setup: $(STAMP) $(PAGE)

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "simloop: installing packages into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@# The ground station of the tests, without the picture libraries that its maps want.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'MAVProxy>=1.8.70'
	@# What the library flies, compiled ahead for this processor's baseline: a first run compiles nothing.
	@$(BIN)/python -m simloop.cli.ship
	@touch $@

# The install builds the page; this builds it anew after its sources have changed.
$(PAGE): $(PAGE_SOURCES) | $(STAMP)
	@$(BIN)/python hatch_build.py
	@touch $@

run: $(STAMP) $(PAGE)
	@$(BIN)/simloop run

check: $(STAMP)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m simloop.cli.generate --check

# Tests of the page want a browser. Root gets Debian's; elsewhere those tests are skipped.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	  || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	       && echo "simloop: installing Chromium for the tests of the page" \
	       && apt-get update -qq \
	       && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; } \
	  || echo "simloop: no Chromium, so the tests of the page are skipped"

test: check $(PAGE) browser
	@$(BIN)/python -m pytest -n 2
	@$(BIN)/python -m pytest -n 2 --dist loadfile tests/browser

coverage: $(STAMP)
	@$(BIN)/python -m pytest -n 2 --cov --cov-report=term:skip-covered

soak: $(STAMP)
	@$(BIN)/python -m pytest -n 2 -m soak --timeout 3600

bench: $(STAMP)
	@$(PYTHON) benchmarks/bootstrap.py
	@.venv-bench/bin/python benchmarks/run.py

docs: $(STAMP)
	@$(BIN)/python -m simloop.cli.generate

pictures: $(STAMP) $(PAGE) browser
	@PYTHONPATH=tests $(BIN)/python tests/browser/pictures.py

figures: $(STAMP)
	@$(BIN)/simloop figures --all --page docs/flight_figures.md

# With objects for all baselines; objects of AArch64 are made on any machine.
wheel: $(STAMP) $(PAGE)
	@$(BIN)/python -m simloop.cli.ship --all
	@$(BIN)/python -m hatchling build -t wheel
	@du -h dist/*.whl

audit: $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-audit || true
	@$(BIN)/python release/audit.py

constraints: $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-tools
	@$(BIN)/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --no-header \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links -o release/constraints.txt pyproject.toml

format: $(STAMP)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) .venv-bench build dist web/node_modules src/simloop/studio/static src/simloop/library/objects .mypy_cache .ruff_cache .pytest_cache
