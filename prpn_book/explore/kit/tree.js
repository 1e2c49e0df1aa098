// A binary tree over columns of equal width: nested lists of words in, lines out.

export const brackets = (tree) => (Array.isArray(tree) ? `(${tree.map(brackets).join(" ")})` : tree);

const SVG = "http://www.w3.org/2000/svg";

/** An SVG that stretches over the columns below it, 100 units each, with a path for each class. */
export function canvas(role, ...classes) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("preserveAspectRatio", "none");
  if (role) svg.setAttribute("role", role);
  else svg.setAttribute("aria-hidden", "true");
  const paths = classes.map((name) => {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", name);
    svg.append(path);
    return path;
  });
  return { svg, paths };
}

/** The joins of a tree over columns, one at each gap: from (left, leftLow) up to its level, across, down to (right,
    rightLow). A word has level 0; its top is where the lines above it begin. */
function joinsOf(tree, start, levelOf, all) {
  if (!Array.isArray(tree)) return { x: start + 0.5, level: 0, end: start + 1 };
  const left = joinsOf(tree[0], start, levelOf, all), right = joinsOf(tree[1], left.end, levelOf, all);
  const level = levelOf?.(left.end) ?? 1 + Math.max(left.level, right.level);
  all[left.end] = { left: left.x, leftLow: left.level, right: right.x, rightLow: right.level, level, span: [start, right.end] };
  return { x: (left.x + right.x) / 2, level, end: right.end };
}

const MOVE = 300, NUMBERS = ["left", "leftLow", "right", "rightLow", "level"];
const ease = (x) => (x < 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x));

/** A picture of trees side by side. `show(parts, columns, { height, marked, label })`: the words stand below it,
    outside. With `crosses` a bracket that is marked bears a cross too. `height` levels fill it, so that nothing jumps; `levelOf(i)` sets the level of the node whose right part
    begins with word i; brackets that `marked([start, end])` names are dashed. A tree moves into the next over the same
    words, gap by gap, so that one sees what jumps; a reader who wants no motion sees it at once. */
export function treePicture({ crosses = false } = {}) {
  const { svg, paths: [plain, odd, cross] } = canvas("img", "prpn-branch", "prpn-branch prpn-odd", "prpn-branch prpn-cross");
  let shown, frame;

  function draw({ joins, levels, roots, columns }) {
    const x = (at) => (100 * at).toFixed(1), y = (level) => (100 - (100 * level) / levels).toFixed(1);
    const lines = { true: [], false: roots.map((root) => `M${x(root.x)} 0V${y(root.level)}`) };
    for (const { left, leftLow, right, rightLow, level, dashed } of joins.filter(Boolean)) {
      lines[dashed].push(`M${x(left)} ${y(leftLow)}V${y(level)}H${x(right)}V${y(rightLow)}`);
    }
    plain.setAttribute("d", lines[false].join(""));
    odd.setAttribute("d", lines[true].join(""));
    if (!crosses) return;
    const wide = (500 * columns) / (svg.clientWidth || 70 * columns), high = 500 / (svg.clientHeight || 96); // five pixels
    cross.setAttribute("d", joins.filter((join) => join?.dashed).map(({ left, right, level }) => {
      const at = 50 * (left + right), up = 100 - (100 * level) / levels;
      return `M${at - wide} ${up - high}l${2 * wide} ${2 * high}m0 ${-2 * high}l${-2 * wide} ${2 * high}`;
    }).join(""));
  }

  function show(parts, columns, { height, levelOf, marked = () => false, label } = {}) {
    const joins = [], tops = [];
    parts.reduce((start, part) => { tops.push(joinsOf(part, start, levelOf, joins)); return tops.at(-1).end; }, 0);
    joins.forEach((join) => { join.dashed = marked(join.span); });
    const levels = height ?? 0.6 + Math.max(...tops.map(({ level }) => level), 0);
    const roots = parts.length === 1 && columns === tops[0].end ? tops : [];
    svg.setAttribute("viewBox", `0 0 ${100 * columns} 100`);
    svg.setAttribute("aria-label", label);
    const next = { joins, levels, roots, columns }, gaps = (one) => one.joins.map((join, gap) => (join ? gap : "")).join();
    const moves = shown?.columns === columns && gaps(shown) === gaps(next)
      && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    cancelAnimationFrame(frame);
    if (!moves) { draw(shown = next); return; }
    const from = shown, start = performance.now();
    const tick = (now) => {
      const part = ease(Math.min(1, Math.max(0, (now - start) / MOVE))), between = (a, b) => a + (b - a) * part;
      shown = { columns, levels: between(from.levels, levels), roots: part < 1 ? [] : roots, joins: joins.map((join, gap) => ({
        ...join, ...Object.fromEntries(NUMBERS.map((name) => [name, between(from.joins[gap][name], join[name])])) })) };
      draw(shown);
      if (part < 1) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
  }
  return { svg, show };
}
