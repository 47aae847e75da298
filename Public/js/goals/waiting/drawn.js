// Draws what waits in the list of goals, and in the one that is put in order: goals that were made, edited, archived, moved
// or marked without a network. The server's own cards take their place once it has answered.
import { draw as drawMove, number } from "../../shell/arrange.js"
import { copyOf } from "../../shell/rows/copy.js"
import { wait } from "../../sync/later.js"
import { momentOfChange } from "../../sync/change.js"
import { nameOf, newIdentifier } from "../../sync/stamp.js"
import { drawWaiting } from "../../sync/waiting/list.js"
import { count, edit, mark } from "./card.js"
import { cardOfNew } from "./instead/card.js"
import { today } from "../../shell/time/days.js"

const list = document.querySelector("[data-places]")
/** None where goals are only put in order. */
const blank = () => document.querySelector("[data-blank-goal]")?.content.firstElementChild
const cardOf = goal => document.getElementById(`goal-${goal}`)?.closest("li")
const thisDay = () => today(Number(list.dataset.dayStart))

const draws = {
  editGoal: edit,
  archiveGoal(card, { goal, archived }) {
    const shelf = document.querySelector(".goals-archived")
    if (!shelf) return archived && card.remove()
    const hadFocus = card.contains(document.activeElement), link = card.querySelector(".goal-link"), goals = shelf.querySelector("ul")
    for (const form of card.querySelectorAll("form")) form.remove()
    if (archived) card.append(copyOf(blank(), goal, "").querySelector("[data-archive]"))
    ;(archived ? goals : list).append(card)
    link.toggleAttribute("data-grip", !archived)
    Object.assign(card.dataset, { place: goal, at: `${new URL(link.href).pathname}/place` })
    shelf.hidden = goals.children.length === 0
    shelf.querySelector(".goals-count").textContent = new Intl.NumberFormat(document.documentElement.lang).format(goals.children.length)
    if (hadFocus) link.focus()
  },
  markDay(card, { day, done }) {
    mark(card, day, done, thisDay())
    const button = card.querySelector("[data-mark-today]")
    if (!button || day !== thisDay()) return
    button.setAttribute("aria-pressed", String(done))
    const [undone, isDone] = button.children
    undone.hidden = done
    isDone.hidden = !done
  },
}

/** @param {import("../../sync/queue.js").Operation} operation */
function draw(operation) {
  const { kind, change } = operation
  if (kind === "createGoal") return add(operation)
  if (kind === "moveGoal") return drawMove(change)
  const card = cardOf(change.goal)
  if (card) draws[kind]?.(card, change)
}

/** @param {import("../../sync/queue.js").Operation} operation */
function add(operation) {
  const like = blank() ?? list.lastElementChild
  if (!like || cardOf(operation.id)) return
  document.querySelector(".goals-empty")?.remove()
  list.append(cardOfNew(like, operation, thisDay()))
}

drawWaiting(draw, () => {
  number()
  for (const card of list.querySelectorAll("[data-follows]")) count(card, list)
})

// A goal that the server does not have yet is marked on its card, too.
list.addEventListener("click", event => {
  const button = event.target.closest("[data-mark-today]")
  if (!button) return
  const { place: goal } = button.closest("li").dataset, day = thisDay(), when = momentOfChange()
  const change = { goal: nameOf(goal), day, done: button.getAttribute("aria-pressed") !== "true" }
  wait({ id: newIdentifier(when.at), kind: "markDay", change, ...when, goal, day })
})

const plain = new WeakSet()
document.addEventListener("submit", event => {
  const form = event.target
  if (!form.matches("[data-archive]") || plain.has(form)) return
  event.preventDefault()
  const goPlainly = () => {
    plain.add(form)
    form.requestSubmit(event.submitter)
  }
  import("./saving.js").then(({ archive }) => archive(form, goPlainly), goPlainly)
})
