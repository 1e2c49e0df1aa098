// The law of trees: scores that one drags, the chance of each span as a triangle, the greedy and the best tree.
import { h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid, scoreCells } from "./kit/grid.js";
import { scored, sound } from "./kit/sentences.js";
import { sentence } from "./kit/text.js";
import { brackets, treePicture } from "./kit/tree.js";

const digits = (x) => x.toFixed(2);
const verdict = ({ chance, expected, state }, name) =>
  `chance ${digits(chance[name])}, ${digits(expected[name])} of ${state.words.length - 2} spans right`;

export default explorer({
  accept: sound,
  build(kit) {
    const words = scored(kit), { rest } = kit, text = sentence(words);
    const holder = h("div", { class: "prpn-scroll" }), told = h("p", { class: "prpn-told", "data-prpn-concept": "tree" });
    let picture;
    function show(now, view, answered) {
      if (picture?.size !== now.d.length) {
        picture = law(now.d.length, words.setScore, rest);
        holder.replaceChildren(picture.element);
      }
      text.show(now.words);
      picture.showState(now);
      if (view.state.d.length !== now.d.length) return "";
      picture.showView(view);
      const { best, greedy, safest } = view, safe = brackets(safest);
      told.replaceChildren("Safest, with the most spans right on average: ", h("code", { class: "prpn-brackets" }, safe),
        safe === brackets(best) ? ", the most probable one" : `, ${verdict(view, "safest")}`);
      const same = view.differ.length ? "is not" : "is";
      return answered && `The greedy tree ${same} the most probable one. Most probable: ${brackets(best)}, `
        + `${verdict(view, "best")}. Greedy: ${brackets(greedy)}, ${verdict(view, "greedy")}. ${told.textContent}`;
    }
    return { line: text, body: [holder, told], show };
  },
});

/** The table: two trees with their verdicts, the triangle of chances, the words, and the scores between them. */
function law(size, onScore, rest) {
  const best = treePicture(), greedy = treePicture(), words = Array.from({ length: size }, () => h("span", { class: "prpn-word" }));
  const scores = scoreCells(size, { onScore, onRest: rest, from: 1, noun: "score before word" });
  const widths = Array.from({ length: size - 1 }, (_, k) => size - k);
  const squares = widths.map((width) => Array.from({ length: size - width + 1 }, (_, start) =>
    h("span", { class: "prpn-chance", "data-start": start, "data-end": start + width })));
  const chart = h("div", { class: "prpn-chart", role: "img" }, ...squares.map((row) => h("div", {}, ...row)));
  chart.style.setProperty("--columns", size);
  const verdicts = { best: h("b", { class: "prpn-of" }), greedy: h("b", { class: "prpn-of" }) };
  const judged = (said, name) => h("span", {}, `${said}: `, verdicts[name]);
  const element = grid("Scores between words, the chance of each span, and two trees", size, [
    { meaning: judged("most probable tree", "best"), wide: best.svg, kind: "tree", concept: "tree" },
    { meaning: judged("greedy; dashed: not in the tree above", "greedy"), wide: greedy.svg, kind: "tree", concept: "tree" },
    { meaning: "chance of each span, the whole sentence on top", wide: chart, kind: "chart", concept: "tree" },
    { mark: "d_i", meaning: "score before word i: drag, or arrow keys", cells: scores.cells, kind: "scores" },
    { cells: words.map((word) => h("th", { scope: "col" }, word)), kind: "words", concept: "word" },
  ]);
  function showState({ d, words: names }) {
    words.forEach((word, i) => { word.textContent = word.title = names[i]; });
    scores.show(d, names, []);
  }
  function showView(view) {
    const { best: tree, greedy: other, differ, chances, state: { words: names } } = view;
    for (const [name, line] of Object.entries(verdicts)) line.textContent = verdict(view, name);
    const marked = (span) => differ.some((one) => String(one) === String(span));
    best.show([tree], size, { marked, label: `Most probable: ${brackets(tree)}` });
    greedy.show([other], size, { marked, label: `Greedy: ${brackets(other)}` });
    const told = squares.flat().map((square) => {
      const { start, end } = square.dataset, value = chances[start][end];
      square.textContent = digits(value);
      square.dataset.value = value;
      square.style.setProperty("--share", value);
      return `${names.slice(start, end).join(" ")} ${digits(value)}`;
    });
    chart.setAttribute("aria-label", told.join("; "));
  }
  return { element, size, showState, showView };
}
