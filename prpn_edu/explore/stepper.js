// The stepper: two buttons, and the stack and the buffer that Python's `loops.transitions.explore` gives.
// State and answer are apart: `text` and `answers` are the reader's, `view` is what comes of them.

const STATE = ["text", "answers"];

function render({ model, el }) {
  const content = model.get("content");
  const state = () => Object.fromEntries(STATE.map((name) => [name, model.get(name)]));
  const { line, say } = announcer();
  const trouble = h("p", { class: "prpn-trouble", role: "status" });
  let changing = false, waiting, shown;                      // `shown`: the last view whose tree could be read

  /** Set the state as one step, and ask Python for what follows. */
  function change(update) {
    changing = true;
    Object.entries(update).forEach(([name, value]) => model.set(name, value));
    changing = false;
    clearTimeout(waiting);
    waiting = setTimeout(() => { trouble.textContent = content.trouble; }, 4000);
    model.save_changes();
    draw();
  }

  const finished = () => shown && shown.done === shown.actions.length;
  const answer = (action) => { if (!finished()) change({ answers: [...state().answers, action] }); };
  const panel = chooser({ content, start: (text) => change({ text, answers: [] }) });
  const machine = picture();
  const question = h("p", { class: "prpn-question" });
  const asking = content.actions.map((action) =>
    h("button", { type: "button", class: "prpn-action", onclick: () => answer(action) }, action));
  const again = h("button", { type: "button", onclick: () => change({ answers: [] }) }, "Start again");
  const verdict = h("p", { class: "prpn-verdict" }), told = h("p", { class: "prpn-told" });
  const root = h("div", { class: "prpn-explorer prpn-stepper" },
    questions(content), panel.element,
    h("div", { class: "prpn-scroll", tabindex: 0, role: "region", "aria-label": "the machine" }, machine.element),
    question, h("p", { class: "prpn-answers" }, ...asking, again), verdict, told, trouble, line);
  el.append(root);

  function draw() {
    if (changing) return;
    const now = state(), view = model.get("view");
    const answered = STATE.every((name) => JSON.stringify(view.state[name]) === JSON.stringify(now[name]));
    root.classList.toggle("prpn-waiting", !answered);
    panel.show(now.text);
    if (!answered) return;
    clearTimeout(waiting);
    trouble.textContent = view.problem;
    if (view.problem) return;
    shown = view;
    machine.show(view);
    const total = view.actions.length, done = view.actions.slice(0, view.done);
    question.textContent = finished()
      ? `Done after ${total} actions. The root lies alone on the stack. Wrong answers: ${view.wrong}.`
      : `Action ${view.done + 1} of ${total}: SHIFT or REDUCE?`;
    asking.forEach((button) => button.setAttribute("aria-disabled", finished()));
    verdict.className = `prpn-verdict prpn-${view.verdict || "none"}`;
    verdict.textContent = view.verdict && `${view.verdict === "right" ? "Right." : "Not yet."} ${view.reason}`;
    told.replaceChildren("Actions so far: ", h("code", { class: "prpn-brackets" }, done.join(" ") || "none"));
    say(`${verdict.textContent} Stack: ${view.stack.map(brackets).join(", ") || "empty"}. `
      + `Buffer: ${view.buffer.join(", ") || "empty"}. ${question.textContent}`);
  }

  const events = [...STATE, "view"].map((name) => `change:${name}`);
  events.forEach((event) => model.on(event, draw));
  draw();
  return () => events.forEach((event) => model.off(event, draw));
}

/** Which tree: one of the examples, or the reader's own in brackets. */
function chooser({ content, start }) {
  const own = "your own";
  const select = h("select", { onchange: () => select.value !== own && start(select.value) },
    ...content.examples.map((text) => h("option", { value: text }, text)), h("option", { value: own }, own));
  const field = h("input", {
    type: "text", maxlength: content.longest, autocomplete: "off", spellcheck: "false",
    onchange: () => start(field.value.trim()),
  });
  const label = (name, ...parts) =>
    h("label", { class: "prpn-field" }, h("span", { class: "prpn-name" }, name), h("span", { class: "prpn-wide" }, ...parts));
  const element = h("div", { class: "prpn-controls" },
    label("tree", select), label("your own", field, h("span", { class: "prpn-hint" }, "in brackets, then Enter")));
  let last;
  function show(text) {
    select.value = content.examples.includes(text) ? text : own;
    if (text !== last) field.value = last = text;            // not what the reader is typing just now
  }
  return { element, show };
}

/** The words in columns with what is built of them so far, and below it the stack and the buffer. */
function picture() {
  const tree = emptyTree(), over = h("td", {}, tree), words = h("tr", {}), stack = h("td", {}), buffer = h("td", {});
  const name = (text, hint) =>
    h("th", { scope: "row" }, text, h("span", { class: "prpn-meaning" }, hint));
  const row = (text, hint, cell) => h("tr", {}, name(text, hint), cell);
  const element = h("table", { class: "prpn-grid" },
    h("caption", { class: "prpn-hidden" }, "The machine: what is built, the stack and the buffer"),
    h("tbody", {},
      h("tr", { class: "prpn-tree" }, name("built so far", "one tree for each part on the stack"), over),
      words, row("stack", "the top is on the right", stack), row("buffer", "the next word is on the left", buffer)));

  const chips = (parts, kind) => (parts.length
    ? parts.map((part) => h("code", { class: `prpn-chip prpn-chip-${kind}` }, brackets(part)))
    : [h("span", { class: "prpn-hint" }, "empty")]);

  function show({ words: all, stack: parts, buffer: next, height }) {
    [over, stack, buffer].forEach((cell) => cell.setAttribute("colspan", all.length));
    const taken = all.length - next.length;
    words.replaceChildren(name("words", "grey: still in the buffer"), ...all.map((word, i) =>
      h("td", { class: i < taken ? "prpn-taken" : "prpn-ahead" }, h("span", { class: "prpn-word", title: word }, word))));
    drawForest(tree, parts, all.length, height);
    stack.replaceChildren(...chips(parts, "stack"));
    buffer.replaceChildren(...chips(next, "buffer"));
  }
  return { element, show };
}

/** Draw each part of the stack over its own words; `height` levels fill the picture, so that nothing jumps. */
function drawForest(svg, parts, columns, height) {
  const column = { next: 0 }, lines = [];
  const x = (node) => (100 * node.x).toFixed(1);
  const y = (node) => (100 - (node.level / (height + 0.6)) * 100).toFixed(1);
  const visit = (node) => {
    if (node.children.length === 0) return;
    const [left, right] = node.children;
    lines.push(`M${x(left)} ${y(left)}V${y(node)}H${x(right)}V${y(right)}`);
    node.children.forEach(visit);
  };
  parts.map((part) => place(part, column)).forEach(visit);
  svg.setAttribute("viewBox", `0 0 ${100 * columns} 100`);
  svg.setAttribute("aria-label", `Built so far: ${parts.map(brackets).join(", ") || "nothing"}`);
  svg.firstChild.setAttribute("d", lines.join(""));
}

export default { render };
