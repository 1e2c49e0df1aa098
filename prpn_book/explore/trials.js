// Trials: sixteen trainings that differ in their seed. Choose some; their mean and its interval beside one line.
import { field, radios, roving } from "./kit/controls.js";
import { button, h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { textField } from "./kit/text.js";

const LOW = 25, HIGH = 85;                                   // what the axis shows
const SIZES = [3, 10];
const one = (x) => x.toFixed(1);
const place = (x) => `${(100 * (Math.min(HIGH, Math.max(LOW, x)) - LOW)) / (HIGH - LOW)}%`;
const sorted = (numbers) => [...new Set(numbers)].sort((a, b) => a - b);
const numbersOf = (text) => sorted((text.match(/\d+/g) ?? []).map(Number));

export default explorer({
  accept: ({ form, seeds }, { forms, most }) => forms.includes(form) && Array.isArray(seeds) && seeds.length > 0
    && seeds.every((seed, k) => Number.isInteger(seed) && seed > (seeds[k - 1] ?? 0) && seed <= most),
  build({ content: { forms, most, right, says }, change, now }) {
    const all = Array.from({ length: most }, (_, k) => k + 1);
    const fits = (seeds) => seeds.length > 0 && seeds.every((seed) => seed >= 1 && seed <= most);
    const text = textField({
      label: "your own seeds", hint: `numbers from 1 to ${most}, then Enter`,
      check: (typed) => (fits(numbersOf(typed)) ? "" : `Give one number or more, from 1 to ${most}. Nothing was changed.`),
      onText: (typed) => change({ seeds: numbersOf(typed) }),
    });
    const form = radios({ label: "which PRPN", options: forms.map((name) => [name, name]), onChoose: (name) => change({ form: name }) });
    const toggle = (seed) => {
      const { seeds } = now(), others = seeds.filter((other) => other !== seed);
      if (others.length) change({ seeds: others.length < seeds.length ? others : sorted([...seeds, seed]) });
      else change({ seeds: [seed] });
    };
    const chips = all.map((seed) => button(String(seed), () => toggle(seed), { class: "prpn-seed", "aria-label": `seed ${seed}` }));
    roving(chips);
    const others = (size) => {
      const pool = [...all];
      change({ seeds: sorted(Array.from({ length: size }, () => pool.splice(Math.floor(Math.random() * pool.length), 1)[0])) });
    };
    const draws = h("div", { class: "prpn-line", role: "group", "aria-label": "train again" },
      ...SIZES.filter((size) => size < most).map((size) => button(`${size} by chance`, () => others(size))),
      button(`all ${most}`, () => change({ seeds: all })));
    const dots = h("div", { class: "prpn-trial-dots" }), told = h("p", { class: "prpn-told" });
    const mean = h("div", { class: "prpn-trial-mean" }), range = h("div", { class: "prpn-trial-range" });
    const line = h("div", { class: "prpn-trial-line", style: `left: ${place(right)}` }, h("span", {}, `right-branching ${one(right)}`));
    const ticks = [30, 40, 50, 60, 70].map((x) => h("span", { style: `left: ${place(x)}` }, String(x)));
    const strip = h("div", { class: "prpn-trial", role: "img" }, line, dots, range, mean, h("div", { class: "prpn-trial-axis" }, ...ticks));

    function show(state, view, answered) {
      text.show(state.seeds.join(", "));
      form.show(state.form);
      strip.dataset.form = state.form;
      chips.forEach((chip, k) => chip.setAttribute("aria-pressed", state.seeds.includes(k + 1)));
      if (!answered) return "";
      dots.replaceChildren(...view.scores.map((score, k) => h("span", {
        "data-row": "scores", "data-i": k, "data-value": score, style: `left: ${place(score)}; top: ${8 + 13 * (k % 4)}px`,
      })));
      const { mean: middle, half } = view;
      mean.style.left = place(middle);
      range.hidden = half === null;
      range.style.left = place(middle - (half ?? 0));
      range.style.right = `calc(100% - ${place(middle + (half ?? 0))})`;
      const count = state.seeds.length;
      const about = half === null ? "" : `, with its 95 % interval over seeds from ${one(middle - half)} to ${one(middle + half)}`;
      told.textContent = `${count === 1 ? "One seed" : `${count} seeds`}: mean ${one(middle)}${about}. ${says[view.verdict]}`;
      strip.setAttribute("aria-label", told.textContent);
      return told.textContent;
    }
    const body = [h("div", { class: "prpn-seeds", role: "group", "aria-label": "seeds that were trained" }, ...chips), draws, strip, told];
    return { line: text, body, more: [field(["which PRPN"], form.element)], show };
  },
});
