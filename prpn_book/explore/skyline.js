// The skyline: walls between words that one drags, the line of sight, the ranges as arcs, and the tree above; or, to
// judge the tree, the gold brackets as arcs and four scores.
import { h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid, scoreCells, wordCells } from "./kit/grid.js";
import { scored, sound } from "./kit/sentences.js";
import { sentence } from "./kit/text.js";
import { brackets, canvas, treePicture } from "./kit/tree.js";

export default explorer({
  accept: sound,
  build(kit) {
    const { content: { both, judge }, change, rest } = kit, words = scored(kit), text = sentence(words);
    const holder = h("div", { class: "prpn-scroll" }), told = h("p", { class: "prpn-told" });
    let picture;
    function show(now, view, answered) {
      const { d, t, words: names } = now;
      if (picture?.size !== d.length) {
        picture = skyline(d.length, words.setScore, { change, rest, both, judge });
        holder.replaceChildren(picture.element);
      }
      text.show(names);
      picture.showState(now);
      if (view.state.d.length !== d.length) return "";
      picture.showView(view);
      if (judge) {
        told.replaceChildren(...verdict(view));
        return answered && told.textContent;
      }
      const limit = view.limits[t], back = limit === 0 ? "the start" : `"${names[limit]}", word ${limit}`;
      const tied = view.ties.length ? " Two walls are equal: the tree could be cut at either; the first is taken." : "";
      const look = [
        h("span", { "data-prpn-concept": "limit" }, `"${names[t]}" sees back to ${back}. `),
        h("span", { "data-prpn-concept": "gate" }, `Crossing arcs: ${view.crossings.length}. `),
      ];
      told.replaceChildren(
        ...look,
        h("span", { class: "prpn-roomy", "data-prpn-concept": "tree" }, "Tree: ",
          h("code", { class: "prpn-brackets" }, brackets(view.tree))),
        ...(both ? [h("span", { class: "prpn-roomy", "data-prpn-concept": "tree" }, " SPLIT: ",
          h("code", { class: "prpn-brackets" }, brackets(view.split)))] : []), tied);
      return answered && told.textContent;
    }
    return { line: text, body: [holder, told], show };
  },
});

/** The table: the tree, the walls, the words, and below them an arc under the words that each word sees. With
    `both`, SPLIT's tree as well, and wall 0 can be moved: SPLIT reads it. With `judge` nobody looks back, and the arcs
    are the gold brackets. */
