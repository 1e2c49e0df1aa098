// The gate explorer: sliders in, and the numbers that Python's `loops.gates.explore` gives, as bars.
// State and numbers are apart: `d`, `t`, `tau`, `form`, `raw`, `words` are what the reader sets, `view` is the answer.

const STATE = ["d", "t", "tau", "form", "raw", "words"];

function render({ model, el }) {
  const content = model.get("content");
  const state = () => Object.fromEntries(STATE.map((name) => [name, model.get(name)]));
  const { line, say } = announcer();
  const trouble = h("p", { class: "prpn-trouble", role: "status" });
  let changing = false, waiting, grid;

  /** Set several parts of the state as one step, and ask Python for the numbers. */
  function change(update) {
    changing = true;
    Object.entries(update).forEach(([name, value]) => model.set(name, value));
    changing = false;
    clearTimeout(waiting);
    waiting = setTimeout(() => { trouble.textContent = content.trouble; }, 4000);
    model.save_changes();
    draw();
  }

  /** Add or remove words at the end; a sentence of the reader's own goes on with x5, x6, ... */
  function resize(size) {
    const { d, t, raw, words } = state(), { reserve } = content;
    const known = words.every((word, i) => word === reserve.words[i]);
    const fit = (values, n, more) => Array.from({ length: n }, (_, i) => values[i] ?? more(i));
    change({
      d: fit(d, size, (i) => reserve.d[i]),
      raw: fit(raw, size - 1, (i) => reserve.raw[i]),
      words: fit(words, size, (i) => (known ? reserve.words[i] : `x${i}`)),
      t: Math.min(t, size - 1),
    });
  }

  /** Take the reader's sentence: its words, and as many scores. */
  function rename(sentence) {
    const words = sentence.split(/\s+/).filter(Boolean).slice(0, content.most);
    if (words.length < content.fewest) return draw();
    const { d, t, raw } = state(), { reserve } = content, size = words.length;
    change({
      d: [...d, ...reserve.d.slice(d.length)].slice(0, size),
      raw: [...raw, ...reserve.raw.slice(raw.length)].slice(0, size - 1),
      t: Math.min(t, size - 1),
      words,
    });
  }

  const setScore = (i, value) => change({ d: state().d.map((score, j) => (j === i ? value : score)) });
  const panel = controls({ content, change, resize, rename, state });
  const holder = h("div", { class: "prpn-scroll" }), told = h("p", { class: "prpn-told" });
  const root = h("div", { class: "prpn-explorer" },
    questions(content), panel.element, holder, told, panel.sentence, trouble, line);
  el.append(root);

  function draw() {
    if (changing) return;
    const now = state(), view = model.get("view");
    if (grid?.size !== now.d.length) {
      grid = table(now.d.length, content.rows, setScore);
      holder.replaceChildren(grid.element);
    }
    panel.show(now);
    grid.showState(now);
    const answered = STATE.every((name) => JSON.stringify(view.state[name]) === JSON.stringify(now[name]));
    root.classList.toggle("prpn-waiting", !answered);
    if (view.state.t !== now.t || view.state.d.length !== now.d.length) return;      // its columns are not these
    grid.showView(view);
    const words = view.state.words;
    const limit = view.limit === 0 ? "0, the start" : `${view.limit} (${words[view.limit]})`;
    told.replaceChildren("Tree by SPLIT: ", h("code", { class: "prpn-brackets" }, brackets(view.tree)));
    if (!answered) return;
    clearTimeout(waiting);
    trouble.textContent = "";
    say(`Step ${now.t}, ${words[now.t]}. Hard limit ${limit}. Soft gates ${view.gates.map(short).join(", ")}. `
      + `Tree ${brackets(view.tree)}.`);
  }

  const events = [...STATE, "view"].map((name) => `change:${name}`);
  events.forEach((event) => model.on(event, draw));
  draw();
  return () => events.forEach((event) => model.off(event, draw));
}

