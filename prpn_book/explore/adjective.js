// An adjective on a plane: two columns that one drags, the grid and the nouns that they move, a learner's guesses.
import { field, radios, slider } from "./kit/controls.js";
import { h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { textField } from "./kit/text.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 0.1;
const SHOWN = { fox: { low: -6.6, wide: 14, high: 7, deep: 3.5 }, nouns: { low: -3.7, wide: 11.2, high: 7.7, deep: 3.5 } };   // of the plane
const short = (x) => String(Number(x.toFixed(2)) || 0).replace("-", "−");
const pair = (numbers) => (numbers ? `(${numbers.map(short).join(", ")})` : "?");
const numbersOf = (text) => (text.replaceAll("−", "-").match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
const vector = (reach) => (v) => Array.isArray(v) && v.length === 2
  && v.every((x) => Number.isFinite(x) && Math.abs(x) <= reach);

export default explorer({
  accept: ({ matrix, noun, seen, ridge_weight: ridge }) => Array.isArray(matrix) && matrix.length === 2
    && matrix.every(vector(2)) && vector(6)(noun) && [1, 2, 3].includes(seen) && ridge >= 0 && ridge <= 100,
  build({ content: { names, reach, far, ridges, learner = true, foxes = [] }, change, rest, now }) {
    const check = (text) => (vector(far)(numbersOf(text)) && !/[^\d\s.,()−-]/.test(text) ? ""
      : `A noun is two numbers from −${far} to ${far}, such as 3, 1. Nothing was changed.`);
    const text = textField({
      label: `your own ${names[2]}`, hint: "how often it runs, and barks; then Enter", check,
      onText: (own) => change({ noun: numbersOf(own) }),
    });
    const tidy = (x) => Number(Math.max(-reach, Math.min(reach, x)).toFixed(1));
    const put = (i, j, x) => now().matrix.map((row, r) => row.map((old, c) => (r === i && c === j ? tidy(x) : old)));
    const entries = [["run → runs", 0, 0], ["bark → runs", 0, 1], ["run → barks", 1, 0], ["bark → barks", 1, 1]].map(([name, i, j]) => {
      const { input, show } = slider({
        label: `what a ${name.replace("→", "gives in")}`, min: -reach, max: reach, step: STEP, onRest: rest,
        onMove: (x) => change({ matrix: put(i, j, x) }, { live: true }),
      });
      const shown = h("output", { class: "prpn-value" });
      const element = field([name], input, shown);
      return { element, show: (matrix) => { show(matrix[i][j], String(matrix[i][j])); shown.textContent = short(matrix[i][j]); } };
    });
    const column = (j, [x, y]) => change(
      { matrix: now().matrix.map((row, i) => row.map((old, c) => (c === j ? tidy((i ? y : x) / 3) : old))) }, { live: true });
    const seen = radios({
      label: "the learner has seen", options: names.map((_, k) => [k + 1, names.slice(0, k + 1).join(", ")]),
      onChoose: (value) => change({ seen: value }),
    });
    const ridge = radios({
      label: "the learner's penalty", options: ridges.map((value) => [value, `λ ${short(value)}`]),
      onChoose: (value) => change({ ridge_weight: value }),
    });
    const fox = radios({
      label: `which ${names[2]}`, options: foxes.map((one, k) => [k, pair(one)]), onChoose: (k) => change({ noun: foxes[k] }),
    });
    const plane = picture(column, rest, learner), told = h("p", { class: "prpn-told", "data-prpn-concept": "attention" });
    const places = names.map((_, k) => k).filter((k) => learner || k === names.length - 1);      // of the nouns that are shown
    const columns = learner ? ["made", "guesses"] : ["made"];
    const rows = places.map(() => h("tr", {}));
    const parts = learner ? [] : ["runs", "barks"].map((what) => ({ what, row: h("tr", {}) }));   // of the noun, before their sum
    const line = (name, pairs) => [h("th", { scope: "row" }, name),
      ...columns.map((column, place) => h("td", { class: `prpn-of-${column}`, "data-pair": JSON.stringify(pairs[place] ?? null) }, pair(pairs[place])))];
    const table = h("table", { class: "prpn-phrases" },
      h("thead", {}, h("tr", {}, ...[learner ? "noun" : "part", "becomes", ...(learner ? ["learnt"] : [])].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...parts.map(({ row }) => row), ...rows));
    const controls = learner ? [[`the ${names[2]}`, fox], ["learner saw", seen], ["its penalty λ", ridge]] : [];
    const side = h("div", { class: "prpn-side" }, learner ? table : h("div", { class: "prpn-scroll", tabindex: "0", role: "group", "aria-label": "phrases" }, table), told,
    ...controls.map(([name, { element }]) => h("div", { class: "prpn-field" }, h("span", { class: "prpn-name" }, name), element)));
    const more = [plane.hint, h("div", { class: "prpn-entries" }, ...entries.map(({ element }) => element))];

    function show(state, view, answered) {
      text.show(state.noun.join(", ").replaceAll("-", "−"));
      entries.forEach((one) => one.show(state.matrix));
      seen.show(state.seen);
      ridge.show(state.ridge_weight);
      fox.show(foxes.findIndex((one) => one.every((x, i) => x === state.noun[i])));
      plane.show(state.matrix, learner ? view : { ...view, guesses: [] }, names, places);
      rows.forEach((row, place) => {
        const k = places[place];
        row.replaceChildren(...line(`${names[k]} ${pair(view.nouns[k])}`, columns.map((name) => view[name][k])));
      });
      parts.forEach(({ what, row }, j) => {
        const much = state.noun[j];
        row.replaceChildren(...line(`${short(much)} ${Math.abs(much) === 1 ? what.slice(0, -1) : what}`, [state.matrix.map((r) => r[j] * much)]));
      });
      told.textContent = !learner ? "" : view.learnt ? `The learner finds the rows ${view.learnt.map(pair).join(" and ")}.`
        : "Many matrices explain what the learner has seen: without a penalty nothing picks one.";
      return answered && `old ${names[2]}: ${pair(view.made[2])}. ${told.textContent}`;
    }
    return { line: text, body: [h("div", { class: learner ? "prpn-acted" : "prpn-acted prpn-of-one" }, plane.element, side)], more, show };
  },
});

/** The plane: the grid that the matrix makes of the squares, nouns as arrows, phrases as dots, guesses as squares. */
function picture(onColumn, rest, learner) {
  const { low, wide, high, deep } = learner ? SHOWN.nouns : SHOWN.fox;
  const draw = (tag, attributes, ...children) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const svg = draw("svg", { viewBox: `${low} ${-high} ${wide} ${high + deep}`, class: "prpn-plane", role: "group" });
  const within = (least, most, x) => Math.max(least + 0.5, Math.min(most - 0.5, x));
  const put = (j, x, y) => onColumn(j, [within(low, low + wide, x), within(-deep, high, y)]); // where one can take hold of it again
  const moved = draw("g", { class: "prpn-moved" }), drawn = draw("g", {});
  const columns = [0, 1].map((j) => {
    const handle = draw("circle", { r: 0.75, class: "prpn-handle" });
    const named = { tabindex: 0, role: "slider", "aria-label": `where three ${j ? "barks" : "runs"} end` };
    for (const [name, value] of Object.entries(named)) handle.setAttribute(name, value);
    handle.addEventListener("pointerdown", (event) => { event.preventDefault(); handle.setPointerCapture(event.pointerId); });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      put(j, at.x, -at.y);
    });
    handle.addEventListener("pointerup", rest);
    handle.addEventListener("keydown", (event) => {
      const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
      if (x === undefined) return;
      event.preventDefault();
      put(j, Number(handle.getAttribute("cx")) + 3 * STEP * x, 3 * STEP * y - Number(handle.getAttribute("cy")));
    });
    handle.addEventListener("keyup", rest);
    const name = draw("text", { class: "prpn-handle-name", "text-anchor": j ? "end" : "start" }, j ? "3 barks" : "3 runs");
    return { handle, name, arrow: draw("path", { class: "prpn-column" }), head: draw("circle", { r: 0.26, class: "prpn-column-head" }) };
  });
  const ticks = Array.from({ length: Math.floor(high / 2) }, (_, k) => 2 * k + 2);    // on both axes, as far as they go
  const right = ticks.filter((x) => x < low + wide - 1);
  const number = (x, y, anchor, word) => draw("text", { x, y, "text-anchor": anchor, class: "prpn-tick" }, word);
  svg.append(draw("path", { d: `M${low} 0H${low + wide}M0 ${-high}V${deep}`
    + right.map((x) => `M${x} -0.15V0.15`).join("") + ticks.map((y) => `M-0.15 ${-y}H0.15`).join(""), class: "prpn-axis" }),
  ...right.map((x) => number(x, 0.75, "middle", x)), ...ticks.map((y) => number(-0.3, 0.2 - y, "end", y)),
  number(low + wide - 0.2, -0.25, "end", "runs"), number(0.3, 0.7 - high, "start", "barks"),
  // Beside a learner there is no room for handles: dots and squares are what one looks at.
  moved, drawn, ...(learner ? [] : columns.flatMap(({ arrow, head, name, handle }) => [arrow, head, name, handle])));
  const label = ([x, y], word, name) => draw("text", { x: x + 0.25, y: -y - 0.25, class: name }, word);
  const guess = ([x, y], name) => [                           // a square, as the handles are round, named to its left
    draw("rect", { x: x - 0.3, y: -y - 0.3, width: 0.6, height: 0.6, class: "prpn-guessed" }),
    draw("text", { x: x - 0.5, y: -y + 0.2, class: "prpn-guess-name" }, `${name}?`)];
  function show([[a, b], [c, d]], { nouns, made, guesses }, names, places) {
    const at = (x, y) => `${a * x + b * y} ${-(c * x + d * y)}`;
    const lines = Array.from({ length: 7 }, (_, k) => `M${at(k - 1, -1)}L${at(k - 1, 5)}M${at(-1, k - 1)}L${at(5, k - 1)}`);
    moved.replaceChildren(draw("path", { d: lines.join("") }));
    [[a, c], [b, d]].forEach(([x, y], j) => {
      columns[j].arrow.setAttribute("d", `M0 0L${3 * x} ${-3 * y}`);
      for (const one of [columns[j].head, columns[j].handle]) { one.setAttribute("cx", 3 * x); one.setAttribute("cy", -3 * y); }
      columns[j].handle.setAttribute("aria-valuenow", 3 * x);
      columns[j].handle.setAttribute("aria-valuetext", pair([3 * x, 3 * y]));
      const left = j ? 3 * x > low + 3.5 : 3 * x > low + wide - 2.6;    // of the handle, where there is room
      columns[j].name.setAttribute("text-anchor", left ? "end" : "start");
      columns[j].name.setAttribute("x", 3 * x + (left ? (j ? -1 : -0.45) : 0.45)); // clear of the numbers on the axis
      columns[j].name.setAttribute("y", (j ? 0.2 : 0.72) - 3 * y);
    });
    drawn.replaceChildren(...places.flatMap((k) => [
      draw("path", { d: `M0 0L${nouns[k][0]} ${-nouns[k][1]}`, class: "prpn-arrow" }), label(nouns[k], names[k], "prpn-noun"),
      draw("path", { d: `M${nouns[k][0]} ${-nouns[k][1]}L${made[k][0]} ${-made[k][1]}`, class: "prpn-way" }),
      draw("circle", { cx: made[k][0], cy: -made[k][1], r: 0.24, class: "prpn-made" }),
      ...(guesses[k] ? guess(guesses[k], names[k]) : []),
    ]));
    const told = places.map((k) => `${names[k]} ${pair(nouns[k])} becomes ${pair(made[k])}`).join("; ");
    svg.setAttribute("aria-label", `The plane of runs and barks: ${told}`);
  }
  const below = learner ? "Dots: what the nouns become. Squares: the learner's guesses." : "Drag the two round handles, or move them with the arrow keys.";
  const element = h("div", { class: "prpn-plane-holder" }, svg, h("p", { class: "prpn-hint" }, below));
  const hint = learner ? "" : h("p", { class: "prpn-hint" }, "The handles: where three runs, and three barks, end. The dot: what the fox becomes.");
  return { element, hint, show };
}
