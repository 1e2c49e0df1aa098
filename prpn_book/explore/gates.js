// The gate explorer: sliders in, and the numbers that Python's `loops.gates.explore` gives, as bars.
import { field, list, radios, slider } from "./kit/controls.js";
import { h, short } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid, scoreCells, wordCells } from "./kit/grid.js";
import { scored, sound } from "./kit/sentences.js";
import { sentence } from "./kit/text.js";
import { brackets, treePicture } from "./kit/tree.js";

const BEYOND = ["hard_gates", "raw", "expected_attention", "hard_attention"]; // rows that wait under "More"
const DECODERS = { tree: "SPLIT", between: "cut between words" };

export default explorer({
  state: { decoder: "between" },                             // which of the two trees is drawn
  accept: (state) => sound(state) && state.decoder in DECODERS && ["paper", "code", "soft"].includes(state.form)
    && state.tau > 0 && Number.isFinite(state.tau),
  build(kit) {
    const { content, change, rest } = kit, words = scored(kit), text = sentence(words);
    const panel = controls(kit), holder = h("div", { class: "prpn-scroll" });
    const told = h("p", { class: "prpn-told prpn-roomy", "data-prpn-concept": "tree" });
    let table;
    function show(now, view, answered) {
      if (table?.size !== now.d.length) {
        table = bars(now.d.length, content.rows, words.setScore, { change, rest });
        holder.replaceChildren(table.element);
      }
      panel.show(now);
      text.show(now.words);
      table.showState(now);
      if (view.state.t !== now.t || view.state.d.length !== now.d.length) return "";   // its columns are not these
      table.showView(view, now.decoder);
      const tree = brackets(view[now.decoder]);
      const other = view.disagree.length ? ` Dashed: not in the tree by ${DECODERS[now.decoder === "tree" ? "between" : "tree"]}.` : "";
      told.replaceChildren(`Tree, ${DECODERS[now.decoder]}: `, h("code", { class: "prpn-brackets" }, tree), other);
      const limit = view.limit === 0 ? "0, the start" : `${view.limit} (${view.state.words[view.limit]})`;
      return answered && `Step ${now.t}, ${now.words[now.t]}. Hard limit ${limit}. `
        + `Soft gates ${view.gates.map(short).join(", ")}. Tree by ${DECODERS[now.decoder]} ${tree}.${other}`;
    }
    return { line: text, body: [holder, told], more: [panel.element], show };
  },
});

/** Sharpness, form of alpha and decoder. */
function controls({ content, change, rest }) {
  const { taus, forms } = content;
  const far = (x, y) => Math.abs(Math.log(x / y));
  const nearest = (tau) => taus.reduce((best, x, k) => (far(x, tau) < far(taus[best], tau) ? k : best), 0);
  const index = (text) => text.replaceAll("_t", "ₜ").replaceAll("_i", "ᵢ");             // an option holds text only
  const tau = slider({
    label: "sharpness τ", min: 0, max: taus.length - 1, step: 1, onRest: rest,
    onMove: (k) => change({ tau: taus[k] }, { live: true }),
  });
  const form = list({
    label: "form of α", options: forms.map(({ value, label }) => [value, index(label)]),
    onChoose: (value) => change({ form: value }),
  });
  const decoder = radios({
    label: "tree", options: Object.entries(DECODERS), onChoose: (value) => change({ decoder: value }),
  });
  const sharpness = h("output", { class: "prpn-value" }), hint = h("span", { class: "prpn-hint" });
  const element = h("div", { class: "prpn-controls" },
    field(["sharpness τ"], tau.input, sharpness, hint), field(["form of α"], form.select),
    h("div", { class: "prpn-field" }, h("span", { class: "prpn-name" }, "tree"), decoder.element));
  function show({ tau: now, form: chosen, decoder: drawn }) {
    tau.show(nearest(now), short(now));
    sharpness.textContent = short(now);
    form.show(chosen);
    decoder.show(drawn);
    hint.textContent = forms.find(({ value }) => value === chosen).hint;
  }
  return { element, show };
}

/** The table: tree, words, scores, then a row of bars for each quantity, one column for each position. */
function bars(size, rows, onScore, { change, rest }) {
  const tree = treePicture(), words = wordCells(size, (t) => change({ t }));
  const scores = scoreCells(size, { onScore, onRest: rest });
  const positions = Array.from({ length: size }, (_, i) => i);
  const cells = rows.map(({ key, concept, look }) => positions.map((i) => {
    const bar = h("div", { class: `prpn-bar prpn-of-${concept} prpn-${look}` });
    const box = h("div", { class: "prpn-box", "aria-hidden": "true" }, bar), text = h("span", { class: "prpn-number" });
    return { bar, text, cell: h("td", { "data-row": key, "data-i": i }, box, text) };
  }));
  const element = grid("Scores, gates and attention of one step, position by position", size, [
    { meaning: "tree of the scores", wide: tree.svg, kind: "tree", concept: "tree" },
    { mark: "t", meaning: "choose the step that looks back", cells: words.cells, kind: "words", concept: "word" },
    { mark: "d_i", meaning: "score: drag, or arrow keys", cells: scores.cells, kind: "scores", concept: "word" },
    ...rows.map(({ symbol: mark, meaning, key: kind, concept }, r) =>
      ({ mark, meaning, cells: cells[r].map(({ cell }) => cell), kind, concept, extra: BEYOND.includes(kind) })),
  ]);
  function showState({ d, t, words: names }) {
    words.show(names, t);
    element.style.setProperty("--threshold", d[t]);
    scores.show(d, names, positions.slice(0, t + 1));
    for (const { cell } of cells.flat()) {
      cell.classList.toggle("prpn-now", Number(cell.dataset.i) === t);
      cell.classList.toggle("prpn-later", Number(cell.dataset.i) >= t);
    }
  }
  function showView(view, decoder) {
    const marked = (span) => view.disagree.some((other) => String(other) === String(span));
    tree.show([view[decoder]], size, { marked, label: `Tree: ${brackets(view[decoder])}` });
    scores.cells.forEach((cell, i) => cell.classList.toggle("prpn-limit", i === view.limit));
    rows.forEach(({ key }, r) => cells[r].forEach(({ bar, text, cell }, i) => {
      const inside = i < view.state.t, value = (view[key] ?? view.state[key])[i];
      bar.style.height = inside ? `${Math.min(1, value) * 100}%` : "0";
      text.textContent = inside ? short(value) : "";
      if (inside) cell.dataset.value = value;
      else delete cell.dataset.value;
      cell.classList.toggle("prpn-unused", inside && key === "alpha" && i === 0);
    }));
  }
  return { element, size, showState, showView };
}
