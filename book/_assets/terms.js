// A term of the glossary shows its meaning: to the mouse, to the keyboard, and at a first tap; a second follows the link.
function explain(link) {
  const meaning = document.getElementById(`meaning-${link.hash.slice(1)}`);
  if (!meaning) return;
  const content = () => meaning.content.firstElementChild.cloneNode(true);
  const popover = new bootstrap.Popover(link, { html: true, content, trigger: "hover focus", placement: "top", customClass: "prpn-gloss" });
  const shown = () => link.hasAttribute("aria-describedby");
  let tapped = false;
  link.addEventListener("pointerdown", ({ pointerType }) => tapped = pointerType === "touch" && !shown());
  link.addEventListener("click", (event) => {
    if (!tapped) return;
    event.preventDefault();
    if (!shown()) popover.show();
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && shown() && popover.hide());
}

document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("a.prpn-term").forEach(explain));
