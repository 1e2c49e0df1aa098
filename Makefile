# Two commands do everything on a fresh machine with Python 3.11+ and make: `make book` and `make test`.
# Each target does its own set-up, and can be run again at no cost.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
WORKERS ?= 3
# The index that PyTorch's install page names after choosing pip and CPU; empty: the usual one, with its GPU builds.
TORCH_INDEX ?=
NOTEBOOKS := book solutions
# The tests that read the built book or its browser parts, and the others, which need not wait for it.
ON_BOOK := $(shell grep -lE '_build\b|from (test_book|written)' tests/test_*.py)
OFF_BOOK := $(filter-out $(ON_BOOK),$(wildcard tests/test_*.py))
# The workflows that classes copy.
WORKFLOWS := prpn_class/handout/ci
# What records results/, the quick ones first.
RESULTS := baselines rivals toy_sentiment toy_mistakes toy_lm toy_prpn toy_words toy_ordered toy_leak toy_gates page_prpn page_sentiment page_lstm page_spans toy_records toy_adjectives page_votes induced english english_grammar word_counts agreement agreement_grammar sentiment ordered above_right_branching

# Tests and notebooks start hundreds of processes: without compiled modules each would compile the library anew.
unexport PYTHONDONTWRITEBYTECODE
# One thread: on a small busy machine two threads wait for each other. No colour codes in logs.
export OMP_NUM_THREADS := 1
export NO_COLOR := 1

.DEFAULT_GOAL := help
.PHONY: help book test test-book test-library lint exercises refresh pair handout dist grade results benchmarks forward serve lab clean

help:
	@echo "make book        build the book into _build/html; a second time it reads only what changed"
	@echo "make test        build the book, then check the library, the notebooks, the pages and the grader"
	@echo "make test-book     of these, the pages: what reads the built book"
	@echo "make test-library  of these, the library, the notebooks and the grader, without the book"
	@echo "make lint        check style, layers of imports and types"
	@echo "make lab         open the exercises in JupyterLab, with copies of the chapters"
	@echo "make serve       show the built book at http://localhost:8000"
	@echo "make exercises   make exercises/ from solutions/"
	@echo "make pair        bring notebooks and their texts in step, run what was edited"
	@echo "make refresh     the same, and run all notebooks again to store their outputs"
	@echo "make handout     make the zip file that students get, without solutions, in _build/prpn-course.zip"
	@echo "make dist        build the packages that a release publishes, in _build/dist"
	@echo "make grade       grade SUBMISSIONS=folder SHEET=7 in a sandbox, into report-07/"
	@echo "make results     record results/ again from the real data in PRPN_EDU_DATA"
	@echo "make benchmarks  time the library against its loop forms and its peers"
	@echo "make forward     try three chapters with Jupyter Book 2, and say what it lacks"
	@echo "make clean       remove everything that was built"
	@echo "make help        show this list"
	@echo
	@echo "TORCH_INDEX=address  the first set-up takes PyTorch from this index, such as that of its CPU builds"
	@echo "WORKERS=number       tests at a time (3)"

$(READY): requirements.txt pyproject.toml prpn_class/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "prpn_edu needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "The first set-up fetches some 160 packages into $(VENV), 2 GB on disk with a CPU build of PyTorch."
	@test -n "$(TORCH_INDEX)" || echo "On Linux, PyTorch's usual build brings libraries for GPUs: several GB more. Without a GPU: make TORCH_INDEX=..., see README."
	$(PYTHON) -m venv $(VENV)
	@test -z "$(TORCH_INDEX)" || $(BIN)/python -m pip install --disable-pip-version-check --index-url "$(TORCH_INDEX)" $$(grep '^torch==' requirements.txt)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

