// Sample counters: a tap on the field adds one, the minus subtracts one, the title collapses the card. They look and
// move like real ones. Contains neither the reset confirmation nor looks.
import { drawAnew, format, redraw } from "../marks/marks.js"
import { say } from "../shell/announce.js"

const most = 9_999n

export const sampleOf = element => element.closest("[data-sample]")

/** Changes a sample's count, animated. @param {Element} card @param {bigint} count */
export function show(card, count) {
  const marks = card.querySelector("[data-marks]"), before = BigInt(card.dataset.count), text = format(count)
  if (count === before) return
  redraw(marks, card.dataset.style, before, count)
  for (const place of card.querySelectorAll("[data-count-text], [data-badge]")) place.firstChild.data = text
  marks.setAttribute("aria-label", text)
  card.dataset.count = count
  say(() => text)
}

/** Draws a sample's marks in another style. @param {Element} card @param {string} style */
export function restyle(card, style) {
  card.dataset.style = style
  drawAnew(card.querySelector("[data-marks]"), style, BigInt(card.dataset.count))
}

function fold(card, button) {
  const isFolded = card.classList.toggle("card--collapsed")
  button.setAttribute("aria-expanded", String(!isFolded))
}

document.addEventListener("submit", event => {
  const button = event.submitter
  if (!button?.matches("[data-tap], [data-minus], [data-fold]")) return
  event.preventDefault()
  const card = sampleOf(button), count = BigInt(card.dataset.count)
  if (button.matches("[data-fold]")) fold(card, button)
  else if (button.matches("[data-tap]")) show(card, count < most ? count + 1n : most)
  else show(card, count > 0n ? count - 1n : 0n)
})

// A held key is one press.
document.addEventListener("keydown", event => {
  if (event.repeat && event.target.closest("[data-tap], [data-minus]")) event.preventDefault()
})

// Safari applies :active only on pages with a touch listener.
document.addEventListener("touchstart", () => {}, { passive: true })
