// A counter's card and its known count: reads it from the page, and writes it back as number and marks.
import { Reckoning } from "./counting.js"
import { format, redraw } from "../marks/marks.js"

/** @type {Map<string, Reckoning>} by counter, so that it survives when a card is replaced */
const reckonings = new Map()

export const cardOf = counter => document.querySelector(`[data-counter="${CSS.escape(counter)}"]`)

/** What is known of a card's count; initially what the page says. */
export function reckoningOf(card) {
  const { counter, count, revision } = card.dataset
  if (!reckonings.has(counter)) reckonings.set(counter, new Reckoning({
    count: BigInt(count),
    revision: Number(revision),
    formattedCount: card.querySelector("[data-count-text]").textContent,
    label: card.querySelector("[data-marks]").getAttribute("aria-label"),
  }))
  return reckonings.get(counter)
}

/** Whether every step on every card, or on one, has been answered. */
export const isSettled = counter => counter === undefined
  ? Array.from(reckonings.values()).every(reckoning => reckoning.isSettled)
  : reckonings.get(counter)?.isSettled ?? true

/** The revision of the newest response included in a card's count. */
export const confirmedRevision = counter => reckonings.get(counter)?.confirmed.revision ?? 0

/** Forgets the known count, because the card was replaced by a newer one. */
export const forget = counter => reckonings.delete(counter)

/** Updates the card's marks, number and accessible label. */
export function show(card) {
  const { confirmed, shown, isSettled } = reckoningOf(card)
  const marks = card.querySelector("[data-marks]")
  const before = BigInt(card.dataset.count)
  const text = isSettled ? confirmed.formattedCount : format(shown)
  if (shown !== before) redraw(marks, card.dataset.style, before, shown)
  for (const place of card.querySelectorAll("[data-count-text], [data-badge]")) {
    if (place.textContent === text) continue
    // In place: replacing the node would recalculate the style of the whole page. Long ones break between groups.
    if (text.length < 12 && !place.firstElementChild) place.firstChild.data = text
    else place.innerHTML = text.replace(/(?=\s)|[,.]/g, "$&<wbr>")
  }
  marks.setAttribute("aria-label", isSettled ? confirmed.label : text)
  card.classList.toggle("card--long", shown >= 1e12)
  card.dataset.count = shown
}
