// A trained PRPN: a sentence in, and everything that Python's `loops.prpn.explore` gives for it, step by step.
import { h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid, wordCells } from "./kit/grid.js";
import { fitting, textField } from "./kit/text.js";
import { brackets, treePicture } from "./kit/tree.js";

const digits = (x) => x.toFixed(2);

export default explorer({
  accept: ({ text, t }) => text.length <= 240 && Number.isInteger(t) && t >= 1 && t <= 99,
  build({ content, change }) {
    const { most, about } = content;
    const text = textField({
      label: "your own sentence", hint: `1 to ${most} words, then Enter`, check: fitting(content),
      onText: (own) => change({ text: own, t: most }),
    });
    const unknown = h("p", { class: "prpn-notice prpn-unknown-words" }), told = h("p", { class: "prpn-told" });
    const holder = h("div", { class: "prpn-scroll" }), next = nextWords();
    const known = h("details", { class: "prpn-known" },
      h("summary", {}, `What it has read, and the ${content.known.split(" ").length} words it knows`),
      h("p", {}, `${about.text}: remarks about films that a grammar wrote, free to give away; nothing else. `
        + `Perplexity on new sentences ${digits(about.test_perplexity)}; the grammar itself has ${digits(about.lowest_possible)}.`),
      h("p", { class: "prpn-hint" }, content.known));
    let table;
    function show(now, view, answered) {
      text.show(now.text);
      if (!answered) return "";
      if (table?.size !== view.d.length) {
        table = rows(view.d.length, content.rows, (t) => change({ t }));
        holder.replaceChildren(table.element);
      }
      table.show(view);
      next.show(view);
      const names = ["the start", ...view.words.map((word) => `"${word}"`)], strongest = view.attention.indexOf(
        Math.max(...view.attention));
      unknown.textContent = view.unknown.length === 0 ? ""
        : `Unknown to the model, so all the same to it: ${view.unknown.map((i) => names[i]).join(", ")}.`;
      told.replaceChildren(
        h("span", { "data-prpn-concept": "limit" }, `${names[view.t]} sees back to ${names[view.limit]}. `),
        h("span", { "data-prpn-concept": "attention" }, `It looks most at ${names[strongest]}. `),
        h("span", { class: "prpn-roomy", "data-prpn-concept": "tree" }, "Tree: ", h("code", { class: "prpn-brackets" }, brackets(view.tree))));
      return `${unknown.textContent} ${told.textContent} Expected next: ${view.next[0][0]}.`;
    }
    return { line: text, body: [unknown, holder, next.element, told], more: [known], show };
  },
});

/** The table: tree, scores as a skyline, words to choose the step from, and the rows of that step. */
function rows(size, kinds, onStep) {
  const tree = treePicture(), words = wordCells(size, onStep);
  const positions = Array.from({ length: size }, (_, i) => i);
  const bars = (key, look, concept, kind) => positions.map((i) => {
    const bar = h("div", { class: `prpn-bar prpn-of-${concept} prpn-${look}` }), text = h("span", { class: "prpn-number" });
    const box = h("div", { class: `prpn-box ${kind ?? ""}`, "aria-hidden": "true" }, bar);
    return { bar, text, cell: h("td", { "data-row": key, "data-i": i }, box, text) };
  });
  const scores = bars("d", "score", "word", "prpn-tall");
  const cells = kinds.map(({ key, look, concept }) => bars(key, look, concept));
  const all = (some) => some.map(({ cell }) => cell);
  const element = grid("The model's scores, and what it sees at one step", size, [
    { meaning: "tree: SPLIT, at the highest score first", wide: tree.svg, kind: "tree", concept: "tree" },
    { mark: "d_i", meaning: "score of each word; the line is the step's own", cells: all(scores), kind: "scores", concept: "limit" },
    { mark: "t", meaning: "choose the step", cells: words.cells, kind: "words", concept: "word" },
    ...kinds.map(({ symbol: mark, meaning, concept, key }, r) =>
      ({ mark, meaning, cells: all(cells[r]), kind: key, concept, extra: key.endsWith("ahead") })),
  ]);

  const put = ({ bar, text, cell }, value, inside) => {
    bar.style.height = inside ? `${Math.min(1, value) * 100}%` : "0";
    text.textContent = inside ? digits(value) : "";
    if (inside) cell.dataset.value = value;
    else delete cell.dataset.value;
  };
  function show(view) {
    const { t, d, limit, unknown } = view;
    words.show(["<s>", ...view.words], t);
    words.cells.forEach((cell, i) => cell.classList.toggle("prpn-unknown", unknown.includes(i)));
    tree.show(["<s>", view.tree], size, { label: `Tree: ${brackets(view.tree)}` });
    element.style.setProperty("--threshold", d[t]);
    scores.forEach((one, i) => {
      put(one, d[i], true);
      one.cell.classList.toggle("prpn-now", i === t);
      one.cell.classList.toggle("prpn-limit", i === limit);
      one.cell.classList.toggle("prpn-sight", i >= limit && i < t);
    });
    kinds.forEach(({ key }, r) => cells[r].forEach((one, i) => {
      put(one, view[key][i], i < t);
      one.cell.classList.toggle("prpn-now", i === t);
      one.cell.classList.toggle("prpn-later", i >= t);
    }));
  }
  return { element, size, show };
}

/** The most probable next words as bars, and the one that comes. */
function nextWords() {
  const heading = h("p", {}), list = h("ol", { class: "prpn-next" });
  const named = (word) => (word === "</s>" ? "the end" : word);
  function show({ t, words, next, came: [word, chance] }) {
    const comes = chance < 0 ? `"${word}", which it does not know` : `${named(word)}, ${digits(chance)}`;
    heading.replaceChildren("After ", h("b", {}, words[t - 1]), ` it expects (what comes: ${comes}):`);
    list.replaceChildren(...next.map(([one, p]) => {
      const bar = h("span", { class: "prpn-chance", style: `width: ${100 * p}%` });
      return h("li", { class: one === word && "prpn-came" }, h("span", { class: "prpn-word" }, named(one)),
        h("span", { class: "prpn-number" }, digits(p)), h("span", { class: "prpn-track", "aria-hidden": "true" }, bar));
    }));
  }
  return { element: h("div", {}, heading, list), show };
}
