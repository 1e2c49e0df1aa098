// What every explorer has: guesses, presets, undo and redo, a link, its state in step with Python's answer.
import { announcer, notice } from "./announce.js";
import { linkConcepts } from "./concepts.js";
import { list } from "./controls.js";
import { able, button, h } from "./dom.js";
import { guesses } from "./guess.js";
import { history } from "./history.js";

const PATIENCE = 4000;                                       // ms for an answer, once Python is there
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * An explorer, as a host (Jupyter, or the book's page) can render it.
 *
 * @param state what only the drawing knows, with its first values; Python never sees it.
 * @param accept(state, content): whether a state, for instance of a link, can be drawn.
 * @param build(kit): makes the drawing. It returns { line, body, more, show }: the field for one's own words, the elements
 *   of the stage, those that stand below it under "More", and show(state, view, answered), called whenever one of them
 *   changed; it returns what to say of it. With `open` the field stands above "More", not in it. `kit` holds content,
 *   change(update, { live }), rest(), now() and tell(text). Where the loop's answer has a `problem`, the explorer goes
 *   back to the state before, and the field says what is wrong: `show` never sees it.
 */
export function explorer({ state: own = {}, accept = () => true, build }) {
  function render({ model, el }) {
    linkConcepts();
    const content = model.get("content"), { name, call: { arguments: names } } = content;
    const drawn = { ...own }, steps = history(), { line, say } = announcer(), status = notice("prpn-trouble");
    let changing = false, asked = 0, clock, answered = true;

    const given = (state) => Object.fromEntries(names.map((argument) => [argument, state[argument]]));
    const now = () => ({ ...Object.fromEntries(names.map((argument) => [argument, model.get(argument)])), ...drawn });
    const start = now();
    let kept = start;                                        // the last state that Python could read

    /** Change parts of the state as one step that can be undone. */
    function change(update, { live = false } = {}) {
      const before = now();
      if (same({ ...before, ...update }, before)) return;
      steps.record(before, live);
      settle();
      apply(update, live);
    }

    /** Whatever the reader does next, nothing is said any more of what was wrong before. */
    function settle() {
      drawing.line.settle();
      status.tell("");
    }

    /** Go back from a state that Python cannot read: neither the way back nor the link leads there. */
    function refuse({ text }, problem) {
      steps.drop((state) => same(state, kept));
      apply(kept);
      drawing.line.refuse(problem, text);
    }

    function apply(update, live = false) {
      const before = given(now());
      changing = true;
      for (const [key, value] of Object.entries(update)) {
        if (key in own) drawn[key] = value;
        else model.set(key, value);
      }
      changing = false;
      if (!same(given(now()), before)) ask();
      if (!live) remember();
      draw();
    }

    /** Ask Python for the numbers. The clock starts when Python is there: on a slow line it has to be fetched. */
    function ask() {
      const mine = (asked += 1), late = () => mine === asked && !answered;
      answered = false;
      clearTimeout(clock);
      status.tell("");
      model.save_changes();
      if (!model.ready) { clock = setTimeout(() => status.tell(content.trouble), PATIENCE); return; }
      clock = setTimeout(() => { if (late()) status.tell("Python is loading, once for this page ..."); }, 500);
      model.ready.then(() => {
        clearTimeout(clock);
        if (late()) clock = setTimeout(() => { if (late()) status.tell(content.trouble); }, PATIENCE);
      }, () => { clearTimeout(clock); status.tell(content.trouble); });
    }

    const rest = () => { steps.rest(); remember(); };
    const remember = () => model.address?.write(same(now(), start) ? null : now());
    const go = (state) => { if (state) apply(state); };

    /** Take the state of the page's address, if there is one that can be drawn. */
    function recall() {
      const linked = model.address?.read();
      if (!linked) return;
      const state = { ...start, ...linked };
      const known = Object.keys(linked).every((key) => key in start && typeof linked[key] === typeof start[key]);
      if (known && accept(state, content)) change(state);
      else status.tell("This link holds no state that the explorer can show. It stands where it always starts.");
    }

    const undo = button("Undo", () => go(steps.undo(now()))), redo = button("Redo", () => go(steps.redo(now())));
    const link = model.address && button("Copy link", async () => {
      remember();
      const copied = await navigator.clipboard?.writeText(model.address.link()).then(() => true, () => false);
      status.tell(copied
        ? "Copied: the link opens the page in this state." : "Copy the page's address: it holds this state.");
    });
    const chosen = list({
      label: "start from",
      options: [...content.presets.map(({ label }, k) => [String(k), label]), ["own", "as you set it"]],
      onChoose: (k) => (k === "own" ? draw() : change(content.presets[k].state)),
    });
    const bar = h("div", { class: "prpn-bar-of-tools", role: "group", "aria-label": "start, undo, link" },
    chosen.select, undo, redo, link);
    bar.addEventListener("click", () => settle(), true); // before the button says anything
    const drawing = build({ content, change, rest, now, tell: status.tell });
    const typed = [drawing.line.element], [above, inside] = drawing.open ? [typed, []] : [[], typed];
    const more = h("details", { class: "prpn-more" },
      h("summary", {}, drawing.open ? "More: other starts, undo" : "More: other starts, own words, undo"),
      h("div", { class: "prpn-top" }, bar, ...inside), ...(drawing.more ?? []));
    const root = h("div", { class: `prpn-explorer prpn-${name}` }, h("div", { class: "prpn-stage" }, ...above, ...drawing.body),
      guesses(content.guesses, (state) => change({ ...start, ...drawn, ...state })), more, status.line, line);
    // JupyterLab takes keys that reach the notebook for its own: an arrow would leave the cell, "b" insert one.
    root.addEventListener("keydown", (event) => event.stopPropagation());
    el.append(root);

    function draw() {
      if (changing) return;
      const state = now(), view = model.get("view");
      const fits = same(given(view.state), given(state));
      if (fits && !answered) { clearTimeout(clock); status.tell(""); }
      answered = fits;
      if (fits && view.problem) { refuse(state, view.problem); return; }
      if (fits) kept = state;
      root.classList.toggle("prpn-waiting", !fits);
      able(undo, steps.canUndo);
      able(redo, steps.canRedo);
      const preset = content.presets.findIndex((one) =>
        Object.entries(one.state).every(([key, value]) => same(value, state[key])));
      chosen.show(preset < 0 ? "own" : String(preset));
      const said = drawing.show(state, view, fits);
      if (fits && said) say(said);
    }

    const failed = () => { clearTimeout(clock); status.tell(content.trouble); };
    const events = [...[...names, "view"].map((key) => [`change:${key}`, draw]), ["trouble", failed]];
    events.forEach(([event, listener]) => model.on(event, listener));
    draw();
    recall();
    window.addEventListener("hashchange", recall);
    return () => {
      clearTimeout(clock);
      window.removeEventListener("hashchange", recall);
      events.forEach(([event, listener]) => model.off(event, listener));
    };
  }
  return { render };
}
