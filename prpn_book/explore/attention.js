// Attention: a question that one drags over a plane of memories, and the weights that Python's loop gives them.
import { field, slider } from "./kit/controls.js";
import { h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { textField } from "./kit/text.js";

const STEP = 0.1;
const digits = (x) => x.toFixed(2).replace("-", "−");
const whole = (x) => String(x).replace("-", "−");
const pair = (numbers) => `(${numbers.map(whole).join(", ")})`;
const tidy = (x, reach) => Number(Math.max(-reach, Math.min(reach, x)).toFixed(1));
const numbersOf = (text) => (text.replaceAll("−", "-").match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
const vector = (reach) => (v) => Array.isArray(v) && v.length === 2
  && v.every((x) => Number.isFinite(x) && Math.abs(x) <= reach);

export default explorer({
  accept: ({ question, memories }) => vector(5)(question)
    && Array.isArray(memories) && memories.length > 0 && memories.length < 9 && memories.every(vector(5)),
  build({ content: { reach }, change, rest, now }) {
    const check = (text) => (vector(reach)(numbersOf(text)) && !/[^\d\s.,()−-]/.test(text) ? ""
      : `A question is two numbers from −${reach} to ${reach}, such as 4, −4. Nothing was changed.`);
    const text = textField({
      label: "your own question", hint: `two numbers from −${reach} to ${reach}, then Enter`, check,
      onText: (own) => change({ question: numbersOf(own) }),
    });
    const ask = (question) => change({ question: question.map((x) => tidy(x, reach)) }, { live: true });
    const sliders = ["first", "second"].map((name, i) => slider({
      label: `${name} number of the question`, min: -reach, max: reach, step: STEP, onRest: rest,
      onMove: (value) => ask(now().question.map((x, j) => (i === j ? value : x))),
    }));
    const plane = picture(reach, ask, rest), told = h("p", { class: "prpn-told", "data-prpn-concept": "attention" });
    const looks = h("ol", { class: "prpn-looks", "data-prpn-concept": "attention" });
    const side = h("div", { class: "prpn-side" }, looks, told);
    const more = sliders.map(({ input }, i) => field([i ? "second feature" : "first feature"], input));

    function show({ question, memories }, view, answered) {
      text.show(question.join(", ").replaceAll("-", "−"));
      sliders.forEach((one, i) => one.show(question[i], String(question[i])));
      plane.show(question, memories, view.weights);
      looks.replaceChildren(...memories.map((memory, i) => h("li", { "data-value": view.weights[i] },
        h("span", { class: "prpn-word" }, pair(memory)),
        h("span", { class: "prpn-meaning" }, `fits ${digits(view.fits[i])}`),
        h("span", { class: "prpn-track", "aria-hidden": "true" },
          h("span", { class: "prpn-weight", style: `width: ${100 * view.weights[i]}%` })),
        h("span", { class: "prpn-number" }, digits(view.weights[i])))));
      told.textContent = `The step goes on from (${view.average.map(digits).join(", ")}).`;
      return answered && `Question ${pair(question)}. `
        + `${memories.map((memory, i) => `${pair(memory)} ${digits(view.weights[i])}`).join("; ")}. ${told.textContent}`;
    }
    return { line: text, body: [h("div", { class: "prpn-asked" }, plane.element, side)], more, show };
  },
});

/** The plane: memories as dots that grow with their weight, the question as an arrow whose head can be dragged. */
function picture(reach, ask, rest) {
  const draw = (tag, attributes, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };
  const edge = reach + 0.6;
  const svg = draw("svg", { viewBox: `${-edge} ${-edge} ${2 * edge} ${2 * edge}`, class: "prpn-plane", role: "img" });
  const arrow = draw("path", { class: "prpn-arrow" }), head = draw("circle", { r: 0.3, class: "prpn-head" });
  const handle = draw("circle", { r: 0.85, class: "prpn-handle" }), dots = draw("g", {});
  const name = draw("text", { class: "prpn-question-name" }, "question");
  const ticks = [-reach, reach].flatMap((k) => [
    draw("text", { x: k, y: 0.8, class: "prpn-tick", "text-anchor": "middle" }, whole(k)),
    draw("text", { x: -0.2, y: 0.15 - k, class: "prpn-tick", "text-anchor": "end" }, whole(k))]);
  svg.append(draw("path", { d: `M${-edge} 0H${edge}M0 ${-edge}V${edge}`, class: "prpn-axis" }), ...ticks, dots, arrow, head, name, handle);
  const follow = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    ask([at.x, -at.y]);
  };
  handle.addEventListener("pointerdown", (event) => { event.preventDefault(); handle.setPointerCapture(event.pointerId); });
  handle.addEventListener("pointermove", (event) => { if (handle.hasPointerCapture(event.pointerId)) follow(event); });
  handle.addEventListener("pointerup", rest);
  function show([x, y], memories, weights) {
    arrow.setAttribute("d", `M0 0L${x} ${-y}`);
    for (const one of [head, handle]) { one.setAttribute("cx", x); one.setAttribute("cy", -y); }
    name.setAttribute("x", Math.max(-reach, Math.min(reach - 1.5, x - 1)));
    name.setAttribute("y", (y < 0 ? 0.85 : -0.5) - y);
    const [left, low] = [0, 1].map((k) => memories.reduce((sum, one) => sum + one[k], 0) / memories.length);
    dots.replaceChildren(...memories.flatMap(([a, b], i) => [       // the names stand outside of all dots
      draw("circle", { cx: a, cy: -b, r: 0.14 + 0.36 * weights[i], class: "prpn-dot" }),
      draw("text", { x: a + (a < left ? -0.5 : 0.5), y: (b < low ? 0.6 : -0.25) - b, class: "prpn-memory-name",
        "text-anchor": a < left ? "end" : "start" }, pair([a, b]))]));
    svg.setAttribute("aria-label", `Question ${pair([x, y])} among the memories ${memories.map(pair).join(", ")}`);
  }
  return { element: svg, show };
}
