// One's own words. What is too long is said, never cut; what is wrong changes nothing, and stands in the field with
// what is wrong of it until the reader does anything else.
import { field } from "./controls.js";
import { able, button, fresh, h } from "./dom.js";
import { notice } from "./announce.js";

/** A line to type in: `check(text)` returns what is wrong with it or "", `onText(text)` takes it; `beside` follows.
    `refuse(problem, text)` says what Python found wrong, `settle()` puts the accepted words back. */
export function textField({ label, hint, check, onText, beside = [] }) {
  const { line, tell } = notice("prpn-wrong");
  line.id = fresh("error");
  const judge = (problem) => { input.setAttribute("aria-invalid", Boolean(problem)); tell(problem); };
  const take = () => {
    const text = input.value.trim(), problem = check(text);
    judge(problem);
    if (!problem) onText(text);
  };
  const input = h("input", {
    type: "text", autocomplete: "off", spellcheck: "false", "aria-describedby": line.id, title: hint, onchange: take,
    onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); take(); } },
  });
  let last;
  const show = (text) => {
    if (text === last) return;                               // do not touch what the reader is typing
    input.value = last = text;
    judge("");
  };
  const refuse = (problem, text) => { input.value = text; judge(`${problem} Nothing was changed.`); };
  const settle = () => {
    if (input.getAttribute("aria-invalid") !== "true") return;
    input.value = last;
    judge("");
  };
  const typing = h("div", { class: "prpn-line" }, field(label, input), ...beside);
  return { element: h("div", { class: "prpn-text" }, typing, line), show, refuse, settle };
}

/** A check for `textField`: at most so many words, and so many letters. */
export const fitting = ({ most, longest }) => (text) => {
  const count = text.split(/\s+/).filter(Boolean).length;
  if (count > most) {
    return `These are ${count} words; at most ${most} fit. Take ${count - most} away. Nothing was changed.`;
  }
  return text.length > longest ? `At most ${longest} letters fit. Nothing was changed.` : "";
};

/** A sentence of `fewest` to `most` words, and two buttons that make it shorter and longer. */
export function sentence({ fewest, most, take, resize }) {
  const fewer = button("−", () => resize(-1), { "aria-label": "remove the last word" });
  const more = button("+", () => resize(1), { "aria-label": "add a word" });
  const words = (text) => text.split(/\s+/).filter(Boolean);
  const check = (text) => {
    const count = words(text).length;
    if (count > most) {
      return `These are ${count} words; at most ${most} fit. Take ${count - most} away. Nothing was changed.`;
    }
    if (count < fewest) return `A tree needs at least ${fewest} words. Nothing was changed.`;
    return "";
  };
  const typed = textField({
    label: "your own words", hint: `${fewest} to ${most} words, then Enter`, check, onText: (text) => take(words(text)),
    beside: [fewer, more],
  });
  const show = (all) => {
    typed.show(all.join(" "));
    able(fewer, all.length > fewest);
    able(more, all.length < most);
  };
  return { ...typed, show };
}
