// A guess that is committed before the answer shows: a choice, a number or a place that one drags to.
import { counted, fresh, h } from "./dom.js";
import { slider } from "./controls.js";

/** One question at a time; `onShow(state)` is asked to show the answer in the explorer. */
export function guesses(all, onShow) {
  if (all.length === 0) return null;
  let at = 0, input, committed = false;
  const legend = h("legend", {}), place = h("div", { class: "prpn-options" });
  const go = h("button", { type: "submit" }), next = h("button", { type: "button", onclick: () => turn(1) });
  const show = h("button", { type: "button", onclick: () => onShow({ ...all[at].shows, ...all[at].marks }) }, "Show it");
  const verdict = h("p", { class: "prpn-verdict", role: "status" });
  const form = h("form", {
    class: "prpn-guess",
    onsubmit: (event) => { event.preventDefault(); if (!committed) commit(); },
  }, h("fieldset", {}, legend, h("div", { class: "prpn-line" }, place, verdict, go, show, next)));

  function turn(by) {
    at = (at + by + all.length) % all.length;
    committed = false;
    input = all[at].options.length ? choice(all[at]) : number(all[at]);
    const which = all.length > 1 ? `, ${at + 1} of ${all.length}` : "";
    legend.replaceChildren(h("b", {}, `Predict${which}. `), all[at].question);
    place.replaceChildren(input.element);
    verdict.textContent = "";
    verdict.className = "prpn-verdict";
    draw();
  }

  function commit() {
    const { right, within, answer, options } = all[at], guess = input.value();
    if (guess === undefined) {
      verdict.textContent = "";
      setTimeout(() => { verdict.textContent = "Choose first: a guess, even a wrong one, helps you to see why."; }, 50);
      return;
    }
    committed = true;
    const good = options.length ? guess === right : Math.abs(guess - right) <= within + 1e-9;
    const said = good ? `Right: ${input.text(guess)}.` : `You said: ${input.text(guess)}. It is: ${input.text(right)}.`;
    verdict.className = `prpn-verdict ${good ? "prpn-right" : "prpn-wrong"}`;
    verdict.textContent = `${said} ${answer}`;
    draw();
    next.focus();                                            // "Commit" goes; the focus must not go with it
  }

  function draw() {                                          // the answer takes the place of the options
    place.hidden = go.hidden = committed;
    show.hidden = !committed || Object.keys(all[at].shows).length === 0;
    go.textContent = "Commit";
    next.textContent = all.length === 1 ? "Ask me again" : committed ? "Next question" : "Another question";
    next.hidden = all.length === 1 && !committed;
  }

  turn(0);
  return form;
}

/** Radio buttons, none chosen. */
function choice({ options }) {
  const name = fresh("guess");
  const inputs = options.map((value) => h("input", { type: "radio", name, value }));
  return {
    element: h("span", { class: "prpn-choice" },
      ...inputs.map((input) => h("label", {}, input, h("span", {}, input.value)))),
    value: () => inputs.find((input) => input.checked)?.value,
    text: (value) => value,
  };
}

/** A mark that one drags along a scale; it says nothing until it was moved. */
function number({ low, high, step, unit }) {
  let value;
  const text = (x) => `${x}${unit && ` ${counted(x, unit)}`}`;
  const shown = h("output", {}, "not set");
  const onMove = (x) => { value = x; scale.show(x, text(x)); shown.textContent = text(x); };
  const scale = slider({ label: "your guess", min: low, max: high, step, onMove });
  scale.show(low, "not yet chosen");
  scale.input.addEventListener("click", () => onMove(Number(scale.input.value)));     // also where it stands
  scale.input.addEventListener("keydown", (event) => {
    if (event.key === " " || event.key === "Home") onMove(Number(scale.input.value));
  });
  return {
    element: h("span", { class: "prpn-scale" }, String(low), scale.input, String(high), shown),
    value: () => value, text,
  };
}
