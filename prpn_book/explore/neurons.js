// Ordered neurons: how many levels each word wipes and writes, what this does to each level, and what the levels hold.
import { roving, slider } from "./kit/controls.js";
import { button, fresh, h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid } from "./kit/grid.js";
import { key, spansOf } from "./kit/pyramid.js";
import { fitting, textField } from "./kit/text.js";
import { brackets, treePicture } from "./kit/tree.js";

const BEAT = 700;                                            // ms a word
const SIGNS = { stays: "=", shared: "+", replaced: "new", emptied: "–" };
const range = (n) => Array.from({ length: n }, (_, i) => i);
const split = (text) => text.split(/\s+/).filter(Boolean);

export default explorer({
  state: { t: -1, k: -1 },                                   // the word after which one looks, below 0 the last; a level to mark
  accept: ({ words, wipes, writes, levels, t, k }, { fewest, most }) => levels === 4 && Array.isArray(words)
    && words.length >= fewest && words.length <= most && words.every((word) => typeof word === "string" && word)
    && [wipes, writes].every((row) => Array.isArray(row) && row.length === words.length
      && row.every((x) => Number.isInteger(x) && x >= 0 && x < levels)) && [t, k].every(Number.isInteger) && t < words.length,
  build({ content: { fewest, most, longest }, change, rest, now }) {
    const long = fitting({ most, longest });
    const text = textField({
      label: "your own words", hint: `${fewest} to ${most} words, then Enter`,
      check: (own) => long(own) || (split(own).length < fewest ? `At least ${fewest} words are needed. Nothing was changed.` : ""),
      onText: (own) => {
        const words = split(own), top = now().levels - 1;
        change({ words, wipes: words.map((_, t) => Math.min(t, 1)), writes: words.map(() => top), t: -1, k: -1 });
      },
    });
    const holder = h("div", { class: "prpn-scroll" }), told = h("p", { class: "prpn-told" });
    const hint = h("p", { class: "prpn-hint" }, "new: wiped and written. +: kept, and the word is added. =: kept. –: wiped, nothing written.");
    let picture, clock;
    /** Read the sentence from its first word on, a word at a time; one step to undo. */
    function read() {
      clearInterval(clock);
      let t = 0;
      change({ t, k: -1 }, { live: true });
      clock = setInterval(() => {
        t += 1;
        const last = now().words.length - 1;
        change({ t: t < last ? t : -1 }, { live: true });
        if (t < last) return;
        clearInterval(clock);
        rest();
      }, BEAT);
    }
    const play = h("div", { class: "prpn-line" }, button("▶ Read the sentence", read));
    function show(state, view, answered) {
      text.show(state.words.join(" "));
      if (picture?.size !== state.words.length) {
        picture = table(state.words.length, state.levels, { change, rest, now });
        holder.replaceChildren(picture.element);
      }
      const t = state.t < 0 ? state.words.length - 1 : state.t;
      picture.showState(state, t);
      if (!answered) return "";
      picture.showView(view, t, state.k);
      const held = view.holds[t].map((places) => places.map((i) => state.words[i]).join(" ") || "nothing");
      told.replaceChildren(`After "${state.words[t]}" the levels 2, 1 and 0 hold: ${held.slice(0, -1).reverse().join("; ")}. `,
        h("span", { class: "prpn-roomy", "data-prpn-concept": "tree" }, "Cut at the walls: ",
          h("code", { class: "prpn-brackets" }, brackets(view.tree))));
      return told.textContent;
    }
    return { line: text, body: [holder, play, told], more: [hint], show };
  },
});

/** The table: the tree, the levels from above, the words, and what each of them wipes and writes. */
function table(size, levels, { change, rest, now }) {
  const tree = treePicture(), other = treePicture(), group = fresh("word");
  const picks = range(size).map((i) => {
    const word = h("span", { class: "prpn-word" });
    const input = h("input", { type: "radio", name: group, value: i, onchange: () => change({ t: i, k: -1 }) });
    return { word, input, cell: h("th", { scope: "col", "data-i": i }, h("label", { class: "prpn-pick" }, input, word)) };
  });
  const dials = Object.fromEntries([["wipes", "levels wiped at word"], ["writes", "levels written at word"]].map(([name, noun]) => {
    const cells = range(size).map((i) => {
      const { input, show } = slider({
        label: `${noun} ${i}`, min: 0, max: levels - 1, step: 1, vertical: true, onRest: rest,
        onMove: (value) => change({ [name]: now()[name].map((x, j) => (j === i ? value : x)) }, { live: true }),
      });
      const box = h("div", { class: "prpn-equaliser" }, input), number = h("span", { class: "prpn-number" });
      const set = (value, word) => {
        show(value, `${value}, ${word}`);
        number.textContent = value;
        box.style.setProperty("--value", value / (levels - 1));
      };
      return { input, set, cell: h("td", { "data-row": name, "data-i": i }, box, number) };
    });
    roving(cells.map(({ input }) => input));
    return [name, cells];
  }));
  const rows = range(levels).map(() => range(size).map((i) => h("td", { class: "prpn-level", "data-i": i })));
  const element = grid("What each word does to each level", size, [
    { meaning: "cut between words, at the highest wall", wide: tree.svg, kind: "tree", concept: "tree" },
    { meaning: "SPLIT’s tree; dashed: not in the cut", wide: other.svg, kind: "tree", concept: "tree", extra: true },
    ...range(levels).reverse().map((k) => ({
      meaning: k === levels - 1 ? `level ${k}, never wiped or written` : `level ${k}`, cells: rows[k], kind: "level", concept: "memory", extra: k === levels - 1,
    })),
    { meaning: "choose the word to stop at", cells: picks.map(({ cell }) => cell), kind: "words", concept: "word" },
    { meaning: "wipes, from below: the wall", cells: dials.wipes.map(({ cell }) => cell), kind: "scores" },
    { meaning: "writes, from below", cells: dials.writes.map(({ cell }) => cell), kind: "scores", extra: true },
  ]);
  function showState({ words, ...state }, t) {
    picks.forEach(({ word, input, cell }, i) => {
      word.textContent = word.title = words[i];
      input.checked = i === t;
      input.setAttribute("aria-label", `stop at ${i}, ${words[i]}`);
      cell.classList.toggle("prpn-now", i === t);
    });
    for (const [name, cells] of Object.entries(dials)) cells.forEach(({ set }, i) => set(state[name][i], words[i]));
  }
  function showView({ does, holds, tree: cut, split: paired, state: { words } }, t, marked) {
    const cuts = spansOf(cut);
    tree.show([cut], size, { marked: () => false, label: `Tree: ${brackets(cut)}` });
    other.show([paired], size, { marked: (span) => !cuts.has(key(span)), label: `SPLIT’s tree: ${brackets(paired)}` });
    rows.forEach((row, k) => row.forEach((cell, i) => {
      const does_here = does[i][k], full = holds[i][k].length > 0;
      cell.textContent = full || does_here === "emptied" ? SIGNS[does_here] : "";
      cell.dataset.does = does_here;
      cell.title = `level ${k} after ${words[i]}: ${holds[i][k].map((j) => words[j]).join(" ") || "nothing"}`;
      cell.classList.toggle("prpn-full", full);
      cell.classList.toggle("prpn-begins", does_here === "replaced" || does_here === "emptied");
      cell.classList.toggle("prpn-goes-on", i + 1 < size && ["stays", "shared"].includes(does[i + 1][k]) && full);
      cell.classList.toggle("prpn-later", i > t);
      cell.classList.toggle("prpn-answer-cell", i === t && k === marked);
    }));
  }
  return { element, size, showState, showView };
}
