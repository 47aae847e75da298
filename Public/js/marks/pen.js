// Writes path data exactly as the server's pen does, from the same whole numbers. Knows nothing of what they count.

/** @typedef {[number, number, number, number, number, number]} Stroke where it begins; from there its control point and its end */
/** @typedef {"" | "fresh" | "leaving"} Motion what the newest mark does: nothing, come, or go */

// A minus sign parts two numbers as well as a space.
const next = number => (number < 0 ? `${number}` : ` ${number}`)
const move = (command, x, y) => command + x + next(y)
const bow = ([, , controlX, controlY, endX, endY]) => `q${controlX}${next(controlY)}${next(endX)}${next(endY)}`

/** @param {Stroke} line */
export const stroke = (line, x, y) => move("M", x + line[0], y + line[1]) + bow(line)

/** The first `count` strokes, each begun from where the one before ended. @param {Stroke[]} lines */
export function chain(lines, count, x, y) {
  let data = ""
  for (let index = 0; index < count; index += 1) {
    const line = lines[index], last = lines[index - 1]
    data += last
      ? move("m", line[0] - last[0] - last[4], line[1] - last[1] - last[5])
      : move("M", x + line[0], y + line[1])
    data += bow(line)
  }
  return data
}

/** The strokes as one closed line. @param {Stroke[]} lines */
export const outline = (lines, x, y) => `${move("M", x + lines[0][0], y + lines[0][1])}${lines.map(bow).join("")}z`

/** Squares of a grid, ten in a row: a frame and the walls in it, a text a row. */
export const squares = ({ size, pitch }, count, x, y) => Array.from({ length: Math.ceil(count / 10) }, (_, row) => {
  const inRow = Math.min(10, count - 10 * row)
  let data = `${move("M", x, y + row * pitch)}h${inRow * size}v${size}h${-inRow * size}z`
  for (let wall = 1; wall < inRow; wall += 1) data += `${move("m", size, wall === 1 ? 0 : -size)}v${size}`
  return data
})

/** Their diagonals. */
export const diagonals = ({ size, pitch }, count, x, y) => Array.from({ length: count }, (_, index) =>
  (index % 10 === 0 ? move("M", x, y + Math.floor(index / 10) * pitch + size) : move("m", 0, size)) + move("l", size, -size))

/** A line through each row. */
export const lines = ({ pitch, line }, rows, x, y) =>
  Array.from({ length: rows }, (_, row) => stroke(line, x, y + row * pitch))

/** A path of all pieces; where the last `moving` of them are in motion, each of these is a path of its own. */
export function path(kind, pieces, motion = "", moving = 0) {
  const resting = motion ? pieces.slice(0, pieces.length - moving) : pieces
  let markup = resting.length ? `<path class="${kind}" d="${resting.join("")}"/>` : ""
  for (const piece of pieces.slice(resting.length)) markup += `<path class="${kind} ${motion}" pathLength="1" d="${piece}"/>`
  return markup
}
