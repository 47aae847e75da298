// Draws on a goal's page what waits of its form: its name and colour, and whether it is archived. The server's own page
// takes its place once it has answered.
import { goal } from "../dots.js"

/** @param {import("../../sync/queue.js").Operation} operation */
export function draw({ change: { name, color, archived } }) {
  const heading = goal.querySelector("h1")
  if (name !== undefined) {
    document.title = document.title.replace(heading.textContent, () => name)
    heading.textContent = name
  }
  if (color !== undefined) for (const place of [goal, document.querySelector("[data-day-sheet]")]) {
    place.className = place.className.replace(/\bneon-\d\b/, `neon-${color}`)
  }
  if (archived !== undefined) goal.querySelector(".goal-archived").hidden = !archived
}
