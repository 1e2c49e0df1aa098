// Two readings: the guess of the next word under each place to look at, the sum of both, and the places after the word.
import { field, slider } from "./kit/controls.js";
import { button, fresh, h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid } from "./kit/grid.js";
import { textField } from "./kit/text.js";

const digits = (x) => x.toFixed(2);
const split = (text) => text.split(/\s+/).filter(Boolean);

/** A row of bars, one a column; `show(values)` sets them, null empties them. */
function bars(row, size, colour) {
  const cells = Array.from({ length: size }, (_, i) => {
    const bar = h("div", { class: `prpn-bar prpn-of-${colour}` }), number = h("span", { class: "prpn-number" });
    return { bar, number, cell: h("td", { "data-row": row, "data-i": i }, h("div", { class: "prpn-box", "aria-hidden": "true" }, bar), number) };
  });
  const show = (values) => cells.forEach(({ bar, number, cell }, i) => {
    bar.style.height = values ? `${100 * values[i]}%` : "0";
    number.textContent = values ? digits(values[i]) : "?";
    if (values) cell.dataset.value = values[i];
    else delete cell.dataset.value;
  });
  return { cells: cells.map(({ cell }) => cell), show };
}

export default explorer({
  accept: ({ words, prior, sure, word }, { ranges }) => Array.isArray(words) && words.length === 3
    && words.every((one) => typeof one === "string" && one && one.length <= 20)
    && [["prior", prior], ["sure", sure], ["word", word]].every(([name, x]) => x >= ranges[name][0] && x <= ranges[name][1])
    && Number.isInteger(word),
  build({ content: { simple, places, ranges }, change, rest, now }) {
    const check = (text) => (split(text).length === 3 && split(text).every((one) => one.length <= 20) ? ""
      : "Three words are needed, of at most 20 letters. Nothing was changed.");
    const text = textField({
      label: "your own three words", hint: "three words, then Enter", check, onText: (own) => change({ words: split(own) }),
    });
    const dials = Object.entries({ prior: [`chance of ${places[0]}`, 0.01], sure: ["how sure each look is", 0.1] }).map(([name, [label, step]]) => {
      const { input, show } = slider({
        label, min: ranges[name][0], max: ranges[name][1], step, onRest: rest, onMove: (value) => change({ [name]: value }, { live: true }),
      });
      const shown = h("output", { class: "prpn-value" });
      const set = (value) => { show(value, digits(value)); shown.textContent = digits(value); };
      return { name, element: field([label], input, shown), set };
    });
    const once = button("", () => change({ average: !now().average }));
    const group = fresh("word"), picks = [0, 1, 2].map((i) => {
      const word = h("span", { class: "prpn-word" });
      const input = !simple && h("input", { type: "radio", name: group, value: i, onchange: () => change({ word: i }) });
      const pick = h(simple ? "span" : "label", { class: "prpn-pick" }, input || "", word);
      const cell = h("th", { scope: "col", "data-i": i }, pick);
      const show = (name, chosen) => {
        word.textContent = name;
        if (!input) return;
        input.checked = i === chosen;
        input.setAttribute("aria-label", `the word that came: ${name}`);
        cell.classList.toggle("prpn-now", i === chosen);
      };
      return { cell, show };
    });
    const guess = { first: bars("first", 3, "attention"), second: bars("second", 3, "attention"), sum: bars("sum", 3, "attention"), once: bars("once", 3, "gate") };
    const place = { law: bars("law", 2, "limit"), chance: bars("chance", 2, "attention"), after: bars("after", 2, "limit") };
    const guesses = grid("The chance of each next word", 3, [
      { meaning: simple ? "the next word" : "choose the word that came", cells: picks.map(({ cell }) => cell), kind: "words", concept: "word" },
      { meaning: `if it looks at ${places[0]}`, cells: guess.first.cells, concept: "attention" },
      { meaning: `if it looks at ${places[1]}`, cells: guess.second.cells, concept: "attention" },
      { meaning: "guess twice, add up", cells: guess.sum.cells, kind: "sum", concept: "attention" },
      ...(simple ? [] : [{ meaning: "average first, guess once", cells: guess.once.cells, kind: "once", concept: "gate", extra: true }]),
    ]);
    const chance = h("span", {}), after = h("span", {});
    const laws = grid("Where it looks, before and after the word", 2, [
      { meaning: "where it looks", cells: places.map((name) => h("th", { scope: "col" }, h("span", { class: "prpn-word" }, name))), kind: "words" },
      { meaning: "p, before the word", cells: place.law.cells, concept: "limit" },
      { meaning: chance, cells: place.chance.cells, concept: "attention", extra: true },
      { meaning: after, cells: place.after.cells, kind: "sum", concept: "limit" },
    ]);
    const told = h("p", { class: "prpn-told" });
    const scroll = (table, label) => h("div", { class: "prpn-scroll", tabindex: "0", role: "group", "aria-label": label }, table);
    const tables = h("div", { class: "prpn-tables" }, scroll(guesses, "guesses"), ...(simple ? [] : [scroll(laws, "places")]));

    function show(state, view, answered) {
      text.show(state.words.join(" "));
      dials.forEach(({ name, set }) => set(state[name]));
      once.textContent = state.average ? "Hide the average" : "Average first";
      picks.forEach(({ show: put }, i) => put(state.words[i], state.word));
      if (!answered) return "";
      for (const [name, row] of [...Object.entries(guess), ...Object.entries(place)]) row.show(view[name]);
      const came = state.words[state.word];
      chance.textContent = `q, chance of "${came}" there`;
      after.textContent = `after "${came}": p times q, shared out`;
      const winners = (row) => row.flatMap((x, i) => (Math.max(...row) - x < 0.005 ? [`"${state.words[i]}"`] : [])).join(" and ");
      told.textContent = simple
        ? `Added up, ${winners(view.sum)} may come.`
        : `"${came}" had ${digits(view.sum[state.word])}. After it, ${places[0]} has ${digits(view.after[0])} in place of ${digits(view.law[0])}.`;
      return told.textContent;
    }
    const sentence = h("p", { class: "prpn-sentence" }, h("i", {}, "The film dragged but the actor shone, and …"));
    const [prior, sure] = dials.map(({ element }) => element), average = h("div", { class: "prpn-line" }, once);
    return { line: text, body: [sentence, prior, tables, told], more: [sure, ...(simple ? [] : [average])], show };
  },
});
