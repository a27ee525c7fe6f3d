# Two commands: `make run` opens Piste, `make test` checks it. Each installs what it needs in .venv, and nothing elsewhere.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
# Turns off onnxruntime's telemetry; must be set before the import (vision/runtime.py sets it too).
export ORT_DISABLE_TELEMETRY := 1
# What each worker and each process that a test starts reads is compiled once, whatever the environment says.
COMPILES := PYTHONDONTWRITEBYTECODE=

.PHONY: run test lint lock wheel clean

run: $(VENV)/run.done
	$(BIN)/piste serve $(ARGS)

test: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(COMPILES) $(BIN)/pytest -n 4 --dist worksteal $(ARGS)

lint: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/mypy

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Piste needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.11"; exit 1; }
	@echo "Piste s'installe dans $(VENV) : une seule fois, une à cinq minutes. / Piste is installed in $(VENV): once, one to five minutes."
	@echo "1/3 Un endroit à lui pour Python… / A place of its own for Python…"
	@# A Raspberry Pi's camera library comes from apt only: if it is installed, let the environment use it.
	@if $(PYTHON) -c 'import picamera2' 2>/dev/null; then \
	  $(PYTHON) -m venv --system-site-packages $(VENV); \
	else \
	  $(PYTHON) -m venv $(VENV); \
	fi

$(VENV)/run.done: requirements.lock pyproject.toml | $(VENV)/bin/python
	@echo "2/3 Ce dont Piste a besoin : c'est le plus long… / What Piste needs: this takes longest…"
	@$(BIN)/python -m pip install --disable-pip-version-check --require-hashes -r requirements.lock
	@# On Bookworm apt's picamera2 brings a simplejpeg built for numpy 1: the environment needs its own.
	@if $(BIN)/python -c 'import picamera2' 2>/dev/null || $(PYTHON) -c 'import picamera2' 2>/dev/null; then \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --ignore-installed --no-deps --require-hashes -r requirements-pi.lock; \
	fi
	@echo "3/3 Piste lui-même… / Piste itself…"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/test.done: requirements-dev.lock $(VENV)/run.done
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	-@$(COMPILES) $(BIN)/pytest --collect-only -qq > $(VENV)/collected
	@touch $@

# Rewrites the lock files from pyproject.toml. Needs uv.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header
lock:
	$(LOCK) pyproject.toml requirements.in -o requirements.lock
	$(LOCK) --extra dev pyproject.toml requirements.in -c requirements.lock -o requirements-dev.lock
	@# Only what a hall needs beside the above.
	$(PYTHON) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['hall'], sep='\n')" | \
	  $(LOCK) - -c requirements.lock -o requirements-hall.lock
	$(LOCK) requirements-pi.in -o requirements-pi.lock

wheel: $(VENV)/test.done
	$(BIN)/hatchling build -t wheel

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
