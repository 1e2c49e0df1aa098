// A task that one does in the page. What the reader writes is run by MicroPython in a worker, which is ended when it
// takes too long, and judged there by prpn_course.checking.plain. Python is fetched when an editor is first used.
(() => {
  const seconds = 5;
  const { element } = prpnProgress;
  const fetched = () => (window.prpnLoading ??= new Promise((ready, failed) => {
    const root = document.documentElement.dataset.content_root ?? "./";
    document.head.append(element("script", { src: `${root}_static/vendor/prpn-python.js`, onload: ready, onerror: failed }));
  }));

  let worker, ready;
  /** Resolves once the worker has Python. */
  const python = () => (ready ??= fetched().then(() => new Promise((there, failed) => {
    worker = window.prpnPython.answers();
    worker.onmessage = ({ data }) => (data === "ready" ? there() : failed(new Error("Python did not start")));
    worker.onerror = failed;
  })).catch((error) => { ready = undefined; throw error; }));

  /** What comes of a text; after some seconds without an answer the worker is ended. */
  const judged = (source, task) => python().then(() => new Promise((done, failed) => {
    const stop = () => { clearTimeout(clock); worker.terminate(); ready = undefined; };
    const clock = setTimeout(() => {
      stop();
      done({ state: "wrong", case: [], said: ["Likely mistake: a loop without an end. What changes in each round?"],
        lines: [`Stopped: no answer after ${seconds} seconds.`] });
    }, seconds * 1000);
    worker.onmessage = ({ data }) => {
      clearTimeout(clock);
      if (data !== "failed") return done(data);
      stop();
      failed(new Error("Python has failed"));
    };
    worker.postMessage({ source, task: JSON.stringify(task) });
  }));

  const signs = { right: "\u2713", wrong: "\u2717", open: "\u25cb" };
  const worth = { right: "right", wrong: "not yet right", open: "still open" };

  /** Words in which `code` stands between backticks. */
  const words = (text) => text.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part));

  /** A line of a report, its label set off. */
  function said(line) {
    const label = line.match(/^(Likely mistake|Hint): /);
    return label ? element("p", {}, element("b", {}, `${label[1]}:`), " ", ...words(line.slice(label[0].length)))
      : element("p", {}, ...words(line));
  }

  /** The card of a verdict, as a check in a notebook shows it. */
  function card(title, verdict) {
    const rows = verdict.case.map(([name, text]) => element("tr", {},
      element("th", { scope: "row" }, name), element("td", {}, element("pre", {}, text))));
    return element("div", { className: `prpn-check prpn-${verdict.state}` },
      element("p", { className: "head" }, element("b", { ariaHidden: "true" }, signs[verdict.state]), " ",
        element("strong", {}, title), " ", element("span", {}, worth[verdict.state])),
      ...verdict.lines.map(said),
      ...(rows.length ? [element("div", { className: "case", tabIndex: 0 }, element("table", {}, element("tbody", {}, ...rows)))] : []),
      ...verdict.said.map(said));
  }

  /** Tab indents, until Escape has set it free; a new line begins where the one before did. */
  function typing(field) {
    let free = false;
    field.addEventListener("blur", () => { free = false; });
    field.addEventListener("keydown", (event) => {
      const { key } = event;
      const insert = (text) => { event.preventDefault(); document.execCommand("insertText", false, text); };
      if (key === "Escape") free = true;
      else if (key === "Tab" && !event.shiftKey && !free) insert("    ");
      else if (key === "Enter" && !event.ctrlKey && !event.metaKey) {
        const line = field.value.slice(0, field.selectionStart).split("\n").at(-1);
        insert(`\n${line.match(/^ */)[0]}${line.trimEnd().endsWith(":") ? "    " : ""}`);
      }
      if (key !== "Escape" && key !== "Tab" && key !== "Shift") free = false;
    });
  }

  function wake(box) {
    const task = JSON.parse(decoded(box.querySelector("[data-task]").dataset.task)), key = `prpn-try:${task.id}`;
    const title = box.querySelector(".prpn-try-title").lastChild.textContent.trim();
    const field = element("textarea", { value: prpnProgress.read(key) ?? task.stub, spellcheck: false, rows: 8,
      autocomplete: "off", ariaLabel: `${title}: your code` });
    field.setAttribute("autocapitalize", "off");
    const paper = element("pre", { className: "prpn-paper" });  // a field is cut on paper
    addEventListener("beforeprint", () => {
      paper.textContent = field.value;
      box.classList.toggle("prpn-long", field.value.split("\n").length > 22);
    });
    const fit = () => { field.style.height = "auto"; field.style.height = `${field.scrollHeight + 24}px`; };
    const go = element("button", { type: "button", className: "go" }, "Run");
    const reset = element("button", { type: "button" }, "Back to the stub");
    const shown = element("div", { className: "prpn-try-said" });
    shown.setAttribute("role", "status");
    const how = element("p", { className: "prpn-try-how" }, "Ctrl+Enter runs it; Tab indents; Escape, then Tab, leaves. " +
      "Plain Python: lists in place of tensors. Your text is kept in this browser and nowhere else.");

    let busy = false;
    async function run() {
      if (busy) return;
      busy = true;
      go.textContent = "Running \u2026";
      let verdict;
      try {
        verdict = await judged(field.value, task);
      } catch (error) {
        console.warn(error);
        verdict = { state: "open", case: [], said: [], lines: ["Python could not be started in this page. Reload it, or use the sheet."] };
      }
      if (verdict.state === "right") {
        verdict.said = ["The sheet tries more cases, and larger ones."];
        prpnProgress.note("cells", task.id, true);
      }
      shown.replaceChildren(card(title, verdict));
      go.textContent = "Run";
      busy = false;
    }
    const restore = () => { field.value = task.stub; shown.replaceChildren(); fit(); };

    typing(field);
    field.addEventListener("focus", () => { python().catch(() => {}); }, { once: true });
    field.addEventListener("input", () => { prpnProgress.write(key, field.value); fit(); });
    field.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run(); });
    go.addEventListener("click", run);
    reset.addEventListener("click", () => { prpnProgress.drop(key); restore(); field.focus(); });
    document.addEventListener("prpn-forgotten", restore);
    box.querySelector(".prpn-try-title").after(field, paper, element("div", { className: "prpn-try-line" }, go, reset), shown, how);
    field.rows = field.value.split("\n").length + 1;           // until a reader comes near: to measure takes time
    new IntersectionObserver(([{ isIntersecting }], watch) => {
      if (isIntersecting) { watch.disconnect(); fit(); }
    }, { rootMargin: "100% 0px" }).observe(box);
    box.dataset.alive = "";
  }

  document.addEventListener("DOMContentLoaded", () => {
    const boxes = [...document.querySelectorAll(".prpn-try")];
    prpnProgress.expect("cells", boxes.length);
    boxes.forEach(wake);
  });
})();
