// Marks in every style, drawn at once and moved as by a hand: the newest comes with a stroke, and goes with one.
import { fractal } from "./fractal.js"

const { geometry } = await import(document.body.dataset.geometry)

/** The number as the reader's language writes it. @param {bigint} count */
export const format = count => new Intl.NumberFormat(document.documentElement.lang).format(count)

const styles = { fractal: fractal(geometry) }

/** Makes sure that a style can be drawn: most pages need one alone. */
export async function learn(style) {
  if (styles[style]) return
  const { definitions, flow } = await import("./flow.js")
  // A page sends them only where a counter needs them, and a counter may come to.
  if (!document.getElementById("gate-0")) document.body.insertAdjacentHTML("beforeend", definitions(geometry))
  styles.western = flow(geometry, "gate", format)
  styles.zheng = flow(geometry, "character", format)
}

await Promise.all(Array.from(document.querySelectorAll("[data-style]"), ({ dataset }) => learn(dataset.style)))

/** The drawing of a count, as the server draws it. @param {string} style @param {bigint} count */
export const draw = (style, count) => styles[style].draw(count)

/** Which change of an element is the last one: an older one's motion must not end it. */
const turns = new WeakMap()

/** Draws a count outright, whatever is still in motion. */
export function drawAnew(element, style, count) {
  if (!styles[style]) return learn(style).then(() => drawAnew(element, style, count))
  turns.set(element, {})
  element.innerHTML = draw(style, count)
}

/** Turns the drawing of one count into that of another; a single mark comes or goes in motion. */
export function redraw(element, style, before, after) {
  const drawer = styles[style]
  // A card that came with another style than those before it.
  if (!drawer) return learn(style).then(() => drawAnew(element, style, after))
  const motion = after === before + 1n ? "fresh" : after === before - 1n ? "leaving" : ""
  const kept = Math.min(drawer.kept(before, after), element.childElementCount)
  const put = (count, moved) => {
    while (element.childElementCount > kept) element.lastElementChild.remove()
    element.insertAdjacentHTML("beforeend", drawer.draw(count, moved, kept))
  }
  const turn = {}
  turns.set(element, turn)
  put(motion === "leaving" ? before : after, motion)
  if (!motion) return

  const rest = () => { if (turns.get(element) === turn) put(after, "") }
  const running = element.getAnimations({ subtree: true })
  if (running.length === 0) rest()
  else Promise.allSettled(running.map(animation => animation.finished)).then(rest)
}
