"""How the browser tests know each explorer: random states, what a page shows of them, what the loop says."""

from collections.abc import Callable
from dataclasses import dataclass

from prpn_book.explore import (
    AdjectiveExplorer,
    AttentionExplorer,
    EnglishExplorer,
    GateExplorer,
    GrammarExplorer,
    HalfLife,
    MemoryExplorer,
    Neurons,
    PrpnExplorer,
    Race,
    Readings,
    SentimentExplorer,
    Skyline,
    SpanExplorer,
    Stepper,
    TreeLaws,
    TrialExplorer,
    VoteExplorer,
    WordListExplorer,
)
from prpn_book.explore.explorer import Explorer
from prpn_book.explore.gates import TAUS
from prpn_book.explore.grammar import bracketed, nice
from prpn_book.explore.trials import SAYS, one_digit
from prpn_book.explore.trials import SEEDS as TRIED
from prpn_book.views import (
    attention,
    composition,
    english,
    fading,
    gates,
    grammar,
    laws,
    memory,
    neurons,
    prpn,
    readings,
    spans,
    transitions,
    tree_lstm,
    trials,
    votes,
    word_list,
)
from prpn_edu.loops.spans import spans_of as spans_in
from prpn_edu.loops.transitions import brackets

KNOWN = [
    "the",
    "film",
    "was",
    "not",
    "very",
    "funny",
    "but",
    "she",
    "loved",
    "it",
    "near",
    "'s",
    "director",
    "songs",
]


def unfold(page, more=True):
    """Open what stands under "More" in every explorer of a page, or close it."""
    every = "document.querySelectorAll('.prpn-more')"
    page.evaluate(f"more => {every}.forEach((one) => {{ one.open = more; }})", more)


def alive(page, at=0):
    """Wait until every drawing stands, and Python's answer to the last change is in it; open all of it."""
    page.wait_for_selector(".prpn-explorer")
    unfold(page)
    page.wait_for_function(
        "!document.querySelector('.prpn-waiting') && !document.querySelector('.prpn-twin > table')"
    )
    return page.locator(".prpn-explorer").nth(at)


def numbers(explorer):
    """What the gate explorer shows, at full precision: row name to its values by position."""
    cells = explorer.locator("td[data-row][data-value]").evaluate_all(
        "cells => cells.map((cell) => [cell.dataset.row, Number(cell.dataset.i), Number(cell.dataset.value)])"
    )
    rows = {}
    for row, i, value in cells:
        rows.setdefault(row, {})[i] = value
    return {row: [values[i] for i in sorted(values)] for row, values in rows.items()}


def tree_shown(explorer):
    return explorer.locator(".prpn-brackets").first.inner_text()


def read_gates(explorer):
    return {**numbers(explorer), "tree": tree_shown(explorer)}


def gates_of(state):
    view = gates.explore(**state)
    others = ("tree", "between", "disagree", "limit")
    rows = {name: value for name, value in view.items() if name not in others}
    return {**rows, "raw": state["raw"][: state["t"]], "d": state["d"], "tree": brackets(view["between"])}


def read_skyline(explorer):
    if explorer.locator(".prpn-row-gold").count():  # a `Judge`: nobody looks back
        return {"tree": tree_shown(explorer), **numbers(explorer)}
    arcs = explorer.locator(".prpn-row-arcs svg").get_attribute("aria-label").split(", ")
    crossing = explorer.locator(".prpn-told [data-prpn-concept=gate]").inner_text()
    return {"arcs": arcs, "tree": tree_shown(explorer), "crossing": crossing.strip(), **numbers(explorer)}


def skyline_of(state):
    view, words = gates.skyline(**state), state["words"]
    arcs = [f"{words[i]} sees back to {words[limit]}" for i, limit in enumerate(view["limits"]) if i]
    return {"arcs": arcs, "tree": brackets(view["tree"]), "crossing": "Crossing arcs: 0.", "d": state["d"]}


def read_stepper(explorer):
    def chips(kind):
        return explorer.locator(f".prpn-chip-{kind}").all_inner_texts()

    done = explorer.locator(".prpn-told .prpn-brackets").inner_text()
    return {"stack": chips("stack"), "buffer": chips("buffer"), "done": done}


def stepper_of(state):
    view = transitions.explore(**state)
    done = " ".join(view["actions"][: view["done"]]) or "none"
    return {"stack": [brackets(part) for part in view["stack"]], "buffer": view["buffer"], "done": done}


