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

/** Where each node stands: x in columns, level above the words, the words it spans, and its two children. */
function place(tree, column, levelOf) {
  const start = column.next;
  if (!Array.isArray(tree)) {
    column.next += 1;
    return { x: start + 0.5, level: 0, children: [], span: [start, column.next] };
  }
  const children = tree.map((child) => place(child, column, levelOf));
  return {
    x: (children[0].x + children[1].x) / 2,
    level: levelOf?.(children[1].span[0]) ?? 1 + Math.max(children[0].level, children[1].level),
    children,
    span: [start, column.next],
  };
}

/** A picture of trees side by side. `show(parts, columns, { height, marked, label })`: the words stand below it,
    outside. `height` levels fill it, so that nothing jumps; `levelOf(i)` sets the level of the node whose right part
    begins with word i; brackets that `marked([start, end])` names are dashed. */
export function treePicture() {
  const { svg, paths: [plain, odd] } = canvas("img", "prpn-branch", "prpn-branch prpn-odd");
  function show(parts, columns, { height, levelOf, marked = () => false, label } = {}) {
    const column = { next: 0 }, placed = parts.map((part) => place(part, column, levelOf));
    const levels = height ?? 0.6 + Math.max(...placed.map(({ level }) => level));
    const x = (node) => (100 * node.x).toFixed(1), y = (node) => (100 - (node.level / levels) * 100).toFixed(1);
    const lines = { true: [], false: [] };
    const visit = (node) => {
      if (node.children.length === 0) return;
      const [left, right] = node.children;
      lines[marked(node.span)].push(`M${x(left)} ${y(left)}V${y(node)}H${x(right)}V${y(right)}`);
      node.children.forEach(visit);
    };
    placed.forEach(visit);
    if (parts.length === 1 && columns === column.next) lines[false].push(`M${x(placed[0])} 0V${y(placed[0])}`);
    svg.setAttribute("viewBox", `0 0 ${100 * columns} 100`);
    svg.setAttribute("aria-label", label);
    plain.setAttribute("d", lines[false].join(""));
    odd.setAttribute("d", lines[true].join(""));
  }
  return { svg, show };
}
