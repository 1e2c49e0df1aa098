// The chart of a grammar of real English: the chance of each span, the tree with most spans expected right, the tables'.
import { h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid } from "./kit/grid.js";
import { key, pyramid, spansOf } from "./kit/pyramid.js";
import { fitting, textField } from "./kit/text.js";
import { brackets, treePicture } from "./kit/tree.js";

const digits = (x) => x.toFixed(2), SEEN = 0.005;            // below, a box stays empty
const ems = (word) => [...word].reduce((sum, letter) => sum + (/[ijl.,'’]/.test(letter) ? 0.37 : /[frt-]/.test(letter) ? 0.5 : /[mwMW]/.test(letter) ? 1.04 : 0.71), 0.1);  // a bold word's width
const crosses = ([a, b], [c, d]) => (a < c && c < b && b < d) || (c < a && a < d && d < b);

export default explorer({
  state: { start: 0, end: 0 },                                // the box one looks at; the topmost, where there is none
  accept: ({ text, start, end }, { most, longest }) => text.length <= longest && [start, end].every(Number.isInteger) && start >= 0 && end <= most,
  build({ content, change }) {
    const { most, longest, about } = content;
    const text = textField({
      label: "your own sentence", hint: `2 to ${most} words, then Enter`, check: fitting({ most, longest }), onText: (own) => change({ text: own, start: 0, end: 0 }),
    });
    const holder = h("div", { class: "prpn-scroll" }), one = h("p", { class: "prpn-told prpn-of-span" });
    const told = h("p", { class: "prpn-told prpn-roomy" });
    const origin = h("details", { class: "prpn-known" }, h("summary", {}, "What it learnt from"),
      h("p", {}, `${about.text} Its F1 on newspaper sentences of up to ten words, which are another kind of text: ${about.f1}; the tables' ${about.tables}; `
        + `right-branching ${about.right_branching}.`));
    let chart, light;
    function show({ text: line, start, end }, view, answered) {
      text.show(line);
      if (!answered) return "";
      const size = view.words.length;
      if (chart?.size !== size) {
        chart = picture(size, { choose: ([a, b]) => change({ start: a, end: b }), look: (span) => light(span) });
        holder.replaceChildren(chart.element);
      }
      chart.show(view);
      const chosen = start < end - 1 && end <= size ? [start, end] : [0, size];
      light = (span = chosen) => {
        chart.mark(span, chosen);
        one.replaceChildren(...said(view, span));
      };
      light();
      const [own, other] = view.expected.map(digits), unknown = view.unknown.map((i) => view.words[i]);
      told.replaceChildren(h("span", { "data-prpn-concept": "tree" }, "Its tree: ", h("code", { class: "prpn-brackets" }, brackets(view.tree))),
        ` It expects ${own} of these ${size - 1} brackets to be right, and ${other} of the tables’.`,
        unknown.length ? ` Rare words, read by their endings or not at all: ${unknown.join(", ")}.` : "");
      return `${one.textContent} ${told.textContent}`;
    }
    return { line: text, open: true, body: [holder, one], more: [told, origin], show };
  },
});

/** What is said of one span: its chance, the trees that have it, and its likeliest rival. */
function said({ words, spans, tree, tables }, span) {
  const name = ([start, end]) => words.slice(start, end).join(" "), chance = ([, , x]) => x;
  const own = spans.find((one) => key(one) === key(span)), trees = [spansOf(tree), spansOf(tables)].map((all) => all.has(key(span)));
  const rival = spans.filter((one) => crosses(span, one)).reduce((best, one) => (best && chance(best) >= chance(one) ? best : one), undefined);
  const where = trees[0] ? (trees[1] ? "in its tree and the tables’" : "in its tree, not in the tables’") : trees[1] ? "in the tables’ tree alone" : "neither in its tree nor in the tables’";
  return [h("b", {}, name(own)), `: a phrase with the chance ${digits(chance(own))}, ${where}.`,
    rival && chance(rival) >= SEEN ? [" No tree can have it and ", h("b", {}, name(rival)), `, ${digits(chance(rival))}.`] : ""].flat();
}

/** The table: the grammar's tree, a box for each span, the words, and the tables' tree. */
function picture(size, { choose, look }) {
  const best = treePicture(), other = treePicture(), n = Array.from({ length: size }, (_, i) => i);
  const boxes = pyramid(size, { choose, look, label: "spans", filled: () => {
    const number = h("span", { class: "prpn-number" });
    return { inside: [number], number };
  } });
  const words = n.map((i) => {
    const word = h("span", { class: "prpn-word" });
    return { word, cell: h("th", { scope: "col", "data-i": i }, h("span", { class: "prpn-pick" }, word)) };
  });
  const element = grid("Trees, chances of spans, and words", size, [
    { meaning: "the grammar’s tree; dashed: not in the tables’", wide: best.svg, kind: "tree", concept: "tree" },
    { meaning: "chance of each span; with a rim in its tree", wide: boxes.element, kind: "spans" },
    { meaning: "words; slanted: rare", cells: words.map(({ cell }) => cell), kind: "words", concept: "word" },
    { meaning: "the tables’ tree", wide: other.svg, kind: "tree", concept: "tree", extra: true },
  ]);
  function show(view) {
    const [own, theirs] = view.only.map((some) => new Set(some.map(key))), inTree = spansOf(view.tree);
    best.show([view.tree], size, { marked: (span) => own.has(key(span)), label: `The grammar’s: ${brackets(view.tree)}` });
    other.show([view.tables], size, { marked: (span) => theirs.has(key(span)), label: `The tables’: ${brackets(view.tables)}` });
    for (const [start, end, chance] of view.spans) {
      const { element: box, number } = boxes.boxes.get(key([start, end])), part = inTree.has(key([start, end]));
      number.textContent = chance < SEEN ? "" : digits(chance);
      box.dataset.value = chance;
      box.style.setProperty("--share", chance);
      box.classList.toggle("prpn-in-tree", part);
      box.setAttribute("aria-label", `${view.words.slice(start, end).join(" ")}: ${digits(chance)}${part ? ", in its tree" : ""}`);
    }
    element.style.setProperty("--longest", Math.max(...view.words.map(ems)).toFixed(2));
    words.forEach(({ word, cell }, i) => {
      word.textContent = word.title = view.words[i];
      word.style.setProperty("--ems", ems(view.words[i]).toFixed(2));
      cell.classList.toggle("prpn-unknown", view.unknown.includes(i));
    });
  }
  function mark([start, end], chosen) {
    boxes.mark([start, end], chosen);
    words.forEach(({ cell }, i) => cell.classList.toggle("prpn-now", i >= start && i < end));
  }
  return { element, size, show, mark };
}
