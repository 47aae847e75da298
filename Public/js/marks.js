// Draws western tally marks: gates of five and the strokes in hand, the same text the server draws.
// The shapes are the server's too, fetched as a module; this file must not know one coordinate.
const { geometry } = await import(document.body.dataset.geometry)
const { gates, strokes, bundle, most, step } = geometry.western
const opening = '<svg class="gate" viewBox="0 0 32 32">'
const path = (kind, line) => `<path class="${kind}" d="${line}"/>`

/** The number as the reader's language writes it. @param {bigint} count */
export const format = count => new Intl.NumberFormat(document.documentElement.lang).format(count)

export const western = {
  /** How a count falls into a sum written in front, whole gates, and strokes of the unfinished one. @param {bigint} count */
  parts(count) {
    const ceiling = BigInt(most), unit = BigInt(step)
    const summed = count <= ceiling ? 0n : ((count - ceiling + unit - 1n) / unit) * unit
    const rest = Number(count - summed)
    return { summed, whole: Math.floor(rest / 5), strokes: rest % 5 }
  },

  /** The drawing of a count, without its first `kept` gates and the sum where gates are kept. */
  draw(count, kept = 0) {
    const parts = western.parts(BigInt(count))
    let drawing = ""
    if (parts.summed > 0n && kept === 0) {
      drawing += `<span class="marks-sum">${opening}${path("ink", bundle)}</svg> × ${format(parts.summed)}</span>`
    }
    for (let gate = kept; gate < parts.whole; gate += 1) {
      drawing += `${opening}<use href="#gate-${gate % gates.length}"/></svg>`
    }
    if (parts.strokes > 0) {
      const lines = strokes[parts.whole % gates.length].slice(0, parts.strokes)
      drawing += opening + lines.map(line => path("ink", line)).join("") + "</svg>"
    }
    return drawing
  },

  /**
   * Turns the drawing of one count into that of another. Gates that stay are not touched, so that a tap costs
   * the same at 2,500 marks as at 5; a single new mark is drawn as by a hand.
   */
  redraw(element, before, after) {
    const old = western.parts(before), now = western.parts(after)
    const sum = now.summed > 0n ? 1 : 0
    const drawn = sum + old.whole + (old.strokes > 0 ? 1 : 0)
    const isSame = old.summed === now.summed && element.childElementCount === drawn
    const kept = isSame ? Math.max(0, Math.min(old.whole, now.whole) - 1) : 0
    if (kept === 0) {
      element.innerHTML = western.draw(after)
    } else {
      while (element.childElementCount > sum + kept) element.lastElementChild.remove()
      element.insertAdjacentHTML("beforeend", western.draw(after, kept))
    }
    if (after === before + 1n) inkLast(element, now)
  },
}

/** Lets the newest mark grow from its first point. A whole gate is a copy of a shared one, so its parts are set out first. */
function inkLast(element, { whole, strokes: open }) {
  const gate = element.lastElementChild
  if (open === 0) {
    const [ink, slash] = gates[(whole - 1) % gates.length]
    gate.innerHTML = path("ink", ink) + path("slash", slash)
  }
  gate.lastElementChild.setAttribute("pathLength", "1")
  gate.lastElementChild.classList.add("fresh")
}
