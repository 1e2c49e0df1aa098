// A grammar of many symbols: the chance of each span of a sentence. The same, number for number, as
// `prpn_edu/loops/pcfg.py`, which says why it is as it is; a test holds the two together.

const LEVELS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_", NONE = ".", BEAM = 1e-3;
const range = (n) => Array.from({ length: n }, (_, i) => i);
const ascending = (a, b) => a - b;

/** Whether something is the grammar of a file over so many entries of a list of words. */
export function sound(one, entries) {
  const numbers = (list, size) => Array.isArray(list) && list.length === size && list.every((x) => Number.isFinite(x) && x >= 0);
  const { format, version, symbols, step, pairs, words, root, rest } = one ?? {}, lines = typeof words === "string" ? words.split(" ") : [];
  if (format !== "prpn-edu grammar" || version !== 1 || !Array.isArray(pairs) || !(step > 0 && step < 1)) return false;
  const word = (line) => line.length > 0 && line.length % 2 === 0 && [...line].every((letter, k) =>
    (k % 2 ? LEVELS.includes(letter) : LEVELS.indexOf(letter) >= 0 && pairs.length + LEVELS.indexOf(letter) < symbols));
  return pairs.length > 0 && pairs.length < symbols && symbols <= 200 && lines.length <= entries && lines.every(word)
    && numbers(root, pairs.length) && numbers(rest, pairs.length) && rest.every((x) => x > 0) && root.some((x) => x > 0)
    && pairs.every((line) => typeof line === "string" && line.length === symbols ** 2 && [...line].every((letter) => letter === NONE || LEVELS.includes(letter)));
}

/** The grammar of a file that is sound. A list of rules or a cell is { of: symbols, is: chances }, in step. */
export function grammar({ step, pairs, words, root, rest, symbols }) {
  const value = new Map();
  [...LEVELS].reduce((chance, letter) => { value.set(letter, chance); return chance * step; }, 1);
  const rules = range(symbols ** 2).map((pair) => {
    const of = range(pairs.length).filter((parent) => pairs[parent][pair] !== NONE);
    return { of, is: of.map((parent) => value.get(pairs[parent][pair])) };
  });
  const cells = words.split(" ").map((line) => ({
    of: range(line.length / 2).map((k) => pairs.length + LEVELS.indexOf(line[2 * k])),
    is: range(line.length / 2).map((k) => value.get(line[2 * k + 1])),
  }));
  return { root, rest, symbols, rules, words: cells, known: cells.length };
}

/** For each span the symbols that may become its words, with their values. */
function inside(model, entries) {
  const n = entries.length, cells = entries.map((word, i) => range(n + 1).map((j) => (j === i + 1 ? model.words[word] : undefined)));
  const ways = new Float64Array(model.symbols ** 2);           // of one span at a time
  for (let width = 2; width <= n; width++) {
    for (let start = 0; start + width <= n; start++) {
      const end = start + width, pairs = [];
      for (let cut = start + 1; cut < end; cut++) {
        const left = cells[start][cut], right = cells[cut][end];
        for (let k = 0; k < left.of.length; k++) {
          for (let m = 0; m < right.of.length; m++) {
            const pair = left.of[k] * model.symbols + right.of[m];
            if (ways[pair] === 0) pairs.push(pair);
            ways[pair] += left.is[k] * right.is[m];
          }
        }
      }
      cells[start][end] = joined(model, ways, pairs.sort(ascending), width < n ? BEAM : 0);
      for (const pair of pairs) ways[pair] = 0;
    }
  }
  return cells;
}

/** The cell of a span: what its parents make of pairs of parts, without those that are far behind the best. */
function joined({ rest, rules }, ways, pairs, beam) {
  let total = 0;
  for (const pair of pairs) total += ways[pair];
  const values = rest.map((one) => one * total);
  for (const pair of pairs) {
    const { of, is } = rules[pair];
    for (let k = 0; k < of.length; k++) values[of[k]] += is[k] * ways[pair];
  }
  const least = beam * Math.max(...values), of = range(values.length).filter((parent) => values[parent] >= least);
  return { of, is: of.map((parent) => values[parent]) };
}

/** The sum over a cell's symbols of their value times what is outside. */
const weighed = ({ of, is }, above) => of.reduce((total, symbol, k) => total + is[k] * above[symbol], 0);

/** The chance that the tree of the words has each span: n rows of n + 1 numbers. */
export function spanChances(model, entries) {
  const n = entries.length, { symbols, rest, rules, root } = model, cells = inside(model, entries);
  const around = entries.map(() => range(n + 1).map(() => new Float64Array(symbols)));
  const chances = entries.map(() => new Float64Array(n + 1)), shares = new Float64Array(symbols ** 2);
  around[0][n].set(root);
  const whole = weighed(cells[0][n], around[0][n]);
  for (let width = n; width > 1; width--) {
    for (let start = 0; start + width <= n; start++) {
      const end = start + width, above = around[start][end];
      chances[start][end] = weighed(cells[start][end], above) / whole;
      const least = cells[start][end].of.reduce((total, parent) => total + above[parent] * rest[parent], 0);
      shares.fill(-1);                                        // of no pair yet
      for (let cut = start + 1; cut < end; cut++) {
        const left = cells[start][cut], right = cells[cut][end], before = around[start][cut], after = around[cut][end];
        for (let k = 0; k < left.of.length; k++) {
          for (let m = 0; m < right.of.length; m++) {
            const b = left.of[k], c = right.of[m], pair = b * symbols + c;
            if (shares[pair] < 0) {
              const { of, is } = rules[pair];
              shares[pair] = least;
              for (let r = 0; r < of.length; r++) shares[pair] += above[of[r]] * is[r];
            }
            before[b] += shares[pair] * right.is[m];
            after[c] += shares[pair] * left.is[k];
          }
        }
      }
    }
  }
  return chances;
}
