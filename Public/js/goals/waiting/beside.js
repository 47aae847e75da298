// Draws on the cards beside a goal what waits of them, and what is marked on the goal's own page: the list is the server's,
// which has heard of neither yet.
import { pending } from "../../sync/waiting/pending.js"
import { dotOf, goal, isOurs, stateOf } from "../dots.js"
import { count, edit, mark } from "./card.js"
import { cardOfNew } from "./instead/card.js"

const cardOf = (list, goal) => list.querySelector(`[data-place="${CSS.escape(goal)}"]`)

const draws = {
  editGoal: edit,
  archiveGoal(card, { archived }) { if (archived) card.remove() },
  markDay(card, { day, done }) { mark(card, day, done, goal.dataset.today) },
}

/** @param {HTMLElement} list */
export function drawWaiting(list) {
  const cards = list.querySelector("[data-places]")
  for (const operation of pending()) {
    const { kind, change } = operation, card = change?.goal && cardOf(list, change.goal)
    if (kind === "createGoal") add(list, cards, operation)
    else if (card) draws[kind]?.(card, change)
  }
  for (const card of list.querySelectorAll("[data-follows]")) count(card, cards)
}

function add(list, cards, operation) {
  const card = cardOfNew(list.querySelector("[data-blank-goal]").content.firstElementChild, operation, goal.dataset.today)
  for (const form of card.querySelectorAll("form")) form.remove()
  // Its words are on the page already.
  for (const named of card.querySelectorAll("[id]")) named.removeAttribute("id")
  if (isOurs(operation.id)) card.querySelector("a").setAttribute("aria-current", "page")
  cards.append(card)
}

/** The day as the goal's page shows it. @param {HTMLElement} list */
export function drawDay(list, day) {
  const card = cardOf(list, goal.dataset.goal), state = dotOf(day) && stateOf(dotOf(day))
  // How far a day is that is done in part only the server draws.
  if (card && state && state !== "part") mark(card, day, state === "done", goal.dataset.today)
}
