// One switch for the code that makes a page's figures: without scripts each figure has a bar of its own.
// The style sheet hides the bars where there are scripts, before anything is seen of them.
document.addEventListener("DOMContentLoaded", () => {
  const folds = [...document.querySelectorAll("details.hide.above-input")];
  const place = document.querySelector(".article-header-buttons");
  if (!folds.length || !place) return;
  const { element } = prpnProgress;
  const button = element("button", { type: "button", className: "btn btn-sm prpn-code", title: "Code of the figures" }, "</>");
  button.setAttribute("aria-label", "Code of the figures");

  function show(on) {
    document.documentElement.classList.toggle("prpn-with-code", on);
    button.setAttribute("aria-pressed", on);
    for (const fold of folds) fold.open = on;
  }

  button.addEventListener("click", () => show(button.getAttribute("aria-pressed") !== "true"));
  place.prepend(button);
  show(false);
});
