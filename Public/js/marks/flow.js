// Draws western gates or 正, fives that flow like text, the same text the server draws.
// The shapes are the server's too; this file must not know one coordinate.
import { chain, outline, path, stroke } from "./pen.js"

/** Whole fives, to be drawn by reference. @param {object} geometry */
export const definitions = geometry => `<svg class="hidden" aria-hidden="true"><defs>${["gate", "character"].flatMap(five =>
  geometry[five].map((lines, variant) =>
    `<g id="${five}-${variant}">${path("ink", [chain(lines, 4, 0, 0)])}${path("slash", [stroke(lines[4], 0, 0)])}</g>`)).join("")}</defs></svg>`

/**
 * @param {object} geometry the server's table
 * @param {"gate" | "character"} five what a five looks like
 * @param {(count: bigint) => string} format writes the number of marks that are only summed up
 */
export const flow = (geometry, five, format) => {
  const variants = geometry[five], block = geometry.blocks[1]
  const opening = `<svg class="gate" viewBox="0 0 ${geometry.cell} ${geometry.cell}">`
  const sum = summed => `<span class="marks-sum">${opening}${path("box", [outline(block.square, 2, 2)])}${
    path("cross", block.cross.map(line => stroke(line, 2, 2)))}</svg> × ${format(summed)}</span>`

  /** How a count falls into a sum written in front, whole fives, and strokes of the unfinished one. @param {bigint} count */
  function parts(count) {
    const most = BigInt(geometry.most), step = BigInt(geometry.step)
    const summed = count <= most ? 0n : ((count - most + step - 1n) / step) * step
    const rest = Number(count - summed)
    return { summed, whole: Math.floor(rest / 5), strokes: rest % 5 }
  }

  /** A five with its parts set out, so that its newest stroke can move. */
  function open(strokes, count, motion) {
    const ink = Math.min(count, 4) - (count < 5 ? 1 : 0)
    return opening + (ink > 0 ? path("ink", [chain(strokes, ink, 0, 0)]) : "") +
      path(count < 5 ? "ink" : "slash", [stroke(strokes[count - 1], 0, 0)], motion, 1) + "</svg>"
  }

  return {
    /** @param {bigint} count @param {import("./pen.js").Motion} motion @param {number} kept elements that are there already */
    draw(count, motion = "", kept = 0) {
      const { summed, whole, strokes } = parts(count)
      let drawing = ""
      if (summed > 0n && kept === 0) drawing += sum(summed)
      const moving = motion !== "" && strokes === 0 ? whole - 1 : -1
      for (let index = Math.max(0, kept - (summed > 0n ? 1 : 0)); index < whole; index += 1) {
        const variant = index % variants.length
        drawing += index === moving ? open(variants[variant], 5, motion) : `${opening}<use href="#${five}-${variant}"/></svg>`
      }
      if (strokes > 0) {
        const variant = variants[whole % variants.length]
        drawing += motion
          ? open(variant, strokes, motion)
          : `${opening}${path("ink", [chain(variant, strokes, 0, 0)])}</svg>`
      }
      return drawing
    },

    /** How many of the drawing's first elements another count leaves as they are, so that a tap costs the same at 2,500 marks as at 5. */
    kept(before, after) {
      const old = parts(before), now = parts(after)
      if (old.summed !== now.summed) return 0
      return Math.max(0, Math.min(old.whole, now.whole) - 1) + (now.summed > 0n ? 1 : 0)
    },
  }
}
