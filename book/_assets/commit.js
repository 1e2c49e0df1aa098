// A prediction that one commits before the answer shows. In the notebook it is a fold:
//
//     <details data-choices="it rises | it falls" data-right="it falls"><summary>Predict: the question?</summary>
//     <details data-number data-right="2.5" data-within="0.1" data-covers><summary>Predict: the question?</summary>
//
// With scripts its place is taken by the question and its options, or a field for a number; once the reader has
// committed one, or skipped the question, the fold opens. A number may be written as 15/32 or 0,47, too.
// `data-covers` covers the rest of the section until then, as far as the next prediction: what follows an output tells
// of it too. A link that leads into it opens it.
document.addEventListener("DOMContentLoaded", () => {
  const { element } = prpnProgress;
  const folds = [...document.querySelectorAll("details[data-choices], details[data-number]")];
  prpnProgress.expect("predictions", folds.length);

  const NUMBER = String.raw`\s*[\-−]?(\d+([.,]\d*)?|[.,]\d+)\s*(/\s*[1-9]\d*\s*)?`;

  /** The value of a number as it was typed. */
  function worth(typed) {
    const [top, below = 1] = typed.replace(",", ".").replace("−", "-").split("/");
    return top / below;
  }

  /** Radio buttons, none chosen, or a field for a number; and what the reader says with them. */
  function input(fold, number) {
    if (fold.dataset.choices === undefined) {
      const field = element("input", { type: "text", pattern: NUMBER, title: "A number, such as 0.5 or 1/2", required: true });
      return [element("label", {}, "Your number: ", field), () => field.value];
    }
    const radios = fold.dataset.choices.split("|").map((choice) =>
      element("input", { type: "radio", name: `commit-${number}`, value: choice.trim(), required: true }));
    const labels = radios.map((radio) => element("label", {}, radio, " ", element("span", {}, radio.value)));
    return [element("div", { className: "prpn-commit-options" }, ...labels), () => radios.find((radio) => radio.checked)?.value];
  }

  /** What stands behind a fold in its section, as far as the next prediction; not the tasks. */
  function following(fold) {
    const found = [];
    for (let one = fold.nextElementSibling; one && !one.matches("section") && !folds.includes(one); one = one.nextElementSibling) {
      if (!one.matches(".prpn-practise, .prpn-try, script")) found.push(one);
    }
    return found;
  }

  function verdict({ right, within = 0, choices }, guess) {
    if (right === undefined) return ["", guess === null ? "Skipped." : `You said: ${guess}.`];
    if (guess === null) return ["", `Skipped. It is: ${right}.`];
    const good = choices === undefined ? Math.abs(worth(guess) - right) <= Number(within) + 1e-9 : guess === right;
    return good ? ["right", `Right: ${guess}.`] : ["wrong", `You said: ${guess}. It is: ${right}.`];
  }

  folds.forEach((fold, number) => {
    const covered = fold.dataset.covers === undefined ? [] : following(fold);
    const cover = element("p", { className: "prpn-cover" },
      element("span", { className: "prpn-paper" }, "Write down your guess. What follows tells the answer."),
      element("span", { className: "prpn-off-paper" }, "What follows is covered until you commit a guess, or skip."));
    const summary = fold.querySelector("summary"), legend = element("legend", {}, ...summary.childNodes);
    summary.textContent = "Why";
    const said = element("p", { className: "prpn-commit-said" });
    said.setAttribute("role", "status");
    const [place, value] = input(fold, number), go = element("button", { type: "submit", className: "go" }, "Commit");
    const skip = element("button", { type: "button", className: "skip" }, "Skip");
    const form = element("form", { className: "prpn-commit" }, element("fieldset", {}, legend, place, go, skip, said));

    function uncover(open) {
      for (const one of covered) one.classList.toggle("prpn-covered", !open);
      cover.hidden = open || !covered.length;
    }

    function show(guess) {
      const open = guess !== undefined, [state, words] = open ? verdict(fold.dataset, guess) : ["", ""];
      said.textContent = words;
      said.className = `prpn-commit-said ${state}`;
      place.hidden = go.hidden = skip.hidden = open;
      fold.classList.toggle("prpn-covered", !open);             // on paper it shows
      fold.open = open;
      uncover(open);
    }

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      prpnProgress.note("predictions", number, value());
      show(value());
      summary.focus();                                       // "Commit" goes; the focus must not go with it
    });
    skip.addEventListener("click", () => { show(null); summary.focus(); }); // not kept: next time it asks again
    document.addEventListener("prpn-forgotten", () => show(undefined));
    const follow = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (target && covered.some((one) => one.contains(target))) { uncover(true); target.scrollIntoView(); }
    };
    fold.dataset.asked = "";                                   // the room that was kept for the question is filled
    fold.before(form);
    fold.after(cover);
    show(prpnProgress.done("predictions")[number]);
    addEventListener("hashchange", follow);
    follow();
  });
});
