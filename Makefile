# Only python3 (3.11 or later) with venv, and make, are needed; everything else goes into .venv.

PYTHON ?= python3
CAMERA ?= sample_images/game
PORT ?= 8000
BIN := .venv/bin
SCRIPTS := tools/javascript
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt

.PHONY: run test test-long test-training test-hosted check docs browser engines translations wheel

run: .venv/.run  ## open the page; CAMERA=0 for a webcam, PORT=8001 for another port, LAN=1 for the home network
	$(BIN)/longhouse serve --port $(PORT) $(if $(CAMERA),--camera "$(CAMERA)") $(if $(LAN),--lan)

# Compiled files are kept whatever the environment says: else each of the commands that tests start compiles all anew.
test test-long test-training test-hosted: export PYTHONDONTWRITEBYTECODE =
# In the order in which they are found, long files come early; otherwise files of few long tests would come last.
SPREAD := --dist loadfile --no-loadscope-reorder
test: .venv/.test browser  ## run the tests, in four minutes; three at once keep two cores busy, and each more reads all tests and networks once more
	$(BIN)/python -m pytest -m "not training and not long and not hosted" --numprocesses 3 $(SPREAD)

test-long: .venv/.test browser  ## run the tests that take 1 s or more of processor time each: whole games, many photos
	$(BIN)/python -m pytest -m "long and not hosted" --numprocesses 3 $(SPREAD)

test-training: .venv/.test  ## run the slow tests of how networks are trained
	$(BIN)/python -m pytest -m training --numprocesses 2 --dist load

test-hosted: .venv/.test engines  ## run the tests with a real PostgreSQL, a real Redis and workers, which are killed
	$(BIN)/python -m pytest -m hosted

check: .venv/.test  ## look for faults without running anything
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	@if ! command -v npm >/dev/null; then echo "npm is not there: the page's scripts are not checked"; \
	elif ! (cd $(SCRIPTS) && { [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent; }); then \
	  echo "TypeScript cannot be installed: the page's scripts are not checked"; \
	else cd $(SCRIPTS) && npm run --silent check; fi

docs: .venv/.docs  ## build the documentation in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "Open site/index.html"

# Setuptools would pack what an earlier wheel was built from, too, such as a game whose folder was deleted since.
wheel: .venv/.run  ## build the wheel in dist/
	rm -rf build
	$(BIN)/python -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

# Games that have a catalogue in their own folder are left out of those that all share.
without = --ignore-dirs '.* ._ $(patsubst $(1)/%/translations,%,$(wildcard $(1)/*/translations))'
translations: .venv/.test  ## take new messages into the catalogues and compile them
	PYTHONPATH=. $(BIN)/pybabel -q extract -F pyproject.toml $(call without,companion) -k N_ --no-location --sort-output --omit-header --width 110 -o messages.pot .
	$(BIN)/pybabel -q update -N --ignore-obsolete --ignore-pot-creation-date --width 110 -d companion/translations -i messages.pot
	$(BIN)/pybabel -q compile -d companion/translations
	$(BIN)/pybabel -q extract $(call without,games) -k N_ -k P_:1c,2 --no-location --sort-output --omit-header --width 110 -o games.pot games
	$(BIN)/pybabel -q update -N --ignore-obsolete --ignore-pot-creation-date --width 110 -D games -d games/translations -i games.pot
	$(BIN)/pybabel -q compile -D games -d games/translations
	$(BIN)/pybabel -q extract --no-location --sort-output --omit-header --width 110 -o click.pot $$($(BIN)/python -c 'import click; print(*click.__path__)')
	$(BIN)/pybabel -q update -N --ignore-obsolete --ignore-pot-creation-date --width 110 -D click -d companion/translations -i click.pot
	$(BIN)/pybabel -q compile -D click -d companion/translations
	rm messages.pot games.pot click.pot

# The package's own build tool is pinned and installed first, so that a clone made next year builds the same.
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed; name it with PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.run: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing into .venv; this takes a minute, once."
	$(PIP) setuptools
	$(PIP) --no-build-isolation --editable .
	$(BIN)/python -m compileall -q games vision calibration companion longhouse
	@$(BIN)/python -m vision.networks.prepare || echo "The networks are not compiled; every start takes half a second more."
	@touch $@

.venv/.test: .venv/.run
	$(PIP) --no-build-isolation --editable '.[test]'
	@touch $@

.venv/.docs: .venv/.run
	$(PIP) --no-build-isolation --editable '.[docs]'
	@touch $@

browser:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
	command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    export DEBIAN_FRONTEND=noninteractive; apt-get update -q && \
	    { apt-get install -y -q --no-install-recommends chromium-headless-shell || \
	      apt-get install -y -q --no-install-recommends chromium; }; \
	  else false; fi; \
	} || echo "NO BROWSER: the pages will not be tested; install one with: sudo apt install chromium-headless-shell"

engines:
	@{ command -v redis-server && { command -v postgres || ls /usr/lib/postgresql/*/bin/postgres; }; } >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    export DEBIAN_FRONTEND=noninteractive; apt-get update -q && \
	    apt-get install -y -q --no-install-recommends postgresql redis-server; \
	  else false; fi; \
	} || echo "NO ENGINES: hosting will not be tested; install them with: sudo apt install postgresql redis-server"
