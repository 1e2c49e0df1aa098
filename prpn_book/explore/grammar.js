// A grammar that grows words: a chart of boxes, the trees behind it, rules with weights, and steps of EM.
import { slider } from "./kit/controls.js";
import { button, able, h } from "./kit/dom.js";
import { explorer } from "./kit/explorer.js";
import { fitting, textField } from "./kit/text.js";
import { canvas } from "./kit/tree.js";

const key = ({ start, end }) => `${start}-${end}`;
const range = (n) => Array.from({ length: n }, (_, i) => i);
const DENOMINATORS = range(1001).slice(1).filter((n) => {    // those of 2, 3 and 5 alone
  for (const p of [2, 3, 5]) while (n % p === 0) n /= p;
  return n === 1;
});

/** A fraction where one is near enough to be it, else three digits. */
function nice(x) {
  const below = DENOMINATORS.find((n) => Math.abs(x * n - Math.round(x * n)) < 1e-9 * n);
  if (below === undefined) return String(Number(x.toPrecision(3)));
  return below > 1 ? `${Math.round(x * below)}/${below}` : String(Math.round(x));
}

const rule = (parent, children) => `${parent} → ${children.join(" ")}`;
const bracketed = (tree) => `(${tree.map((part) => (Array.isArray(part) ? bracketed(part) : part)).join(" ")})`;

export default explorer({
  state: { touched: [], at: "" },
  accept: ({ grammar, weights, text, touched }, { free, longest }) => free[grammar] !== undefined && text.length <= longest
    && Array.isArray(weights) && weights.length === free[grammar] && weights.every((x) => x >= 0 && x <= 1)
    && Array.isArray(touched),
  build({ content: { simple, words: known, most, longest }, change, rest, now, tell }) {
    const text = textField({
      label: "your own words", hint: `2 to ${most} words, then Enter`, check: fitting({ most, longest }),
      onText: (own) => change({ text: own, touched: [], at: "" }),
    });
    const hint = h("p", { class: "prpn-hint" }), told = h("p", { class: "prpn-told" });
    const grown = h("div", { class: "prpn-grown" }), holder = h("div", { class: "prpn-scroll" });
    const sliders = h("ul", { class: "prpn-rules prpn-roomy" });
    const sum = h("span", { class: "prpn-of-words", "data-prpn-concept": "tree" });
    const step = button("EM step", () => change({ weights: seen.after }));
    const all = button("Fill all", () => change({ touched: chart.wide.map(key), at: key(chart.wide.at(-1)) }));
    const below = h("div", { class: "prpn-line" }, simple ? all : step, sum);
    let chart, rules, seen;

    /** Fill a box, if what it is made of is filled; then say how it came about. */
    function touch(box, open) {
      const missing = box.end - box.start < 2 ? [] : chart.wide.filter((one) =>
        key(one) !== key(box) && one.start >= box.start && one.end <= box.end && !open(one));
      if (missing.length === 0) {
        const touched = simple ? [...new Set([...now().touched, key(box)])] : [];
        change({ touched, at: key(box) });
        return;
      }
      const named = missing.slice(0, 2).map((one) => seen.words.slice(one.start, one.end).join(" "));
      tell(`First its parts: ${named.join(", ")}${missing.length > 2 ? " and more" : ""}.`);
    }

    function show({ grammar, weights, text: line, touched, at }, view, answered) {
      text.show(line);
      hint.textContent = "In a box: its symbol with the chance inside, and how likely the tree has these words as a phrase. "
        + `Words of this grammar: ${known[grammar].join(", ")}.`;
      if (!answered) return "";
      seen = view;
      const open = (box) => !simple || box.end - box.start < 2 || touched.includes(key(box));
      if (chart?.size !== view.words.length) {
        chart = pyramid(view.words.length);
        holder.replaceChildren(chart.element);
      }
      chart.show(view, { open, at, simple, touch: (box) => touch(box, open) });
      const placed = view.trees.map(([, tree]) => place(tree)), high = Math.max(...placed.map(({ root }) => root.level));
      grown.replaceChildren(...view.trees.map(([chance, tree], k) => growth(tree, placed[k], high, view, chance, simple)));
      if (!simple && rules?.grammar !== grammar) {
        rules = ruleList(view.rules.slice(0, weights.length), grammar, {
          rest, move: (k, value) => change({ weights: now().weights.map((x, i) => (i === k ? value : x)) }, { live: true }),
        });
        sliders.replaceChildren(...rules.items);
      }
      rules?.show(view.rules, weights);
      const chosen = view.boxes.find((box) => key(box) === at && open(box));
      told.replaceChildren(...(chosen ? sumOf(chosen, view)
        : [simple ? "Touch a box: what stands in it? Short ones come first, for long ones are made of them."
          : "Touch a box: how is its number made?"]));
      const full = chart.wide.every(open), { many, total } = view;
      const trees = many === 1 ? "one tree" : `${many} trees${many > view.trees.length ? ", the two likeliest drawn" : ""}`;
      sum.textContent = !full ? "" : many ? `p(${view.words.join(" ")}) = ${nice(total)}, from ${trees}` : "No tree grows these words: p = 0.";
      able(step, many > 0 && weights.some((x, k) => x !== view.after[k]));
      able(all, !full);
      return `${told.textContent} ${sum.textContent}`;
    }
    return { line: text, body: [grown, holder, told, below, ...(simple ? [] : [sliders])], more: [hint], show };
  },
});

