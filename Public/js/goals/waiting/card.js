// What a change to a goal makes of its card: its name, its colour and the small drawing of its days.
import { daysBetween, today } from "../../shell/time/days.js"
import { countedBefore, countedToday } from "./following.js"
import { previewedDays, setDot } from "./preview.js"

/** @param {HTMLElement} card @param {{name?: string, color?: number}} change */
export function edit(card, { name, color }) {
  if (name !== undefined) card.querySelector(".place-name").textContent = name
  if (color !== undefined) paint(card, color)
}

export const paint = (card, color) => { card.className = card.className.replace(/\bneon-\d\b/, `neon-${color}`) }

/** Adds the taps that wait of the counter that the goal follows. @param {HTMLElement} list which tells when days begin */
export function count(card, list) {
  const { dayStart, wordsCounted, wordsCountedMore } = list.dataset, { target } = card.dataset, following = countedToday(card.dataset, Number(dayStart))
  if (!following) return
  const { format } = new Intl.NumberFormat(document.documentElement.lang), place = card.querySelector(".goal-counted")?.lastChild
  const words = following.counted > target ? wordsCountedMore : wordsCounted
  if (place) place.data = words.replace("%1$@", format(following.counted)).replace("%2$@", format(target))
  const day = today(Number(dayStart))
  for (const [before, { isReached }] of countedBefore(card.dataset, Number(dayStart))) if (isReached) mark(card, before, true, day)
  if (following.isReached || following.isShort) mark(card, day, following.isReached, day)
}

/** @param {HTMLElement} card @param {string} today the date by which an unmarked day is missed or still open */
export function mark(card, day, isDone, today) {
  const drawing = card.querySelector(".dot-preview"), { first } = card.dataset
  if (!drawing || !first) return
  const place = daysBetween(first, day)
  if (place >= 0 && place < previewedDays) setDot(drawing, place, isDone ? "done" : day < today ? "miss" : "ring")
}