/** Step, sharpness, form, number of words, the sentence and the way back. */
function controls({ content, change, resize, rename, state }) {
  const { taus, fewest, most } = content;
  const far = (x, y) => Math.abs(Math.log(x / y));
  const nearest = (tau) => taus.reduce((best, x, k) => (far(x, tau) < far(taus[best], tau) ? k : best), 0);

  const step = slider({ label: "step t", min: 1, max: most - 1, step: 1, onMove: (t) => change({ t }) });
  const tau = slider({
    label: "sharpness τ", min: 0, max: taus.length - 1, step: 1, onMove: (k) => change({ tau: taus[k] }),
  });
  const index = (text) => text.replaceAll("_t", "ₜ").replaceAll("_i", "ᵢ");        // an option holds text only
  const form = h("select", { onchange: () => change({ form: form.value }) },
    ...content.forms.map(({ value, label }) => h("option", { value }, index(label))));
  const button = (text, onclick, label) => h("button", { type: "button", onclick, "aria-label": label }, text);
  const fewer = button("−", () => resize(state().d.length - 1), "remove the last word");
  const more = button("+", () => resize(state().d.length + 1), "add a word");
  const reset = button("Reset to Figure 2", () => change(content.start));
  const text = h("input", {
    type: "text", maxlength: 120, autocomplete: "off", spellcheck: "false", onchange: () => rename(text.value),
  });

  const value = () => h("span", { class: "prpn-value" });
  const stepText = value(), tauText = value(), count = value(), hint = h("span", { class: "prpn-hint" });
  const field = (tag, name, ...parts) =>
    h(tag, { class: "prpn-field" }, h("span", { class: "prpn-name" }, ...name), ...parts);
  const element = h("div", { class: "prpn-controls" },
    field("label", ["step ", symbol("t")], step.input, stepText),
    field("label", ["sharpness ", symbol("τ")], tau.input, tauText),
    field("label", ["form of ", symbol("α")], h("span", { class: "prpn-wide" }, form, hint)),
    field("div", ["words"], h("span", { class: "prpn-wide" }, fewer, count, more, reset)));
  const sentence = field("label", ["your own words"], text,
    h("span", { class: "prpn-hint" }, `${fewest} to ${most}, then Enter`));
  sentence.classList.add("prpn-sentence");

  function show({ d, t, tau: sharpness, form: chosen, words }) {
    step.input.max = d.length - 1;
    step.show(t, `${t}, ${words[t]}`);
    stepText.textContent = `${t} (${words[t]})`;
    tau.show(nearest(sharpness), short(sharpness));
    tauText.textContent = short(sharpness);
    form.value = chosen;
    hint.textContent = content.forms.find(({ value }) => value === chosen).hint;
    count.textContent = d.length;
    fewer.disabled = d.length <= fewest;
    more.disabled = d.length >= most;
    if (text !== document.activeElement) text.value = words.join(" ");
  }
  return { element, sentence, show };
}

/** The grid: tree, words, score sliders, then a row of bars for each quantity, one column for each position. */
function table(size, rows, setScore) {
  const positions = Array.from({ length: size }, (_, i) => i);
  const tree = emptyTree();
  const words = positions.map((i) => h("th", { scope: "col", "data-i": i }));
  const number = () => h("span", { class: "prpn-number" });
  const scores = positions.map((i) => {
    const { input, show } = slider({
      label: `score d ${i}`, min: 0, max: 1, step: 0.01, vertical: true, onMove: (value) => setScore(i, value),
    });
    const box = h("div", { class: "prpn-equaliser" }, input), text = number();
    return { show, box, text, cell: h("td", { "data-row": "d", "data-i": i }, box, text) };
  });
  const cells = rows.map(({ key, stage, look }) => positions.map((i) => {
    const bar = h("div", { class: `prpn-bar prpn-${stage} prpn-${look}` }), text = number();
    const box = h("div", { class: "prpn-box", "aria-hidden": "true" }, bar);
    return { bar, text, cell: h("td", { "data-row": key, "data-i": i }, box, text) };
  }));

  const name = (mark, meaning) =>
    h("th", { scope: "row" }, ...(mark ? [symbol(mark), " "] : []), h("span", { class: "prpn-meaning" }, meaning));
  const element = h("table", { class: "prpn-grid" },
    h("caption", { class: "prpn-hidden" }, "Scores, gates and attention of one step, position by position"),
    h("thead", {},
      h("tr", { class: "prpn-tree" },
        name("", "tree that SPLIT makes of the scores"), h("td", { colspan: size }, tree)),
      h("tr", {}, name("i", "position and word"), ...words)),
    h("tbody", {},
      h("tr", { class: "prpn-scores" }, name("d_i", "score: drag, or arrow keys"), ...scores.map(({ cell }) => cell)),
      ...rows.map(({ symbol: mark, meaning, key }, r) =>
        h("tr", { class: `prpn-row-${key}` }, name(mark, meaning), ...cells[r].map(({ cell }) => cell)))));

  function showState({ d, t, words: names }) {
    positions.forEach((i) => {
      const { show, box, text, cell } = scores[i];
      words[i].replaceChildren(
        h("span", { class: "prpn-word", title: names[i] }, names[i]),
        h("span", { class: "prpn-index" }, i === t ? `t = ${i}` : String(i)));
      show(d[i], `${d[i].toFixed(2)}, ${names[i]}`);
      text.textContent = d[i].toFixed(2);
      cell.dataset.value = d[i];
      box.style.setProperty("--value", d[i]);
      box.style.setProperty("--threshold", d[t]);
      box.classList.toggle("prpn-compared", i <= t);
      for (const one of [words[i], cell, ...cells.map((row) => row[i].cell)]) {
        one.classList.toggle("prpn-now", i === t);
        one.classList.toggle("prpn-later", i > t);
      }
    });
  }

  function showView(view) {
    drawTree(tree, view.tree, size);
    positions.forEach((i) => scores[i].cell.classList.toggle("prpn-limit", i === view.limit));
    rows.forEach(({ key }, r) => {
      const values = view[key] ?? view.state[key];
      cells[r].forEach(({ bar, text, cell }, i) => {
        const inside = i < view.state.t;
        bar.style.height = inside ? `${Math.min(1, values[i]) * 100}%` : "0";
        text.textContent = inside ? short(values[i]) : "";
        if (inside) cell.dataset.value = values[i];
        else delete cell.dataset.value;
        cell.classList.toggle("prpn-unused", inside && key === "alpha" && i === 0);
      });
    });
  }
  return { element, size, showState, showView };
}

export default { render };
