// Draws on a goal's page what waits of its form, its name and colour and whether it is archived, and that taps on the counter
// it follows complete today. The server's own page takes its place once it has answered.
import { dotOf, goal, setState, stateOf } from "../dots.js"
import { drawFigures } from "../figures.js"
import { countedToday } from "./following.js"

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

export function count() {
  const { dataset: { today, dayStart } } = goal, dot = dotOf(today)
  const following = countedToday(goal.querySelector("[data-figures]").dataset, Number(dayStart))
  if (!following?.isReached || !dot || !["open", "part"].includes(stateOf(dot))) return
  setState(dot, "done")
  drawFigures()
  // The server's page is another one, even if it has refused the taps.
  goal.dataset.revision = "-1"
  document.dispatchEvent(new CustomEvent("fivebar-day", { detail: { day: today } }))
}