# A second build reads what changed and writes all pages, into an empty folder: none is stale. A build that failed or
# was broken off may have forgotten its warnings: what it read is not built upon.
book: $(READY)
	$(BIN)/python book/_frontend/vendor.py
	@if [ -e _build/.unfinished ]; then rm -rf _build/.doctrees; fi; touch _build/.unfinished
	@rm -rf _build/html
	$(BIN)/jupyter-book build -W --keep-going --quiet .
	@rm _build/.unfinished
	@echo "The book is ready. Open $(CURDIR)/_build/html/index.html"

# A file stays with one worker, for its class of submissions or its browser; the longest come first, see
# tests/conftest.py. With --jobs 2 the library and the notebooks are tested while the book is built.
PYTEST := $(BIN)/python -m pytest -p tests.quick_start -n $(WORKERS) --dist loadfile --no-loadscope-reorder --durations 15 -p no:cacheprovider

test: test-book lint test-library

test-book: book
	$(PYTEST) $(ON_BOOK)

# One run of pytest for the tests and for every cell of every notebook.
test-library: $(READY)
	$(PYTEST) --nbval --nbval-cell-timeout 300 --nbval-sanitize-with book/nbval.cfg $(NOTEBOOKS) $(OFF_BOOK)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows $(WORKFLOWS)/github-*.yml .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.gitlab-ci $(WORKFLOWS)/gitlab-*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/mypy

exercises: $(READY)
	$(BIN)/prpn-edu release solutions exercises

refresh: $(READY)
	$(BIN)/prpn-edu refresh $(NOTEBOOKS)

pair: $(READY)
	$(BIN)/prpn-edu refresh --edited $(NOTEBOOKS)

grade: $(READY)
	@test -n "$(SUBMISSIONS)" || { echo "Say which folder: make grade SUBMISSIONS=path/to/submissions SHEET=7"; exit 2; }
	$(BIN)/prpn-edu grade "$(SUBMISSIONS)" $(if $(SHEET),--sheet $(SHEET)) --solutions "$(or $(SOLUTIONS),solutions)"

handout: $(READY)
	$(BIN)/prpn-edu handout --out _build/prpn-course.zip $(if $(BOOK),--book "$(BOOK)")

dist: $(READY)
	rm -rf _build/dist
	for package in . prpn_class; do $(BIN)/python -m build --no-isolation --outdir _build/dist $$package || exit 1; done

results: $(READY)
	for run in $(RESULTS); do $(BIN)/python -m experiments.$$run || exit 1; done
	for text in toy wsj; do $(BIN)/python -m experiments.latent_limit $$text || exit 1; done
	for part in recipes best toy sst; do $(BIN)/python -m experiments.grid $$part --again || exit 1; done
	$(BIN)/python -m experiments.wsj --keep _build/wsj
	$(BIN)/python -m experiments.wsj_words --keep _build/wsj
	$(BIN)/python -m experiments.wsj_controls --keep _build/wsj
	$(BIN)/python -m experiments.wsj_controls --keep _build/wsj --forms prpn --out results/controls-attention.json
	$(BIN)/python -m experiments.tree_laws --keep _build/wsj
	$(BIN)/python -m experiments.wsj_votes --keep _build/wsj
	$(BIN)/python -m experiments.wsj_votes --keep _build/wsj --only tape
	$(BIN)/python -m experiments.above_right_branching --keep _build/wsj --recipe tape
	$(BIN)/python -m experiments.wsj_grammar --keep _build/wsj

benchmarks: $(READY)
	for question in benchmarks/*.py; do $(BIN)/python $$question || exit 1; done

forward:
	PYTHON=$(PYTHON) .ci/forward

serve: book
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html 8000

# The exercises themselves, and beside them copies of the chapters, whose prose JupyterLab can show.
lab: $(READY)
	$(BIN)/python -m prpn_course.authoring.in_lab _build/lab
	$(BIN)/jupyter lab --ServerApp.root_dir="$(CURDIR)/_build/lab" --LabApp.default_url=/lab/tree/exercises

clean:
	rm -rf _build $(VENV) *.egg-info */*.egg-info book/_frontend/node_modules
