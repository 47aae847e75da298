// Draws what waits in the list of goals, and in the one that is put in order: goals that were made, edited, archived, moved
// or marked without a network. The server's own cards take their place once it has answered.
import { copyOf, draw as drawMove, number } from "../../shell/arrange.js"
import { wait } from "../../sync/later.js"
import { momentOfChange } from "../../sync/change.js"
import { nameOf, newIdentifier } from "../../sync/stamp.js"
import { drawWaiting } from "../../sync/waiting/list.js"
import { count, edit, mark, paint } from "./card.js"
import { clear, previewedDays, setDot } from "./preview.js"
import { dayAfter, daysBetween, today } from "../../shell/time/days.js"

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
function draw({ id, kind, change }) {
  if (kind === "createGoal") return add(id, change)
  if (kind === "moveGoal") return drawMove(change)
  const card = cardOf(change.goal)
  if (card) draws[kind]?.(card, change)
}

/** Adds a goal. Until the server has numbered it, its name is that of the operation. */
function add(id, { name, color, start, end, counter, target }) {
  const like = blank() ?? list.lastElementChild
  if (!like || cardOf(id)) return
  const card = copyOf(like, id, name)
  paint(card, color)
  if (blank()) fill(card, start, end)
  if (counter) Object.assign(card.dataset, { follows: counter, target, counted: 0, countedOn: thisDay() })
  document.querySelector(".goals-empty")?.remove()
  list.append(card)
}

function fill(card, start, end) {
  const now = thisDay(), drawing = card.querySelector(".dot-preview")
  // Like the server's: the last days up to today, or the first ones while it is young.
  const [last] = [end, [now, dayAfter(start, previewedDays - 1)].sort()[1]].sort()
  const [, first] = [start, dayAfter(last, 1 - previewedDays)].sort(), days = daysBetween(first, last) + 1
  card.dataset.first = first
  card.querySelector("[data-archive]").remove()
  if (now < start || end < now) card.querySelector("form").remove()
  clear(drawing, days)
  for (let place = 0; place < days; place += 1) setDot(drawing, place, dayAfter(first, place) < now ? "miss" : "ring")
}

drawWaiting(draw, () => {
  number()
  for (const card of list.querySelectorAll("[data-follows]")) count(card, list)
})

// A goal without a page of its own is marked on its card.
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