def read_prpn(explorer):
    words = explorer.locator(".prpn-row-words .prpn-word").all_inner_texts()
    expected = explorer.locator(".prpn-next li .prpn-word").all_inner_texts()
    return {**numbers(explorer), "tree": tree_shown(explorer), "words": words, "next": expected}


def prpn_of(state):
    view = prpn.explore(**state)
    rows = {name: view[name] for name in ("d", "gates", "attention", "gates_ahead", "attention_ahead")}
    expected = ["the end" if word == "</s>" else word for word, _ in view["next"]]
    return {**rows, "tree": brackets(view["tree"]), "words": ["<s>", *view["words"]], "next": expected}


def read_spans(explorer):
    words = explorer.locator(".prpn-row-words .prpn-word").all_inner_texts()
    scores = explorer.locator(".prpn-span").evaluate_all("all => all.map((one) => Number(one.dataset.value))")
    chosen = explorer.locator(".prpn-span[aria-pressed=true]").get_attribute("aria-label")
    inside = explorer.locator(".prpn-in-tree").count()
    return {
        "words": words,
        "scores": scores,
        "tree": tree_shown(explorer),
        "inside": inside,
        "chosen": chosen,
    }


def spans_of(state):
    view = spans.explore(state["text"])
    words, sizes = view["words"], sorted({end - start for start, end, _, _ in view["spans"]}, reverse=True)
    rows = [[span for span in view["spans"] if span[1] - span[0] == size] for size in sizes]
    scores = {(start, end): score for row in rows for start, end, _, score in row}
    start, end = state.get("start", 0), state.get("end", 2)
    if (start, end) not in scores:
        start, end = 0, len(words)
    inside = [start, end] in spans_in(view["tree"])[0]
    score = f"{scores[start, end]:+.1f}".replace("-", "\u2212")
    return {
        "words": words,
        "scores": list(scores.values()),
        "tree": brackets(view["tree"]),
        "inside": len(words) - 1,
        "chosen": f"{' '.join(words[start:end])}: {score}{', in the tree' if inside else ''}",
    }


def english_of(state):
    view = english.explore(state["text"])
    words, sizes = view["words"], range(len(view["words"]), 1, -1)
    chances = {
        (start, end): chance for size in sizes for start, end, chance in view["spans"] if end - start == size
    }
    start, end = state.get("start", 0), state.get("end", 0)
    if (start, end) not in chances:
        start, end = 0, len(words)
    inside = [start, end] in spans_in(view["tree"])[0]
    return {
        "words": words,
        "scores": list(chances.values()),
        "tree": brackets(view["tree"]),
        "inside": len(words) - 1,
        "chosen": f"{' '.join(words[start:end])}: {chances[start, end]:.2f}" + ", in its tree" * inside,
    }


def draw_english(draw):
    return draw_spans(draw, english)


def draw_spans(draw, view=spans):
    words = [draw.choice([*KNOWN, f"x{i}"]) for i in range(draw.randint(2, view.MOST))]
    text, size = " ".join(words), len(view.explore(" ".join(words)).get("words", words))
    start = draw.randint(0, size - 2)
    return {"text": text, "start": start, "end": draw.randint(start + 2, size)}


def draw_prpn(draw):
    words = [draw.choice([*KNOWN, f"x{i}"]) for i in range(draw.randint(1, prpn.MOST))]
    return {"text": " ".join(words), "t": draw.randint(1, len(words))}


def read_sentiment(explorer):
    """What stands at the nodes, from left to right, and the numbers below the tree."""
    nodes = explorer.locator("[data-node]").evaluate_all(
        "nodes => nodes.map((node) => [Number(node.dataset.node), node.dataset.label])"
    )
    panels = {
        kind: [
            float(row.get_attribute("data-value")) for row in explorer.locator(f"[data-row={kind}] li").all()
        ]
        for kind in ("root", "chosen")
    }
    kept = [float(one.get_attribute("data-gate")) for one in explorer.locator("[data-gate]").all()]
    return {
        "labels": [label for _, label in sorted(nodes)],
        "tree": tree_shown(explorer),
        "kept": kept,
        **panels,
    }


def sentiment_of(state):
    view = tree_lstm.explore(**state)
    kept = [sum(gate) / len(gate) for gate in view["forget"]]
    shown = {"labels": list(map(str, view["labels"])), "tree": view["tree"], "kept": kept}
    return {
        **shown,
        **{kind: view["chances"][view[node] - 1] for kind, node in (("root", "root"), ("chosen", "node"))},
    }


