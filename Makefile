# Everything starts here; `make` alone tells what there is.
# Two stamps: playing needs the program only, working on it needs the tools too.

VENV    := .venv
BIN     := $(VENV)/bin
PYTHON  ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
             $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

.DEFAULT_GOAL := help
.PHONY: help play install link test check lint wheel bench soak docs clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "lltui needs Python 3.11 or newer; none was found on PATH."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.work: $(VENV)/.play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

play: $(VENV)/.play  ## set up what is missing and play against bots
	@$(BIN)/lltui play

install:  ## let every terminal know lltui: by pipx or uv, if there, else a link in ~/.local/bin
	@if command -v pipx >/dev/null; then pipx install --force --pip-args '-c constraints.txt' .; \
	elif command -v uv >/dev/null; then uv tool install --force --constraints constraints.txt .; \
	else $(MAKE) --no-print-directory link; fi

# What stands there and is no link was not put there by us.
link: $(VENV)/.play
	@mkdir -p "$(HOME)/.local/bin"; cd "$(HOME)/.local/bin"; \
	if [ -e lltui ] && [ ! -L lltui ]; then echo "$$PWD/lltui is there already, and stays."; exit 1; fi; \
	ln -sf "$(CURDIR)/$(BIN)/lltui" lltui; echo "$$PWD/lltui leads to $(CURDIR)."; \
	case ":$$PATH:" in \
	*":$$PWD:"*) echo "Now type: lltui" ;; \
	*) echo "Your shell does not look into that folder yet. This line makes it; for good, put it into ~/.profile:"; \
	   echo "  export PATH=\"$$PWD:\$$PATH\"" ;; \
	esac

test: $(VENV)/.work  ## set up what is missing and run all tests, one process for each core
	@$(BIN)/python -m pytest -n auto $(ARGS)

lint: $(VENV)/.work  ## style, types, who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

wheel: $(VENV)/.work  ## build the wheel, install it in a clean environment, start it
	$(BIN)/python tests/wheel_starts.py

check: ARGS := --durations=10  # a test that grows is seen before it hurts
check: lint wheel test  ## all that CI runs

bench: $(VENV)/.work  ## every figure of docs/reference/performance.md
	@$(BIN)/python bench

soak: $(VENV)/.work  ## the long tests, in shards, taken up where they ended; ARGS=--help tells more
	@$(BIN)/python tests/soak.py $(ARGS)

docs: $(VENV)/.work  ## write the generated parts of the docs anew
	@$(BIN)/python docs/generate.py

clean:  ## remove what the other targets made
	rm -rf $(VENV) .soak build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
