// What a reader has done, kept in this browser and nowhere else: one entry of its storage holds, for each page and each
// kind of thing to do, how many there are and what was done of them. Quizzes, predictions and cells write into it.
const prpnProgress = (() => {
  const key = "prpn-progress", here = DOCUMENTATION_OPTIONS.pagename;
  const kinds = {
    questions: (done, total) => `${done} of ${total} ${total === 1 ? "question" : "questions"}`,
    predictions: (done, total) => `${done} of ${total} ${total === 1 ? "prediction" : "predictions"}`,
    cells: (done, total) => `${done} of ${total} ${total === 1 ? "cell" : "cells"} of code`,
    explorers: (done, total) => `${done} of ${total} ${total === 1 ? "explorer" : "explorers"}`,
  };
  const read = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const write = (name, text) => { try { localStorage.setItem(name, text); } catch { /* a browser that keeps nothing */ } };
  const drop = (name) => { try { localStorage.removeItem(name); } catch { /* nothing was kept */ } };
  const kept = () => { try { return Object.keys(localStorage); } catch { return []; } };
  let all;
  try { all = JSON.parse(read(key)) ?? {}; } catch { all = {}; }

  /** What was done of one kind on this page: by its place or name, whatever was noted. */
  const done = (kind) => all[here]?.[kind]?.done ?? {};
  const count = (one) => Object.keys(one?.done ?? {}).length;
  const anything = () => Object.values(all).some((page) => Object.values(page).some(count));

  /** An element with its settings and what stands in it. */
  const element = (name, settings, ...inside) => {
    const one = Object.assign(document.createElement(name), settings);
    one.append(...inside);
    return one;
  };

  /** Say how many of a kind the page has. The page is only noted once something was done on it. */
  const totals = {};
  const expect = (kind, total) => { totals[kind] = total; };

  /** Note something done; what it was is kept with it. */
  function note(kind, name, value) {
    const kinds = Object.entries(totals).map(([one, total]) => [one, { done: done(one), total }]);
    all[here] = Object.fromEntries(kinds);
    all[here][kind].done[name] = value;
    write(key, JSON.stringify(all));
    show();
  }

  function line() {
    const parts = Object.keys(kinds).filter((kind) => totals[kind])
      .map((kind) => kinds[kind](Math.min(Object.keys(done(kind)).length, totals[kind]), totals[kind]));
    const first = Object.values(done("questions")).filter(({ first }) => first).length;
    return `${parts.join(", ")}.${first ? ` ${first} answered right at first.` : ""}`;
  }

  let said, forget;
  function show() {
    if (!said) return;
    said.textContent = line();
    forget.hidden = !anything();
  }

  /** The line at a chapter's end. */
  function place() {
    if (totals.questions || totals.predictions || totals.cells) {
      const box = Object.assign(document.createElement("div"), { className: "prpn-progress" });
      box.innerHTML = `<p tabindex="-1"><b>What you have done here:</b> <span></span> It is kept in this browser and
        nowhere else.</p>`;
      said = box.querySelector("span");
      document.querySelector(".bd-article").append(box);
      forgetting(box);
      show();
    }
  }

  /** The one button that forgets all; it asks once more. */
  function forgetting(box) {
    const first = "Forget all that I did", again = "Forget it for good, on every page";
    forget = Object.assign(document.createElement("button"), { type: "button", className: "prpn-forget", textContent: first });
    forget.hidden = !anything();
    forget.addEventListener("blur", () => { forget.textContent = first; });
    forget.addEventListener("click", () => {
      if (forget.textContent === first) { forget.textContent = again; return; }
      all = {};
      kept().filter((name) => name.startsWith("prpn-")).forEach(drop);
      document.dispatchEvent(new Event("prpn-forgotten"));
      box.querySelector("p").focus();
      show();
      forget.hidden = true;
    });
    box.append(forget);
  }

  /** Marks in the map of the chapters. */
  function marks() {
    const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href).pathname;
    const pages = [...document.querySelectorAll(".prpn-map a")]
      .map((link) => [link, all[link.pathname.slice(root.length).replace(/\.html$/, "")]]).filter(([, page]) => page);
    for (const [link, page] of pages) {
      const some = Object.values(page).reduce((sum, one) => sum + Math.min(count(one), one.total), 0);
      const total = Object.values(page).reduce((sum, one) => sum + one.total, 0);
      const mark = Object.assign(document.createElement("span"), { className: "prpn-mark" });
      mark.textContent = some === total ? "\u2713 done" : `${some} of ${total}`;
      mark.title = "what you have done there; kept in this browser and nowhere else";
      if (some) link.querySelector(".title").append(" ", mark);
      document.addEventListener("prpn-forgotten", () => mark.remove());
    }
    if (!pages.length) return;
    const box = Object.assign(document.createElement("div"), { className: "prpn-progress" });
    box.innerHTML = `<p tabindex="-1">The numbers beside the chapters count what you have done there. They are kept in
      this browser and nowhere else.</p>`;
    document.querySelector(".prpn-map").after(box);
    forgetting(box);
  }

  document.addEventListener("DOMContentLoaded", () => {
    const explorers = [...document.querySelectorAll(".prpn-twin")];
    expect("explorers", explorers.length);
    explorers.forEach((one, number) => {
      const used = ({ target }) => {
        if (target.closest(".prpn-explorer") && !(number in done("explorers"))) note("explorers", number, true);
      };
      for (const event of ["click", "input", "keydown"]) one.addEventListener(event, used);
    });
    setTimeout(() => { place(); if (!said) marks(); });     // when the other scripts have said what there is
  });
  return { done, note, element, expect, read, write, drop };
})();
