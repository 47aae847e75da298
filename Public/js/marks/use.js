// Places shapes of the page, with exactly the server's markup. Knows no counts or coordinates.

/** @typedef {{name: string, x: number, y: number, colors: string, text?: string}} Item a shape at a place, in the colours
    of its level; or a text */
/** @typedef {[number, number, number, number]} Window what a drawing shows of the plane */

/** The colours of squares and rows alternate with each power of a hundred. */
const colors = level => level > 2 ? ["k", "l", ""][level % 3] : ""

/** @returns {Item} */
export const item = (name, x = 0, y = 0, level = 1) => ({ name, x, y, colors: colors(level) })

const attribute = (name, value) => value ? ` ${name}="${value}"` : ""

/** @param {Item} item */
export const use = ({ name, x, y, colors, text }) => text
  ? `<text${attribute("x", x)}${attribute("y", y)}>${text}</text>`
  : `<use href="#${name}"${attribute("x", x)}${attribute("y", y)}${attribute("class", colors)}/>`

/** @typedef {{window: Window, frame: "wide" | "tall", content: string}} Drawing */

/** @param {Drawing} drawing */
export const svg = ({ window, frame, content }) =>
  `<svg class="${frame === "tall" ? "tally tall" : "tally"}" viewBox="${window.join(" ")}">${content}</svg>`