def draw_sentiment(draw):
    known = ["the", "film", "was", "not", "very", "funny", "but", "she", "loved", "and", "dull", "'s"]
    words = [draw.choice([*known, f"x{i}"]) for i in range(draw.randint(1, tree_lstm.MOST))]
    cuts = [draw.randint(1, 9) for _ in words[1:]]
    return {"text": " ".join(words), "cuts": cuts, "node": draw.randint(0, 2 * len(words))}


def scored(draw):
    size = draw.randint(2, 10)
    words = [f"w{i}" for i in range(size)]
    return {
        "d": [draw.randint(0, 100) / 100 for _ in words],
        "t": draw.randint(1, size - 1),
        "words": words,
    }


def draw_gates(draw):
    state = scored(draw)
    raw = [draw.randint(0, 100) / 100 for _ in state["words"][1:]]
    return {**state, "raw": raw, "tau": draw.choice(TAUS), "form": draw.choice(["paper", "code", "soft"])}


def draw_stepper(draw):
    def tree(words):
        if len(words) == 1:
            return words[0]
        cut = draw.randint(1, len(words) - 1)
        return [tree(words[:cut]), tree(words[cut:])]

    text = brackets(tree([f"w{i}" for i in range(draw.randint(2, 8))]))
    return {"text": text, "answers": [draw.choice(["SHIFT", "REDUCE"]) for _ in range(draw.randint(0, 20))]}


@dataclass(frozen=True)
class Case:
    """How a test knows one explorer: random states, what page and loop say of them, and one change."""

    kind: type[Explorer]
    draw: Callable
    read: Callable
    expected: Callable
    control: tuple[str, str]
    key: str

    def change(self, page, at=0):
        role, name = self.control
        alive(page, at).get_by_role(role, name=name).press(self.key)
        return alive(page, at)


def read_laws(explorer):
    squares = explorer.locator(".prpn-chance").evaluate_all(
        "spans => spans.map(({ dataset: d }) => [Number(d.start), Number(d.end), Number(d.value)])"
    )
    drawn = explorer.locator(".prpn-row-tree svg").evaluate_all("all => all.map((one) => one.ariaLabel)")
    best, greedy = (label.partition(": ")[2] for label in drawn)
    return {**numbers(explorer), "chart": squares, "tree": [greedy, best, tree_shown(explorer)]}


def laws_of(state):
    view, size = laws.explore(**state), len(state["words"])
    spans = [(start, start + width) for width in range(size, 1, -1) for start in range(size - width + 1)]
    return {
        "d": state["d"],
        "chart": [[start, end, view["chances"][start][end]] for start, end in spans],
        "tree": [brackets(view[name]) for name in ("greedy", "best", "safest")],
    }


def read_race(explorer):
    tally = explorer.locator(".prpn-tally li").evaluate_all("all => all.map((one) => one.textContent)")
    label = explorer.locator(".prpn-row-tree svg").get_attribute("aria-label")
    return {**numbers(explorer), "tree": label, "tally": tally}


def race_of(state):
    view = laws.race(**state)
    many = state["runs"] > 1
    tally = [
        f"{said}{count} of {state['runs']}" + many * f"; exact {chance:.2f}"
        for said, count, chance in view["tally"]
    ]
    return {
        "d": state["d"],
        "rings": view["rings"],
        "tree": f"Tree: {brackets(view['tree'])}",
        "tally": tally,
    }


def draw_race(draw):
    return {**scored(draw), "runs": draw.randint(1, 200)}


def read_attention(explorer):
    weights = explorer.locator(".prpn-looks li").evaluate_all(
        "all => all.map((one) => Number(one.dataset.value))"
    )
    return {"weights": weights, "told": explorer.locator(".prpn-told").inner_text()}


def attention_of(state):
    view = attention.explore(**{"memories": AttentionExplorer().memories, **state})
    average = ", ".join(f"{x:.2f}" for x in view["average"])
    return {"weights": view["weights"], "told": f"The step goes on from ({average})."}


def draw_question(draw):
    return {"question": [draw.randint(-40, 40) / 10 for _ in range(2)]}


def told_of(explorer):
    return {"told": explorer.locator(".prpn-told").inner_text()}


