// You against the machine: a sentence, the player's cuts, then the machine's, and what they have in common.
import { button, h } from "../kit/dom.js";
import { notice } from "../kit/announce.js";
import { card, png } from "./card.js";
import { chartOf } from "./chart.js";
import { split } from "./machine.js";
import { picture } from "./picture.js";
import { bracketed, treeOfCuts, unfinished } from "./trees.js";
import { about, hint, kinds, stageName, sureOf, verdict } from "./words.js";

const FEWEST = 3, MOST = 20, LETTERS = 300, BEAT = 900;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const whole = (list, n) => Array.isArray(list) && list.length < n && new Set(list).size === list.length
  && list.every((gap) => Number.isInteger(gap) && gap > 0 && gap < n);

/**
 * @param root the element to fill; what stands in it goes.
 * @param open() resolves to the machine (machine.js); asked for once.
 * @param sentences [{ text, quips }] to begin with; their own `quips` are { span, says }.
 * @param address read(), write(state) and link(state) of the page's address, or undefined.
 */
export function game({ root, open, sentences, unit = "word", most = MOST, address, title = "You against the machine" }) {
  let state = { text: sentences[0].text, cuts: [], done: false }, machine, stage, film, view, told, showing = "own";
  const words = () => split(state.text, unit), now = { words: words() };

  const lead = h("p", { class: "task" }, LEAD);
  const source = h("p", { class: "source" });
  const problem = notice("problem"), said = h("p", { class: "prpn-hidden", "aria-live": "polite" });
  const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: LETTERS, "aria-label": "your own sentence",
    enterkeyhint: "done", onchange: () => take(input.value) });
  const form = h("form", { class: "own", onsubmit: (event) => { event.preventDefault(); take(input.value); } },
    input, button("Another", another, { class: "another", "aria-label": "another sentence" }));
  const stand = picture({ onGap: cut });
  const guide = h("p", { class: "guide", role: "status" });
  const commit = button("Commit", play, { class: "main" });
  const heading = h("p", { class: "count" }), quip = h("p", { class: "quip" }), other = h("p", { class: "other" });
  const key = h("p", { class: "key" });
  const slider = h("input", { type: "range", min: 0, max: 1, step: 1, "aria-label": "how far the machine had learnt",
    oninput: () => { stop(); stage = Number(slider.value); draw(); } });
  const stageLine = h("output", { class: "stage" });
  const again = button("▶", () => run(), { class: "again", "aria-label": "play the training again", title: "play the training again" });
  const swap = button("", () => { showing = showing === "own" ? "sent" : "own"; draw(); }, { class: "swap" });
  const asked = h("div", { class: "ask" }, lead, source, form, problem.line);
  const answer = h("div", { class: "answer" }, heading, quip, other, key);
  const learn = h("div", { class: "learn" }, again, slider, stageLine);
  const back = button("Cut again", () => { change({ cuts: [], done: false }); stand.focus(); });
  const next = button("Next sentence", another, { class: "main" });
  const link = address && button("Copy link", copy);
  const save = button("Save picture", () => keep("png")), vector = button("SVG", () => keep("svg"), { "aria-label": "save the picture as SVG" });
  const cutting = h("div", { class: "tools" }, guide, commit);
  const after = h("div", { class: "tools" }, next, back, link, swap, save, vector);
  const more = h("details", { class: "more" }, h("summary", {}, "The trees in brackets, the machine's chart"));
  const body = h("div", {});
  more.append(body);
  root.replaceChildren(h("h2", { class: "title" }, title), asked, answer, stand.element, learn, cutting, after, more, said);
  root.classList.add("prpn-game");

  const ready = () => (machine ? Promise.resolve(machine) : open().then((opened) => {
    machine = opened;
    source.textContent = about(machine.about);
    slider.max = machine.stages.length - 1;
    return machine;
  }));

  /** Take a sentence, or say why not. */
  function take(text) {
    const found = split(text, unit), size = machine?.longest ?? most, noun = unit === "word" ? "words" : "characters";
    if (text.trim() === state.text) return problem.tell("");
    if (found.length < FEWEST) return problem.tell(`A tree worth cutting needs ${FEWEST} ${noun} or more.`);
    if (found.length > size) return problem.tell(`These are ${found.length} ${noun}; at most ${size} fit. Take ${found.length - size} away.`);
    return change({ text: text.trim(), cuts: [], done: false, from: undefined });
  }

  function another() {
    const at = sentences.findIndex(({ text }) => text === state.text);
    change({ text: sentences[(at + 1) % sentences.length].text, cuts: [], done: false, from: undefined });
  }

  function cut(gap) {
    change({ cuts: state.cuts.includes(gap) ? state.cuts.filter((one) => one !== gap) : [...state.cuts, gap] });
  }

  function change(update) {
    stop();
    state = { ...state, ...update };
    showing = "own";
    if (!state.from) delete state.from;
    settle();
    remember();
    draw();
  }

  function settle() {
    problem.tell("");
    now.words = words();
    now.tree = treeOfCuts(now.words.length, state.cuts);
    now.sent = state.from && treeOfCuts(now.words.length, state.from);
    input.value = state.text;
    view = told = undefined;
    if (!state.done || !machine) return;
    view = machine.read(now.words);
    stage = machine.stages.length - 1;
    const quips = sentences.find(({ text }) => text === state.text)?.quips;
    told = verdict({ sentence: now.words, tree: now.tree, machine: view.trees.at(-1), sure: sureOf(view), quips, sent: now.sent });
  }

  const untouched = () => !state.done && state.cuts.length === 0 && !state.from && state.text === sentences[0].text;
  const remember = () => address?.write(untouched() ? null : state);

  /** Commit: the machine cuts, as it would have at each stage of its training. */
  async function play() {
    if (state.cuts.length === 0) { guide.textContent = "Cut first: a guess, even a wrong one, helps you to see."; return; }
    try { await ready(); } catch { problem.tell("The machine's file did not load. Reload the page."); return; }
    change({ done: true });
    run();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (heading.getBoundingClientRect().top < 0) root.scrollIntoView({ block: "start" });
  }

  function run() {
    stop();
    if (calm.matches) { draw(); return; }
    stage = 0;
    film = setInterval(() => {
      stage += 1;
      if (stage === machine.stages.length - 1) stop();
      draw();
    }, BEAT);
    draw();
  }
  function stop() {
    clearInterval(film);
    film = undefined;
  }

  function draw() {
    const { done, cuts } = state, over = done && told && !film, tree = showing === "sent" ? now.sent : now.tree;
    const last = view && stage === machine.stages.length - 1;
    root.dataset.step = !done ? "cut" : over ? "told" : "film";
    const kindOf = over && last ? kinds({ sentence: now.words, tree, machine: view.trees[stage], odd: told.odd }) : () => "plain";
    stand.show({ sentence: now.words, tree, cuts: showing === "sent" ? state.from : cuts, open: !done, kindOf, name: showing === "sent" ? "who sent it" : "you", waits: !done,
      machine: view && { tree: view.trees[stage], walls: view.walls[stage] }, unknown: view?.unknown ?? [] });
    guide.textContent = hint(cuts.length, unfinished(now.tree));
    commit.classList.toggle("idle", cuts.length === 0);
    if (!done) { lead.textContent = state.from ? CHALLENGE : LEAD; return; }
    if (!view) return;
    slider.value = stage;
    stageLine.textContent = stageName(machine.stages[stage]);
    slider.setAttribute("aria-valuetext", stageLine.textContent);
    heading.textContent = over ? told.heading : "The machine learns to cut …";
    quip.textContent = over ? told.said : "Its walls rise where it expects a new phrase.";
    other.textContent = over ? told.other ?? "" : "";
    key.textContent = over ? KEY : "";
    swap.hidden = !now.sent;
    swap.textContent = showing === "sent" ? "Show yours" : "Show theirs";
    if (!over) return;
    said.textContent = `${told.heading} ${told.said}`;
    body.replaceChildren(
      h("p", {}, "You: ", h("code", {}, bracketed(now.tree, now.words))), h("p", {}, "The machine: ", h("code", {}, bracketed(view.trees.at(-1), now.words))),
      h("p", {}, told.rest), view.unknown.length ? h("p", {}, `Words it did not know, dotted: ${view.unknown.map((i) => now.words[i]).join(", ")}.`) : "",
      chartOf(now.words, view));
  }

  async function copy() {
    remember();
    const copied = await navigator.clipboard?.writeText(address.link({ text: state.text, from: state.cuts })).then(() => true, () => false);
    problem.tell("");
    quip.textContent = copied ? "Copied. Whoever opens the link cuts your sentence first, and then sees your tree."
      : "Copy the page's address: it holds this game.";
  }

  async function keep(kind) {
    const style = getComputedStyle(root), colour = (name) => style.getPropertyValue(`--prpn-${name}`).trim();
    const colours = { ink: colour("ink"), soft: colour("word"), paper: colour("paper"), tree: colour("tree"), error: colour("error") };
    const from = document.querySelector("meta[property='og:url']")?.content ?? "";
    const svg = card({ sentence: now.words, tree: now.tree, machine: view.trees.at(-1), heading: told.heading, line: told.said, name: "you", from, colours,
      kindOf: kinds({ sentence: now.words, tree: now.tree, machine: view.trees.at(-1), odd: told.odd }) });
    const blob = kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await png(svg);
    const file = new File([blob], `you-against-the-machine.${kind}`, { type: blob.type });
    if (kind === "png" && matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
      await navigator.share({ files: [file] }).catch(() => {});
      return;
    }
    const href = URL.createObjectURL(file);
    h("a", { href, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  }

  /** Take the state of the page's address, if it holds one. */
  async function recall() {
    const linked = address?.read();
    if (!linked) return;
    const { text, cuts = [], done = false, from } = linked;
    const n = typeof text === "string" && text.length <= LETTERS ? split(text, unit).length : 0;
    const sound = n >= FEWEST && n <= most && whole(cuts, n) && (from === undefined || whole(from, n)) && typeof done === "boolean";
    if (!sound) { problem.tell("This link holds no game that can be shown. Here is one to begin with."); return; }
    if (done) await ready();
    change({ text, cuts, done: done && cuts.length > 0, from });
  }

  settle();
  draw();
  recall().catch(() => problem.tell("The machine's file did not load. Reload the page."));
  window.addEventListener("hashchange", recall);
  return { ready };
}

const LEAD = "Which words belong together? Cut this sentence, or one of yours, in two, then each part again.";
const KEY = "Thick: in both trees. Dashed: in one. Red: named above.";
const CHALLENGE = "Somebody cut this sentence and sent it to you. Cut it yourself: whose side is the machine on?";
