// Trees over the words 0 .. n-1: { span: [start, end], parts }, a word has no parts. Cuts are gaps, the first one first;
// gap g stands before word g.

const width = ({ span: [start, end] }) => end - start;
const key = ([start, end]) => `${start},${end}`;
const word = (i) => ({ span: [i, i + 1], parts: [] });

/** The tree that a list of cuts makes. A piece that nobody cut holds its words side by side. */
export function treeOfCuts(n, cuts) {
  function over(start, end) {
    if (end - start === 1) return word(start);
    const cut = cuts.find((gap) => gap > start && gap < end);
    const parts = cut === undefined ? Array.from({ length: end - start }, (_, i) => word(start + i))
      : [over(start, cut), over(cut, end)];
    return { span: [start, end], parts };
  }
  return over(0, n);
}

/** The tree that always cuts off the first word. */
export const rightBranching = (n) => treeOfCuts(n, Array.from({ length: n - 1 }, (_, i) => i + 1));

/** Whether some piece of three words or more is still whole. */
export const unfinished = ({ parts }) => parts.length > 2 || parts.some(unfinished);

/** The brackets of a tree, the whole sentence left out: every tree has it. */
export function bracketsOf(tree) {
  const inside = ({ parts }) => parts.filter((part) => width(part) > 1).flatMap((part) => [part.span, ...inside(part)]);
  return inside(tree);
}

/** The brackets that two trees have in common. */
export function shared(a, b) {
  const others = new Set(bracketsOf(b).map(key));
  return bracketsOf(a).filter((span) => others.has(key(span)));
}

const crossed = ([a, b], [c, d]) => (a < c && c < b && b < d) || (c < a && a < d && d < b);

/** The machine's shortest bracket that crosses one of the player's; of equals the one that crosses most. Undefined where
 *  none crosses: then one tree only says less than the other. */
export function strangest(machine, player) {
  const mine = bracketsOf(player);
  const against = (span) => mine.filter((one) => crossed(span, one));
  const found = bracketsOf(machine).map((span) => ({ span, against: against(span) })).filter(({ against: all }) => all.length);
  found.sort((a, b) => (a.span[1] - a.span[0]) - (b.span[1] - b.span[0]) || b.against.length - a.against.length);
  return found[0];
}

/** "((the dog) (chased (the cat)))" */
export const bracketed = ({ span: [start], parts }, words) =>
  (parts.length ? `(${parts.map((part) => bracketed(part, words)).join(" ")})` : words[start]);

/** How a tree is drawn: for each gap the join above it, all[1 .. n-1]. A join goes from (left, leftLow) up to its level,
 *  across, and down to (right, rightLow); word i stands at `middle(i)`, level 0. Every gap of every tree has one join, so
 *  that one tree can be moved into another; a piece of several words side by side has one at each of its gaps. */
export function joins(tree, middle) {
  const all = [];
  function visit({ span, parts }) {
    if (parts.length === 0) return { x: middle(span[0]), level: 0 };
    const tops = parts.map(visit), level = 1 + Math.max(...tops.map((top) => top.level));
    for (let p = 1; p < parts.length; p++) {
      const [left, right] = [tops[p - 1], tops[p]];
      all[parts[p].span[0]] = { level, left: left.x, leftLow: left.level, right: right.x, rightLow: right.level, span };
    }
    return { x: (tops[0].x + tops.at(-1).x) / 2, level };
  }
  visit(tree);
  return all;
}