def fading_of(state):
    view = fading.explore(**state)
    network, memory = view["network"], view["memory"]
    lives = ["999 words or more" if n is None else f"{n} word{'s' if n > 1 else ''}" for n in view["halves"]]
    left = f"{network[-1]:.2f}" if network[-1] < 100 else "> 100"
    told = f"At the end the network has {left}, half-life {lives[0]}. The memory has {memory[-1]:.2f}, "
    told += f"half-life {lives[1]}: its forget gate is {view['gate']:.3f}."
    return {"network": network, "memory": memory, "told": told}


def draw_fading(draw):
    words = [f"w{i}" for i in range(draw.randint(2, 10))]
    radius, beside, bias = draw.randint(0, 120) / 100, draw.randint(0, 40) / 10, draw.randint(-20, 50) / 10
    return {"words": words, "radius": radius, "beside": beside, "bias": bias}


def memory_of(state):
    view, names = memory.explore(**state), MemoryExplorer().content["names"]
    rows = {name: view[name] for name in ("forget", "input", "output", "left")} | {"says": view["labels"]}
    label = view["labels"][-1]
    told = f"After the last word it says {names[label]}, {view['chances'][-1][label]:.2f}."
    if view["held"] >= 0:
        word, how = view["words"][view["held"]], "open" if state["gate"] else "shut"
        told += f' The forget gates at "{word}" are held {how}.'
    return {**rows, "told": told}


def draw_memory(draw):
    words = [draw.choice([*KNOWN, f"x{i}"]) for i in range(draw.randint(1, memory.MOST - 1))]
    return {"text": " ".join(words), "at": draw.randint(0, len(words)), "gate": draw.randint(0, 1)}


def read_plane(explorer):
    pairs = explorer.locator("[data-pair]").evaluate_all(
        "all => all.map((one) => JSON.parse(one.dataset.pair))"
    )
    return {"pairs": [x for pair in pairs for x in pair or [99, 99]], **told_of(explorer)}


def plane_of(state):
    view = composition.explore(**state)
    guesses = view["guesses"] or [[99, 99]] * 3
    rows = zip(view["made"], guesses, strict=True)
    told = "Many matrices explain what the learner has seen: without a penalty nothing picks one."
    if view["learnt"]:
        learnt = " and ".join(f"({', '.join(map(tidy, row))})" for row in view["learnt"])
        told = f"The learner finds the rows {learnt}."
    return {"pairs": [x for row in rows for pair in row for x in pair], "told": told}


def tidy(x):
    return f"{float(f'{x:.2f}') + 0.0:g}".replace("-", "\u2212")


def draw_plane(draw):
    tenths = [draw.randint(-20, 20) / 10 for _ in range(6)]
    ridge, seen = draw.choice([0.1, 1.0, 10.0]), draw.randint(1, 3)
    return {"matrix": [tenths[:2], tenths[2:4]], "noun": tenths[4:], "seen": seen, "ridge_weight": ridge}


def draw_trials(draw):
    seeds = sorted(draw.sample(range(1, TRIED + 1), draw.randint(1, TRIED)))
    return {"form": draw.choice([*trials.SCORES]), "seeds": seeds}


def trials_of(state):
    view, size = trials.explore(**state), len(state["seeds"])
    about = ""
    if size > 1:
        low, high = one_digit(view["mean"] - view["half"]), one_digit(view["mean"] + view["half"])
        about = f", with its 95 % interval over seeds from {low} to {high}"
    told = f"{f'{size} seeds' if size > 1 else 'One seed'}: mean {one_digit(view['mean'])}{about}. "
    return {"scores": view["scores"], "told": told + SAYS[view["verdict"]]}


def read_trials(explorer):
    scores = explorer.locator("[data-row=scores]").evaluate_all(
        "all => all.map((one) => Number(one.dataset.value))"
    )
    return {"scores": scores, **told_of(explorer)}


def votes_of(state):
    view = votes.explore(**state)
    names = [f"{word} ?" if t in view["unknown"] else word for t, word in enumerate(view["words"])]
    rows = dict(zip(names, view["votes"], strict=True)) | {"bias": view["bias"]}
    rows |= {"sum": view["scores"], "chance": view["chances"], "said − right": view["gradient"]}
    right = view["chances"][state["gold"]]
    told = (
        f"The answer is {VoteExplorer().content['classes'][view['winner']]}. The right one gets {right:.2f}, "
    )
    told += f"so the loss is {view['loss']:.2f} nats."
    return {
        **rows,
        "told": told + " A word with a question mark has no votes of its own." * bool(view["unknown"]),
    }


