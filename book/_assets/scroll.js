// What scrolls inside itself, such as a wide table or formula, can be reached with the keyboard, and shows at its
// edges that there is more (prpn.css): `data-more` names the sides, and stands wherever anything is cut.
const scrollers = ".prpn-scroll, .pst-scrollable-table-container, .katex-display, .bd-article pre, .cell_output > .output";

/** Say of some elements whether they are cut, and where: first all are measured, then all are changed. */
function mark(some) {
  const measured = some.map((one) => [one, one.scrollWidth - one.clientWidth, Math.abs(one.scrollLeft)]);
  for (const [one, room, at] of measured) {
    if (room <= 1) {
      delete one.dataset.more;
      one.removeAttribute("tabindex");
      continue;
    }
    one.tabIndex = 0;
    if (one.closest(".prpn-explorer") || one.matches(".output")) continue; // these have edges of their own
    one.dataset.more = [at > 1 && "left", at < room - 1 && "right"].filter(Boolean).join(" ");
  }
}

/** What scrolls within two screens of what the reader sees, now and later: a chapter holds hundreds. */
const near = new Set();
const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) near[isIntersecting ? "add" : "delete"](target);
  mark(entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target));
}, { rootMargin: "200% 0px" });
function markNear() {
  document.querySelectorAll(scrollers).forEach((one) => watch.observe(one));
  mark([...near].filter((one) => one.isConnected));
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
  markNear();
  window.addEventListener("resize", markNear);
  document.addEventListener("toggle", markNear, true); // a fold that opens shows new formulas
  document.addEventListener("change", markNear); // so does the next picture of a film
  document.addEventListener("scroll", ({ target }) => {
    if (target.dataset?.more) mark([target]);
  }, { capture: true, passive: true });
});
