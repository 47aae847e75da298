// Lays out completed groups, from 100 on, like the server: they shrink and move left, centred on the middle line.
// Contains no coordinates: they come from the geometry.
import { item } from "./use.js"

/** @param {object} geometry the server's table @param {(marks: number) => object[]} hand lays out marks below a hundred */
export const complete = (geometry, hand) => {
  const { frame: [, , , height], left, right, axis, besideTower } = geometry, half = Math.floor

  /** Where vertically centred rows begin; a pile has a gap after five. */
  const top = (rows, size, pitch, breath = 0) => half((height - (rows - 1) * pitch - size - breath) / 2)
  const topOfPile = (rows, size, pitch) => top(rows, size, pitch, rows > 5 ? geometry.afterFive : 0)

  /** A power of ten from 100 on. */
  function closed(power) {
    if (power === 2) return [item("H")]
    const level = half(power / 2), empty = Array.from({ length: power > 3 ? power - 2 : 0 }, (_, dot) => dot)
    if (power % 2) {
      const [x, pitch, y] = geometry.dotsBelow
      return [item(level === 1 ? "M" : "N", 0, 0, level), ...empty.map(dot => item("e", x + pitch * dot, y))]
    }
    const [x, pitch, room] = geometry.dotsBeside
    const dots = empty.map(dot => item("e", x + Math.min(pitch * (dot + 1), half(room * (dot + 1) / (empty.length + 1))), axis))
    return [item("K", left + besideTower, 0, level), ...dots, ...hand(0)]
  }

  /** The scale for a number of places: the widths of squares and rows, and the names of their piles. */
  function distance(places) {
    const { tower, narrowTower, afar, farther, bead, wide: [tall, narrow, pillar] } = geometry
    if (places === 3) return { squares: pillar, rows: tall, row: ["t", besideTower, tower[0], tower[2]] }
    if (places === 4) return { squares: pillar, rows: narrow, row: ["v", besideTower, narrowTower[0], narrowTower[2]] }
    if (places < 9) return { squares: places < 7 ? pillar : afar[0], rows: afar[1], row: ["bm", 5, afar[0], bead], end: places < 7 ? "" : "m" }
    return { squares: farther[0], rows: farther[1], row: ["bs", 5, farther[0], bead], end: "s" }
  }

  /** The decimal places from the highest to the hundreds. @param {number[]} digits */
  function places(digits) {
    const { fives, tower, nines, pillar, large, bead } = geometry
    const [first] = digits
    if (digits.length === 1) return [item(`h${first}`, 0, top(Math.ceil(first / 5), fives[0], fives[2]))]
    if (digits.length === 2) {
      return [
        item(`t${first}`, left + besideTower, topOfPile(first, tower[0], tower[2])),
        digits[1]
          ? item(`n${digits[1]}`, geometry.ninesX, top(Math.ceil(digits[1] / 3), nines[0], nines[2]))
          : item("e", geometry.dotForNines, axis),
      ]
    }
    const { squares, rows, row, end } = distance(digits.length), gaps = digits.length - 1
    const widths = half((digits.length + 1) / 2) * squares + half(digits.length / 2) * rows
    const slack = Math.min(geometry.gap * gaps, right - left - widths)
    let taken = 0
    return digits.map((digit, place) => {
      const above = digits.length - place, level = half((above + 1) / 2), width = above % 2 ? squares : rows
      const x = left + 4 + taken + half(place * slack / gaps)
      taken += width
      if (digit === 0) return item("e", x + half(width / 2), axis)
      if (above % 2 === 0) return item(row[0] + digit, x + row[1], topOfPile(digit, row[2], row[3]), level)
      const name = level === 1 ? "p" : "q"
      if (end) return item(name + end + digit, x, topOfPile(digit, squares, bead), level)
      if (place === 0 && digit < 3) return item(`Q${digit}`, x, top(digit, large[0], large[1]), level)
      return item(name + digit, x, top(Math.min(5, digit), pillar[0], pillar[2]), level)
    })
  }

  return { closed, places }
}
