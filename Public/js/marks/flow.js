// Lays out western gates or 正 like the server: fives in rows, the unfinished one last. In large counts, one ringed five
// and a number stand for the fives that are not drawn. Contains no coordinates: they come from the geometry.
import { item } from "./use.js"

/** @typedef {import("./use.js").Item} Item */

/**
 * @param {object} geometry the server's table
 * @param {"western" | "zheng"} style
 * @param {(count: bigint) => string} format writes the number of fives that are not drawn
 */
export const flow = (geometry, style, format) => {
  const { flow: [pitch, down], largeFlowDown, ringY, sum } = geometry
  const isZheng = style === "zheng", stamps = isZheng ? "xyz" : "abcd", rows = isZheng ? "ZY" : "wW"
  const isLarge = count => count <= BigInt(geometry.mostLarge)

  /** Which stamp is used where: neighbours always differ. */
  const stamp = (line, column) =>
    stamps[(column * (stamps.length - 1) + line % 2 * Math.floor(stamps.length / 2)) % stamps.length]

  /** Fives that are not drawn, a multiple of ten. @param {bigint} count */
  const putAway = count => count > BigInt(geometry.mostDrawn) ? (count - 1n) / 5n / 10n * 10n - 10n : 0n

  return {
    /** The layout, current mark last. @param {bigint} count */
    items(count) {
      if (count === 0n) return [item(isZheng ? "oz" : "o")]
      const away = putAway(count), inRow = isLarge(count) ? 5 : 10
      const items = away ? [item(`${rows[0]}o`, 0, ringY), { x: sum[0], y: sum[1], text: `× ${format(away)}` }] : []
      for (let left = Number(count - 5n * away), line = 0; left > 0; line += 1) {
        const whole = Math.min(inRow, Math.floor(left / 5)), y = (line + (away ? 1 : 0)) * (inRow === 5 ? largeFlowDown : down)
        if (whole > 0) items.push(item(rows[line % 2] + whole, 0, y))
        left -= 5 * whole
        if (whole < inRow && left > 0) {
          items.push(item(stamp(line, whole) + left, whole * pitch, y))
          left = 0
        }
      }
      return items
    },

    /** @param {bigint} count @param {boolean} isTall */
    window: (count, isTall) => isLarge(count) ? isTall ? geometry.tallLargeFlow : geometry.largeFlowFrame : geometry.flowFrame,

    closes: () => false,
    knows: () => true,
    learn: () => Promise.resolve(),
    shapes: () => isZheng ? ["zheng"] : ["gates", "western"],

    /** The last five of a row by itself. @param {Item} row */
    lastOf(row) {
      const line = rows.indexOf(row.name[0]), column = Number(row.name.slice(1)) - 1
      return line < 0 ? undefined : { letter: stamp(line, column), before: column && item(row.name[0] + column, 0, row.y), x: column * pitch, y: row.y }
    },
  }
}
