// A race of clocks: rates that one drags, when each clock rings, the tree that the rings cut, and how often each tree came.
import { able, button, h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid, scoreCells } from "./kit/grid.js";
import { scored, sound } from "./kit/sentences.js";
import { sentence } from "./kit/text.js";
import { brackets, treePicture } from "./kit/tree.js";

const digits = (x) => x.toFixed(2);
const LONG = 5;                                              // a time that fills its dial
const PLACES = ["1st", "2nd", "3rd"];

export default explorer({
  accept: (state, { races }) => sound(state) && Number.isInteger(state.runs) && state.runs >= 1 && state.runs <= races,
  build(kit) {
    const { content: { races }, change, rest, now } = kit, words = scored(kit), text = sentence(words);
    const run = (more) => change({ runs: Math.min(races, now().runs + more) });
    const one = button("Run a race", () => run(1)), many = button("100 more", () => run(100));
    const again = button("From the first", () => change({ runs: 1 }));
    const holder = h("div", { class: "prpn-scroll" }), told = h("p", { class: "prpn-told" }), list = h("ol", { class: "prpn-tally" });
    let picture;
    function show(state, view, answered) {
      const { d, words: names, runs } = state;
      if (picture?.size !== d.length) {
        picture = clocks(d.length, words.setScore, rest);
        holder.replaceChildren(picture.element);
      }
      text.show(names);
      picture.showState(state);
      for (const more of [one, many]) able(more, runs < races);
      able(again, runs > 1);
      if (view.state.d.length !== d.length) return "";
      picture.showView(view);
      const { rings, tally } = view, first = rings.indexOf(Math.min(...rings));
      told.textContent = `Race ${runs}: the clock before "${names[first + 1]}" rings first and cuts there.`
        + `${runs > 1 ? ` The first to ring was that before ${view.firsts.map((n, k) => `"${names[k + 1]}" ${n}`).join(", ")} times.` : ""}`;
      list.replaceChildren(...tally.map(([said, count, chance]) => h("li", {}, h("code", { class: "prpn-brackets" }, said),
        h("span", { class: "prpn-track", "aria-hidden": "true", style: `--share: ${(100 * count) / runs}%; --exact: ${runs > 1 ? `${100 * chance}%` : "-1rem"}` }),
        h("span", { class: "prpn-number" }, `${count} of ${runs}${runs > 1 ? `; exact ${digits(chance)}` : ""}`))));
      return answered && `${told.textContent} Tree: ${brackets(view.tree)}.`;
    }
    return { line: text, body: [holder, h("div", { class: "prpn-line" }, one, many, again), told, list], show };
  },
});

/** The table: the tree of the race, a dial in each gap that fills until its clock rings, the rates, and the words. */
function clocks(size, onScore, rest) {
  const tree = treePicture(), gaps = Array.from({ length: size }, (_, i) => i);
  const dials = gaps.map((i) => {
    const dial = h("span", { class: "prpn-dial", "aria-hidden": "true" }), said = h("span", { class: "prpn-number" });
    return { dial, said, cell: h("td", { "data-row": "rings", "data-i": i }, i ? dial : "", i ? said : "") };
  });
  const words = gaps.map(() => h("span", { class: "prpn-word" }));
  const scores = scoreCells(size, { onScore, onRest: rest, from: 1, noun: "rate of the clock before word" });
  const element = grid("A race of clocks between the words", size, [
    { meaning: "tree: each ring cuts the part that it finds", wide: tree.svg, kind: "tree", concept: "tree" },
    { meaning: "when each clock rings; later ones fill more of their dial", cells: dials.map(({ cell }) => cell), kind: "dials", concept: "limit" },
    { mark: "d_i", meaning: "rate: drag, or arrow keys; a fast clock rings soon on average", cells: scores.cells, kind: "scores" },
    { cells: words.map((word) => h("th", { scope: "col" }, word)), kind: "words", concept: "word" },
  ]);
  function showState({ d, words: names }) {
    words.forEach((word, i) => { word.textContent = word.title = names[i]; });
    scores.show(d, names, []);
  }
  function showView({ tree: cut, rings, state: { words: names } }) {
    tree.show([cut], size, { label: `Tree: ${brackets(cut)}` });
    const order = [...rings].sort((a, b) => a - b);
    rings.forEach((time, k) => {
      const { dial, said, cell } = dials[k + 1], place = order.indexOf(time);
      dial.style.setProperty("--time", `${Math.min(100, (100 * time) / LONG)}%`);
      cell.classList.toggle("prpn-first", place === 0);
      said.textContent = `${PLACES[place] ?? `${place + 1}th`} ${digits(time)}`;
      cell.dataset.value = time;
      cell.title = `the clock before ${names[k + 1]}`;
    });
  }
  return { element, size, showState, showView };
}
