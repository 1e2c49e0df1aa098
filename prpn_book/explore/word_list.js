// A parser that is a list: the tree of a sentence over the numbers of its words, what a thousand remarks score, and
// the whole list, sorted. A number that is dragged, in the tree's walls or in the list, is that word's everywhere.
import { roving, slider } from "./kit/controls.js";
import { button, h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid, scoreCells } from "./kit/grid.js";
import { fitting, textField } from "./kit/text.js";
import { brackets, treePicture } from "./kit/tree.js";

const one = (x) => x.toFixed(1);
const two = (x) => x.toFixed(2);
const LOW = 30, HIGH = 70;                                   // what the axis of F1 shows
const place = (x) => `${(100 * (Math.min(HIGH, Math.max(LOW, x)) - LOW)) / (HIGH - LOW)}%`;

export default explorer({
  accept: ({ text, source, moved }, { names, longest }) => text.length <= longest && source in names && Array.isArray(moved)
    && moved.every(([word, number], k) => typeof word === "string" && word.length <= longest
      && number >= 0 && number <= 1 && (k === 0 || word > moved[k - 1][0])),
  build({ content, change, rest, now }) {
    const { most, longest, fewest, words: listed, names, remarks, about } = content;
    const text = textField({
      label: "your own sentence", hint: `${fewest} to ${most} words, then Enter`, check: fitting({ most, longest }),
      onText: (own) => change({ text: own }),
    });
    let held = false, picture, seen;
    /** Give a word another number: everywhere, as long as it is not put back by Undo. */
    const move = (word, number) => {
      held = true;
      const others = now().moved.filter(([other]) => other !== word);
      change({ moved: [...others, [word, number]].sort(([a], [b]) => (a < b ? -1 : 1)) }, { live: true });
    };
    const release = () => {
      held = false;
      if (seen) card.show(seen, new Set(now().moved.map(([word]) => word)), true);
      rest();
    };
    const card = postcard(listed, { move, release });
    const holder = h("div", { class: "prpn-scroll" }), told = h("p", { class: "prpn-told prpn-roomy" }), judged = h("p", { class: "prpn-told" });
    const before = h("span", { class: "prpn-f1-before" }), after = h("span", { class: "prpn-f1-after" });
    const ticks = [30, 40, 50, 60, 70].map((x) => h("span", { class: "prpn-f1-tick", style: `left: ${place(x)}` }, String(x)));
    const meter = h("div", { class: "prpn-f1 prpn-roomy", "aria-hidden": "true" }, before, after, ...ticks);
    const heading = h("p", { class: "prpn-hint" });
    const origin = h("details", { class: "prpn-known" }, h("summary", {}, "Where the list and the remarks come from"),
      h("p", {}, `${about.text}, which a grammar wrote, free to give away. The list holds the mean score that the PRPN of this book gives each `
        + "word in them; the numbers are places in the ranking, since to SPLIT only the order matters. The remarks that are judged are "
        + `${remarks} of the same. Read by its own scores, that PRPN has an F1 of ${one(about.own_scores)} on them.`));

    function show(state, view, answered) {
      text.show(state.text);
      if (!answered) return "";
      seen = view;
      const size = view.words.length, own = new Set(state.moved.map(([word]) => word));
      if (picture?.size !== size) {
        picture = sentence(size, { onScore: (t, number) => move(seen.words[t], number), onRest: release, find: (t) => card.find(seen.words[t]) });
        holder.replaceChildren(picture.element);
      }
      picture.show(view);
      card.mark(new Set(view.words));
      card.show(view, own, !held);
      before.style.left = place(view.before);
      after.style.left = place(view.after);
      const by = view.after - view.before;
      const what = state.moved.length === 0 ? "nothing is moved."
        : `${by < 0 ? "−" : "+"}${one(Math.abs(by))} by what you moved: ${view.changed} trees changed, ${view.better} for the better, ${view.worse} for the worse.`;
      judged.replaceChildren(h("b", {}, `F1 of ${remarks} remarks: ${one(view.after)}`), `; ${what}`);
      heading.textContent = `The list, highest first (${names[state.source]}). Drag a number, or use the arrow keys up and down; left and right go to other words.`;
      const unknown = view.unknown.map((t) => view.words[t]);
      told.replaceChildren(h("span", { "data-prpn-concept": "tree" }, "Tree: ", h("code", { class: "prpn-brackets" }, brackets(view.tree))),
        unknown.length ? ` Not in the list, and so in the middle at first: ${unknown.join(", ")}.` : "");
      return `${told.textContent} ${judged.textContent}`;
    }
    return { line: text, body: [holder, told, judged, meter, card.element], more: [heading, origin], show };
  },
});

