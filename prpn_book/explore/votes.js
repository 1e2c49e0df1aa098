// A bag of words: a sentence in, the votes of its words, their sum, the chances, and steps of training on it.
import { field, list, slider } from "./kit/controls.js";
import { button, h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { fitting, textField } from "./kit/text.js";

const FULL = 2.5;                                            // a vote that colours its cell fully
const signed = (x) => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(2)}`;
const share = (x) => x.toFixed(2);

export default explorer({
  accept: ({ text, gold, steps }) => text.length <= 120 && Number.isInteger(gold) && gold >= 0 && gold < 5
    && Number.isInteger(steps) && steps >= 0 && steps <= 20,
  build({ content: { classes, most, longest, farthest, known, about, training: trains }, change, rest }) {
    let seen;                                                // the last line that could be read
    const turn = () => seen && change({ text: [...seen.words].reverse().join(" ") });
    const backwards = button("Backwards", turn);
    const text = textField({
      label: "your own sentence", hint: `1 to ${most} words, then Enter`, check: fitting({ most, longest }),
      onText: (own) => change({ text: own, steps: 0 }), beside: trains ? [backwards] : [],
    });
    const gold = list({
      label: "right answer", options: classes.map((name, k) => [String(k), name]),
      onChoose: (k) => change({ gold: Number(k) }),
    });
    const steps = slider({
      label: "steps of training on this sentence", min: 0, max: farthest, step: 1, onRest: rest,
      onMove: (value) => change({ steps: value }, { live: true }),
    });
    const shown = h("output", { class: "prpn-value" });
    const training = field(["steps of training on it"], steps.input, shown), answer = field(["right answer"], gold.select);
    const body = h("tbody", {}), told = h("p", { class: "prpn-told" });
    const table = h("table", { class: "prpn-votes-table" }, h("caption", { class: "prpn-hidden" }, "Votes of each word for five classes"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "votes"), ...classes.map((name) => h("th", { scope: "col" }, name)))), body);
    const words = h("details", { class: "prpn-known" },
      h("summary", {}, `What they were learnt from, and the ${known.split(" ").length} words that have votes`),
      h("p", {}, `${about.text}: remarks that a grammar wrote, free to give away. Right on ${about.accuracy} % of new ones.`),
      h("p", { class: "prpn-hint" }, known));

    function show(state, view, answered) {
      text.show(state.text);
      gold.show(String(state.gold));
      steps.show(state.steps, String(state.steps));
      shown.textContent = state.steps;
      if (!answered) return "";
      seen = view;
      const right = (k) => (trains && k === state.gold ? "prpn-gold" : "");
      const line = (name, numbers, kind, form, colour) => h("tr", { class: `prpn-line-of-${kind}` }, h("th", { scope: "row" }, name), ...numbers.map((x, k) =>
        h("td", { "data-row": name, "data-i": k, "data-value": x, class: right(k), style: colour?.(x) }, form(x))));
      const tint = (x) => `--tint: ${Math.min(34, (34 * Math.abs(x)) / FULL)}%; --sign: var(--prpn-${x < 0 ? "negative" : "positive"})`;
      body.replaceChildren(
        ...view.words.map((word, t) => line(view.unknown.includes(t) ? `${word} ?` : word, view.votes[t], "vote", signed, tint)),
        line("bias", view.bias, "vote", signed, tint),
        line("sum", view.scores, "sum", signed, tint),
        ...(trains ? [
          line("chance", view.chances, "chance", share, (x) => `--share: ${100 * x}%`),
          line("said − right", view.gradient, "gradient", signed)] : []));
      const cost = ` The right one gets ${share(view.chances[state.gold])}, so the loss is ${view.loss.toFixed(2)} nats.`;
      told.textContent = `The answer is ${classes[view.winner]}.${trains ? cost : ""}${view.unknown.length ? " A word with a question mark has no votes of its own." : ""}`;
      return `${view.words.join(" ")}: ${told.textContent}`;
    }
    return { line: text, body: [h("div", { class: "prpn-scroll", tabindex: "0", role: "group", "aria-label": "votes" }, table), ...(trains ? [training] : []), told, ...(trains ? [] : [backwards])], more: [...(trains ? [answer] : []), words], show };
  },
});
