// Linked highlighting. Whatever is marked data-prpn-concept="gate", or, inside a formula, where MathJax offers
// classes only, \class{prpn-concept-gate}{...}, lights up together while one of them is pointed at or focused.

const MARKED = "[data-prpn-concept], [class*='prpn-concept-']";

/** The concept of the nearest marked element around `target`. */
function conceptOf(target) {
  const marked = target.closest?.(MARKED);
  return marked?.dataset.prpnConcept ?? marked?.getAttribute("class")?.match(/prpn-concept-([\w-]+)/)?.[1];
}

/** Light one concept everywhere on the page, and no other; nothing for undefined. */
function light(concept) {
  for (const lit of document.querySelectorAll(".prpn-lit")) lit.classList.remove("prpn-lit");
  if (!/^[\w-]+$/.test(concept ?? "")) return;
  const all = document.querySelectorAll(`[data-prpn-concept="${concept}"], .prpn-concept-${concept}`);
  for (const element of all) element.classList.add("prpn-lit");
}

/** Link the concepts of the page, once. */
export function linkConcepts() {
  const root = document.documentElement;
  if ("prpnConcepts" in root.dataset) return;
  root.dataset.prpnConcepts = "";
  let last;
  const follow = ({ target }) => {
    const concept = conceptOf(target);
    if (concept !== last) light(last = concept);
  };
  document.addEventListener("pointerover", follow);
  document.addEventListener("focusin", follow);
  root.addEventListener("pointerleave", () => light(last = undefined));
}
