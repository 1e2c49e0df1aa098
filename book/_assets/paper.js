// On paper a question stands with its options, and what answers it at the end of the page, below "Answers": what a fold
// below a question says moves there for the print, and back after it. Of a quiz the right option is named. A closed
// fold of further steps is one line (prpn.css), so what it asks is left out; one that the reader has opened is printed.
(() => {
  const { element } = prpnProgress;
  const shut = (one) => one.closest("details.prpn-fold:not([open]), .prpn-twin");
  const back = [];                                             // what puts a moved answer where it was
  let section;

  /** What a fold says, moved out of it. */
  function moved(fold) {
    const inside = [...fold.childNodes].filter((one) => one.nodeName !== "SUMMARY");
    back.push(() => {
      fold.append(...inside);
      fold.classList.remove("prpn-away");
      if (!fold.className) fold.removeAttribute("class");
    });
    fold.classList.add("prpn-away");
    return inside;
  }

  const copy = (one, title) => element(title ? "b" : "i", {}, ...one.cloneNode(true).childNodes);
  const entry = (...parts) => element("div", { className: "prpn-solved" }, ...parts);

  /** A warm-up question, or another that its fold answers. */
  function plain(fold) {
    const question = fold.querySelector("summary");
    return entry(element("p", {}, copy(question)), ...moved(fold));
  }

  function prediction(form) {
    const fold = form.nextElementSibling, { right } = fold.dataset;
    const question = element("p", {}, copy(form.querySelector("legend")));
    if (right !== undefined) question.append(" ", element("b", {}, right.replace("-", "\u2212")), ".");
    return entry(question, ...moved(fold));
  }

  function quiz(one) {
    const number = one.querySelector("legend").textContent.trim().match(/^\d+\./)?.[0] ?? "";
    for (const option of one.querySelectorAll(".option")) {
      const told = decoded(option.querySelector("[data-said]").dataset.said);
      if (!told.startsWith("+")) continue;
      const words = element("div", { innerHTML: told.slice(1).replace(/Right[.,:;]\s+(.)/, (_, first) => first.toUpperCase()) });
      return entry(element("p", {}, `Quiz ${number} `, element("b", {}, ...option.querySelector("label > span").cloneNode(true).childNodes)),
        ...words.childNodes);
    }
    return entry();
  }

  function away() {
    home();
    const article = document.querySelector(".bd-article > section");
    const asked = ".prpn-commit, .prpn-quiz, details:not([class]):not([data-asked])";
    const found = [...article?.querySelectorAll(asked) ?? []].filter((one) => !shut(one))
      .filter((one) => !one.matches("details") || one.querySelector("summary").textContent.match(/\?|yourself/));
    if (!found.length) return;
    const kind = (one) => (one.matches(".prpn-quiz") ? quiz : one.matches("form") ? prediction : plain);
    section = element("section", { className: "prpn-at-end" }, element("h2", {}, "Answers"), ...found.map((one) => kind(one)(one)),
      article.querySelector(".prpn-guess") ? element("p", {}, "Explorers answer their own questions, on the page.") : "");
    article.append(section);
  }

  function home() {
    for (const put of back.splice(0)) put();
    section?.remove();
    section = undefined;
  }

  addEventListener("beforeprint", away);
  addEventListener("afterprint", home);
})();
