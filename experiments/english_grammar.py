"""A grammar of real English, for a page: the machine's tables guide it, let it go, and it parses alone.

    python -m experiments.english_grammar [--keep FOLDER] [--only NAME ...]

reads the machine that `experiments.english` made, and the speeches that it learnt from. Its tables guide a
neural grammar of 20 x 40 symbols for five epochs, less and less; then the grammar is alone with the words
for five more. There are three seeds. The first is written into the machine's file, a letter a rule, as a
further stage; `results/english-grammar.json` says what the three and the file are worth. Making the machine
anew takes the grammar out of its file, until this has run again.

Recipe and seeds, and which seed is shipped, were fixed before the first run: they are those of chapter 17
(`experiments.guided_grammar`), but for batches of 64 sentences, since there are eight times as many. What is
left out of the file was chosen by how often the file's trees are the grammar's own, on sentences that are set
aside. The Wall Street Journal enters at the end alone, to score. Each control takes the same steps with the
first seed, and differs in the one thing that it names. Only numbers are stored.
"""

import argparse
import gzip
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import torch
from nltk import Tree
from torch import Tensor

from experiments import parsing, speeches
from experiments.above_right_branching import USUAL
from experiments.bench import RIGHT
from experiments.english import MACHINE, OURS, Judge, text_of
from experiments.guided_grammar import LET_GO, SYMBOLS, TRAINING, Guide, no_guide, trained
from experiments.parsing import Corpus
from experiments.provenance import Clock, need_folder, provenance, write
from experiments.wsj_grammar import difference
from prpn_edu import evaluation, files, trees
from prpn_edu.data import Vocabulary, fetch, plain
from prpn_edu.induction import Text
from prpn_edu.latent import chart
from prpn_edu.latent.grammar import NeuralGrammar, export
from prpn_edu.latent.spans import SpanTables, WordClasses, count_split, learn_classes
from prpn_edu.latent.words import SUFFIXES
from prpn_edu.loops import page as loop
from prpn_edu.loops import pcfg
from prpn_edu.loops.transitions import brackets

COMMAND = "python -m experiments.english_grammar"
SEEDS = (1, 2, 3)
LENGTHS = (10, 20)  # words: the machine takes no more
BATCH = 64
MIN_COUNT = 5
APART = 50  # one sentence of so many is set aside, for a perplexity that decides nothing

CONTROLS = ("no guide", "right-branching", "word list", "shuffled scores")

Scored: TypeAlias = Callable[[list[str], torch.Generator], Tensor]


class School:
    """The text, the guides, and the grammars that learn from both.

    Args:
        text: the speeches.
        page: the machine, as its file holds it.
        keep: a folder for what was trained, to go on from.
    """

    def __init__(self, text: Text, page: dict[str, Any], keep: Path):
        self.text, self.keep, self.model = text, keep, loop.stage_of(page)
        words, endings = Vocabulary(page["words"]), tuple(page["endings"])
        tables = torch.tensor(self.model["tables"], dtype=torch.float64)
        self.classes = WordClasses(words, endings, tuple(page["classes"]), tables.size(1) - 1, ())
        self.tables = SpanTables(self.classes, tables)
        self.symbols = learn_classes(text.read, SYMBOLS["words"], MIN_COUNT, SUFFIXES)
        self.apart = text.read[::APART]
        self.learnt = [words for k, words in enumerate(text.read) if k % APART]

    def grammar(self, name: str, seed: int) -> tuple[NeuralGrammar, float]:
        """A grammar with one of the guides, after its last epoch, and the processor's seconds."""
        guide = self.guides()[name]()
        kept = self.keep / f"{name}-{seed}.pt".replace(" ", "-")
        parts = self.learnt, self.apart
        rules = torch.float64
        return trained(self.symbols, self.text.read, parts, guide, LET_GO, seed, kept, BATCH, rules)

    def guides(self) -> dict[str, Callable[[], Guide]]:
        """The machine's tables, and what stands in their place: its name, and how to make it."""

        def taught(d: Scored) -> Callable[[], Guide]:
            return lambda: self.taught(d).scores

        return {
            "tables": lambda: self.tables.scores,
            "no guide": lambda: no_guide,
            "right-branching": taught(lambda words, _: -torch.arange(len(words))),
            "word list": taught(lambda words, _: self.walls(words)),
            "shuffled scores": taught(
                lambda words, draw: self.walls(words)[torch.randperm(len(words), generator=draw)]
            ),
        }

    def walls(self, words: list[str]) -> Tensor:
        """The machine's walls: what is left of the ten PRPNs on a list of words."""
        return torch.tensor(loop.walls(self.model, words))

    def taught(self, d: Scored) -> SpanTables:
        """Tables over the machine's classes, taught by SPLIT's trees of scores of all sentences."""
        draw = torch.Generator().manual_seed(0)
        rows = torch.cat([d(words, draw) for words in self.text.read])
        return count_split(rows, self.text.read, self.classes).tables()


class Reader:
    """The grammar in the machine's file, as the page reads with it.

    Args:
        page: what JSON holds.
    """

    def __init__(self, page: dict[str, Any]):
        self.model = loop.stage_of(page)

    def chances(self, forms: Sequence[str]) -> Tensor:
        """(n, n + 1), the chance of each span."""
        return torch.tensor(loop.chances(self.model, forms), dtype=torch.float64)

    def parse_all(self, forms: Sequence[Sequence[str]], words: Sequence[Sequence[str]]) -> list[Tree]:
        """The trees of sentences."""
        return chart.best_trees([self.chances(row) for row in forms], words)

    def tree(self, line: str) -> str:
        """The tree of a line, as brackets."""
        words = plain.words(line)
        return brackets(loop.last_tree(self.model, [plain.form(word) for word in words], words))


