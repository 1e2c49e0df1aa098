// A quiz that one answers: an option chosen says whether it is right and why. progress.js keeps what was chosen, and
// whether the first choice was right.
const decoded = (coded) => new TextDecoder().decode(Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0)));

/** Show what is said of an option, or nothing. */
function say(option, shown) {
  const said = option.querySelector("[data-said]"), told = decoded(said.dataset.said);
  option.classList.toggle("right", shown && told.startsWith("+"));
  option.classList.toggle("wrong", shown && told.startsWith("-"));
  said.innerHTML = shown ? told.slice(1) : "";
}

function answer(quiz) {
  for (const option of quiz.querySelectorAll(".option")) say(option, option.querySelector("input").checked);
}

document.addEventListener("DOMContentLoaded", () => {
  const quizzes = [...document.querySelectorAll(".prpn-quiz")], answers = prpnProgress.done("questions");
  prpnProgress.expect("questions", quizzes.length);
  quizzes.forEach((quiz, number) => {
    const inputs = [...quiz.querySelectorAll("input")];
    if (inputs[answers[number]?.chosen]) inputs[answers[number].chosen].checked = true;
    answer(quiz);
    quiz.addEventListener("change", () => {
      answer(quiz);
      const first = prpnProgress.done("questions")[number]?.first ?? Boolean(quiz.querySelector(".right"));
      prpnProgress.note("questions", number, { chosen: inputs.findIndex((input) => input.checked), first });
    });
  });
  document.addEventListener("prpn-forgotten", () => {
    for (const input of document.querySelectorAll(".prpn-quiz input")) input.checked = false;
    quizzes.forEach(answer);
  });
});
