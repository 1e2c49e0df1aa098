"""`prpn-edu induce`: a text goes in; trees, a page for the explorer and a report come out."""

import json
import math
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import torch
from nltk import Tree
from tqdm import tqdm

from prpn_edu import files, training, trees
from prpn_edu.data import plain
from prpn_edu.errors import UsageError
from prpn_edu.induction.learning import machine_of, teachers_of
from prpn_edu.induction.report import examples, report
from prpn_edu.induction.teachers import EPOCHS, TRAINING, done
from prpn_edu.induction.text import Text, check_spaces, warnings

TREES, PAGE, REPORT, WORK = "trees.txt", "page.json", "report.html", "work"
_PLAN = f"{WORK}/plan.json"
_PROBED = 320  # sentences whose reading is timed
_LEAST = 1000  # sentences that they read, whatever it takes


def run(options) -> int:
    """Do what the command line says; the exit status is 0."""
    torch.set_num_threads(1)  # as fast for nets so small, and the same trees on every number of processors
    source, out = Path(options.text), Path(options.out)
    unit = "character" if options.characters else "word"
    cut = plain.lines if options.lines else plain.sentences
    rows = cut(plain.read_text(source), unit)
    if unit == "word":
        check_spaces(rows)
    text = Text.of(rows, unit, options.longest)
    if not files.is_free(out, _PLAN):
        raise UsageError(f"{out} holds other files: name a folder that is new or empty")
    kinds = f"{sum(map(len, text.sentences)):,} words, {len(text.counts):,} kinds"
    print(f"{source.name}: {len(text.sentences):,} sentences, {kinds}")
    for warning in warnings(text):
        print(f"prpn-edu: {warning}", file=sys.stderr)
    text = planned(text, out / _PLAN, options.seeds, options.minutes)
    folder = out / WORK / text.mark()[:12]
    before = sum(done(seed, folder) for seed in range(1, options.seeds + 1))
    with tqdm(total=options.seeds * EPOCHS, initial=before, unit="epoch") as bar:
        teachers = teachers_of(text, options.seeds, folder, lambda *_: bar.update())
    print("The tables learn, and parse the text.", flush=True)
    machine = machine_of(text, teachers, unit=unit)
    machine.about["title"] = source.stem
    page = json.dumps(machine.page(examples(text)), ensure_ascii=False, separators=(",", ":"))
    files.write_text(out / PAGE, page)
    files.write_text(out / TREES, bracketed(machine.parse_all(text.sentences)))
    files.write_text(out / REPORT, report(machine, text, teachers, source.stem))
    print(f"{out / TREES}: a tree for each sentence, in the order of the text")
    print(f"{out / PAGE}: the machine, for the explorer of the book")
    print(f"{out / REPORT}: open it in a browser")
    print(f"{out / WORK} may be removed; with it, --seeds {2 * options.seeds} would not begin anew")
    return 0


def bracketed(found: Sequence[Tree]) -> str:
    """Trees as lines of brackets."""
    return "".join(f"{trees.bracketed(tree)}\n" for tree in found)


def planned(text: Text, file: Path, seeds: int, minutes: float) -> Text:
    """The text, of which PRPNs read no more than the minutes of processor time allow; says how long it takes.

    Args:
        text: all of it.
        file: remembers what was decided, so that a training that was stopped goes on with the same sentences.
        seeds: of PRPNs.
        minutes: for all of them.
    """
    asked = {"text": text.mark(), "seeds": seeds, "minutes": minutes}
    known = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    most = known.get("most")
    if {name: known.get(name) for name in asked} != asked:
        whole = seeds * seconds(text)
        most = None
        if whole > 60 * minutes:
            most = max(_LEAST, math.floor(len(text.places) * 60 * minutes / whole))
        took = whole / 60 * min(1.0, (most or math.inf) / len(text.places))
        many = "1 PRPN" if seeds == 1 else f"{seeds} PRPNs"
        print(f"{many}, {EPOCHS} epochs each: about {math.ceil(took)} min of one processor")
        files.write_text(file, json.dumps(asked | {"most": most}) + "\n")
    if most is None or most >= len(text.places):
        return text
    print(
        f"They read {most:,} of the {len(text.places):,} sentences of 2 to {text.longest} words, drawn at "
        f"random; all with --minutes {math.ceil(minutes * len(text.places) / most)}"
    )
    return replace(text, most=most)


def seconds(text: Text) -> float:
    """About how many seconds of processor time one PRPN will take."""
    some = random.Random(0).sample(text.read, min(_PROBED, len(text.read)))
    model = text.lessons.untrained(0)
    history = training.fit(model, some, some[:1], epochs=2, progress=False, **TRAINING)
    first, second = (epoch.cpu_seconds for epoch in history.epochs)
    words = sum(len(words) + 1 for words in text.read) / sum(len(words) + 1 for words in some)
    return (second - first) * words * EPOCHS
