// The picture: the words, the player's tree on one side, the machine's tree and walls on the other.
import { h } from "../kit/dom.js";
import { layout } from "./layout.js";
import { joins } from "./trees.js";

const SVG = "http://www.w3.org/2000/svg", MOVE = 300, CLIMB = 34, AIR = 18;
const NUMBERS = ["level", "left", "leftLow", "right", "rightLow"];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const ease = (x) => (x < 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x));

/** A wall's height as a part of a tree's depth: scores lie between -2 and 3, 0 is the mean of all words. */
const tall = (wall) => Math.max(0.04, Math.min(1, (wall + 2) / 5));

/** One tree that moves into the next: a path and a wall at each gap, on the side `sign` of the words. */
function side(svg, sign) {
  let shown = [], target = [], bars = [], wanted = [], paths, walls, place, frame, n = 0;

  function begin(size, where) {
    cancelAnimationFrame(frame);
    place = where;
    if (size === n) { finish(); return; }
    n = size;
    for (const old of [...(walls ?? []), ...(paths ?? [])]) old?.remove();
    const made = (kind) => Array.from({ length: n }, (_, g) => {
      if (g === 0) return undefined;
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", kind);
      svg.append(path);
      return path;
    });
    [walls, paths] = [made("wall"), made("join")];
    [shown, target, bars, wanted] = [[], [], [], []];
  }

  /** Go to a tree; `scores` of the walls, one a gap, or the cuts: then a wall is as high as the join above its cut. */
  function go(tree, { scores, cuts }, kindOf) {
    if (!tree) { [shown, target, bars, wanted] = [[], [], [], []]; draw(); return; }
    target = joins(tree, place.middle);
    const most = Math.max(...target.filter(Boolean).map(({ level }) => level));
    const step = Math.min(CLIMB, (place.depth - AIR) / most);
    target.forEach((join) => { for (const name of ["level", "leftLow", "rightLow"]) join[name] *= step; });
    wanted = target.map((join, g) => (scores ? tall(scores[g]) * place.depth : cuts.includes(g) ? join.level : 0));
    paths.forEach((path, g) => path?.setAttribute("class", `join ${kindOf(target[g].span)}`));
    move(!calm.matches);
  }

  function move(slowly) {
    cancelAnimationFrame(frame);
    if (!slowly) { finish(); return; }
    const from = target.map((join, g) => shown[g] ?? { ...join, level: 0, leftLow: 0, rightLow: 0 });
    const low = wanted.map((_, g) => bars[g] ?? 0), start = performance.now();
    const tick = (now) => {
      const share = Math.min(1, Math.max(0, (now - start) / MOVE)), part = ease(share);
      const between = (a, b) => a + (b - a) * part;
      shown = target.map((join, g) => Object.fromEntries(NUMBERS.map((name) => [name, between(from[g][name], join[name])])));
      bars = wanted.map((bar, g) => between(low[g], bar));
      draw();
      if (share < 1) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
  }

  function finish() {
    shown = target.map((join) => ({ ...join }));
    bars = [...wanted];
    draw();
  }

  function draw() {
    const at = (along, away) => place.point(along, sign * Math.max(0.01, away)).map((x) => x.toFixed(1)).join(" ");
    paths?.forEach((path, g) => {
      if (!path) return;
      const join = shown[g];
      path.setAttribute("d", join ? `M${at(join.left, join.leftLow)}L${at(join.left, join.level)}L${at(join.right, join.level)}`
        + `L${at(join.right, join.rightLow)}` : "");
      walls[g].setAttribute("d", join ? `M${at(place.gap(g), 0)}L${at(place.gap(g), bars[g])}` : "");
    });
  }
  return { begin, go };
}

/** @param onGap(gap) is called when the player cuts, or takes a cut back. */
export function picture({ onGap }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  const mine = side(svg, 1), theirs = side(svg, -1);
  const names = [h("span", { class: "side mine" }, "you"), h("span", { class: "side theirs" }, "the machine")];
  const line = h("div", { class: "words", role: "group", "aria-label": "the sentence: a button between every two words cuts it there" });
  const element = h("div", { class: "picture" }, svg, ...names, line);
  let words = [], gaps = [], spans = [], place, last;

  function build(sentence) {
    words = sentence;
    spans = words.map((word) => h("span", { class: "word" }, word));
    gaps = words.map((word, g) => g > 0 && h("button", { type: "button", class: "gap", onclick: () => onGap(g) }));
    gaps.slice(1).forEach((gap, k) => gap.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const next = gaps[Math.max(1, Math.min(words.length - 1, k + 1 + by))];
      stop(next);
      next.focus();
    }));
    line.replaceChildren(...words.flatMap((_, i) => [gaps[i], spans[i]].filter(Boolean)));
    stop(gaps[1]);
  }
  const stop = (one) => gaps.forEach((gap) => { if (gap) gap.tabIndex = gap === one ? 0 : -1; });

  function arrange() {
    const style = getComputedStyle(line), font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    place = layout(words, { width: element.clientWidth, height: Math.max(300, Math.min(480, innerHeight - 430)), font });
    element.classList.toggle("upright", place.upright);
    element.style.height = `${place.height}px`;
    element.style.setProperty("--side", `${place.side}px`);
    svg.setAttribute("viewBox", `0 0 ${place.width} ${place.height}`);
    const put = (one, [x, y]) => Object.assign(one.style, { left: `${x}px`, top: `${y}px` });
    spans.forEach((span, i) => put(span, place.point(place.middle(i), 0)));
    gaps.forEach((gap, g) => {
      if (!gap) return;
      put(gap, place.point(place.gap(g), 0));
      Object.assign(gap.style, { width: `${place.target[0]}px`, height: `${place.target[1]}px` });
    });
    mine.begin(words.length, place);
    theirs.begin(words.length, place);
  }

  /** @param now sentence, cuts (the gaps that the player chose), tree of the player, open: whether gaps can be cut,
   *  machine: { tree, walls } or undefined, kindOf(span): a class for its bracket, unknown: words the machine never met. */
  function show(now) {
    last = now;
    if (words.join(" ") !== now.sentence.join(" ")) build(now.sentence);
    if (!place || place.of !== now.sentence || place.room !== element.clientWidth) {
      arrange();
      Object.assign(place, { of: now.sentence, room: element.clientWidth });
    }
    mine.go(now.tree, { cuts: now.cuts }, now.kindOf);
    theirs.go(now.machine?.tree, { scores: now.machine?.walls }, now.kindOf);
    element.classList.toggle("open", now.open);
    element.classList.toggle("fresh", now.open && now.cuts.length === 0);
    names[0].textContent = now.name;
    names[1].textContent = now.waits ? "the machine waits" : "the machine";
    gaps.forEach((gap, g) => {
      if (!gap) return;
      const cut = now.cuts.includes(g);
      gap.disabled = !now.open;
      gap.setAttribute("aria-pressed", cut);
      gap.setAttribute("aria-label", `cut between ${words[g - 1]} and ${words[g]}`);
    });
    spans.forEach((span, i) => span.classList.toggle("unknown", now.unknown.includes(i)));
  }

  new ResizeObserver(() => { if (last && place?.room !== element.clientWidth) show(last); }).observe(element);
  document.fonts.ready.then(() => { if (last) { place = undefined; show(last); } });
  return { element, show, focus: () => gaps[1]?.focus() };
}
