// The span chart: a sentence in, what four tables say of each of its spans, and the tree of the highest sum.
import { h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid } from "./kit/grid.js";
import { key, pyramid, spansOf } from "./kit/pyramid.js";
import { textField } from "./kit/text.js";
import { brackets, treePicture } from "./kit/tree.js";

const signed = (x) => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(1)}`;
const FULL = 4;                                              // a share that fills its half of the box

export default explorer({
  state: { start: 0, end: 2 },
  accept: ({ text, start, end }) => text.length <= 160 && [start, end].every(Number.isInteger) && start >= 0 && end <= 12,
  build({ content, change }) {
    const { most, longest, about, pairs } = content;
    const text = textField({
      label: "your own sentence", hint: `2 to ${most} words, then Enter`, onText: (own) => change({ text: own }),
      check: (own) => (own.length > longest ? `At most ${longest} letters fit. Nothing was changed.` : ""),
    });
    const unknown = h("p", { class: "prpn-notice prpn-unknown-words" }), told = h("p", { class: "prpn-told prpn-roomy" });
    const holder = h("div", { class: "prpn-scroll" }), panel = tables(pairs);
    const known = h("details", { class: "prpn-known" },
      h("summary", {}, `What they were learnt from, and the ${content.known.split(" ").length} words they know`),
      h("p", {}, `${about.text}: remarks about films that a grammar wrote, free to give away; no brackets. Five PRPNs `
        + `taught the tables. F1 on new sentences ${about.f1}, right-branching ${about.right_branching}.`),
      h("p", { class: "prpn-hint" }, content.known));
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
      unknown.textContent = view.unknown.length === 0 ? ""
        : `Without a class, read as any unknown word: ${view.unknown.map((i) => view.words[i]).join(", ")}.`;
      light = (span = chosen) => {
        chart.mark(span, chosen);
        panel.show(view, view.spans.find((one) => key(one) === key(span)));
      };
      light();
      told.replaceChildren(h("span", { "data-prpn-concept": "tree" },
        `Tree of the highest sum, ${signed(view.sums[0])}: `, h("code", { class: "prpn-brackets" }, brackets(view.tree))),
      ` Right-branching: ${signed(view.sums[1])}.`);
      return `${unknown.textContent} ${panel.heading.textContent} ${told.textContent}`;
    }
    return { line: text, body: [unknown, holder, panel.heading, told], more: [panel.list, known], show };
  },
});

/** The table: the best tree, a box for each span, the words, and the right-branching tree. */
function picture(size, { choose, look }) {
  const best = treePicture(), right = treePicture(), n = Array.from({ length: size }, (_, i) => i);
  const chart = pyramid(size, { choose, look, label: "spans", filled: () => {
    const parts = ["", "", "", ""].map(() => h("i", {})), number = h("span", { class: "prpn-number" });
    return { inside: [h("span", { class: "prpn-shares", "aria-hidden": "true" }, ...parts), number], parts, number };
  } });
  const words = n.map((i) => {
    const word = h("span", { class: "prpn-word" }), role = h("span", { class: "prpn-index" });
    return { word, role, cell: h("th", { scope: "col", "data-i": i }, h("span", { class: "prpn-pick" }, word, role)) };
  });
  const element = grid("Trees, spans and words", size, [
    { meaning: "tree of the highest sum; dashed: not in the right-branching tree", wide: best.svg, kind: "tree", concept: "tree" },
    { meaning: "each span over its words; four tables as bars, and their sum", wide: chart.element, kind: "spans" },
    { meaning: "words", cells: words.map(({ cell }) => cell), kind: "words", concept: "word" },
    { meaning: "right-branching tree", wide: right.svg, kind: "tree", concept: "tree", extra: true },
  ]);

  function show(view) {
    const own = new Set(view.only[0].map(key)), other = new Set(view.only[1].map(key)), inTree = spansOf(view.tree);
    best.show([view.tree], size, { marked: (span) => own.has(key(span)), label: `Best: ${brackets(view.tree)}` });
    right.show([view.right], size, { marked: (span) => other.has(key(span)), label: `Right: ${brackets(view.right)}` });
    for (const [start, end, shares, score] of view.spans) {
      const { element: box, parts, number } = chart.boxes.get(key([start, end])), part = inTree.has(key([start, end]));
      number.textContent = signed(score);
      box.dataset.value = score;
      box.classList.toggle("prpn-in-tree", part);
      box.setAttribute("aria-label",
        `${view.words.slice(start, end).join(" ")}: ${signed(score)}${part ? ", in the tree" : ""}`);
      shares.forEach((share, k) => bar(parts[k], share));
    }
    words.forEach(({ word }, i) => { word.textContent = word.title = view.words[i]; });
    words.forEach(({ cell }, i) => cell.classList.toggle("prpn-unknown", view.unknown.includes(i)));
  }
  /** Light one span and its four words. */
  function mark([start, end], chosen) {
    chart.mark([start, end], chosen);
    const roles = { [start - 1]: "before", [start]: "first", [end - 1]: "last", [end]: "after" };
    words.forEach(({ role, cell }, i) => {
      role.textContent = roles[i] ?? "";
      cell.classList.toggle("prpn-now", i >= start && i < end);
    });
  }
  return { element, size, show, mark };
}

/** A bar that grows up from the middle, or down from it. */
function bar(element, share) {
  const part = 50 * Math.min(1, Math.abs(share) / FULL);
  element.className = share < 0 ? "prpn-minus" : "prpn-plus";
  element.style.height = `${part}%`;
  element.style.bottom = share < 0 ? `${50 - part}%` : "50%";
}

/** What the four tables say of one span, which words they look at, and which words go with those. */
function tables(pairs) {
  const heading = h("p", {}), list = h("ol", { class: "prpn-tables" });
  function show({ words, classes }, [start, end, shares, score]) {
    const place = { before: start - 1, first: start, last: end - 1, after: end };
    const named = (role) => words[place[role]] ?? (role === "before" ? "(start)" : "(end)");
    const like = (role) => {
      const others = (classes[place[role]] ?? []).filter((word) => word !== words[place[role]]);
      return others.length ? `${named(role)}: ${others.slice(0, 3).join(", ")}` : `${named(role)}: alone`;
    };
    heading.replaceChildren(h("b", {}, words.slice(start, end).join(" ")), " scores ",
      shares.map(signed).join(" "), " = ", h("b", {}, signed(score)));
    list.replaceChildren(...pairs.map(([a, b], k) => h("li", {},
      h("span", { class: "prpn-meaning" }, `${a}, ${b}`),
      h("span", { class: "prpn-word" }, `${named(a)} … ${named(b)}`),
      h("span", { class: `prpn-number ${shares[k] < 0 ? "prpn-minus" : "prpn-plus"}` }, signed(shares[k])),
      h("span", { class: "prpn-meaning" }, `like ${[a, b].filter((role) => classes[place[role]]).map(like).join("; ")}`))));
  }
  return { heading, list, show };
}
