// The machine of a page: a file that `prpn_edu.induce` wrote, and what it makes of a line of text. The same, number for
// number, as `prpn_edu/loops/page.py`, which a test holds beside it.
import { grammar as grammarOf, sound, spanChances } from "./pcfg.js";

const FORMAT = "prpn-edu page", VERSION = 1;
const TABLES = ["first, last", "before, after", "before, first", "last, after"];
const MOST_BYTES = 4_000_000;

/** What is wrong with a reader's file, in words that say what to do. */
export class BadFile extends Error {}

const need = (good, problem) => { if (!good) throw new BadFile(problem); };
const whole = (x) => Number.isInteger(x) && x >= 0;

/** Unpack a matrix: a row of hexadecimal signed bytes and its scale. */
function unpacked(matrix, rows, columns, name) {
  const { scales, codes } = matrix ?? {};
  const shaped = Array.isArray(scales) && Array.isArray(codes) && scales.length === rows && codes.length === rows
    && scales.every(Number.isFinite)
    && codes.every((code) => typeof code === "string" && code.length === 2 * columns && /^[0-9a-f]*$/i.test(code));
  need(shaped, `${name} is broken: it should have ${rows} rows of ${columns} numbers. Make the file again.`);
  return codes.map((code, r) => Float64Array.from({ length: columns }, (_, c) => {
    const byte = parseInt(code.slice(2 * c, 2 * c + 2), 16);
    return scales[r] * (byte > 127 ? byte - 256 : byte);
  }));
}

/** Read a file's text.
 *  @throws BadFile: it is not such a file; the message says what it is, or where it breaks. */
export function machineOfText(text) {
  need(text.length <= MOST_BYTES, "This file is too large: a page.json has less than 200 kB.");
  let page;
  try { page = JSON.parse(text); } catch {
    throw new BadFile("This is no JSON. Take the file page.json out of the folder that prpn-edu induce wrote.");
  }
  return machine(page);
}

/** Make a machine of a page that was read.
 *  @throws BadFile: as above. */
export function machine(page) {
  need(page?.format === FORMAT, "This JSON is of another kind. Take the file page.json out of the folder that prpn-edu induce wrote.");
  need(whole(page.version) && page.version >= 1, "This page.json names no version. Make the file again.");
  need(page.version <= VERSION, "This file was made by a newer version of prpn-edu than this page. Open it in the book of that version.");
  const { words, classes, endings, unit, stages, longest, about } = page;
  const texts = (list) => Array.isArray(list) && list.every((one) => typeof one === "string");
  need(texts(words) && words.length > 0 && words[0] === "<unk>", "The list of words is broken. Make the file again.");
  need(texts(endings), "The list of endings is broken. Make the file again.");
  need(Array.isArray(classes) && classes.length === words.length && classes.every(whole), "The words' classes are broken. Make the file again.");
  need(["word", "character"].includes(unit), 'The unit is neither "word" nor "character". Make the file again.');
  need(whole(longest) && longest >= 2 && longest <= 40, "The longest sentence should have 2 to 40 words. Make the file again.");
  need(Array.isArray(stages) && stages.length > 0 && stages.length <= 50, "The stages of training are missing. Make the file again.");
  need(page.examples === undefined || texts(page.examples), "The examples are broken. Make the file again.");
  const end = stages[0]?.tables?.[TABLES[0]]?.scales?.length - 1;
  need(whole(end) && end > 0 && classes.every((one) => one < end), "The tables do not fit the classes. Make the file again.");
  const tables = stages.map(({ share, tables: all }, s) => {
    need(Number.isFinite(share), `Stage ${s + 1} names no share of the training. Make the file again.`);
    return TABLES.map((name) => unpacked(all?.[name], end + 1, end + 1, `Table "${name}" of stage ${s + 1}`));
  });
  need(page.grammar === undefined || sound(page.grammar, words.length), "The grammar is broken. Make the file again.");
  const grammar = page.grammar && grammarOf(page.grammar);
  const walls = unpacked(page.walls, stages.length, words.length, "The table of walls");
  const entries = new Map(words.map((word, entry) => [word, entry]));
  const lasts = [...endings].sort((a, b) => [...b].length - [...a].length);

  /** The entry of a word: itself, if it is one of the first `known`, that of numbers, the one of its ending, or that of
   *  all unknown words. */
  function entry(word, known = words.length) {
    const form = /\p{Nd}/u.test(word) ? "N" : word.toLowerCase();
    if (entries.get(form) < known) return entries.get(form);
    if (form === "N" && entries.has("<N>")) return entries.get("<N>");
    const last = lasts.find((one) => entries.has(`<-${one}>`) && form.endsWith(one) && [...form].length >= [...one].length + 3);
    return last === undefined ? 0 : entries.get(`<-${last}>`);
  }

  /** Everything that is shown of a sentence.
   *  @returns walls[s][i]; trees[s] as nested pairs of places, by the tables of each stage, and last by the grammar where
   *  there is one; score(i, j) of a span by the last tables; chance(i, j) by the grammar. */
  function read(sentence) {
    const found = sentence.map((word) => entry(word)), n = found.length;
    const c = [end, ...found.map((one) => classes[one]), end];
    const trees = tables.map((four) => best(n, (i, j) => spanScore(four, c, i, j)));
    const raised = walls.map((row) => found.map((one) => row[one]));
    const chances = grammar && spanChances(grammar, sentence.map((word) => entry(word, grammar.known)));
    if (chances) {
      trees.push(best(n, (i, j) => chances[i][j]));
      raised.push(raised.at(-1));
    }
    return {
      entries: found.map((one) => words[one]),
      unknown: found.flatMap((one, i) => (/^<(unk|-.*)>$/.test(words[one]) ? [i] : [])),
      classes: c,
      walls: raised,
      score: (i, j) => spanScore(tables.at(-1), c, i, j),
      chance: chances && ((i, j) => chances[i][j]),
      trees,
    };
  }

  const text = (x) => (typeof x === "string" ? x : "");
  const count = (x) => (whole(x) ? x : 0);
  return {
    unit, longest, read, split: (line) => split(line, unit),
    stages: [...stages.map(({ share }) => share), ...(grammar ? ["grammar"] : [])],
    examples: (page.examples ?? []).slice(0, 10),
    about: { title: text(about?.title), sentences: grammar ? 0 : count(about?.learnt_from ?? about?.sentences) },
  };
}

