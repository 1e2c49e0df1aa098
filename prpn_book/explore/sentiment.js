// A trained Tree-LSTM: a sentence and its cuts in, and what Python's `loops.tree_lstm.explore` gives for them.
import { radios, roving } from "./kit/controls.js";
import { able, button, fresh, h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid } from "./kit/grid.js";
import { fitting, textField } from "./kit/text.js";
import { canvas } from "./kit/tree.js";

const digits = (x) => x.toFixed(2);
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
const whole = (x) => Number.isInteger(x) && x >= 0 && x <= 99;

export default explorer({
  accept: ({ text, cuts, node }) => text.length <= 200 && whole(node)
    && Array.isArray(cuts) && cuts.length < 40 && cuts.every(whole),
  build({ content, change, now }) {
    const { most, names, shapes, about } = content;
    let seen, table;                                         // the last view whose sentence could be read
    const text = textField({
      label: "your own sentence", hint: `1 to ${most} words, or a tree in brackets, then Enter`, check: fitting(content),
      onText: (own) => change({ text: own, node: 0, cuts: keeps(own) ? seen.cuts : [] }),
    });
    const keeps = (own) => !/[()]/.test(own) && own.split(/\s+/).length === seen?.words.length;
    // Cuts that a reader makes are the tree: brackets that were typed before must not say otherwise.
    const plain = (own) => (/[()]/.test(own) ? seen.words.join(" ") : own);
    const cut = (cuts) => change({ cuts, node: 0, text: plain(now().text) });
    const shape = radios({
      label: "a tree that nobody thought about", options: shapes, onChoose: (one) => cut(seen.shapes[one]),
    });
    const unknown = h("p", { class: "prpn-notice prpn-unknown-words" }), told = h("p", { class: "prpn-told prpn-roomy" });
    const holder = h("div", { class: "prpn-scroll" });
    const answers = panel(names, () => draw()), known = h("details", { class: "prpn-known" },
      h("summary", {}, `What it has read, and the ${content.known.split(" ").length} words it knows`),
      h("p", {}, `${about.text}. New remarks that it gets right: ${about.right.treebank} % with the treebank's trees, `
        + `${about.right.right} % with right-branching ones, ${about.right.left} % with left-branching ones.`),
      h("p", { class: "prpn-hint" }, content.known));

    function draw() {
      const view = seen, name = (label) => `${names[label]} (${label})`, open = answers.show(view);
      table.show(view, open, names);
      shape.show(shapes.map(([one]) => one).find((one) => String(view.shapes[one]) === String(view.cuts)));
      unknown.textContent = view.unknown.length === 0 ? ""
        : `Unknown to the model, so all the same to it: ${view.unknown.map((i) => `"${view.words[i - 1]}"`).join(", ")}.`;
      const root = open ? `The root says ${name(view.labels[view.root - 1])}. ` : "The root waits for your guess. ";
      told.replaceChildren(root, "Tree: ", h("code", { class: "prpn-brackets" }, view.tree));
      const chosen = view.node === view.root ? ""
        : ` "${phrase(view, view.node)}": ${name(view.labels[view.node - 1])}.`;
      return `${unknown.textContent} ${told.textContent}.${chosen}`;
    }

    function show(state, view, answered) {
      text.show(state.text);
      if (!answered) return "";
      seen = view;
      if (table?.size !== view.words.length) {
        table = picture(view.words.length, (node) => change({ node }), (k) => cut(seen.raised[k]));
        holder.replaceChildren(table.element);
      }
      return draw();
    }
    const shaped = h("div", { class: "prpn-shapes" }, h("span", { class: "prpn-name" }, "branching"), shape.element);
    return { line: text, body: [unknown, holder, answers.element, told], more: [shaped, answers.toggle, answers.gates, known], show };
  },
});

/** The words of a node, for the eye and the ear. */
const phrase = ({ words, spans }, node) => words.slice(...spans[node - 1]).join(" ");

