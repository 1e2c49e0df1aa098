// A table of columns, one a word: words to choose from, a slider a word, and rows of whatever else.
import { roving, slider } from "./controls.js";
import { fresh, h, symbol } from "./dom.js";

/** What a row is called: a symbol, and what it means; what follows a semicolon is left out where room is narrow. */
export function rowName(mark, meaning) {
  const [first, aside] = typeof meaning === "string" ? meaning.split("; ", 2) : [meaning];
  return h("th", { scope: "row", role: "rowheader" }, mark && symbol(mark), mark && " ",
    h("span", { class: "prpn-meaning" }, first ?? "", aside && h("span", { class: "prpn-aside" }, `; ${aside}`)));
}

/** A table; a row holds one cell a column, or, as `wide`, one over all of them; one that is `extra` shows under "More".
    Roles are named, since a narrow
    screen lays each row out as a grid, with its name above its cells. */
export function grid(caption, size, rows) {
  const held = (cell) => { cell.setAttribute("role", cell.tagName === "TH" ? "columnheader" : "cell"); return cell; };
  return h("table", { class: "prpn-grid", role: "table", style: `--columns: ${size}` }, h("caption", { class: "prpn-hidden" }, caption),
    h("colgroup", {}, h("col", { class: "prpn-names" }), h("col", { span: size })),
    h("tbody", { role: "rowgroup" }, ...rows.map(({ mark, meaning, cells, wide, kind, concept, extra }) =>
      h("tr", { role: "row", class: [kind && `prpn-row-${kind}`, extra && "prpn-extra"].filter(Boolean).join(" "), "data-prpn-concept": concept }, rowName(mark, meaning),
        ...(wide ? [h("td", { colspan: size }, wide)] : cells).map(held)))));
}

/** Bring a column into view where its table scrolls; the page itself stays where it is. */
function reveal(cell) {
  const scroller = cell.closest(".prpn-scroll");
  if (!scroller) return;
  const column = cell.getBoundingClientRect(), view = scroller.getBoundingClientRect();
  scroller.scrollLeft += Math.max(0, column.right - view.right) + Math.min(0, column.left - view.left);
}

/** The words as radio buttons: the chosen one is the step t that looks back. Word 0 has nothing to look at. */
export function wordCells(size, onStep) {
  const name = fresh("step");
  const cells = Array.from({ length: size }, (_, i) => {
    const word = h("span", { class: "prpn-word" }), index = h("span", { class: "prpn-index" });
    const input = i > 0 && h("input", { type: "radio", name, value: i, onchange: () => onStep(i) });
    const pick = h(i > 0 ? "label" : "span", { class: "prpn-pick" }, input || "", word, " ", index);
    const cell = h("th", { scope: "col", "data-i": i }, pick);
    const show = (text, t) => {
      word.textContent = word.title = text;
      index.textContent = i === t ? `t = ${i}` : String(i);
      cell.classList.toggle("prpn-now", i === t);
      if (input) { input.checked = i === t; input.setAttribute("aria-label", `look back from ${i}, ${text}`); }
    };
    return { cell, show };
  });
  let step;
  function show(words, t) {
    cells.forEach((one, i) => one.show(words[i], t));
    if (t !== step) requestAnimationFrame(() => reveal(cells[t].cell));
    step = t;
  }
  return { cells: cells.map(({ cell }) => cell), show };
}

/** A vertical slider a column: up and down move it, left and right go to its neighbours. `from` is the first that
    can be moved. The height of the step's own score is drawn across all that it is compared with. */
export function scoreCells(size, { onScore, onRest, from = 0, noun = "score d" }) {
  const cells = Array.from({ length: size }, (_, i) => {
    const { input, show } = slider({
      label: `${noun} ${i}`, min: 0, max: 1, step: 0.01, vertical: true, onRest,
      onMove: (value) => onScore(i, value),
    });
    const box = h("div", { class: "prpn-equaliser" }, i >= from ? input : "");
    const text = h("span", { class: "prpn-number" });
    const cell = h("td", { "data-row": "d", "data-i": i, class: i < from && "prpn-start" }, box, text);
    return { input, move: show, box, text, cell };
  });
  roving(cells.slice(from).map(({ input }) => input));
  const show = (d, words, lined) => cells.forEach(({ move, box, text, cell }, i) => {
    move(d[i], `${d[i].toFixed(2)}, ${words[i]}`);
    text.textContent = i < from ? "start" : d[i].toFixed(2);
    cell.dataset.value = d[i];
    box.style.setProperty("--value", d[i]);
    box.classList.toggle("prpn-compared", lined.includes(i));
  });
  return { cells: cells.map(({ cell }) => cell), show };
}
