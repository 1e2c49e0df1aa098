// Elements. Nothing in the kit computes: numbers come from Python.

/** An element with attributes and children: h("td", { class: "cell" }, "text"). Text is never parsed as HTML. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** A number for the eye: at most four decimals, no zeros at the end. */
export const short = (x) => String(Number(x.toFixed(4)));

/** What is counted, as one says it: "words", but of 1 "word". */
export const counted = (number, things) => (number === 1 ? things.replace(/s$/, "") : things);

/** "d_i" as d with an index, and a letter with a combining tilde as one that every font can set. */
export function symbol(text) {
  const piece = (part) => {
    if (part.startsWith("_")) return h("sub", {}, part.slice(1));
    if (part.endsWith("\u0303")) return h("span", { class: "prpn-tilde" }, part[0]);
    return part;
  };
  return h("span", { class: "prpn-symbol" }, ...text.split(/(_\w+|.\u0303)/).filter(Boolean).map(piece));
}

/** A button. Where it can do nothing it says so but keeps the focus: `able(button, false)`, not `disabled`. */
export function button(label, onPress, attributes = {}) {
  const element = h("button", {
    type: "button", ...attributes,
    onclick: () => { if (element.getAttribute("aria-disabled") !== "true") onPress(); },
  }, label);
  return element;
}
export const able = (element, yes) => element.setAttribute("aria-disabled", !yes);

let ids = 0;
/** An id that no other element of the page has. */
export const fresh = (word) => `prpn-${word}-${(ids += 1)}-${Math.random().toString(36).slice(2, 7)}`;