/** The tree over its words: each phrase stands right above its cut, and can be chosen; each cut can be raised. */
function picture(size, onNode, onRaise) {
  const { svg, paths: [branches] } = canvas("img", "prpn-branch"), group = fresh("node");
  const nodes = Array.from({ length: 2 * size - 1 }, (_, i) => {
    const number = h("span", { class: "prpn-label" }), word = h("span", { class: "prpn-word" });
    const input = h("input", { type: "radio", name: group, value: i + 1, onchange: () => onNode(i + 1) });
    const label = h("label", { class: i % 2 ? "prpn-node" : "prpn-pick", "data-node": i + 1 },
      input, i % 2 ? "" : word, number);
    return { label, input, number, word };
  });
  const phrases = nodes.filter((_, i) => i % 2), words = nodes.filter((_, i) => i % 2 === 0);
  const raise = phrases.map((_, k) => button("▲", () => onRaise(k), { "data-cut": k }));
  roving(raise);
  const over = h("div", { class: "prpn-over" }, svg, ...phrases.map(({ label }) => label));
  const element = grid("The tree, its cuts and its words", size, [
    { meaning: "tree: choose a node", wide: over, kind: "tree", concept: "tree" },
    { meaning: "raise a cut", wide: h("div", { class: "prpn-cuts" }, ...raise), kind: "cuts", concept: "tree" },
    { meaning: "words", cells: words.map(({ label }) => h("th", { scope: "col" }, label)), kind: "words", concept: "word" },
  ]);
  element.style.setProperty("--levels", size - 1);           // the picture keeps its height, whatever the tree

  function show(view, open, names) {
    const { cuts, labels, root, node, chances, tree } = view, top = Math.max(1, ...cuts);
    const x = (i) => 50 * (i + 1), y = (i) => 100 - (i % 2 ? 100 * cuts[(i - 1) / 2] / top : 0);
    svg.setAttribute("viewBox", `0 0 ${100 * size} 100`);
    svg.setAttribute("aria-label", `Tree: ${tree}`);
    branches.setAttribute("d", cuts.map((_, k) => view.below[k].map((part) =>
      `M${x(part - 1)} ${y(part - 1)}V${y(2 * k + 1)}H${x(2 * k + 1)}`).join("")).join(""));
    nodes.forEach(({ label, input, number, word }, i) => {
      const hidden = !open && i + 1 === root, said = hidden ? "?" : String(labels[i]);
      number.textContent = said;
      label.className = `${i % 2 ? "prpn-node" : "prpn-pick"} prpn-says-${hidden ? 2 : labels[i]}`;
      label.classList.toggle("prpn-now", i + 1 === node);
      label.dataset.label = said;
      input.checked = i + 1 === node;
      const what = i % 2 ? phrase(view, i + 1) : `the word ${view.words[i / 2]}`;
      input.setAttribute("aria-label", hidden ? `? the root: ${what}`
        : `${said} ${names[labels[i]]}, ${digits(chances[i][labels[i]])}${i + 1 === root ? ", the root" : ""}: ${what}`);
      if (i % 2) {
        label.style.left = `${x(i) / size}%`;
        label.style.top = `${y(i)}%`;
      } else {
        word.textContent = word.title = view.words[i / 2];
        label.classList.toggle("prpn-unknown", view.unknown.includes(i / 2 + 1));
      }
    });
    raise.forEach((one, k) => {
      able(one, 2 * k + 2 !== root);
      one.setAttribute("aria-label", `raise the cut after ${view.words[k]}`);
      one.title = 2 * k + 2 === root ? "the root: nothing is above it"
        : `cut earlier between "${view.words[k]}" and "${view.words[k + 1]}"`;
    });
  }
  return { element, size, show };
}

