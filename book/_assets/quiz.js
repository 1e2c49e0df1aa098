// A quiz that one answers: an option chosen says whether it is right and why. What was chosen stays in this browser,
// and nowhere else, until "Forget my answers".
const quizKey = `prpn-quiz:${DOCUMENTATION_OPTIONS.pagename}`;
const decoded = (coded) => new TextDecoder().decode(Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0)));

function kept() {
  try { return JSON.parse(localStorage.getItem(quizKey)) ?? {}; } catch { return {}; }
}

function keep(answers) {
  try { localStorage.setItem(quizKey, JSON.stringify(answers)); } catch { /* a browser that keeps nothing: no memory */ }
}

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
  const quizzes = [...document.querySelectorAll(".prpn-quiz")], answers = kept();
  if (!quizzes.length) return;
  const forget = Object.assign(document.createElement("button"), { type: "button", textContent: "Forget my answers" });
  forget.className = "prpn-forget";
  forget.hidden = !Object.keys(answers).length;
  quizzes.at(-1).after(forget);
  quizzes.forEach((quiz, number) => {
    const inputs = [...quiz.querySelectorAll("input")];
    if (inputs[answers[number]]) inputs[answers[number]].checked = true;
    answer(quiz);
    quiz.addEventListener("change", () => {
      answers[number] = inputs.findIndex((input) => input.checked);
      keep(answers);
      answer(quiz);
      forget.hidden = false;
    });
  });
  forget.addEventListener("click", () => {
    for (const number in answers) delete answers[number];
    keep(answers);
    for (const input of document.querySelectorAll(".prpn-quiz input")) input.checked = false;
    quizzes.forEach(answer);
    quizzes[0].querySelector("input").focus();
    forget.hidden = true;
  });
  // On paper every option has its answer.
  const options = () => document.querySelectorAll(".prpn-quiz .option");
  addEventListener("beforeprint", () => options().forEach((option) => say(option, true)));
  addEventListener("afterprint", () => quizzes.forEach(answer));
});
