// Starts a deck. The speaker's notes open with the letter S; keys that an explorer takes are left to it.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => { document.documentElement.dataset.theme = dark.matches ? "dark" : "light"; };
  dark.addEventListener("change", follow);
  follow();
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