function skyline(size, onScore, { change, rest, both, judge }) {
  const tree = treePicture({ crosses: judge }), splits = both && treePicture();
  const words = judge ? plainWords(size) : wordCells(size, (t) => change({ t }));
  const walls = scoreCells(size, { onScore, onRest: rest, from: both ? 0 : 1, noun: "wall before word" });
  const { svg: ranges, paths: [arcs, own] } = canvas("img", "prpn-arc", "prpn-arc prpn-own");
  const split = both ? [{ meaning: "tree by SPLIT; dashed: brackets that the other tree has not", wide: splits.svg,
    kind: "tree", concept: "tree" }] : [];
  const moved = `wall before word i: drag, or arrow keys${judge ? "" : "; the line is the look to the left"}`;
  const look = [
    { mark: "t", meaning: "choose the word that looks back", cells: words.cells, kind: "words", concept: "word" },
    { meaning: "ranges: what each word sees; from wall to wall", wide: ranges, kind: "arcs", concept: "gate", extra: both },
  ];
  const named = [{ meaning: "words", cells: words.cells, kind: "words", concept: "word" }];
  const gold = { meaning: "gold brackets, the whole sentence left out; thick: your tree has them too", wide: ranges,
    kind: "gold", concept: "tree" };
  const sights = judge ? "" : "what each word sees, ";
  const element = grid(`Walls between words, ${sights}and the tree`, size, [
    ...split,
    { meaning: `tree, cut at the highest wall first; ${judge ? "red, with a cross: brackets that are not gold"
      : "each join stands as high as its wall"}`,
      wide: tree.svg, kind: "tree", concept: "tree" },
    { mark: "d_i", meaning: moved, cells: walls.cells, kind: "scores", concept: "limit" },
    ...(judge ? [...named, gold] : look),
  ]);
  element.classList.toggle("prpn-judged", Boolean(judge));
  const middle = (i) => 100 * i + 50;
  const bow = (a, b, steps) => {
    const depth = 30 + (95 * steps) / (size - 1);
    return `M${a} 0C${a} ${depth} ${b} ${depth} ${b} 0`;
  };
  const arc = (from, to) => bow(middle(from), middle(to), to - from);
  const range = (from, to) => bow(100 * from + 6, 100 * to - 6, to - from);   // under the words from .. to - 1

  function showState({ d, t, words: names }) {
    words.show(names, t);
    element.style.setProperty("--threshold", d[t]);
    walls.show(d, names, []);
  }
  function showView(view) {
    const { tree: drawn, split: byScores, wrong, differ = wrong ?? [], limits, limit, state: { d, t, words: names } } = view;
    const marked = ([start, end]) => differ.some(([a, b]) => a === start && b === end);
    tree.show([drawn], size, { height: 1.25, levelOf: (i) => 0.1 + d[i], marked, label: `Tree: ${brackets(drawn)}` });
    if (both) splits.show([byScores], size, { marked, label: `SPLIT: ${brackets(byScores)}` });
    if (judge) return void showGold(view, names);
    walls.cells.forEach((cell, i) => {
      cell.classList.toggle("prpn-limit", i === limit);
      cell.classList.toggle("prpn-sight", i >= limit && i < t);
    });
    ranges.setAttribute("viewBox", `0 0 ${100 * size} 100`);
    const told = limits.slice(1).map((to, i) => `${names[i + 1]} sees back to ${names[to]}`);
    ranges.setAttribute("aria-label", told.join(", "));
    arcs.setAttribute("d", limits.map((to, i) => (i > 0 && i !== t ? range(to, i) : "")).join(""));
    own.setAttribute("d", range(limit, t));
  }
  function showGold({ gold: brackets, hits }, names) {
    const found = ([start, end]) => hits.some(([a, b]) => a === start && b === end);
    const path = (spans) => spans.map(([start, end]) => arc(start, end - 1)).join("");
    ranges.setAttribute("viewBox", `0 0 ${100 * size} 100`);
    const told = brackets.map((span) => `${names.slice(...span).join(" ")}${found(span) ? ", found" : ""}`);
    ranges.setAttribute("aria-label", `gold: ${told.join("; ")}`);
    arcs.setAttribute("d", path(brackets.filter((span) => !found(span))));
    own.setAttribute("d", path(brackets.filter(found)));
  }
  return { element, size, showState, showView };
}

/** What the judge says: the counts, and the four scores. */
function verdict({ tree, known, counts: [hits, predicted, gold], scores }) {
  // The stored state has its keys sorted: the order is named here.
  const ways = ["sentence", "sentence + root", "corpus", "corpus + root"];
  const four = ways.map((name) => `${name} ${scores[name].toFixed(2)}`);
  const whose = known ? "" : "Nobody drew a gold tree for these words: it is set beside the right-branching one. ";
  return [
    h("span", { class: "prpn-roomy", "data-prpn-concept": "tree" }, "Tree: ", h("code", { class: "prpn-brackets" }, brackets(tree))),
    ` ${whose}Without the root ${hits} right of ${predicted} predicted, ${gold} gold. `,
    h("strong", {}, `F1 with a second sentence that is right: ${four.join(", ")}.`),
  ];
}

/** The words alone, with no step to choose. */
function plainWords(size) {
  const cells = Array.from({ length: size }, (_, i) => h("th", { scope: "col", "data-i": i }));
  const show = (names) => cells.forEach((cell, i) => {
    cell.replaceChildren(h("span", { class: "prpn-word", title: names[i] }, names[i]));
  });
  return { cells, show };
}