/** The table: the tree, a wall for each word as high as its number, and the words, which lead to their place in the list. */
function sentence(size, { onScore, onRest, find }) {
  const tree = treePicture(), walls = scoreCells(size, { onScore, onRest, noun: "number of word" });
  const names = Array.from({ length: size }, (_, t) => button("", () => find(t), { class: "prpn-find" }));
  const element = grid("The tree and the numbers of the words", size, [
    { meaning: "tree by SPLIT", wide: tree.svg, kind: "tree", concept: "tree" },
    { mark: "d_i", meaning: "number of the word: drag, or arrow keys", cells: walls.cells, kind: "scores", concept: "limit" },
    { meaning: "words; press one to find it in the list", cells: names.map((name, t) => h("th", { scope: "col", "data-i": t }, name)), kind: "find", concept: "word" },
  ]);
  roving(names);
  function show({ tree: drawn, d, words }) {
    tree.show([drawn], size, { label: `Tree: ${brackets(drawn)}` });
    walls.show(d, words, []);
    names.forEach((name, t) => {
      name.textContent = name.title = words[t];
      name.setAttribute("aria-label", `find ${words[t]} in the list`);
    });
  }
  return { element, size, show };
}

/** The list: a row for each word, the highest first. It is sorted anew when a number has come to rest. */
function postcard(words, { move, release }) {
  const rows = new Map(words.map((word, k) => {
    const { input, show } = slider({
      label: `number of ${word}`, min: 0, max: 1, step: 0.01, onRest: release, onMove: (number) => move(word, number),
    });
    const number = h("span", { class: "prpn-number" });
    const element = h("li", { "data-word": word, "data-row": "list", "data-i": k }, h("span", { class: "prpn-word" }, word), input, number);
    return [word, { word, input, move: show, number, element }];
  }));
  let order = [...rows.values()];
  const focusOn = (row) => { order.forEach(({ input }) => { input.tabIndex = -1; }); row.input.tabIndex = 0; };
  const list = h("ol", {
    class: "prpn-postcard", "aria-label": "the list of words, the highest number first",
    onfocusin: (event) => focusOn(order.find(({ input }) => input === event.target)),
    onkeydown: (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const at = order.findIndex(({ input }) => input === event.target);
      order[Math.max(0, Math.min(order.length - 1, at + by))].input.focus();
    },
  });
  const reveal = ({ element }) => {
    const box = list.getBoundingClientRect(), row = element.getBoundingClientRect();
    list.scrollTop += Math.max(0, row.bottom - box.bottom) + Math.min(0, row.top - box.top);
  };
  /** The numbers of all words; `sort` puts the rows in their order, and keeps the one that has the focus in view. */
  function show({ numbers }, moved, sort) {
    words.forEach((word, k) => {
      const row = rows.get(word);
      row.move(numbers[k], `${two(numbers[k])}, ${word}`);
      row.number.textContent = two(numbers[k]);
      row.element.dataset.value = numbers[k];
      row.element.classList.toggle("prpn-moved", moved.has(word));
    });
    if (!sort) return;
    const value = ({ word }) => numbers[words.indexOf(word)], focused = order.find(({ input }) => input === document.activeElement);
    const sorted = [...rows.values()].sort((a, b) => value(b) - value(a));
    if (list.children.length && sorted.every((row, at) => row === order[at])) return;
    order = sorted;
    list.replaceChildren(...order.map(({ element }) => element));
    if (focused) { focused.input.focus({ preventScroll: true }); reveal(focused); } else focusOn(order[0]);
  }
  const mark = (own) => order.forEach(({ word, element }) => element.classList.toggle("prpn-own", own.has(word)));
  const find = (word) => {
    const row = rows.get(word);
    if (!row) return;
    reveal(row);
    row.input.focus({ preventScroll: true });
  };
  return { element: list, show, mark, find };
}
