// Starts a deck. The speaker's notes open with the letter S; keys that an explorer takes are left to it.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => { document.documentElement.dataset.theme = dark.matches ? "dark" : "light"; };
  dark.addEventListener("change", follow);
  follow();
  const fit = () => { // explorers, pictures and what a prediction begins from become smaller until the slide holds them
    for (const slide of document.querySelectorAll(".slides > section")) {
      for (let size = 1; size > 0.15; size -= 0.1) {
        slide.style.setProperty("--fit", size.toFixed(1));
        if (slide.scrollHeight <= slide.clientHeight + 1) break;
      }
    }
  };
  for (const moment of ["ready", "slidechanged", "pdf-ready"]) Reveal.on(moment, fit);
  document.fonts.ready.then(fit);
  const grown = new ResizeObserver(fit); // an explorer comes after the slide
  for (const explorer of document.querySelectorAll(".prpn-twin")) grown.observe(explorer);
  Reveal.initialize({
    width: 1200,
    height: 700,
    margin: 0.03,
    center: false,
    hash: true,
    slideNumber: "c/t",
    transition: "none",
    keyboardCondition: (event) => !event.target.closest(".prpn-explorer, input, select, textarea"),
    plugins: [RevealNotes],
  });
})();
