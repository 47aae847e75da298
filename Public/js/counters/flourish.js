// Draws a short animation beside special numbers, off with reduced motion, and says that there is no number beyond the largest.
// Loaded on the first tap. The numbers and strokes come from the server.
import { load } from "../shell/load.js"
import { addStylesheet } from "../shell/style/stylesheet.js"

const calm = matchMedia("(prefers-reduced-motion: reduce)")
const [{ flourishes }] = await Promise.all([
  import(document.body.dataset.flourishes),
  addStylesheet("counters/flourish"),
])

/** @param {Element} card @param {bigint} count that a tap has just reached @param {bigint} before it */
export function celebrate(card, count, before) {
  // Nobody would see that it is not counted.
  if (count === before) load("../sync/status.js", import.meta.url).then(({ tellRefusal }) => tellRefusal(), () => {})
  const strokes = flourishes[count]
  if (!strokes || calm.matches) return
  const paths = strokes.map(line => `<path class="pen fresh" pathLength="1" d="${line}"/>`).join("")
  const field = card.querySelector("[data-marks]").parentElement
  field.querySelector(".flourish")?.remove()
  field.insertAdjacentHTML("beforeend", `<svg class="flourish" viewBox="0 0 56 56" aria-hidden="true">${paths}</svg>`)
  const drawing = field.querySelector(".flourish")
  drawing.addEventListener("animationend", event => { if (event.target === drawing) drawing.remove() })
}
