// What a screen reader says, politely.
import { h } from "./dom.js";

/** A hidden line for what has changed: said once the reader has been still for a moment. */
export function announcer() {
  const line = h("p", { class: "prpn-hidden", "aria-live": "polite" });
  let timer, last;
  const say = (text) => {
    last ??= text;                                           // what stands there at first is no news
    clearTimeout(timer);
    timer = setTimeout(() => { if (text !== last) line.textContent = last = text; }, 700);
  };
  return { line, say };
}

/** A line that is seen and said; the same words again are said again, since the line was empty in between. */
export function notice(kind) {
  const line = h("p", { class: `prpn-notice ${kind}`, role: "status" });
  let timer;
  const tell = (text) => {
    if (!text && !line.textContent) { clearTimeout(timer); return; }
    const again = text && text === line.textContent;
    clearTimeout(timer);
    line.textContent = "";
    if (!text) return;
    timer = setTimeout(() => { line.textContent = text; }, again ? 120 : 20);
  };
  return { line, tell };
}
