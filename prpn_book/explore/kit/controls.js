// Controls: a labelled field, a slider, a choice of few, a list to choose from, a group with one Tab stop.
import { fresh, h } from "./dom.js";

/** A name and what it names, in one line. */
export const field = (name, ...parts) =>
  h("label", { class: "prpn-field" }, h("span", { class: "prpn-name" }, ...[name].flat()), ...parts);

/** A slider: `show(value, text)` moves it; `onMove` is called while the reader moves it, `onRest` at the end. */
export function slider({ label, min, max, step, onMove, onRest, vertical = false }) {
  const input = h("input", {
    type: "range", min, max, step, "aria-label": label, class: vertical && "prpn-vertical",
    oninput: () => onMove(Number(input.value)), onchange: () => onRest?.(),
  });
  const show = (value, text) => {
    if (Number(input.value) !== value) input.value = value;
    input.setAttribute("aria-valuetext", text);
  };
  return { input, show };
}

/** Radio buttons that look like one bar: `options` are pairs of a value and a label. */
export function radios({ label, options, onChoose }) {
  const name = fresh("radio");
  const inputs = new Map();
  const element = h("div", { class: "prpn-radios", role: "radiogroup", "aria-label": label },
    ...options.map(([value, text]) => {
      const input = h("input", { type: "radio", name, value, onchange: () => onChoose(value) });
      inputs.set(value, input);
      return h("label", {}, input, h("span", {}, text));
    }));
  const show = (value) => { for (const [own, input] of inputs) input.checked = own === value; };
  return { element, show };
}

/** A list to choose from: `options` are pairs of a value and a label. */
export function list({ label, options, onChoose }) {
  const select = h("select", { "aria-label": label, onchange: () => onChoose(select.value) },
    ...options.map(([value, text]) => h("option", { value }, text)));
  return { select, show: (value) => { select.value = value; } };
}

/** One Tab stop for several controls: left and right arrows go from one to the next, Tab leaves them all. */
export function roving(controls) {
  const focusOn = (at) => controls.forEach((control, i) => { control.tabIndex = i === at ? 0 : -1; });
  controls.forEach((control, i) => {
    control.addEventListener("focus", () => focusOn(i));
    control.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      controls[Math.max(0, Math.min(controls.length - 1, i + by))].focus();
    });
  });
  focusOn(0);
}
