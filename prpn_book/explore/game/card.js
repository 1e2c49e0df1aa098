// The picture that one saves and sends: an SVG of its own, with nothing in it that has to be fetched.
import { widths } from "./layout.js";
import { joins } from "./trees.js";

const WIDE = 1200, HIGH = 630, EDGE = 60, LINE = 322, DEPTH = 140, CLIMB = 44;
const FACE = "Georgia, 'Source Serif 4', 'DejaVu Serif', serif";
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The words of a text in lines that fit. */
function lines(text, size) {
  const out = [""];
  for (const word of text.split(" ")) {
    const longer = `${out.at(-1)} ${word}`.trim();
    if (widths([longer], `${size}px ${FACE}`)[0] <= WIDE - 2 * EDGE) out[out.length - 1] = longer;
    else out.push(word);
  }
  return out;
}

/** @param told sentence, tree (the player's), machine (its tree), kindOf(span), heading, line: what is said below, from:
 *  where the game stands; colours: ink, soft, paper, tree, error.
 *  @returns the text of an SVG, 1200 x 630. */
export function card({ sentence, tree, machine, kindOf, heading, line, name, from, colours }) {
  let size = 40, own;
  const air = () => 0.9 * size;
  for (; size > 12; size -= 1) {
    own = widths(sentence, `${size}px ${FACE}`);
    if (own.reduce((a, b) => a + b + air(), 0) <= WIDE - 2 * EDGE) break;
  }
  const total = own.reduce((a, b) => a + b + air(), 0), middles = [];
  own.reduce((end, width) => { middles.push(end + (width + air()) / 2); return end + width + air(); }, (WIDE - total) / 2);
  const half = 0.75 * size + 4;
  const drawn = (one, sign) => {
    const all = joins(one, (i) => middles[i]).filter(Boolean), most = Math.max(...all.map(({ level }) => level));
    const step = Math.min(CLIMB, DEPTH / most), y = (level) => LINE - sign * (half + level * step);
    return all.map(({ level, left, leftLow, right, rightLow, span }) => {
      const look = { alike: [colours.tree, 6, ""], strange: [colours.error, 5, "10 5"], root: [colours.soft, 3, ""] }[kindOf(span)]
        ?? [colours.soft, 3, "7 6"];
      return `<path fill="none" stroke="${look[0]}" stroke-width="${look[1]}" stroke-dasharray="${look[2]}" stroke-linejoin="round" `
        + `d="M${left} ${y(leftLow)}V${y(level)}H${right}V${y(rightLow)}"/>`;
    }).sort((a, b) => a.includes(colours.tree) - b.includes(colours.tree)).join("");
  };
  const text = (words, x, y, px, { anchor = "start", weight = 400, fill = colours.ink, italic = false } = {}) =>
    `<text x="${x}" y="${y}" font-family="${FACE}" font-size="${px}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}"`
    + `${italic ? ' font-style="italic"' : ""}>${escaped(words)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}" viewBox="0 0 ${WIDE} ${HIGH}">`
    + `<title>${escaped(heading)}</title><rect width="${WIDE}" height="${HIGH}" fill="${colours.paper}"/>`
    + text("You against the machine", EDGE, 62, 24, { fill: colours.tree, weight: 700 })
    + text(heading, EDGE, 108, 38, { weight: 700 })
    + text(name, EDGE, 162, 26, { fill: colours.soft, italic: true })
    + text("the machine", WIDE - EDGE, LINE + half + DEPTH - 10, 26, { anchor: "end", fill: colours.soft, italic: true })
    + drawn(tree, 1) + drawn(machine, -1)
    + sentence.map((word, i) => text(word, middles[i], LINE + 0.32 * size, size, { anchor: "middle" })).join("")
    + lines(line, 25).slice(0, 2).map((part, i) => text(part, EDGE, HIGH - 94 + 32 * i, 25)).join("") + text(from, EDGE, HIGH - 26, 20, { fill: colours.soft }) + "</svg>";
}

/** The same as a PNG. */
export async function png(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH });
  canvas.getContext("2d").drawImage(image, 0, 0, WIDE, HIGH);
  return new Promise((ready, failed) => canvas.toBlob((blob) => (blob ? ready(blob) : failed(new Error("no picture"))), "image/png"));
}
