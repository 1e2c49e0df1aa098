// What scrolls inside itself, such as a wide table or formula, can be reached with the keyboard, and shows at its
// edges that there is more (prpn.css): `data-more` names the sides, and stands wherever anything is cut.
const scrollers = ".prpn-scroll, .pst-scrollable-table-container, .katex-display, .bd-article pre";

/** Say of some elements whether they are cut, and where: first all are measured, then all are changed. */
function mark(some) {
  const measured = some.map((one) => [one, one.scrollWidth - one.clientWidth, Math.abs(one.scrollLeft)]);
  for (const [one, room, at] of measured) {
    if (room <= 1) {
      delete one.dataset.more;
      if (!one.matches("pre")) one.removeAttribute("tabindex");
      continue;
    }
    one.tabIndex = 0;
    if (one.closest(".prpn-explorer")) continue; // it changes as it is used, and has edges of its own
    one.dataset.more = [at > 1 && "left", at < room - 1 && "right"].filter(Boolean).join(" ");
  }
}

/** All that scrolls, a few at a time and only while the browser has nothing else to do: a chapter holds hundreds. */
const whenIdle = window.requestIdleCallback ?? ((step) => setTimeout(step, 20));
let waiting = [];
function markAll() {
  const asleep = waiting.length === 0;
  waiting = [...document.querySelectorAll(scrollers)];
  if (asleep) whenIdle(markSome);
}
function markSome() {
  mark(waiting.splice(0, 16));
  if (waiting.length) whenIdle(markSome);
}

/** "Back to top" stands aside while an explorer is behind it. */
function clearTheWay() {
  const button = document.querySelector("#pst-back-to-top"), behind = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) behind[isIntersecting ? "add" : "delete"](target);
    button.classList.toggle("prpn-aside", behind.size > 0);
  }, { rootMargin: "-85% 0px 0px 0px" });
  if (button) document.querySelectorAll(".prpn-twin").forEach((one) => watch.observe(one));
}

window.addEventListener("load", () => {
  clearTheWay();
  markAll();
  window.addEventListener("resize", markAll);
  document.addEventListener("toggle", markAll, true); // a fold that opens shows new formulas
  document.addEventListener("change", markAll); // so does the next picture of a film
  document.addEventListener("scroll", ({ target }) => {
    if (target.dataset?.more) mark([target]);
  }, { capture: true, passive: true });
});
