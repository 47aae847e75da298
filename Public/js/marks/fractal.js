// Lays out fractal completion tallies like the server: the current marks keep their size; complete.js lays out
// completed groups, from 100 on. Contains no coordinates: they come from the geometry.
import { item } from "./use.js"

/** @param {object} geometry the server's table */
export const fractal = geometry => {
  const { frame, padding: [paddingX, paddingY], places, handX } = geometry
  const height = frame[3], half = Math.floor
  /** Completed groups, from 100 on. */
  let complete

  /** 1–25 marks of a 25. */
  function marksOf(unit, marks, x, y) {
    if (marks === 25) return [item("ABCD"[unit], x, y)]
    return places.slice(0, Math.ceil(marks / 5)).map(([right, down], gate) =>
      item(geometry.gates[unit][gate] + Math.min(5, marks - 5 * gate), x + right, y + down))
  }

  /** Up to 99, all at full size: in a row, or two by two. */
  const hand = (marks, isTall) => Array.from({ length: Math.ceil(marks / 25) }, (_, unit) =>
    marksOf(unit, Math.min(25, marks - 25 * unit), paddingX + (isTall ? unit % 2 : unit) * geometry.pitch,
      paddingY + (isTall ? half(unit / 2) : 0) * height)).flat()

  /** Marks below a hundred: completed 25s are filed, except the one just completed. */
  function handAfterHundreds(marks) {
    if (marks === 0) return [item("o", handX + places[0][0], paddingY + places[0][1])]
    const filed = half((marks - 1) / 25)
    return [...filed ? [item(`f${filed}`)] : [], ...marksOf(filed, marks - 25 * filed, handX, paddingY)]
  }

  return {
    /** The layout, current mark last. @param {bigint} count @param {boolean} isTall */
    items(count, isTall) {
      if (count === 0n) return [item("o")]
      if (count < 6n) return [item(`a${count}`)]
      if (count < 100n) return hand(Number(count), isTall)
      const digits = `${count}`
      if (/^10+$/.test(digits)) return complete.closed(digits.length - 1)
      return [...complete.places(Array.from(digits.slice(0, -2), Number)), ...handAfterHundreds(Number(count % 100n))]
    },

    /** @param {bigint} count @param {boolean} isTall */
    window(count, isTall) {
      if (count < 6n) return isTall ? geometry.tallAlone : geometry.alone
      if (!isTall || count > 100n) return frame
      return count < 26n ? geometry.tallOne : count < 100n ? geometry.tallFour : geometry.tallHundred
    },

    /** Whether the count completes a 25, and possibly more. @param {bigint} count */
    closes: count => count > 0n && count % 25n === 0n,

    /** Whether it can already lay out a count. @param {bigint} count */
    knows: count => count < 100n || complete !== undefined,

    /** Loads what it needs for a count, a few taps ahead. @param {bigint} count */
    async learn(count) {
      if (count >= 90n) complete ??= (await import("./complete.js")).complete(geometry, handAfterHundreds)
    },

    /** The groups of shapes a count needs. @param {bigint} count */
    shapes: count => ["gates", ...Object.keys(geometry.needed).filter(group => count >= geometry.needed[group])],
  }
}
