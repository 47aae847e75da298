// Draws on the cards beside a goal what waits of them, and what is marked on the goal's own page: the list is the server's,
// which has heard of neither yet.
import { keys, read } from "../../sync/queue.js"
import { dotOf, goal, stateOf } from "../dots.js"
import { count, edit, mark } from "./card.js"

const cardOf = (list, goal) => list.querySelector(`[data-place="${CSS.escape(goal)}"]`)

const draws = {
  editGoal: edit,
  archiveGoal(card, { archived }) { if (archived) card.remove() },
  markDay(card, { day, done }) { mark(card, day, done, goal.dataset.today) },
}

/** @param {HTMLElement} list */
export function drawWaiting(list) {
  for (const key of keys()) {
    const { kind, change, isRemoved } = read(key) ?? {}, card = change?.goal && cardOf(list, change.goal)
    if (card && !isRemoved) draws[kind]?.(card, change)
  }
  for (const card of list.querySelectorAll("[data-follows]")) count(card, list.querySelector("[data-places]"))
}

/** The day as the goal's page shows it. @param {HTMLElement} list */
export function drawDay(list, day) {
  const card = cardOf(list, goal.dataset.goal), state = dotOf(day) && stateOf(dotOf(day))
  // How far a day is that is done in part only the server draws.
  if (card && state && state !== "part") mark(card, day, state === "done", goal.dataset.today)
}
