// The stepper: two buttons, and the stack and the buffer that Python's `loops.transitions.explore` gives.
import { able, button, h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { grid } from "./kit/grid.js";
import { textField } from "./kit/text.js";
import { brackets, treePicture } from "./kit/tree.js";

export default explorer({
  accept: ({ text, answers }) => text.length <= 120 && Array.isArray(answers) && answers.length <= 999
    && answers.every((one) => one === "SHIFT" || one === "REDUCE"),
  build({ content, change, now }) {
    let seen;                                                // the last view whose tree could be read
    const finished = () => seen && seen.done === seen.actions.length;
    const answer = (action) => { if (!finished()) change({ answers: [...now().answers, action] }); };
    const tooLong = (text) => (text.length > content.longest
      ? `This has ${text.length} characters; at most ${content.longest} fit. Nothing was changed.` : "");
    const text = textField({
      label: "your own tree", hint: "in brackets, then Enter", check: tooLong,
      onText: (own) => change({ text: own, answers: [] }),
    });
    const asking = content.actions.map((name) => button(name, () => answer(name), { class: "prpn-action" }));
    const again = button("Start again", () => change({ answers: [] }));
    const question = h("p", { class: "prpn-question" }), verdict = h("p", { class: "prpn-verdict" });
    const told = h("p", { class: "prpn-told" });
    const machine = picture();

    function show(state, view, answered) {
      text.show(state.text);
      if (!answered) return "";
      seen = view;
      machine.show(view);
      const total = view.actions.length;
      question.textContent = finished()
        ? `Done after ${total} actions. The root lies alone on the stack. Wrong answers: ${view.wrong}.`
        : `Action ${view.done + 1} of ${total}: SHIFT or REDUCE?`;
      asking.forEach((one) => able(one, !finished()));
      verdict.className = `prpn-verdict prpn-${view.verdict || "none"}`;
      const judged = view.verdict === "right" ? "Right." : `Not yet (${view.wrong} wrong so far).`;
      verdict.textContent = view.verdict && `${judged} ${view.reason}`;
      const done = view.actions.slice(0, view.done).join(" ") || "none";
      told.replaceChildren("Actions so far: ", h("code", { class: "prpn-brackets" }, done));
      return `${verdict.textContent} Stack: ${view.stack.map(brackets).join(", ") || "empty"}. `
        + `Buffer: ${view.buffer.join(", ") || "empty"}. ${question.textContent}`;
    }
    return {
      line: text,
      body: [
        h("div", { class: "prpn-scroll", tabindex: 0, role: "region", "aria-label": "the machine" }, machine.holder),
        question, h("p", { class: "prpn-answers" }, ...asking, again), verdict, told],
      show,
    };
  },
});

/** The words in columns with what is built of them so far, and below it the stack and the buffer. */
function picture() {
  const holder = h("div", {});
  const chips = (parts, kind) => (parts.length
    ? parts.map((part) => h("code", { class: `prpn-chip prpn-chip-${kind}` }, brackets(part)))
    : [h("span", { class: "prpn-hint" }, "empty")]);
  function show({ words, stack, buffer, height }) {
    const tree = treePicture(), taken = words.length - buffer.length;
    const label = `Built so far: ${stack.map(brackets).join(", ") || "nothing"}`;
    tree.show(stack, words.length, { height: height + 0.6, label });
    const cell = (word, i) => h("td", { class: i < taken ? "prpn-taken" : "prpn-ahead" },
      h("span", { class: "prpn-word", title: word }, word));
    const row = (parts, kind) => h("div", { class: "prpn-chips" }, ...chips(parts, kind));
    holder.replaceChildren(grid("The machine: what is built, the stack and the buffer", words.length, [
      { meaning: "built so far: one tree for each part on the stack", wide: tree.svg, kind: "tree", concept: "tree" },
      { meaning: "words; grey: still in the buffer", cells: words.map(cell), kind: "words", concept: "word" },
      { meaning: "stack: the top is on the right", wide: row(stack, "stack"), concept: "memory" },
      { meaning: "buffer: the next word is on the left", wide: row(buffer, "buffer"), concept: "word" },
    ]));
  }
  return { holder, show };
}
