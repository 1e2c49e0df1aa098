// The law of trees: scores that one drags, the chance of each span as a triangle, the greedy and the best tree.
import { h, short } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid, scoreCells, wordCells } from "./kit/grid.js";
import { scored, sound } from "./kit/sentences.js";
import { sentence } from "./kit/text.js";
import { brackets, treePicture } from "./kit/tree.js";

const TREES = { greedy: "Greedy", best: "Most probable", safest: "Safest" };

export default explorer({
  accept: sound,
  build(kit) {
    const { change, rest } = kit, words = scored(kit), text = sentence(words);
    const holder = h("div", { class: "prpn-scroll" }), told = h("ul", { class: "prpn-told" });
    let picture;
    function show(now, view, answered) {
      if (picture?.size !== now.d.length) {
        picture = law(now.d.length, words.setScore, { change, rest });
        holder.replaceChildren(picture.element);
      }
      text.show(now.words);
      picture.showState(now);
      if (view.state.d.length !== now.d.length || view.state.t !== now.t) return "";
      picture.showView(view);
      told.replaceChildren(...Object.entries(TREES).map(([name, said]) =>
        h("li", { "data-tree": name, "data-prpn-concept": "tree" }, `${said}: `,
          h("code", { class: "prpn-brackets" }, brackets(view[name])),
          ` chance ${short(view.chance[name])}; ${short(view.expected[name])} spans expected right`)));
      const same = view.differ.length ? "is not" : "is";
      return answered && `The greedy tree ${same} the most probable one. ${told.textContent}`;
    }
    return { body: [text.element, holder, told], show };
  },
});

/** The table: two trees, the triangle of chances, the words, their scores, and how far back the chosen word sees. */
function law(size, onScore, { change, rest }) {
  const best = treePicture(), greedy = treePicture(), words = wordCells(size, (t) => change({ t }));
  const scores = scoreCells(size, { onScore, onRest: rest, from: 1, noun: "score before word" });
  const widths = Array.from({ length: size - 1 }, (_, k) => size - k);
  const squares = widths.map((width) => Array.from({ length: size - width + 1 }, (_, start) =>
    h("span", { class: "prpn-chance", "data-start": start, "data-end": start + width })));
  const chart = h("div", { class: "prpn-chart", role: "img" }, ...squares.map((row) => h("div", {}, ...row)));
  chart.style.setProperty("--columns", size);
  const limits = Array.from({ length: size }, (_, i) => h("td", { "data-row": "limits", "data-i": i }));
  const element = grid("Scores between words, the chance of each span, and two trees", size, [
    { meaning: "most probable tree; dashed: not in the greedy tree", wide: best.svg, kind: "tree", concept: "tree" },
    { meaning: "greedy tree; dashed: not in the most probable", wide: greedy.svg, kind: "tree", concept: "tree" },
    { meaning: "chance of each span, the whole sentence on top", wide: chart, kind: "chart", concept: "tree" },
    { mark: "d_i", meaning: "score before word i: drag, or arrow keys", cells: scores.cells, kind: "scores" },
    { mark: "t", meaning: "choose the word that looks back", cells: words.cells, kind: "words", concept: "word" },
    { mark: "p(l_t)", meaning: "how far back it sees", cells: limits, kind: "limits", concept: "limit" },
  ]);
  function showState({ d, t, words: names }) {
    words.show(names, t);
    scores.show(d, names, []);
  }
  function showView({ best: tree, greedy: other, differ, chances, limits: back, state: { words: names, t } }) {
    const marked = (span) => differ.some((one) => String(one) === String(span));
    best.show([tree], size, { marked, label: `Most probable: ${brackets(tree)}` });
    greedy.show([other], size, { marked, label: `Greedy: ${brackets(other)}` });
    const told = squares.flat().map((square) => {
      const { start, end } = square.dataset, value = chances[start][end];
      square.textContent = value.toFixed(2);
      square.dataset.value = value;
      square.style.setProperty("--share", value);
      return `${names.slice(start, end).join(" ")} ${value.toFixed(2)}`;
    });
    chart.setAttribute("aria-label", told.join("; "));
    limits.forEach((cell, i) => {
      cell.textContent = i < t ? short(back[i]) : "";
      if (i < t) cell.dataset.value = back[i];
      else delete cell.dataset.value;
    });
  }
  return { element, size, showState, showView };
}