def draw_votes(draw):
    words = {draw.choice([*KNOWN, f"x{i}"]) for i in range(draw.randint(1, votes.MOST))}
    return {"text": " ".join(sorted(words)), "gold": draw.randint(0, 4), "steps": draw.randint(0, 20)}


def read_word_list(explorer):
    rows = explorer.locator(".prpn-postcard li").evaluate_all(
        "all => all.map(({ dataset: d }) => [d.word, Number(d.value)])"
    )
    told = explorer.locator(".prpn-told").nth(1).inner_text()
    return {**numbers(explorer), "list": sorted(rows), "tree": tree_shown(explorer), "told": told}


def word_list_of(state):
    view = word_list.explore(**state)
    by, what = view["after"] - view["before"], "nothing is moved."
    if state["moved"]:
        sign = "\u2212" if by < 0 else "+"
        what = f"{sign}{abs(by):.1f} by what you moved: {view['changed']} trees changed, "
        what += f"{view['better']} for the better, {view['worse']} for the worse."
    listed = zip(WordListExplorer().content["words"], view["numbers"], strict=True)
    return {
        "d": view["d"],
        "list": sorted(map(list, listed)),
        "tree": brackets(view["tree"]),
        "told": f"F1 of 1000 remarks: {view['after']:.1f}; {what}",
    }


def draw_word_list(draw):
    words = [draw.choice([*KNOWN, f"x{i}"]) for i in range(draw.randint(2, word_list.MOST))]
    moved = sorted(draw.sample([*KNOWN, "x0"], draw.randint(0, 4)))
    return {
        "text": " ".join(words),
        "source": draw.choice([word_list.LEARNT, word_list.LEVEL]),
        "moved": [[word, draw.randint(0, 100) / 100] for word in moved],
    }


def read_grammar(explorer):
    def labels(chosen):
        return explorer.locator(chosen).evaluate_all("all => all.map((one) => one.ariaLabel)")

    used = explorer.locator(".prpn-rules li").evaluate_all(
        "all => all.map((one) => Number(one.dataset.value))"
    )
    told = explorer.locator(".prpn-of-words").inner_text()
    return {"tree": labels("figure"), "boxes": labels(".prpn-box-of-span"), "used": used, "told": told}


def grammar_of(state):
    state = {name: state[name] for name in ("grammar", "weights", "text")}
    view = grammar.explore(**state)
    words, total, many = view["words"], view["total"], view["many"]
    boxes = []
    for box in view["boxes"]:
        stands = ", ".join(f"{symbol} {nice(value)}" for symbol, value in box["inside"]) or "0"
        wide = box["end"] - box["start"] > 1
        chance = f"span {nice(box['chance'])}" if box["inside"] else ""
        phrase = " ".join(words[box["start"] : box["end"]])
        boxes.append(f"{stands} {chance}: {phrase}" if wide else f"{stands} {phrase}")
    trees = "one tree" if many == 1 else f"{many} trees" + ", the two likeliest drawn" * (many > 2)
    told = (
        f"p({' '.join(words)}) = {nice(total)}, from {trees}" if many else "No tree grows these words: p = 0."
    )
    return {
        "tree": [
            f"{bracketed(tree)}: chance {nice(chance)}, share {nice(chance / total)}"
            for chance, tree in view["trees"]
        ],
        "boxes": boxes,
        "used": [count for *_, count in view["rules"][: len(state["weights"])]],
        "told": told,
    }


def draw_grammar(draw):
    number = draw.randrange(len(grammar.GRAMMARS))
    one = grammar.GRAMMARS[number]
    weights = [draw.randint(1, 100) / 100 for _ in range(one["free"])]
    known = [children[0] for _, children, _ in one["rules"] if len(children) == 1]
    own = [draw.choice(known) for _ in range(draw.randint(2, 5))]
    some = ["saw films at home", "saw old films", "made films with friends at home with friends"][number]
    return {"grammar": number, "weights": weights, "text": draw.choice([some, some, " ".join(own)])}


def read_neurons(explorer):
    does = explorer.locator("td[data-does]").evaluate_all("all => all.map((one) => one.dataset.does)")
    return {"does": does, **told_of(explorer)}