class Record:
    """What the results file holds, step by step.

    Args:
        school: where grammars learn.
        judge: of the newspaper's sentences.
    """

    def __init__(self, school: School, judge: Judge):
        self.school, self.judge = school, judge
        self.content: dict[str, Any] = {}

    def steps(self, page: dict[str, Any], controls: Sequence[str]) -> Iterator[None]:
        """The work, with a pause after each step at which the record may be written down.

        Args:
            page: the machine, which gets its grammar after the first.
            controls: of `CONTROLS`.
        """
        self.content[RIGHT] = self.judge.measure(RIGHT, [trees.right(words) for words in self.judge.words])
        self.content["tables"] = self.judge.tables("tables", self.school.tables)
        self.content |= {"grammars": [], "controls": {}}
        for seed in SEEDS:
            run, grammar = self._run("tables", "grammar", seed)
            self.content["grammars"].append(run)
            if seed == SEEDS[0]:
                self._ship(grammar, page, run)
            yield
        for name in controls:
            self.content["controls"][name], _ = self._run(name, f"{name}: grammar", SEEDS[0])
            yield

    def _run(self, guide: str, method: str, seed: int) -> tuple[dict[str, Any], NeuralGrammar]:
        grammar, seconds = self.school.grammar(guide, seed)
        found = chart.best_trees(grammar.all_span_chances(self.judge.forms), self.judge.words)
        run = {
            "seed": seed,
            "held_out_perplexity": round(evaluation.perplexity(grammar, self.school.apart), 2),
            "cpu_seconds": seconds,
            **self.judge.measure(method, found),
            "overlap_right": parsing.overlap(found, [trees.right(words) for words in self.judge.words]),
        }
        return run, grammar

    def _ship(self, grammar: NeuralGrammar, page: dict[str, Any], run: dict[str, Any]) -> None:
        """Put the grammar into the machine's page, and say what it is worth there."""
        page["grammar"] = export.table(grammar)
        reader, apart = Reader(page), self.school.apart
        own = grammar.best_trees(apart)
        measured = self.judge.measure("the file", reader.parse_all(self.judge.forms, self.judge.words))
        page["grammar"]["about"] = {"f1": measured["10"][USUAL], "seed": run["seed"]}
        self.content["the file"] = measured
        self.content["agrees_with_the_grammar"] = parsing.overlap(reader.parse_all(apart, apart), own)
        self.content["ours"] = {line: reader.tree(line) for line in OURS}

    def differences(self) -> Iterator[dict[str, Any]]:
        """The mean of the grammars minus each other parser, with 95 % paired intervals over sentences."""
        for (method, length), rows in self.judge.bench.rows.items():
            if method != "grammar":
                mine = self.judge.bench.rows["grammar", length]
                yield {"minus": method, "up_to_words": length} | difference(mine, rows, slice(None))


def main(argv: Sequence[str] | None = None) -> None:
    """Train, measure, and write both files anew after each step."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    parser.add_argument("--machine", type=Path, default=MACHINE, help="the machine that gets the grammar")
    parser.add_argument("--only", nargs="*", choices=CONTROLS, default=CONTROLS, help="controls")
    parser.add_argument(
        "--keep", type=Path, default=Path("_build/english"), help="a folder for speeches and trainings"
    )
    options = parser.parse_args(argv)
    need_folder(parser, options.out)
    torch.set_num_threads(1)
    clock = Clock()
    page = json.loads(options.machine.read_text(encoding="utf-8"))
    page.pop("grammar", None)
    made = _json(page)
    folder = options.keep / "grammars"
    folder.mkdir(parents=True, exist_ok=True)
    school = School(text_of(options.keep), page, folder)
    record = Record(school, Judge(Corpus.load(max(LENGTHS)), LENGTHS))
    for _ in record.steps(page, options.only):
        text = _json(page)
        files.write_text(options.machine, text)
        write(options.out / "english-grammar.json", _content(record, made, text, clock))


def _content(record: Record, made: str, text: str, clock: Clock) -> dict[str, Any]:
    """What `results/english-grammar.json` holds.

    Args:
        record: what was measured.
        made: the machine's file as it was.
        text: the machine's file with its grammar.
        clock: made when the work began.
    """
    school = record.school
    return {
        "what": "Unlabelled F1 x 100, on the Penn Treebank sample of NLTK, of a grammar that learnt from "
        "American presidents' speeches, guided by a machine's tables and then alone, with its controls",
        **provenance(COMMAND, list(SEEDS), clock),
        "resumed": "what was trained in an earlier call is read back: the seconds above are those of the "
        "last call, each training's own stand beside it",
        "data": {speeches.ARCHIVE: speeches.SHA256} | fetch.SOURCES["wsj"].files,
        "settings": {
            "guide": {"machine": _sum(made), "classes": school.classes.size, "weights": LET_GO},
            "grammar": SYMBOLS | {"min_count": MIN_COUNT, "endings": len(SUFFIXES), "float": 64},
            "training": TRAINING | {"batch_size": BATCH, "sentences": len(school.learnt)},
            "vocabulary": len(school.symbols.vocabulary),
            "set_aside": len(school.apart),
            "file": {"step": export.STEP, "least": export.LEAST, "beam": pcfg.BEAM},
        },
        **record.content,
        "differences": list(record.differences()),
        "shipped": {
            "file": str(MACHINE),
            "bytes": len(text.encode()),
            "gzipped": len(gzip.compress(text.encode(), mtime=0)),
            "sha256": _sum(text),
        },
    }


def _json(page: dict[str, Any]) -> str:
    return json.dumps(page, ensure_ascii=False, separators=(",", ":"))


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    main()
