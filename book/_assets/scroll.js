// A table or formula that scrolls inside itself can be reached, and then scrolled, with the keyboard.
const scrollers = ".prpn-scroll, mjx-container[display='true']";

function mark() {
  for (const one of document.querySelectorAll(scrollers)) {
    if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
  }
}

window.addEventListener("load", () => {
  const ready = window.MathJax?.startup?.promise ?? Promise.resolve();
  ready.then(mark);
  window.addEventListener("resize", mark);
  document.addEventListener("toggle", mark, true); // a fold that opens shows new formulas
});
