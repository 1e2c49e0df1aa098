// A binary tree over columns of equal width: nested lists of words in, lines out.

const brackets = (tree) => (Array.isArray(tree) ? `(${tree.map(brackets).join(" ")})` : tree);

/** Where each node stands: x in columns, level above the words, and its two children. */
function place(tree, column = { next: 0 }) {
  if (!Array.isArray(tree)) return { x: column.next++ + 0.5, level: 0, children: [] };
  const children = tree.map((child) => place(child, column));
  return {
    x: (children[0].x + children[1].x) / 2,
    level: 1 + Math.max(children[0].level, children[1].level),
    children,
  };
}

/** Draw the tree into an SVG that stretches over the columns; the words stand below it, outside. */
function drawTree(svg, tree, columns) {
  const root = place(tree);
  const height = 100, wide = 100 * columns;
  const x = (node) => (100 * node.x).toFixed(1);
  const y = (node) => (height - (node.level / (root.level + 0.6)) * height).toFixed(1);

  const lines = [`M${x(root)} 0V${y(root)}`];
  const visit = (node) => {
    if (node.children.length === 0) return;
    const [left, right] = node.children;
    lines.push(`M${x(left)} ${y(left)}V${y(node)}H${x(right)}V${y(right)}`);
    node.children.forEach(visit);
  };
  visit(root);

  svg.setAttribute("viewBox", `0 0 ${wide} ${height}`);
  svg.setAttribute("aria-label", `Tree: ${brackets(tree)}`);
  svg.firstChild.setAttribute("d", lines.join(""));
}

function emptyTree() {
  const make = (tag) => document.createElementNS("http://www.w3.org/2000/svg", tag);
  const svg = make("svg");
  svg.setAttribute("role", "img");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.append(make("path"));
  return svg;
}
