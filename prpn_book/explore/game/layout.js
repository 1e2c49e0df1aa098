// Where words stand: in a row, with the player's tree above and the machine's below; or, where the row has no room, in a
// column, with the trees to its left and right. `along` is the way of the words, `away` the way to the tops of the trees.

const SLOT = 40, AIR = 24, ROW = 44, LEAST_ROW = 24, TOP = 24, DEPTH = 150, LINE = 44;

/** The width of words as the page will set them. */
const pen = document.createElement("canvas").getContext("2d");
export function widths(words, font) {
  pen.font = font;
  return words.map((word) => pen.measureText(word).width);
}

/** @param room the width there is, and the height that a column may take.
 *  @returns middle(i) of a word and gap(g) along, `side` the thickness of the words' line, `depth` of each tree, and
 *  point(along, away): x and y in the picture, where `away` is above 0 on the player's side and below on the machine's. */
export function layout(words, { width, height, font }) {
  const own = widths(words, font), n = words.length, slots = own.map((one) => Math.max(SLOT, one + AIR));
  const row = slots.reduce((a, b) => a + b, 0);
  if (row <= width) {
    const air = Math.min(36, (width - row) / n), total = row + air * n, ends = [];
    slots.reduce((end, slot) => { ends.push(end + slot + air); return ends.at(-1); }, (width - total) / 2);
    const middle = (i) => ends[i] - (slots[i] + air) / 2, gap = (g) => ends[g - 1], line = DEPTH + LINE / 2;
    return { upright: false, width, height: 2 * DEPTH + LINE, depth: DEPTH, side: LINE, middle, gap, target: [SLOT, LINE],
      point: (along, away) => [along, line - away - Math.sign(away) * LINE / 2] };
  }
  const pitch = Math.max(LEAST_ROW, Math.min(ROW, height / n)), side = Math.min(0.4 * width, Math.max(...own) + 20);
  const depth = (width - side) / 2, middle = (i) => TOP + (i + 0.5) * pitch;
  return { upright: true, width, height: TOP + n * pitch, depth, side, middle, gap: (g) => TOP + g * pitch, target: [side, Math.min(ROW, pitch)],
    point: (along, away) => [width / 2 - away - Math.sign(away) * side / 2, along] };
}