/** The answers in numbers: the root's, covered until a guess where the reader wants that; the chosen node's; its gates. */
function panel(names, onChange) {
  let first = false, committed, guessed, view;
  const tree = () => view.tree, open = () => !first || committed === tree();
  const toggle = button("Guess first", () => { first = !first; committed = guessed = undefined; onChange(); });
  const asking = names.map((name, k) => button(`${k} ${name}`, () => { committed = tree(); guessed = k; onChange(); }));
  const ask = h("div", { class: "prpn-ask", role: "group", "aria-label": "your guess of the root" }, ...asking);
  const verdict = h("p", { class: "prpn-verdict", role: "status" });
  const root = bars(names, "root"), chosen = bars(names, "chosen"), gates = forget();
  const heading = h("p", { class: "prpn-of" }), other = h("p", { class: "prpn-of" });
  const element = h("div", { class: "prpn-answer" },
    h("div", {}, heading, ask, root.element, verdict),
    h("div", {}, other, chosen.element));

  function show(now) {
    view = now;
    const { chances, labels, root: top, node } = view, said = labels[top - 1], shown = open();
    toggle.setAttribute("aria-pressed", first);
    ask.hidden = shown;
    root.element.hidden = !shown;
    heading.replaceChildren(shown ? h("b", {}, `The root: ${names[said]}`) : h("b", {}, "The root: your guess?"));
    root.show(chances[top - 1], said);
    const mine = first && shown;
    verdict.hidden = !mine;
    verdict.className = `prpn-verdict ${guessed === said ? "prpn-right" : "prpn-wrong"}`;
    verdict.textContent = !mine ? "" : guessed === said ? "Right." : `You said ${names[guessed]}. It says ${names[said]}.`;
    const same = node === top;
    chosen.element.hidden = same;
    other.hidden = same;
    other.replaceChildren(h("b", {}, `"${phrase(view, node)}"`), `: ${names[labels[node - 1]]}`);
    chosen.show(chances[node - 1], labels[node - 1]);
    gates.show(view);
    return shown;
  }
  return { element, toggle, gates: gates.element, show };
}

/** A distribution over the classes as bars with numbers. */
function bars(names, kind) {
  const rows = names.map((name, k) => {
    const bar = h("span", { class: "prpn-chance" }), number = h("span", { class: "prpn-number" });
    const row = h("li", { class: `prpn-says-${k}` }, h("span", { class: "prpn-label" }, String(k)),
      h("span", { class: "prpn-called" }, name), h("span", { class: "prpn-track", "aria-hidden": "true" }, bar), number);
    return { row, bar, number };
  });
  const element = h("ol", { class: "prpn-chances", "data-row": kind }, ...rows.map(({ row }) => row));
  const show = (chances, best) => rows.forEach(({ row, bar, number }, k) => {
    bar.style.width = `${100 * chances[k]}%`;
    number.textContent = digits(chances[k]);
    row.dataset.value = chances[k];
    row.classList.toggle("prpn-best", k === best);
  });
  return { element, show };
}

/** The two forget gates of a phrase: how much of each part's memory is kept, entry by entry and on average. */
function forget() {
  const element = h("div", { class: "prpn-forget", "data-prpn-concept": "gate" });
  const side = (gate, name, part) => h("p", { "data-gate": mean(gate) },
    h("span", {}, `keeps of "${part}" (`, h("i", {}, "f"), h("sub", {}, name), "): ",
      h("b", {}, digits(mean(gate))), " on average"),
    h("span", { class: "prpn-strip", "aria-hidden": "true" },
      ...gate.map((f) => h("span", { style: `--keeps: ${100 * f}%` }))));
  const show = (view) => element.replaceChildren(...(view.forget.length
    ? [...view.forget.map((gate, k) => side(gate, k ? "r" : "l", phrase(view, view.children[k]))),
      h("p", { class: "prpn-hint" },
        `A bar for each of the ${view.forget[0].length} numbers of a memory: full is kept, empty forgotten.`)]
    : [h("p", { class: "prpn-hint" }, "A word has no parts: there is nothing to keep.")]));
  return { element, show };
}
