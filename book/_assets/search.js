/* The search of the book, on the search page only. `searchindex.js` brings the sections (prpn_book/sphinx/search.py),
   the address the question. A section counts by where the words stand: in a title, in a term that it introduces, in its
   prose, in its code. A chapter comes before the glossary, the glossary before the library. */
const prpnSearch = (() => {
  const WEIGHT = { chapter: 1, page: 0.6, appendix: 0.5, glossary: 0.15, library: 0.15 };
  const SECTIONS = 3; // shown of a page, beyond the best
  const SNIPPET = 220; // letters
  // What a question is made of besides what it asks for.
  const ASKING = new Set(("a about am an and any are as at be by can did do does explain for from has have how i if in into is it its " +
    "made make me mean my of on one or should so than that the their them there these they this to use used was we were what when " +
    "where which who why will with work you your").split(" "));
  const GREEK = { "α": "alpha", "β": "beta", "γ": "gamma", "λ": "lambda", "σ": "sigma", "τ": "tau" };
  let pages = [], known = new Map(); // every word of the book, and in how many entries

  // One form for all spellings: lower case, no accents, words apart by one space, no plural s, one l.
  const fold = (text) =>
    text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "")
      .replace(/[αβγλστ]/g, (letter) => ` ${GREEK[letter]} `)
      .split(/[^\p{Letter}\p{Number}]+/u).filter(Boolean)
      .map((word) => word.replace(/ies$/, "y").replace(/([^su])s$/, "$1").replace(/ll/g, "l"))
      .join(" ");

  const count = (text, words) => {
    let found = 0;
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) found += 1;
    return found;
  };

  const load = (index) => {
    pages = index.map((page) => ({
      ...page,
      folded: ` ${fold(page.title)} `,
      entries: page.entries.map((entry) => ({
        ...entry,
        in: {
          title: ` ${fold(entry.title)} `,
          text: ` ${fold(entry.text)} `,
          terms: new Set((entry.terms || []).map(fold)),
          names: ` ${fold(entry.names || "")} `,
        },
      })),
    }));
    for (const { entries } of pages) {
      for (const { in: { title, text, names } } of entries) {
        for (const word of new Set(`${title}${text}${names}`.split(" "))) known.set(word, (known.get(word) || 0) + 1);
      }
    }
    const query = new URLSearchParams(window.location.search).get("q");
    document.querySelectorAll('input[name="q"]').forEach((field) => { field.value = query || ""; });
    if (query) show(query);
  };

  const score = (page, entry, query, phrase, words, missing) => {
    const { title, text, terms, names } = entry.in;
    let points = 0;
    for (const word of words) {
      const whole = ` ${word} `, start = ` ${word}`;
      const here = 4 * title.includes(whole) + 2 * page.folded.includes(whole) + Math.log2(1 + count(text, whole)) +
        0.5 * names.includes(whole) || 0.5 * (word.length > 2 && (title.includes(start) || text.includes(start)));
      if (!here && (missing -= 1) < 0) return 0;
      points += here;
    }
    if (title === ` ${phrase} `) points += 10;
    if (title.includes(` ${phrase} `)) points += 8;
    if (page.folded.includes(` ${phrase} `)) points += 6;
    if (terms.has(phrase)) points += 16;
    points += 3 * Math.log2(1 + count(text, ` ${phrase} `));
    points *= WEIGHT[page.kind] * (title === " summary " ? 0.5 : 1);
    // A name of the library, written as in code, is asked for as such.
    const name = entry.title.split(".").pop();
    return /[_.]/.test(query) && page.kind === "library" && query.split(".").pop() === name ? points + 100 : points;
  };

  /* By how many letters two words differ: left out, put in, exchanged, or two in the wrong order. */
  const apart = (a, b) => {
    const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
    for (let i = 1; i <= a.length; i += 1) {
      rows[i] = [i];
      for (let j = 1; j <= b.length; j += 1) {
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] !== b[j - 1]));
        const turned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
        if (turned) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
    return rows[a.length][b.length];
  };

  /* A word of the book for one that no entry has: what it begins with ("install" for "installation"), or what it was
     meant to be, one letter apart, two in a long word. */
  const nearest = (word) => {
    const all = [...known.keys()];
    if (word.length < 4 || all.some((one) => one.startsWith(word))) return word;
    const most = word.length < 8 ? 1 : 2;
    const near = all.filter((one) => one.length > 3 && Math.abs(one.length - word.length) <= most)
      .map((one) => [apart(word, one), -known.get(one), one]).filter(([steps]) => steps <= most);
    if (near.length) return near.sort((a, b) => a[0] - b[0] || a[1] - b[1])[0][2];
    const stems = all.filter((one) => one.length > 4 && one.length >= word.length / 2 && word.startsWith(one));
    return stems.sort((a, b) => b.length - a.length)[0] || word;
  };

  /* What a query asks for: its words as one typed them and as the book spells them, each once and without those of
     asking, and the phrase from the first of them to the last. A query of words of asking alone asks for all. */
  const asks = (query) => {
    const all = fold(query).split(" ").filter(Boolean);
    const content = query.split(/\s+/).map(fold).filter((word) => word && !ASKING.has(word)).flatMap((word) => word.split(" "));
    const typed = [...new Set(content.length ? content : all)];
    const ends = [all.indexOf(typed[0]), all.findLastIndex((word) => typed.includes(word)) + 1];
    const phrase = all.slice(...ends).map((word) => (typed.includes(word) ? nearest(word) : word)).join(" ");
    return { typed, words: typed.map(nearest), phrase };
  };

  /* Pages, best first: {page, best, more}, each with its entries by points. Where no entry has all of the words, those
     count that have half of the longer ones. */
  const find = (query) => {
    const { words, phrase } = asks(query);
    if (!words.length) return [];
    const all = ranked(query, phrase, words);
    const long = words.filter((word) => word.length > 2);
    return all.length || long.length < 2 ? all : ranked(query, phrase, long, long.length / 2);
  };

  const ranked = (query, phrase, words, missing = 0) => {
    const results = pages
      .map((page) => {
        const hits = page.entries
          .map((entry) => ({ entry, points: score(page, entry, query.trim(), phrase, words, missing) }))
          .filter((hit) => hit.points > 0)
          .sort((a, b) => b.points - a.points);
        const points = hits.reduce((sum, hit, at) => sum + hit.points * 0.5 ** at, 0);
        return { page, points, hits };
      })
      .filter((result) => result.hits.length);
    definitionAfterChapters(results, ` ${phrase} `);
    return results.sort((a, b) => b.points - a.points);
  };

  /* The glossary's entry of just this term stands right after the chapters that use it, before all else. */
  const definitionAfterChapters = (results, phrase) => {
    const glossary = results.find(({ page, hits }) => page.kind === "glossary" && hits[0].entry.in.title === phrase);
    if (!glossary) return;
    const uses = ({ title, text }) => title.includes(phrase) || text.includes(phrase);
    const others = results.filter((result) => result !== glossary);
    const chapters = others.filter(({ page, hits }) =>
      page.kind === "chapter" && hits.some((hit) => uses(hit.entry.in)));
    glossary.points = 1 + Math.max(0, ...others.filter((one) => !chapters.includes(one)).map(({ points }) => points));
    chapters.forEach((chapter) => { chapter.points += glossary.points; });
  };

  /* The part of a text around the first word asked for, with all of them marked. */
  const snippet = (text, words) => {
    const pieces = text.split(/([\p{Letter}\p{Number}]+)/u);
    const asked = (piece) => piece && words.some((word) => fold(piece).startsWith(word));
    const first = Math.max(pieces.findIndex(asked), 0);
    let from = first, length = 0;
    while (from > 0 && length < SNIPPET / 3) length += pieces[--from].length;
    const line = document.createElement("p");
    if (from > 0) line.append("… ");
    let shown = 0, at = from;
    for (; at < pieces.length && shown < SNIPPET; at += 1) {
      shown += pieces[at].length;
      if (!asked(pieces[at])) line.append(pieces[at]);
      else line.appendChild(document.createElement("mark")).textContent = pieces[at];
    }
    if (at < pieces.length) line.append(" …");
    return line;
  };

  const link = (page, entry, text) => {
    const anchor = document.createElement("a");
    anchor.href = `${page.page}#${entry.id}`;
    anchor.textContent = text;
    return anchor;
  };

  /* What came of a query, in words; where it was spelled otherwise than the book does, with what was looked for. */
  const outcome = (query, number, typed, words) => {
    if (!number) return `Nothing has “${query}”. Try one word of it, or look at the glossary.`;
    const changed = words.flatMap((word, at) => (word === typed[at] ? [] : [`“${word}” in place of “${typed[at]}”`]));
    return `${number} ${number === 1 ? "page" : "pages"} for “${query}”${changed.length ? `, with ${changed.join(", ")}` : ""}.`;
  };

  const show = (query) => {
    const results = find(query), { typed, words } = asks(query);
    const list = document.getElementById("prpn-search-results");
    list.replaceChildren();
    document.getElementById("prpn-search-status").textContent = outcome(query, results.length, typed, words);
    for (const { page, hits } of results) {
      const item = list.appendChild(document.createElement("li"));
      const best = hits[0].entry;
      const whole = best.title === page.title ? page.title : `${page.title}: ${best.title}`;
      item.append(link(page, best, whole), snippet(best.text, words));
      const more = hits.slice(1, 1 + SECTIONS).filter((hit) => hit.points > hits[0].points / 4);
      if (!more.length) continue;
      const also = item.appendChild(document.createElement("p"));
      also.append("Also in ");
      more.forEach((hit, at) => also.append(at ? ", " : "", link(page, hit.entry, hit.entry.title)));
    }
  };

  return { load, find, show };
})();