def neurons_of(state):
    names = ("words", "wipes", "writes", "levels")
    view, words = neurons.explore(**{name: state[name] for name in names}), state["words"]
    stop = state.get("t", -1)  # the word that one looks at
    holds = view["holds"][stop]
    held = "; ".join(" ".join(words[t] for t in places) or "nothing" for places in reversed(holds[:-1]))
    return {
        "does": [row[k] for k in reversed(range(state["levels"])) for row in view["does"]],
        "told": f'After "{words[stop]}" the levels 2, 1 and 0 hold: {held}. '
        f"Cut at the walls: {brackets(view['tree'])}",
    }


def draw_neurons(draw):
    size = draw.randint(2, 8)
    wipes, writes = ([draw.randint(0, 3) for _ in range(size)] for _ in range(2))
    return {"words": [f"w{i}" for i in range(size)], "wipes": wipes, "writes": writes, "levels": 4}


def readings_of(state):
    view, words = readings.explore(**state), state["words"]
    once = {"once": view["once"]} if view["once"] else {}
    told = f'"{words[state["word"]]}" had {view["sum"][state["word"]]:.2f}. After it, the actor has '
    told += f"{view['after'][0]:.2f} in place of {view['law'][0]:.2f}."
    rows = ("first", "second", "sum", "law", "chance", "after")
    return {**{name: view[name] for name in rows}, **once, "told": told}


def draw_readings(draw):
    return {
        "words": [f"w{draw.randint(0, 99)}" for _ in range(3)],
        "prior": draw.randint(1, 99) / 100,
        "sure": draw.randint(0, 40) / 10,
        "word": draw.randint(0, 2),
        "average": draw.choice([True, False]),
    }


CASES = {
    case.kind.name: case
    for case in (
        Case(
            AttentionExplorer,
            draw_question,
            read_attention,
            attention_of,
            ("slider", "first number of the question"),
            "Home",
        ),
        Case(EnglishExplorer, draw_english, read_spans, english_of, ("combobox", "start from"), "t"),
        Case(GateExplorer, draw_gates, read_gates, gates_of, ("slider", "score d 0"), "Home"),
        Case(
            GrammarExplorer,
            draw_grammar,
            read_grammar,
            grammar_of,
            ("combobox", "start from"),
            "s",
        ),
        Case(
            HalfLife,
            draw_fading,
            lambda explorer: {**numbers(explorer), **told_of(explorer)},
            fading_of,
            ("slider", "forget bias of the memory"),
            "End",
        ),
        Case(
            AdjectiveExplorer, draw_plane, read_plane, plane_of, ("slider", "what a run gives in runs"), "End"
        ),
        Case(
            MemoryExplorer,
            draw_memory,
            lambda explorer: {**numbers(explorer), **told_of(explorer)},
            memory_of,
            ("button", "forget gate at but"),
            "Enter",
        ),
        Case(PrpnExplorer, draw_prpn, read_prpn, prpn_of, ("radio", "look back from 2"), "Space"),
        Case(
            Neurons,
            draw_neurons,
            read_neurons,
            neurons_of,
            ("slider", "levels wiped at word 3"),
            "Home",
        ),
        Case(Race, draw_race, read_race, race_of, ("slider", "rate of the clock before word 2"), "End"),
        Case(
            Readings,
            draw_readings,
            lambda explorer: {**numbers(explorer), **told_of(explorer)},
            readings_of,
            ("slider", "chance of the actor"),
            "End",
        ),
        Case(
            SentimentExplorer,
            draw_sentiment,
            read_sentiment,
            sentiment_of,
            ("button", "raise the cut after its"),
            "Enter",
        ),
        Case(Skyline, scored, read_skyline, skyline_of, ("slider", "wall before word 4"), "End"),
        Case(TreeLaws, scored, read_laws, laws_of, ("slider", "score before word 2"), "End"),
        Case(SpanExplorer, draw_spans, read_spans, spans_of, ("combobox", "start from"), "t"),
        Case(Stepper, draw_stepper, read_stepper, stepper_of, ("button", "SHIFT"), "Enter"),
        Case(TrialExplorer, draw_trials, read_trials, trials_of, ("button", "seed 5"), "Enter"),
        Case(
            VoteExplorer,
            draw_votes,
            lambda explorer: {**numbers(explorer), **told_of(explorer)},
            votes_of,
            ("slider", "steps of training on this sentence"),
            "End",
        ),
        Case(
            WordListExplorer,
            draw_word_list,
            read_word_list,
            word_list_of,
            ("slider", "number of word 3"),
            "End",
        ),
    )
}