/** How the number in a box is made, in words. */
function sumOf({ start, end, ways, inside }, { words, rules }) {
  const phrase = h("b", {}, words.slice(start, end).join(" "));
  if (inside.length === 0) return [phrase, ": no rule joins two parts of it, so nothing can stand here."];
  if (ways.length === 0) return [phrase, `: ${inside.map(([symbol, value]) => `${symbol} → ${words[start]} ${nice(value)}`).join("; ")}`];
  const said = inside.map(([symbol, value]) => {
    const own = ways.filter(([k]) => rules[k][0] === symbol);
    const parts = own.map(([k, , left, right, product]) =>
      `${rule(rules[k][0], rules[k][1])}: ${nice(rules[k][2])} × ${nice(left)} × ${nice(right)} = ${nice(product)}`);
    return parts.length > 1 ? `${parts.join("; ")}; together ${nice(value)}` : parts[0];
  });
  return [phrase, ": ", said.join(". ")];
}

/** Where the nodes of a tree stand: x in words, level above them. */
function place(tree) {
  const spots = [];
  let next = 0;
  const visit = (node) => {
    const leaf = !Array.isArray(node), below = leaf ? [] : node.slice(1).map(visit);
    if (leaf) next += 1;
    const spot = leaf ? { x: next - 0.5, level: 0, name: node, below }
      : { x: (below[0].x + below.at(-1).x) / 2, level: 1 + Math.max(...below.map(({ level }) => level)), name: node[0], below };
    spots.push(spot);
    return spot;
  };
  return { root: visit(tree), spots };
}

/** A tree with the names of its symbols over the words that it grows; `high` levels fit. */
function growth(tree, { spots }, high, { words, total }, chance, simple) {
  const n = words.length, { svg, paths: [path] } = canvas("", "prpn-branch");
  const x = (spot) => (100 * spot.x) / n, y = ({ level }) => 100 - (100 * (level + 0.5)) / (high + 1);
  const lines = spots.flatMap((spot) => spot.below.map((child) =>
    `M${x(spot).toFixed(1)} ${y(spot).toFixed(1)}H${x(child).toFixed(1)}V${y(child).toFixed(1)}`));
  svg.setAttribute("viewBox", "0 0 100 100");
  path.setAttribute("d", lines.join(""));
  const names = spots.map((spot) => h("span", {
    class: spot.level ? "prpn-part-of-tree" : "prpn-part-of-tree prpn-word", style: `left: ${x(spot)}%; top: ${y(spot)}%`,
  }, spot.name));
  const share = simple || !total ? "" : `, share ${nice(chance / total)}`;
  const label = `${bracketed(tree)}: chance ${nice(chance)}${share}`;
  return h("figure", { role: "img", "aria-label": label, "data-value": chance },
    h("div", { class: "prpn-growth", style: `--high: ${high + 1}` }, svg, ...names),
    h("figcaption", {}, `chance ${nice(chance)}${share}`));
}

