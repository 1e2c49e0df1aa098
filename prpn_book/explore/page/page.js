// A page of the book has no kernel. This script brings the stored explorers to life: the same drawings as in
// Jupyter, with MicroPython in place of the kernel. A drawing is fetched when a reader comes near its explorer, and
// the others when the page has come to rest: on paper all are drawn. Python waits for a reader.
import { linkConcepts } from "../kit/concepts.js";
import { address, linked } from "./address.js";
import { Model } from "./model.js";

const home = document.currentScript.src.replace(/[^/]*$/, "");
const drawings = {}, waiting = {}, tables = {}, installed = {}, places = {};

/** Load a classic script: from disk, a page may load no other kind. */
const load = (file) => new Promise((ready, failed) => {
  const script = document.createElement("script");
  script.src = home + file;
  script.onload = ready;
  script.onerror = () => failed(new Error(`${file} is missing`));
  document.head.append(script);
});

/** The drawing of an explorer; its file calls `define`. A page may not import a file from disk, but a text it may. */
const drawing = (name) => (drawings[name] ??= load(`${name}.js`)
  .then(() => import(URL.createObjectURL(new Blob([waiting[name]], { type: "text/javascript" }))))
  .then((module) => module.default));

let python;
/** The function that calls a plain Python loop; fetched once a page. */
const loops = () => (python ??= (window.prpnLoading ??= load("../prpn-python.js")).then(() => window.prpnPython.loops()));

/** The same for a loop that needs tables, such as a model's weights: they are fetched and read once a page. */
const loopsWith = ({ module, tables: name }) => (name === undefined ? loops() : (installed[name] ??=
  Promise.all([loops(), load(`tables-${name}.js`)]).then(([compute]) => {
    compute(module, "install", { packed: tables[name] });
    return compute;
  })));

const styled = new Promise((ready) => {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: `${home}explore.css`, onload: ready, onerror: ready });
  document.head.append(link);
});

/** Explorers that a page has twice are "gates" and "gates-2" in its address. */
function placeOf(name) {
  places[name] = (places[name] ?? 0) + 1;
  return places[name] === 1 ? name : `${name}-${places[name]}`;
}

async function wake(twin, { module, state }, key) {
  const [explorer] = await Promise.all([drawing(module), styled]);
  const model = new Model(state, () => loopsWith(state.content.call), address(key));
  twin.replaceChildren();
  explorer.render({ model, el: twin });
  if (linked(key)) twin.scrollIntoView({ block: "center" });
}

const rested = new Promise((ready) => {
  const idle = () => (window.requestIdleCallback ?? setTimeout)(ready);
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle);
});

function mount() {
  for (const twin of document.querySelectorAll(".prpn-twin:not([data-alive])")) {
    twin.dataset.alive = "";
    const stored = JSON.parse(twin.querySelector("script[type='application/json']").textContent);
    const key = placeOf(stored.module);
    let drawn;
    const draw = () => (drawn ??= wake(twin, stored, key).catch((error) => console.error(error)));
    const start = () => {
      watch.disconnect();
      draw().then(() => loopsWith(stored.state.content.call)).catch(() => {}); // said when it is first needed
    };
    const watch = new IntersectionObserver(
      (entries) => { if (entries.some((entry) => entry.isIntersecting)) start(); }, { rootMargin: "900px" });
    if (linked(key)) start();
    else watch.observe(twin);
    rested.then(draw);
  }
}

window.prpnExplore = {
  mount,
  define: (name, text) => { waiting[name] = text; },
  hold: (name, table) => { tables[name] = table; },
};
linkConcepts();
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", mount);
else mount();
