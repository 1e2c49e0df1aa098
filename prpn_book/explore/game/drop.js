// A reader's own machine: a page.json dropped into the page, or chosen. It is read here and leaves the browser never.
import { h } from "../kit/dom.js";
import { notice } from "../kit/announce.js";
import { game } from "./game.js";
import { BadFile, machineOfText } from "./machine.js";

const MOST_BYTES = 4_000_000;

/** Read a file.
 *  @throws BadFile: it is none that prpn-edu induce wrote. */
async function read(file) {
  if (file.size > MOST_BYTES) throw new BadFile("This file is too large: a page.json has less than 200 kB.");
  if (file.size === 0) throw new BadFile("This file is empty. Run prpn-edu induce again.");
  return machineOfText(await file.text());
}

export function drop(root) {
  const { line, tell } = notice("problem"), place = h("div", {});
  const input = h("input", { type: "file", accept: ".json,application/json", onchange: () => take(input.files[0]) });
  const zone = h("label", { class: "zone" }, h("b", {}, "Drop your page.json here"), h("span", {}, "or choose it. It stays on your machine."), input);
  root.replaceChildren(h("div", { class: "prpn-drop" }, zone, line), place);

  async function take(file) {
    if (!file) return;
    try {
      const machine = await read(file), texts = machine.examples.filter((text) => machine.split(text).length >= 3);
      const sentences = (texts.length ? texts : [DEFAULT[machine.unit]]).map((text) => ({ text }));
      tell("");
      place.replaceChildren();
      const made = game({ root: place.appendChild(h("div", {})), open: async () => machine, sentences, unit: machine.unit, most: machine.longest,
        title: `You against ${file.name}` });
      await made.ready();
      place.scrollIntoView({ block: "start" });
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      tell(`${file.name}: ${error.message}`);
    } finally {
      input.value = "";
    }
  }

  for (const kind of ["dragover", "dragenter"]) {
    zone.addEventListener(kind, (event) => { event.preventDefault(); zone.classList.add("over"); });
  }
  for (const kind of ["dragleave", "drop"]) zone.addEventListener(kind, () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); });
}

const DEFAULT = { word: "the quick brown fox jumps over the lazy dog", character: "天地玄黃宇宙洪荒" };
