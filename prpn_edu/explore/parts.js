// Small parts that explorers are built from. Nothing here computes: numbers come from Python.

/** An element with attributes and children: h("td", { class: "cell" }, "text"). Text is never parsed as HTML. */
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** A number for the eye: at most four decimals, no zeros at the end. */
const short = (x) => String(Number(x.toFixed(4)));

/** "d_i" as d with an index, and a letter with a combining tilde as one that every font can set. */
function symbol(text) {
  const piece = (part) => {
    if (part.startsWith("_")) return h("sub", {}, part.slice(1));
    if (part.endsWith("\u0303")) return h("span", { class: "prpn-tilde" }, part[0]);
    return part;
  };
  return h("span", { class: "prpn-symbol" }, ...text.split(/(_\w+|.\u0303)/).filter(Boolean).map(piece));
}

/** A labelled slider: `show(value, text)` moves it, `onMove(value)` is called when the reader does. */
function slider({ label, min, max, step, onMove, vertical = false }) {
  const input = h("input", {
    type: "range", min, max, step, "aria-label": label, class: vertical && "prpn-vertical",
    oninput: () => onMove(Number(input.value)),
  });
  const show = (value, text) => {
    if (Number(input.value) !== value) input.value = value;
    input.setAttribute("aria-valuetext", text);
  };
  return { input, show };
}

/** A line that screen readers speak politely: only once the reader has been still for a moment. */
function announcer() {
  const line = h("p", { class: "prpn-hidden", "aria-live": "polite" });
  let timer, last;
  const say = (text) => {
    if (last === undefined) last = text;                     // what stands there at first is no news
    clearTimeout(timer);
    timer = setTimeout(() => { if (text !== last) line.textContent = last = text; }, 700);
  };
  return { line, say };
}

/** What to predict before dragging; the answers are folded away. */
function questions(content) {
  return h("div", { class: "prpn-questions" }, h("p", {}, content.ask),
    ...content.questions.map(([question, answer]) => h("details", {}, h("summary", {}, question), h("p", {}, answer))));
}
