// A pyramid of boxes over the words, one a span: short ones at the bottom, the whole sentence on top.
import { h } from "./dom.js";

export const key = ([start, end]) => `${start}-${end}`;

/** The keys of all spans of two words or more that a tree in nested lists has. */
export function spansOf(tree) {
  const found = new Set();
  (function collect(part, from) {
    if (!Array.isArray(part)) return from + 1;
    const to = part.reduce((at, child) => collect(child, at), from);
    found.add(key([from, to]));
    return to;
  }(tree, 0));
  return found;
}

/** The boxes over `size` words. `filled()` makes what stands in one: { inside: elements, ...whatever else is kept of it }.
    The arrow keys move to the sides in reading order, up to a wider span, down to a narrower one; `choose(span)` is told,
    and `look(span)`, or `look()`, while the pointer is over one. `boxes` is a map from a span's key. */
export function pyramid(size, { choose, look, filled, label }) {
  const boxes = new Map(), n = Array.from({ length: size }, (_, i) => i);
  const spans = n.slice(1).reverse().flatMap((more) => n.slice(0, size - more).map((start) => [start, start + more + 1]));
  const next = ([start, end], pressed) => {
    const side = { ArrowLeft: -1, ArrowRight: 1 }[pressed];
    if (side) return spans[spans.findIndex((one) => key(one) === key([start, end])) + side];
    if (pressed === "ArrowDown") return [start, end - 1];
    return pressed === "ArrowUp" && (end < size ? [start, end + 1] : [start - 1, end]);
  };
  for (const span of spans) {
    const [start, end] = span, { inside, ...kept } = filled();
    const element = h("button", {
      type: "button", class: "prpn-span", style: `grid-area: ${size - (end - start) + 1} / ${start + end} / auto / span 2`,
      onclick: () => choose(span), onpointerenter: () => look(span), onpointerleave: () => look(),
      onkeydown: (event) => {
        const to = next(span, event.key) || undefined, box = to && boxes.get(key(to));
        if (!box) return;
        event.preventDefault();
        choose(to);
        box.element.focus();
      },
    }, ...inside);
    boxes.set(key(span), { element, ...kept });
  }
  const element = h("div", { class: "prpn-pyramid", style: `--columns: ${size}`, role: "group",
    "aria-label": `${label}; arrow keys move to the sides, to wider and to narrower ones` },
  ...[...boxes.values()].map((box) => box.element));
  /** Light one span; the chosen one is where Tab comes in. */
  function mark(span, chosen) {
    for (const [own, box] of boxes) {
      box.element.classList.toggle("prpn-lit-span", own === key(span));
      box.element.setAttribute("aria-pressed", own === key(chosen));
      box.element.tabIndex = own === key(chosen) ? 0 : -1;
    }
  }
  return { element, boxes, mark };
}
