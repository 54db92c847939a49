# Everything starts here; `make` alone tells what there is.
# Playing needs the program only, working on it needs the tools too: .ci/set_up.py knows what is there of them.

VENV    := .venv
BIN     := $(VENV)/bin
PYTHON  ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
             $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

.DEFAULT_GOAL := help
.PHONY: help set-up-play set-up-work set-up-release play install link \
        test check lint wheel release bounds bench train soak docs pins clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

set-up-play set-up-work set-up-release: set-up-%:
	@test -n "$(PYTHON)" || { echo "lltui needs Python 3.11 or newer; none was found on PATH."; exit 1; }
	@$(PYTHON) .ci/set_up.py $* $(if $(filter file,$(origin PYTHON)),,--this-python)

# How a game ended it has said itself; make would call it an error.
play: set-up-play  ## set up what is missing and play against bots
	@$(BIN)/lltui play || :

install:  ## let every terminal know lltui: by pipx or uv, if there, else a link in ~/.local/bin
	@if command -v pipx >/dev/null; then pipx install --force --pip-args '-c constraints.txt' .; \
	elif command -v uv >/dev/null; then uv tool install --force --constraints constraints.txt .; \
	else $(MAKE) --no-print-directory link; fi

# What stands there and is no link was not put there by us.
link: set-up-play
	@mkdir -p "$(HOME)/.local/bin"; cd "$(HOME)/.local/bin"; \
	if [ -e lltui ] && [ ! -L lltui ]; then echo "$$PWD/lltui is there already, and stays."; exit 1; fi; \
	ln -sf "$(CURDIR)/$(BIN)/lltui" lltui; echo "$$PWD/lltui leads to $(CURDIR)."; \
	mkdir -p ../share/man/man1 && ln -sf "$(CURDIR)/docs/lltui.1" ../share/man/man1/; \
	case ":$$PATH:" in \
	*":$$PWD:"*) echo "Now type: lltui" ;; \
	*) echo "Your shell does not look into that folder yet. This line makes it; for good, put it into ~/.profile:"; \
	   echo "  export PATH=\"$$PWD:\$$PATH\"" ;; \
	esac

test: set-up-work  ## set up what is missing and run all tests, three processes for two cores
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

lint: set-up-work  ## style, types, who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

wheel: set-up-work  ## build the wheel, install it in a clean environment, play a match
	$(BIN)/python .ci/release.py --wheel

release: set-up-release  ## build sdist and wheel, look at them, install and play each by pip, pipx and uv
	@$(BIN)/python .ci/release.py

bounds: set-up-work  ## play with the lowest and the newest of all libraries, on every Python that is here
	@$(BIN)/python .ci/bounds.py $(ARGS)

check: ARGS := --durations=10  # a test that grows is seen before it hurts
check: lint wheel test  ## all that CI runs

bench: set-up-work  ## every figure of docs/reference/performance.md
	@$(BIN)/python bench

train: set-up-work  ## make the weights of the bot `hard` again, with a C compiler; ARGS=--help tells more
	@$(BIN)/python bench/training/train.py train $(ARGS)

soak: set-up-work  ## the long tests, in shards, taken up where they ended; ARGS=--help tells more
	@$(BIN)/python tests/soak.py $(ARGS)

# What the groups of pyproject.toml come to, for every system and Python; ARGS=--upgrade takes the newest.
pins: set-up-release  ## choose the versions that are installed, and write them down with their hashes
	@$(BIN)/python .ci/pins.py $(ARGS)

docs: set-up-work  ## write the generated parts of the docs anew
	@$(BIN)/python docs/generate.py

clean:  ## remove what the other targets made
	rm -rf $(VENV) $(VENV).before .soak build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
