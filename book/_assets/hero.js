// The second step of the first page: brackets that one raises and a verdict that turns with the first of them, words that
// one may then drag, and a bag that never turns. Every answer stands in the page (prpn_hero.py); here they are looked up and drawn.
(() => {
  const STEP = 46, SIGNS = ["− −", "−", "0", "+", "+ +"];
  const hero = document.querySelector(".prpn-hero");
  const { words: start, classes, said, bag } = JSON.parse(hero.querySelector("script").textContent);
  const n = start.length, highest = n - 1, height = highest * STEP + 24;
  let order = [...start], cuts = start.slice(1).map((_, k) => k + 1); // the last word first
  const first = [...cuts];

  const h = (tag, attributes, ...inside) => {
    const one = document.createElement(tag);
    Object.entries(attributes).forEach(([name, value]) => one.setAttribute(name, value));
    one.append(...inside);
    return one;
  };
  const verdict = h("p", { class: "verdict", "aria-live": "polite" });
  const lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  lines.setAttribute("viewBox", `0 0 100 ${height}`);
  lines.setAttribute("preserveAspectRatio", "none");
  lines.setAttribute("aria-hidden", "true");
  const walls = cuts.map(() => h("span", { class: "wall", "aria-hidden": "true" }));
  const knobs = cuts.map(() => h("button", { type: "button", class: "knob", role: "slider", "aria-valuemin": 1, "aria-valuemax": highest, "aria-orientation": "vertical" }, h("span", {})));
  const tiles = new Map(start.map((word) => [word, h("button", { type: "button", class: "tile" }, word)]));
  const tree = h("div", { class: "over", style: `height: ${height}px` }, lines, ...walls, ...knobs);
  const row = h("div", { class: "line" }, ...tiles.values());
  const hint = h("span", {});
  const back = h("button", { type: "button", class: "back" }, "Put it back");
  hero.append(verdict, tree, row,
    h("p", { class: "hint" }, hint, " ", back),
    h("div", { class: "bag" }, h("span", { class: "words", "aria-hidden": "true" }, ...[...start].sort().map((word) => h("span", {}, word))),
      h("p", {}, "The same words in a bag: ", h("b", {}, bag), ", whatever you drag.")));

  const x = (place) => (100 * place) / n, y = (cut) => height - cut * STEP + 2;
  /** The subtree over words a to b: where its top is, its brackets; `path` takes its lines. */
  function over(a, b, path) {
    if (a === b) return { x: x(a + 0.5), y: height, text: order[a] };
    let k = a;
    for (let g = a; g < b; g++) if (cuts[g] > cuts[k]) k = g;
    const left = over(a, k, path), right = over(k + 1, b, path), at = y(cuts[k]);
    path.push(`M${left.x} ${left.y}V${at}H${right.x}V${right.y}`);
    return { x: x(k + 1), y: at, k, text: `(${left.text} ${right.text})` };
  }

  function draw() {
    const labels = said[order.join(" ")][cuts.join("")], path = [], root = over(0, n - 1, path), last = classes[labels[2 * root.k + 1]];
    lines.innerHTML = `<path d="${path.join("")}"/>`;
    const says = `${root.text.slice(1, -1)}: ${last}`;
    if (verdict.dataset.says !== says) {
      verdict.dataset.says = says;
      verdict.replaceChildren(h("span", {}, root.text.slice(1, -1)), " ", h("b", { class: `says-${labels[2 * root.k + 1]}` }, last));
    }
    knobs.forEach((knob, k) => {
      const label = labels[2 * k + 1];
      Object.assign(knob.style, { left: `${x(k + 1)}%`, top: `${y(cuts[k])}px` });
      Object.assign(walls[k].style, { left: `${x(k + 1)}%`, top: `${y(cuts[k])}px` });
      knob.className = `knob says-${label}`;
      knob.firstChild.textContent = SIGNS[label];
      knob.setAttribute("aria-label", `cut between ${order[k]} and ${order[k + 1]}`);
      knob.setAttribute("aria-valuenow", cuts[k]);
      knob.setAttribute("aria-valuetext", `height ${cuts[k]} of ${highest}; the phrase is ${classes[label]}`);
    });
    order.forEach((word, i) => {
      const tile = tiles.get(word);
      tile.style.left = `${x(i + 0.5)}%`;
      tile.setAttribute("aria-label", `${word}, word ${i + 1} of ${n}: the left and right keys move it`);
    });
    const touched = "touched" in hero.dataset;
    hint.textContent = touched ? "The highest cut comes first. Now drag a word sideways." : "Drag a circle up or down.";
    tiles.forEach((tile) => { tile.disabled = !touched; });
    back.hidden = order.join(" ") === start.join(" ") && cuts.join() === first.join();
  }

  /** Let a gap have this height; those that it passes sink, or rise, by one. */
  function raise(k, cut) {
    const to = Math.min(highest, Math.max(1, cut));
    if (to !== cuts[k]) hero.dataset.touched = "";
    while (cuts[k] !== to) {
      const next = cuts[k] + Math.sign(to - cuts[k]);
      [cuts[cuts.indexOf(next)], cuts[k]] = [cuts[k], next];
    }
    draw();
  }

  function move(word, place) {
    const to = Math.min(n - 1, Math.max(0, place));
    order.splice(order.indexOf(word), 1);
    order.splice(to, 0, word);
    draw();
  }

  /** Tiles stand in the page as they are seen, for whoever goes through them by keyboard. */
  function settle(word) {
    const tile = tiles.get(word), focused = document.activeElement === tile;
    row.append(...order.map((one) => tiles.get(one)));
    if (focused) tile.focus();
  }

  function dragged(one, follow, done = () => {}) {
    let held = false;
    one.addEventListener("pointerdown", (event) => {
      held = true;
      one.setPointerCapture(event.pointerId);
      one.dataset.held = "";
    });
    one.addEventListener("pointermove", (event) => { if (held) follow(event); });
    for (const end of ["pointerup", "pointercancel"]) {
      one.addEventListener(end, () => {
        if (!held) return;
        held = false;
        delete one.dataset.held;
        done();
      });
    }
  }

  const keyed = (one, steps) => one.addEventListener("keydown", (event) => {
    if (!(event.key in steps)) return;
    event.preventDefault();
    steps[event.key]();
  });

  knobs.forEach((knob, k) => {
    dragged(knob, (event) => raise(k, Math.round((height + 2 - (event.clientY - tree.getBoundingClientRect().top)) / STEP)));
    keyed(knob, {
      ArrowUp: () => raise(k, cuts[k] + 1), ArrowDown: () => raise(k, cuts[k] - 1),
      ArrowRight: () => raise(k, cuts[k] + 1), ArrowLeft: () => raise(k, cuts[k] - 1),
      Home: () => raise(k, 1), End: () => raise(k, highest),
    });
  });
  tiles.forEach((tile, word) => {
    const by = (step) => () => { move(word, order.indexOf(word) + step); settle(word); };
    dragged(tile, (event) => {
      const { left, width } = row.getBoundingClientRect();
      move(word, Math.floor((n * (event.clientX - left)) / width));
    }, () => settle(word));
    keyed(tile, { ArrowLeft: by(-1), ArrowRight: by(1) });
  });
  back.addEventListener("click", () => {
    order = [...start];
    cuts = [...first];
    draw();
    settle(start[0]);
    tiles.get(start[0]).focus();
  });
  draw();
})();
