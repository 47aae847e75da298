// Draws fractal completion tallies, the same text the server draws: what is complete grows small, the hundred in
// hand keeps every stroke. Must not know one coordinate: they come with the geometry.
import { chain, diagonals, lines, outline, path, squares, stroke } from "./pen.js"

const quarters = ["", ".25", ".5", ".75"]
const rounded = length => Math.ceil(length / 8) * 8

/** @param {object} geometry the server's table */
export const fractal = geometry => {
  /** @typedef {{right: number, bottom: number, draw: (motion: string) => string}} Part */

  const row = ({ pitch, square, cross }, count, x, y, motion) => {
    const places = Array.from({ length: count }, (_, index) => x + index * pitch)
    return path("box", places.map(place => outline(square, place, y)), motion, 1) +
      path("cross", places.flatMap(place => cross.map(line => stroke(line, place, y))), motion, cross.length)
  }

  const grid = (kind, power, units, x, y, isClosed, motion) => {
    const whole = !isClosed && units % 10 === 0 ? motion : ""
    const square = isClosed || whole ? "" : motion
    const last = units - 1
    // Squares of a row are one line; the last one, parted from them, is a row of its own.
    const parted = draw => square
      ? [...draw(kind, last, x, y), ...draw(kind, 1, x + last % 10 * kind.size, y + Math.floor(last / 10) * kind.pitch)]
      : draw(kind, units, x, y)
    return `<g class="unit unit-${power}">` +
      path("box fine", parted(squares), square, 1) +
      path("cross fine", parted(diagonals), square, 1) +
      (units > 9 ? path("line fine", lines(kind, Math.floor(units / 10), x, y), whole, 1) : "") +
      (isClosed ? path("closure", [stroke(kind.closure, x, y)], motion, 1) : "") + "</g>"
  }

  // The strokes of a twenty-five, in the order they are made.
  const inPlaces = (from, to) => geometry.places.flatMap(([right, down], gate) =>
    geometry.gate[gate].slice(from, to).map(([x, y, ...bow]) => [x + right, y + down, ...bow]))
  const uprights = inPlaces(0, 4), slashes = inPlaces(4, 5)

  const hand = (count, x, y, motion) => {
    const units = geometry.quarters.slice(0, Math.ceil(count / 25))
    // The last stroke of what moves is parted from the line it belongs to.
    const lines = (strokes, first, moving) => units.flatMap(([right, down], unit) => {
      const needed = first(Math.min(25, count - 25 * unit)), parted = unit === units.length - 1 ? moving : 0
      const pieces = needed > parted ? [chain(strokes, needed - parted, x + right, y + down)] : []
      for (let index = needed - parted; index < needed; index += 1) pieces.push(stroke(strokes[index], x + right, y + down))
      return pieces
    })
    const [ink, slash, cap] = [count % 5 > 0, count % 5 === 0, count % 25 === 0].map(moves => moves ? motion : "")
    return path("ink", lines(uprights, marks => Math.floor(marks / 5) * 4 + marks % 5, ink ? 1 : 0), ink, 1) +
      path("slash", lines(slashes, marks => Math.floor(marks / 5), slash ? 1 : 0), slash, 1) +
      path("cap", lines(geometry.cap, marks => marks === 25 ? 2 : 0, cap ? 2 : 0), cap, 2)
  }

  /** What is drawn where, the mark in hand last. @returns {Part[]} */
  function layOut(count) {
    const { blocks, tower, grids, gridsInLine, gap } = geometry
    const digits = []
    for (let rest = count; rest > 0n; rest /= 100n) digits.push(Number(rest % 100n))
    const closed = digits.length > 1 && digits.every((digit, power) => digit === (power === digits.length - 1 ? 1 : 0))
    if (closed && digits.length === 2) {
      return [{ right: blocks[0].size, bottom: blocks[0].size, draw: motion => row(blocks[0], 1, 0, 0, motion) }]
    }
    if (closed && digits.length === 3) {
      const draw = motion => path("box fine", squares(tower, 100, 0, 0)) + path("line fine", lines(tower, 10, 0, 0)) +
        path("closure", [stroke(tower.closure, 0, 0)], motion, 1)
      return [{ right: 10 * tower.size, bottom: 10 * tower.pitch, draw }]
    }
    if (closed) {
      return [{ right: 10 * grids[0].size, bottom: 10 * grids[0].pitch, draw: motion => grid(grids[0], digits.length - 2, 100, 0, 0, true, motion) }]
    }
    if (count === 1000n) {
      const { pitch, size, square } = blocks[1]
      const draw = motion => path("box", Array.from({ length: 10 }, (_, index) => outline(square, index * pitch, 0))) +
        path("line", [stroke(geometry.rowLine, 0, 0)], motion, 1)
      return [{ right: 10 * pitch - 8, bottom: size, draw }]
    }

    const parts = []
    let height = 0
    const put = (right, bottom, draw) => { parts.push({ right, bottom, draw }); height = Math.max(height, bottom) }

    const powers = digits.map((_, power) => power).slice(2).reverse().filter(power => digits[power] > 0)
    const size = powers.length > gridsInLine[0] ? 1 : 0
    const kind = grids[size]
    let top = 0
    powers.forEach((power, index) => {
      const place = index % gridsInLine[size]
      if (index > 0 && place === 0) top = height + gap
      const x = place * (10 * kind.size + gap), y = top, units = digits[power]
      put(x + 10 * kind.size, y + Math.ceil(units / 10) * kind.pitch, motion => grid(kind, power, units, x, y, false, motion))
    })

    const y = powers.length ? height + gap : 0
    const thousands = Math.floor((digits[1] ?? 0) / 10), hundreds = (digits[1] ?? 0) % 10
    const x = thousands > 0 ? geometry.besideTower : 0
    let handTop = y
    if (thousands > 0) {
      put(10 * tower.size, y + thousands * tower.pitch, motion =>
        path("box fine", squares(tower, 10 * thousands, 0, y)) + path("line fine", lines(tower, thousands, 0, y), motion, 1))
    }
    if (hundreds > 0) {
      const block = blocks[thousands > 0 ? 2 : 1]
      put(x + hundreds * block.pitch, y + block.size, motion => row(block, hundreds, x, y, motion))
      handTop += block.size + geometry.belowBlocks
    }
    const inHand = digits[0]
    if (inHand > 0) {
      const [right, bottom] = geometry.quarters[inHand > 50 ? 3 : inHand > 25 ? 1 : 0]
      put(x + right + geometry.unit[0], handTop + bottom + geometry.unit[1], motion => hand(inHand, x, handTop, motion))
    }
    return parts
  }

  return {
    /** @param {bigint} count @param {import("./pen.js").Motion} motion of the newest mark */
    draw(count, motion = "") {
      if (count === 0n) return ""
      const parts = layOut(count)
      const width = rounded(Math.max(...parts.map(part => part.right)))
      const height = rounded(Math.max(...parts.map(part => part.bottom)))
      const drawn = parts.map((part, index) => part.draw(index === parts.length - 1 ? motion : "")).join("")
      return `<svg class="tally" viewBox="0 0 ${width} ${height}" width="${Math.floor(width / 32)}${quarters[width % 32 / 8]}em">${drawn}</svg>`
    },

    /** How many of the drawing's first elements another count leaves as they are. */
    kept: () => 0,
  }
}