/** Four tables say how likely words i .. j-1 are a phrase: by their ends, their neighbours, and both borders. */
const spanScore = ([ends, around, before, after], c, i, j) =>
  ends[c[i + 1]][c[j]] + around[c[i]][c[j + 1]] + before[c[i]][c[i + 1]] + after[c[j]][c[j + 1]];

/** The tree whose spans have the highest sum: nested pairs [start, end, left, right]; a word has no parts. */
function best(n, score) {
  const most = Array.from({ length: n }, () => new Float64Array(n + 1)), cut = most.map(() => new Uint8Array(n + 1));
  for (let width = 2; width <= n; width++) {
    for (let i = 0; i + width <= n; i++) {
      const j = i + width;
      let highest = -Infinity;
      for (let k = i + 1; k < j; k++) {
        const sum = most[i][k] + most[k][j];
        if (sum > highest) { highest = sum; cut[i][j] = k; }
      }
      most[i][j] = score(i, j) + highest;
    }
  }
  const over = (i, j) => (j - i === 1 ? { span: [i, j], parts: [] }
    : { span: [i, j], parts: [over(i, cut[i][j]), over(cut[i][j], j)] });
  return over(0, n);
}

const SIGN = "[\\p{L}\\p{M}\\p{N}]", LETTER = "[\\p{L}\\p{Nl}\\p{No}]"; // as Python's re understands a letter
const APART = `(?<!\\S)(?:'${SIGN}{1,2}|${SIGN}{1,2}'|[nN]'[tT])(?!\\S)`;  // a clitic that stands apart already
const WORD = new RegExp(`${APART}|${LETTER}(?:\\.${LETTER})+(?!${SIGN})|`
  + `${SIGN}+(?:['\\-]${SIGN}+|(?<=\\p{Nd})[.,](?=\\p{Nd})${SIGN}+)*`, "gu");
const CHARACTER = new RegExp(`\\p{Nd}+|${LETTER}\\p{M}*`, "gu");

/** Cut a line into the words that are shown: clitics stand apart, punctuation is dropped. */
export function split(line, unit) {
  const plain = line.normalize("NFC").replaceAll("’", "'");
  if (unit === "character") return plain.match(CHARACTER) ?? [];
  return (plain.match(WORD) ?? []).flatMap((word) => {
    const at = clitic(word);
    return at === undefined ? [word] : [word.slice(0, at), word.slice(at)];
  });
}

/** Where a word falls in two, if anywhere: did n't, it 's, l' homme. */
function clitic(word) {
  if (/n't$/iu.test(word)) return word.length > 3 ? word.length - 3 : undefined;
  if (!word.replace(/^'+|'+$/g, "").includes("'")) return undefined;
  const first = word.indexOf("'"), last = word.lastIndexOf("'");
  if ([...word.slice(last + 1)].length <= 2) return last;
  return [...word.slice(0, first)].length <= 2 ? first + 1 : undefined;
}
