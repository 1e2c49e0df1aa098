// What the game says.
import { bracketsOf, rightBranching, shared, strangest } from "./trees.js";

const count = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;
const number = (x) => x.toLocaleString("en-GB");
const phrase = ([start, end], words) => `“${words.slice(start, end).join(" ").replace(/ (?='|n't)/g, "")}”`;

/** What the machine is. A title alone: its stages learnt from different numbers of sentences. */
export const about = ({ title, sentences }) => [
  sentences ? `The machine learnt from ${number(sentences)} sentences${title ? `: ${title}` : ""}. ` : title ? `The machine has read ${title}. ` : "",
  sentences || title ? "Nobody ever told it which words belong together."
    : "Nobody ever told the machine which words belong together."].join("");

/** How far the training had come; what comes last is a grammar that the machine grew. */
export const stageName = (share) => (share === "grammar" ? "grammar" : share === 0 ? "untrained" : share === 1 ? "all read"
  : `${{ 0.125: "⅛", 0.25: "¼", 0.5: "½" }[share] ?? `${Math.round(100 * share)} %`} read`);

export const hint = (cuts, left) => (cuts === 0 ? "Tap between two words: there it falls into two."
  : left ? "Cut each part again, as far as you like." : "Cut to the end. Commit, or take a cut back: tap it again.");

/** Whether the machine holds a span for a phrase by itself, and not only because the rest of its tree leaves it over. */
export const sureOf = ({ score, chance }) => (i, j) => (chance ? chance(i, j) > 0.5 : score(i, j) > 0);

/** Everything that is said when both trees stand. `quips` are those of the page's own sentences. */
export function verdict({ sentence, tree, machine, sure, quips = [], sent }) {
  const own = bracketsOf(tree), alike = shared(tree, machine), lazy = shared(tree, rightBranching(sentence.length));
  const strange = strangest(machine, tree), theirs = bracketsOf(machine);
  const known = quips.find(({ span }) => theirs.some(([a, b]) => sentence.slice(a, b).join(" ").toLowerCase() === span)
    && !own.some(([a, b]) => sentence.slice(a, b).join(" ").toLowerCase() === span));
  const spanOf = (text) => theirs.find(([a, b]) => sentence.slice(a, b).join(" ").toLowerCase() === text);
  const odd = known ? spanOf(known.span) : strange?.span;
  const said = known ? known.says : strange ? `It takes ${phrase(strange.span, sentence)} for one phrase, ${
    sure(...strange.span) ? "and is sure of it" : "and half doubts it"}; you have ${phrase(shortest(strange.against), sentence)}.`
    : alike.length === theirs.length ? "It cut just as you did, and nobody taught it."
      : "No phrase of the machine crosses one of yours: it only went on cutting.";
  const heading = own.length ? `${alike.length} of your ${count(own.length, "phrase")} ${alike.length === 1 ? "is" : "are"} also the machine’s.`
    : "You left no phrase to compare.";
  const rest = [`Always cutting off the first word would share ${lazy.length}. `,
    "Nobody has marked this sentence: where you differ, it may be you.",
    quips.length ? " The sentences of this page were chosen after the machine's trees had been seen." : ""];
  const other = sent && `Who sent it shares ${shared(sent, machine).length} of ${count(bracketsOf(sent).length, "phrase")} with the machine, `
    + `and ${shared(sent, tree).length} with you.`;
  return { heading, said, odd, rest: rest.join(""), other, alike };
}
const shortest = (spans) => spans.reduce((a, b) => (b[1] - b[0] < a[1] - a[0] ? b : a));

/** A class for a bracket of either tree. */
export function kinds({ sentence, tree, machine, odd }) {
  const same = new Set(shared(tree, machine).map(String));
  return (span) => (span[1] - span[0] === sentence.length ? "root" : same.has(String(span)) ? "alike"
    : String(span) === String(odd) ? "strange" : "apart");
}
