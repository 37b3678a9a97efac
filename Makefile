# make run    fly the default scenario          make test   all checks and tests
# make check  format, lint, types, contracts    make bench  ratios against other simulators
# make soak   the full count of long trials     make docs   write the generated pages
# make figures  fly the trials of docs/flight_figures.md anew

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup run test check coverage soak bench docs figures format clean
.DELETE_ON_ERROR:

setup: $(STAMP)

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "simloop: installing packages into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@# The ground station of the tests, without the picture libraries that its maps want.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'MAVProxy>=1.8.70'
	@$(BIN)/simloop warm
	@touch $@

run: $(STAMP)
	@$(BIN)/simloop run

check: $(STAMP)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m simloop.cli.generate --check

test: check
	@$(BIN)/python -m pytest -n 2

coverage: $(STAMP)
	@$(BIN)/python -m pytest -n 2 --cov --cov-report=term:skip-covered

soak: $(STAMP)
	@$(BIN)/python -m pytest -n 2 -m soak --timeout 3600

bench: $(STAMP)
	@$(PYTHON) benchmarks/bootstrap.py
	@.venv-bench/bin/python benchmarks/run.py

docs: $(STAMP)
	@$(BIN)/python -m simloop.cli.generate

figures: $(STAMP)
	@$(BIN)/simloop figures --all --page docs/flight_figures.md

format: $(STAMP)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) .venv-bench build dist .mypy_cache .ruff_cache .pytest_cache
