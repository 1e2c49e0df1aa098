// The script of a page that holds the game, or the place for a reader's own machine.
import { address } from "../page/address.js";
import { drop } from "./drop.js";
import { game } from "./game.js";
import { machine } from "./machine.js";

const home = document.currentScript.src.replace(/[^/]*$/, "");
/** The machine that comes with the page; a page opened from disk may load no JSON, but a script it may. */
let asked;
const open = () => (asked ??= new Promise((ready, failed) => {
  window.prpnGame = { hold: (page) => ready(machine(page)) };
  const script = document.createElement("script");
  Object.assign(script, { src: `${home}english.js`, onerror: () => { asked = undefined; failed(new Error("english.js is missing")); } });
  document.head.append(script);
}));

function mount() {
  for (const root of document.querySelectorAll(".prpn-game-here")) {
    const { sentences } = JSON.parse(root.querySelector("script[type='application/json']").textContent);
    const { ready } = game({ root, open, sentences, address: address("game") });
    (window.requestIdleCallback ?? setTimeout)(() => ready().catch(() => {}));   // said when it is first needed
  }
  for (const root of document.querySelectorAll(".prpn-drop-here")) drop(root);
}
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", mount);
else mount();
