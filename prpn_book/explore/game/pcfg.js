// A grammar of many symbols: the chance of each span of a sentence. The same, number for number, as
// `prpn_edu/loops/pcfg.py`, which says why it is as it is; a test holds the two together.

const LEVELS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_", NONE = ".", BEAM = 1e-3;
const range = (n) => Array.from({ length: n }, (_, i) => i);
const ascending = (a, b) => a - b;

/** The grammar of a file: rules[pair] and words[entry] are lists of [symbol, chance]. */
export function grammar({ step, pairs, words, root, rest, symbols }) {
  const value = new Map();
  [...LEVELS].reduce((chance, letter) => { value.set(letter, chance); return chance * step; }, 1);
  const rules = range(symbols * symbols).map((pair) => pairs.flatMap((line, parent) =>
    (line[pair] === NONE ? [] : [[parent, value.get(line[pair])]])));
  const cells = words.split(" ").map((line) => range(line.length / 2).map((k) =>
    [pairs.length + LEVELS.indexOf(line[2 * k]), value.get(line[2 * k + 1])]));
  return { root, rest, symbols, rules, words: cells, known: cells.length };
}

/** For each span the symbols that may become its words, with their values. */
function inside(model, entries) {
  const n = entries.length, cells = entries.map((word, i) => range(n + 1).map((j) => (j === i + 1 ? model.words[word] : [])));
  for (let width = 2; width <= n; width++) {
    for (let start = 0; start + width <= n; start++) {
      const ways = new Map(), end = start + width;
      for (let cut = start + 1; cut < end; cut++) {
        for (const [b, x] of cells[start][cut]) {
          for (const [c, y] of cells[cut][end]) {
            const pair = b * model.symbols + c;
            ways.set(pair, (ways.get(pair) ?? 0) + x * y);
          }
        }
      }
      cells[start][end] = joined(model, ways);
    }
  }
  return cells;
}

/** The cell of a span: what its parents make of pairs of parts, without those that are far behind. */
function joined({ rest, rules }, ways) {
  const pairs = [...ways.keys()].sort(ascending);
  let total = 0;
  for (const pair of pairs) total += ways.get(pair);
  const values = rest.map((one) => one * total);
  for (const pair of pairs) for (const [parent, chance] of rules[pair]) values[parent] += chance * ways.get(pair);
  const least = BEAM * Math.max(...values);
  return [...values.entries()].filter(([, value]) => value >= least);
}

const weighed = (cell, above) => cell.reduce((total, [symbol, value]) => total + value * above[symbol], 0);

/** The chance that the tree of the words has each span: n rows of n + 1 numbers. */
export function spanChances(model, entries) {
  const n = entries.length, { symbols, rest, rules, root } = model, cells = inside(model, entries);
  const around = entries.map(() => range(n + 1).map(() => new Float64Array(symbols)));
  const chances = entries.map(() => new Float64Array(n + 1));
  around[0][n].set(root);
  const whole = weighed(cells[0][n], around[0][n]);
  for (let width = n; width > 1; width--) {
    for (let start = 0; start + width <= n; start++) {
      const end = start + width, above = around[start][end], shares = new Map();
      chances[start][end] = weighed(cells[start][end], above) / whole;
      const least = cells[start][end].reduce((total, [parent]) => total + above[parent] * rest[parent], 0);
      for (let cut = start + 1; cut < end; cut++) {
        const left = around[start][cut], right = around[cut][end];
        for (const [b, x] of cells[start][cut]) {
          for (const [c, y] of cells[cut][end]) {
            const pair = b * symbols + c;
            if (!shares.has(pair)) shares.set(pair, rules[pair].reduce((total, [parent, chance]) => total + above[parent] * chance, least));
            left[b] += shares.get(pair) * y;
            right[c] += shares.get(pair) * x;
          }
        }
      }
    }
  }
  return chances;
}
