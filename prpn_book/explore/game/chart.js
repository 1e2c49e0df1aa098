// The machine's chart: what it thinks of every run of words, the longest on top, those of its tree with a rim.
import { h } from "../kit/dom.js";
import { bracketsOf } from "./trees.js";

const signed = (x) => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(1)}`, percent = (x) => `${Math.round(100 * x)} %`;

export function chartOf(words, view) {
  const n = words.length, inTree = new Set([...bracketsOf(view.trees.at(-1)), [0, n]].map(String));
  const line = h("p", { class: "said" }, "Point at a square.");
  const cells = [], value = view.chance ?? view.score, told = view.chance ? percent : signed;
  let most = view.chance ? 1 : 0;
  for (let size = n; size > 1; size--) {
    for (let i = 0; i + size <= n; i++) {
      const score = value(i, i + size);
      most = Math.max(most, Math.abs(score));
      cells.push({ i, j: i + size, score, row: n - size + 1 });
    }
  }
  const squares = cells.map(({ i, j, score, row }) => {
    const inside = inTree.has(String([i, j])), text = `${words.slice(i, j).join(" ")}: ${told(score)}${inside ? ", in its tree" : ""}`;
    const show = () => { line.textContent = text; };
    return h("span", { title: text, onpointerenter: show, onclick: show, class: inside && "in",
      style: `grid-area: ${row} / ${2 * i + (j - i)} / auto / span 2; --share: ${Math.round(100 * Math.abs(score) / most)}%; --of: var(--prpn-${score > 0 ? "tree" : "word"})` });
  });
  return h("figure", { class: "chart" },
    h("figcaption", {}, `Every run of words, the shortest at the bottom: ${view.chance ? "the purpler, the likelier a phrase by the grammar that it ends with"
      : "purple where the four tables hold it to be a phrase, grey where not"}; with a rim in its tree. The tree is the one whose squares have the highest sum.`),
    h("div", { class: "pyramid", role: "img", style: `grid-template-columns: repeat(${2 * n}, 1fr)`,
      "aria-label": cells.filter(({ i, j }) => inTree.has(String([i, j]))).map(({ i, j, score }) => `${words.slice(i, j).join(" ")} ${told(score)}`).join("; ") },
    ...squares), line);
}
