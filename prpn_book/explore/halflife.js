// Half-life: dye on the first word, and what two ways to remember have left of it after each other word.
import { field, slider } from "./kit/controls.js";
import { h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid } from "./kit/grid.js";
import { textField } from "./kit/text.js";

const NAMES = {
  radius: ["spectral radius of the network", 0.01], beside: ["entry beside the diagonal", 0.1], bias: ["forget bias of the memory", 0.1],
};
const digits = (x) => (x < 100 ? x.toFixed(2) : "> 100");
const words = (n) => (n === null ? "999 words or more" : `${n} word${n === 1 ? "" : "s"}`);
const split = (text) => text.split(/\s+/).filter(Boolean);

export default explorer({
  accept: (state, { fewest, most, ranges }) => Array.isArray(state.words)
    && state.words.length >= fewest && state.words.length <= most
    && state.words.every((word) => typeof word === "string" && word.trim() !== "")
    && Object.entries(ranges).every(([name, [low, high]]) => state[name] >= low && state[name] <= high),
  build({ content: { fewest, most, ranges }, change, rest }) {
    const check = (text) => {
      const count = split(text).length;
      return count >= fewest && count <= most ? ""
        : `This holds ${words(count)}; it needs ${fewest} to ${most}. Nothing was changed.`;
    };
    const text = textField({
      label: "your own words", hint: `${fewest} to ${most} words, then Enter`, check,
      onText: (own) => change({ words: split(own) }),
    });
    const sliders = Object.entries(NAMES).map(([name, [label, step]]) => {
      const { input, show } = slider({
        label, min: ranges[name][0], max: ranges[name][1], step, onRest: rest,
        onMove: (value) => change({ [name]: value }, { live: true }),
      });
      const shown = h("output", { class: "prpn-value" });
      return { element: field([label], input, shown), show: (value) => { show(value, String(value)); shown.textContent = value; }, name };
    });
    const holder = h("div", { class: "prpn-scroll" }), told = h("p", { class: "prpn-told" });
    let tanks;
    function show(state, view, answered) {
      text.show(state.words.join(" "));
      sliders.forEach((one) => one.show(state[one.name]));
      if (view.state.words.length !== state.words.length) return "";
      if (tanks?.size !== state.words.length) {
        tanks = picture(state.words.length);
        holder.replaceChildren(tanks.element);
      }
      tanks.show(state.words, view);
      const [network, memory] = view.halves, last = view.network.length - 1;
      told.replaceChildren(
        h("span", { "data-prpn-concept": "word" },
          `At the end the network has ${digits(view.network[last])}, half-life ${words(network)}. `),
        h("span", { "data-prpn-concept": "memory" },
          `The memory has ${digits(view.memory[last])}, half-life ${words(memory)}: its forget gate is ${view.gate.toFixed(3)}.`));
      return answered && told.textContent;
    }
    const [radius, beside, bias] = sliders.map(({ element }) => element);
    return { line: text, body: [holder, h("div", { class: "prpn-controls" }, radius, bias), told], more: [beside], show };
  },
});

/** The table: the words, and below each what is left of the first after it, as a tank and as a number. */
function picture(size) {
  const heads = Array.from({ length: size }, (_, i) => h("th", { scope: "col", "data-i": i }, h("span", { class: "prpn-word" })));
  const rows = [["network", "word", "left in the network: powers of its matrix"], ["memory", "memory", "left in the memory: powers of the forget gate"]];
  const cells = rows.map(([key, concept]) => Array.from({ length: size }, (_, i) => {
    const bar = h("div", { class: `prpn-bar prpn-of-${concept} prpn-${key === "memory" ? "hatched" : "plain"}` });
    const text = h("span", { class: "prpn-number" });
    return { bar, text, cell: h("td", { "data-row": key, "data-i": i }, h("div", { class: "prpn-box prpn-tank", "aria-hidden": "true" }, bar), text) };
  }));
  const element = grid("What is left of the first word after each word", size, [
    { meaning: "words: the dye lies on the first", cells: heads, kind: "words", concept: "word" },
    ...rows.map(([, concept, meaning], r) => ({ meaning, cells: cells[r].map(({ cell }) => cell), concept })),
  ]);
  function show(names, view) {
    heads.forEach((cell, i) => { cell.firstChild.textContent = cell.firstChild.title = names[i]; });
    rows.forEach(([key], r) => cells[r].forEach(({ bar, text, cell }, i) => {
      const value = view[key][i];
      bar.style.height = `${100 * Math.min(1, value)}%`;
      bar.classList.toggle("prpn-over", value > 1);
      text.textContent = digits(value);
      cell.dataset.value = value;
    }));
  }
  return { element, size, show };
}
