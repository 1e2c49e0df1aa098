// A trained LSTM that reads: a sentence in, and at each word its gates, its verdict, and what the end still holds of it.
import { roving } from "./kit/controls.js";
import { button, h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid } from "./kit/grid.js";
import { fitting, textField } from "./kit/text.js";

const digits = (x) => x.toFixed(2);
const NONE = { at: 0, gate: 1 };

export default explorer({
  accept: ({ text, at, gate }) => text.length <= 120 && Number.isInteger(at) && at >= 0 && at <= 99 && (gate === 0 || gate === 1),
  build({ content, change }) {
    const { most, names, about } = content;
    const text = textField({
      label: "your own sentence", hint: `1 to ${most} words, then Enter`, check: fitting(content),
      onText: (own) => change({ text: own, ...NONE }),
    });
    const unknown = h("p", { class: "prpn-notice prpn-unknown-words" }), told = h("p", { class: "prpn-told" });
    const holder = h("div", { class: "prpn-scroll" });
    const known = h("details", { class: "prpn-known" },
      h("summary", {}, `What it has read, and the ${content.known.split(" ").length} words it knows`),
      h("p", {}, `${about.text}: remarks that a grammar wrote, free to give away. Right on ${about.accuracy} % of new ones.`),
      h("p", { class: "prpn-hint" }, content.known));
    let table, seen;
    /** A press on a gate: first it is held open, then shut, then left to the model again. */
    function press(t) {
      const { held, gate } = seen;
      change(t !== held ? { at: t + 1, gate: 1 } : gate ? { at: t + 1, gate: 0 } : NONE);
    }
    function show(state, view, answered) {
      text.show(state.text);
      if (!answered) return "";
      seen = { held: view.held, gate: state.gate };
      if (table?.size !== view.words.length) {
        table = rows(view.words.length, content.rows, press);
        holder.replaceChildren(table.element);
      }
      table.show(view, state.gate, names);
      unknown.textContent = view.unknown.length === 0 ? ""
        : `Unknown to the model, so all the same to it: ${view.unknown.map((t) => `"${view.words[t]}"`).join(", ")}.`;
      const last = view.words.length - 1, label = view.labels[last];
      const how = view.held < 0 ? "" : ` The forget gates at "${view.words[view.held]}" are held ${state.gate ? "open" : "shut"}.`;
      told.textContent = `After the last word it says ${names[label]}, ${digits(view.chances[last][label])}.${how}`;
      return `${unknown.textContent} ${told.textContent}`;
    }
    const hint = h("p", { class: "prpn-hint" }, "Press a forget gate: open; again: shut; again: as learnt.");
    return { line: text, body: [holder, hint, unknown, told], more: [known], show };
  },
});

/** The table: the words, the verdict after each, the three gates as bars, and what is left of each at the end. */
function rows(size, kinds, onPress) {
  const places = Array.from({ length: size }, (_, t) => t);
  const words = places.map((t) => h("th", { scope: "col", "data-i": t }, h("span", { class: "prpn-word" })));
  const says = places.map((t) => {
    const chip = h("span", { class: "prpn-label" });
    return { chip, cell: h("td", { "data-row": "says", "data-i": t }, chip) };
  });
  const bars = kinds.map(({ key, look, concept }) => places.map((t) => {
    const bar = h("div", { class: `prpn-bar prpn-of-${concept} prpn-${look}` }), number = h("span", { class: "prpn-number" });
    const box = h("div", { class: "prpn-box", "aria-hidden": "true" }, bar);
    const inside = key === "forget" ? button("", () => onPress(t), { class: "prpn-gate" }) : null;
    inside?.append(box, number);
    return { bar, number, inside, cell: h("td", { "data-row": key, "data-i": t }, ...(inside ? [inside] : [box, number])) };
  }));
  const gates = bars[kinds.findIndex(({ key }) => key === "forget")];
  roving(gates.map(({ inside }) => inside));
  const element = grid("An LSTM reads: its verdict and its gates at each word", size, [
    { meaning: "words", cells: words, kind: "words", concept: "word" },
    { meaning: "what it says so far", cells: says.map(({ cell }) => cell), kind: "says", concept: "word" },
    ...kinds.map(({ key, symbol: mark, meaning, concept }, r) => ({ mark, meaning, cells: bars[r].map(({ cell }) => cell), kind: key, concept })),
  ]);
  function show(view, gate, names) {
    places.forEach((t) => {
      const label = view.labels[t];
      words[t].firstChild.textContent = words[t].firstChild.title = view.words[t];
      words[t].classList.toggle("prpn-unknown", view.unknown.includes(t));
      says[t].chip.textContent = label;
      says[t].chip.title = names[label];
      says[t].cell.className = `prpn-says-${label}`;
      says[t].cell.dataset.value = label;
      kinds.forEach(({ key }, r) => {
        const { bar, number, cell } = bars[r][t], value = view[key][t];
        bar.style.height = `${100 * value}%`;
        number.textContent = digits(value);
        cell.dataset.value = Number(value.toFixed(12));        // the browser's powers may differ from the kernel's in the last digit
      });
      const held = t === view.held, how = held ? (gate ? "held open" : "held shut") : "as learnt";
      gates[t].cell.classList.toggle("prpn-held", held);
      gates[t].inside.setAttribute("aria-pressed", held);
      gates[t].inside.setAttribute("aria-label", `forget gate at ${view.words[t]}, word ${t + 1}: ${digits(view.forget[t])}, ${how}`);
    });
  }
  return { element, size, show };
}
