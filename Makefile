# What there is to do here. Everything runs in .venv, which is made when it is needed.
PYTHON ?= python3
PORT ?= 8080
MATCHES ?= 20
GAME ?= dice-miner
SEED ?= 7
BIN = .venv/bin
# Each worker and each process of the bot loads the same modules: they are compiled once.
COMPILED = PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(CURDIR)/.venv/compiled
# Two workers a core (tests/tiers.py). DURATIONS=20 lists the slowest tests.
TESTS = $(COMPILED) $(BIN)/pytest -n auto --dist worksteal $(if $(DURATIONS),--durations=$(DURATIONS))

.PHONY: setup play run test test-all chaos check coverage format golden texts proof gallery tour lock clean backup bench scale arena

setup: .venv/.runs .venv/.develops ## make .venv with everything

.venv/.runs: requirements.lock
	@PYTHON="$(PYTHON)" ./venv.sh $<
	@touch $@

.venv/.develops: requirements-dev.lock .venv/.runs
	@PYTHON="$(PYTHON)" ./venv.sh $<
	@touch $@

play: .venv/.runs ## play in a browser, with no account and no token
	@$(BIN)/python -m bot play --port $(PORT)

run: .venv/.runs ## serve a real Discord server (DISCORD_TOKEN)
	@$(BIN)/python -m bot run

backup: .venv/.runs ## copy the database, also while the bot runs (FILE=…)
	@$(BIN)/python -m bot backup $(or $(FILE),var/salud-$(shell date -u +%Y%m%d-%H%M%S).db)

bench: setup ## measure what this machine makes of it, as ratios within one run
	@$(BIN)/python -m bench

scale: setup ## presses a second of one, two and four processes, on SQLite and PostgreSQL
	@$(BIN)/python -m bench.scale

arena: setup ## let computers play each other: make arena GAME=dice-miner A=foreman B=miner SEATS=2
	@$(BIN)/python -m bench.arena $(GAME) $(if $(A),--a $(A)) $(if $(B),--b $(B)) $(if $(SEATS),--seats $(SEATS)) $(if $(OUT),--out $(OUT)) $(ARGS)

test: setup ## every law, game, picture and story, in minutes; a browser's where Chromium is found
	$(TESTS)

test-all: setup ## all tests: each sweep in full, and more examples of each law
	$(TESTS) --all

chaos: setup ## matches while everything goes wrong: make chaos MATCHES=20 SEED=7
	@$(COMPILED) $(BIN)/python -m chaos --matches $(MATCHES) --seed $(SEED)

check: setup ## formatting, lint, types, layers, prose, alerts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m bench.prose
	$(BIN)/python -m bench.alerts

format: setup ## mend formatting and what lint can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

coverage: setup ## percent of the lines and branches of each package that `make test` reaches
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check coverage
	$(BIN)/coverage erase
	-$(COMPILED) $(BIN)/coverage run -m pytest -n auto --dist worksteal $(ARGS)
	$(BIN)/coverage combine --quiet
	@$(BIN)/python -m bench.coverage

golden: setup ## record the golden matches anew: read the difference before you commit it
	$(BIN)/python -m tests.golden.record

texts: setup ## renew the template and all languages, and say what they lack
	$(BIN)/python -m tools.translation.extract
	$(BIN)/python -m tools.translation.missing

LANGUAGE := es
proof: setup ## print every text of LANGUAGE with realistic values, for an editor
	@$(BIN)/python -m tools.translation.proof $(LANGUAGE)

gallery: .venv/.runs ## draw one picture of each kind into gallery/
	$(BIN)/python -m tools.gallery gallery

tour: setup ## play a match in Chromium and renew the pictures of docs/tour
	$(BIN)/python -m tour

lock: setup ## pin versions and hashes anew
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url requirements.in -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url requirements-dev.in -o requirements-dev.lock

clean: ## remove what was made here, but no matches
	rm -rf .venv gallery .coverage .coverage.*