/** The chart: a box for each span, the words below; one Tab stop, arrow keys go from box to box. */
function pyramid(size) {
  const spans = range(size).flatMap((less) => range(size - less).map((start) => ({ start, end: start + less + 1 })));
  const wide = spans.filter(({ start, end }) => end - start > 1), boxes = new Map();
  let touch;
  const next = ({ start, end }, pressed) => ({               // to the sides in reading order, short ones first
    ArrowLeft: spans[spans.findIndex((one) => key(one) === `${start}-${end}`) - 1],
    ArrowRight: spans[spans.findIndex((one) => key(one) === `${start}-${end}`) + 1],
    ArrowUp: end < size ? { start, end: end + 1 } : { start: start - 1, end }, ArrowDown: { start, end: end - 1 },
  })[pressed];
  const focus = (own) => boxes.forEach(({ element }, other) => { element.tabIndex = own === other ? 0 : -1; });
  for (const span of spans) {
    const { start, end } = span, name = h("span", { class: "prpn-number" }), more = h("span", { class: "prpn-index" });
    const element = h("button", {
      type: "button", class: "prpn-box-of-span", "data-start": start, "data-end": end,
      style: `grid-area: ${size - (end - start) + 1} / ${start + end} / auto / span 2`,
      onclick: () => touch(span), onfocus: () => focus(key(span)),
      onkeydown: (event) => {
        if (!event.key.startsWith("Arrow")) return;
        const to = next(span, event.key);
        event.preventDefault();
        boxes.get(to && key(to))?.element.focus();
      },
    }, name, " ", more);
    boxes.set(key(span), { element, name, more });
  }
  const element = h("div", { class: "prpn-pyramid", style: `--columns: ${size}`, role: "group",
    "aria-label": "chart: a box for each stretch of words; arrow keys go from box to box, Enter fills one" },
  ...[...boxes.values()].map((box) => box.element));
  focus("0-1");

  function show(view, { open, at, simple, touch: onTouch }) {
    touch = onTouch;
    for (const box of view.boxes) {
      const { element: one, name, more } = boxes.get(key(box)), { start, end, inside, chance } = box, single = end - start < 2;
      const filled = open(box), stands = inside.map(([symbol, value]) => `${symbol} ${nice(value)}`).join(", ");
      const phrase = view.words.slice(start, end).join(" "), told = simple || single || !inside.length ? "" : `span ${nice(chance)}`;
      name.textContent = filled ? stands || "0" : "?";
      more.textContent = single ? phrase : filled ? told : "";
      one.classList.toggle("prpn-open", filled && inside.length > 0);
      one.classList.toggle("prpn-none", filled && !inside.length);
      one.dataset.value = chance;
      one.style.setProperty("--share", filled && !single ? (simple ? 0.4 : chance) : 0);
      one.setAttribute("aria-pressed", key(box) === at && filled);
      one.setAttribute("aria-label", single ? `${name.textContent} ${phrase}` : `${name.textContent} ${more.textContent}: ${phrase}`);
    }
  }
  return { element, size, wide, show };
}

/** A slider for the weight of each rule that can be moved, its chance, and how often it is used. */
function ruleList(free, grammar, { move, rest }) {
  const items = free.map(([parent, children], k) => {
    const { input, show } = slider({
      label: `weight of ${rule(parent, children)}`, min: 0, max: 1, step: 0.01, onRest: rest, onMove: (value) => move(k, value),
    });
    const chance = h("output", { class: "prpn-value" }), used = h("span", { class: "prpn-hint" });
    const item = h("li", { "data-row": rule(parent, children) }, h("span", { class: "prpn-name" }, rule(parent, children)), input, chance, used);
    return { item, show, chance, used };
  });
  function show(rules, weights) {
    items.forEach((one, k) => {
      const [, , chance, count] = rules[k];
      one.show(weights[k], `chance ${nice(chance)}, used ${nice(count)}`);
      one.chance.textContent = nice(chance);
      one.used.textContent = `used ${nice(count)}`;
      one.item.dataset.value = count;
    });
  }
  return { grammar, items: items.map(({ item }) => item), show };
}
