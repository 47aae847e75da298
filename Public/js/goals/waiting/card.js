// What a change to a goal makes of its card: its name, its colour and the small drawing of its days.
import { daysBetween } from "../../shell/time/days.js"
import { previewedDays, setDot } from "./preview.js"

/** @param {HTMLElement} card @param {{name?: string, color?: number}} change */
export function edit(card, { name, color }) {
  if (name !== undefined) card.querySelector(".place-name").textContent = name
  if (color !== undefined) paint(card, color)
}

export const paint = (card, color) => { card.className = card.className.replace(/\bneon-\d\b/, `neon-${color}`) }

/** @param {HTMLElement} card @param {string} today the date by which an unmarked day is missed or still open */
export function mark(card, day, isDone, today) {
  const drawing = card.querySelector(".dot-preview"), { first } = card.dataset
  if (!drawing || !first) return
  const place = daysBetween(first, day)
  if (place >= 0 && place < previewedDays) setDot(drawing, place, isDone ? "done" : day < today ? "miss" : "ring")
}
