# make check    check the shipped example        make lint     style, formatting, layers
# make test     run the tests (ARGS="-k name")   make types    static types
# make all      all of these                     make clean    remove everything that was made
#
# Whatever a verb needs is set up by itself, in $(VENV). Python 3.11 or newer: make PYTHON=/path/to/python

PYTHON ?= python3
VENV ?= build/venv
ARGS ?=
BIN := $(VENV)/bin
READY := $(VENV)/.ready

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.PHONY: all check test lint types clean

all: check test lint types

check: $(READY)
	$(BIN)/muranopl check examples/hello

test: $(READY)
	$(BIN)/pytest -n auto $(ARGS)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=editors/view $(BIN)/lint-imports --no-cache

types: $(READY)
	$(BIN)/mypy | sed -E 's#editors/view/muranopl/([a-z]+)/#\1/#; s#editors/view/muranopl/#api/#'

# Installing by dependency group needs pip 25.1.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@

clean:
	rm -rf build dist *.egg-info .hypothesis .pytest_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
