// A counter's card and what is known of its number: reads it off the page, writes it back in ink.
import { Reckoning } from "./counting.js"
import { format, redraw } from "../marks/marks.js"

/** @type {Map<string, Reckoning>} by counter, so that it outlives a card that is replaced */
const reckonings = new Map()

export const cardOf = counter => document.querySelector(`[data-counter="${CSS.escape(counter)}"]`)

/** What is known of a card's number; at first what the page said. */
export function reckoningOf(card) {
  const { counter, count, revision } = card.dataset
  if (!reckonings.has(counter)) {
    reckonings.set(counter, new Reckoning({
      count: BigInt(count),
      revision: Number(revision),
      formattedCount: card.querySelector("[data-count-text]").textContent,
      label: card.querySelector("[data-marks]").getAttribute("aria-label"),
    }))
  }
  return reckonings.get(counter)
}

/** Whether every step on every card, or on one, has its answer. */
export const isSettled = counter => counter === undefined
  ? Array.from(reckonings.values()).every(reckoning => reckoning.isSettled)
  : reckonings.get(counter)?.isSettled ?? true

/** The revision of the newest answer that a card's number holds. */
export const confirmedRevision = counter => reckonings.get(counter)?.confirmed.revision ?? 0

/** Forgets what was known, because the card was replaced by a newer one. */
export const forget = counter => reckonings.delete(counter)

/** Brings the card's marks, number and spoken form to what is known. */
export function show(card) {
  const { confirmed, shown, isSettled } = reckoningOf(card)
  const marks = card.querySelector("[data-marks]")
  const before = BigInt(card.dataset.count)
  const text = isSettled ? confirmed.formattedCount : format(shown)
  if (shown !== before) redraw(marks, card.dataset.style, before, shown)
  for (const place of card.querySelectorAll("[data-count-text], [data-badge]")) {
    // The text itself: with a node that goes and one that comes, the style of the whole page would be worked out anew.
    if (place.textContent !== text) place.firstChild.data = text
  }
  marks.setAttribute("aria-label", isSettled ? confirmed.label : text)
  card.classList.toggle("card--long", shown > 999_999_999_999n)
  card.dataset.count = shown
}
