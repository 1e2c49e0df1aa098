// Changes to a scored sentence: a score, the number of words, the reader's own words.

/** The words of the explorer, and how they change; `change` and `now` are the kit's. */
export function scored({ content: { fewest, most, level, reserve }, change, now }) {
  const fit = (values, size, more) => Array.from({ length: size }, (_, i) => values[i] ?? more(i));
  const weights = (raw, size, more) => (raw ? { raw: fit(raw, size - 1, more) } : {});
  return {
    fewest, most,
    setScore: (i, value) => change({ d: now().d.map((score, j) => (j === i ? value : score)) }, { live: true }),
    /** Add or remove words at the end; a sentence of the reader's own goes on with x5, x6, ..., level scores. */
    resize(by) {
      const { d, t, raw, words } = now(), size = d.length + by;
      if (size < fewest || size > most) return;
      const known = words.every((word, i) => word === reserve.words[i]);
      change({
        d: fit(d, size, (i) => (known ? reserve.d[i] : level)),
        words: fit(words, size, (i) => (known ? reserve.words[i] : `x${i}`)),
        t: Math.min(t, size - 1),
        ...weights(raw, size, (i) => (known ? reserve.raw[i] : level)),
      });
    },
    /** Take the reader's sentence. Scores of other words would make a tree that means nothing: all start level. */
    take(words) {
      const size = words.length, { raw } = now();
      change({ words, d: words.map(() => level), t: size - 1, ...weights(raw && [], size, () => level) });
    },
  };
}

/** Whether a state, perhaps of a link that somebody wrote, is one that can be drawn. */
export function sound({ d, t, words, raw }) {
  const size = d.length, within = (high) => (x) => Number.isFinite(x) && x >= 0 && x <= high;
  const named = (word) => typeof word === "string" && word.trim() !== "";
  return Array.isArray(d) && size >= 2 && size <= 10 && d.every(within(1))
    && Number.isInteger(t) && t >= 1 && t < size
    && Array.isArray(words) && words.length === size && words.every(named)
    && (raw === undefined || (Array.isArray(raw) && raw.length === size - 1 && raw.every(within(1e9))));
}
