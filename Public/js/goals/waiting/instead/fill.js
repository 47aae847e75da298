// Fills in the page of a goal whose own is not kept, as far as the goal is known here: for times without a network. What waits is
// drawn on it as on any other, and the server's page takes its place.
import { field, goal } from "../../dots.js"
import { drawFigures, wordsOf } from "../../figures.js"
import { range } from "../../../shell/time/dates.js"
import { daysBetween, today } from "../../../shell/time/days.js"
import { itemsOf } from "./items.js"
import { known, lastList } from "./known.js"

const number = new Intl.NumberFormat(document.documentElement.lang)
/** So many days are shown whole; of more only a year. */
const mostShown = 730

/** @param {string} name of the goal: its number, or the operation that makes it @returns {Promise<boolean>} whether it is known here */
export async function fill(name) {
  const list = await lastList("goals"), { dayStart } = list?.querySelector("[data-places]").dataset ?? goal.dataset
  const now = today(Number(dayStart)), state = known(list, name, now)
  if (!state) return false
  const days = daysBetween(state.start, state.end) + 1, shown = shownOf(state, days, now)
  const named = address => address.replace(/\/goals\/0(?=\/|$)/, () => `/goals/${name}`)
  // What is not of this goal's page as the server last had it is taken from the server as soon as it can be asked.
  Object.assign(goal.dataset, { goal: name, at: named(goal.dataset.at), today: now, dayStart, revision: "-1" })
  document.body.dataset.revision = "0"
  fillHead(state, days, now)
  paint(state.color)
  field.className = `dots dots--${days <= 45 ? "short" : days <= 120 ? "medium" : "long"}`
  field.replaceChildren(...itemsOf(state, shown, now, goal.dataset.at))
  fillFigures(state, days, shown, now)
  document.querySelector("[data-rest]").hidden = shown.first === state.start && shown.last === state.end
  const zone = list?.querySelector(".goals-zone"), edit = goal.querySelector("[href$='/edit']")
  if (zone) document.querySelector(".goals-zone").replaceWith(document.importNode(zone, true))
  edit.setAttribute("href", named(edit.getAttribute("href")))
  return true
}

/** The days that are drawn: those that are known, and of many only those of this year. */
function shownOf({ start, end, first, states }, days, now) {
  if (days <= mostShown) return { first, last: end }
  const year = [start, now, end].sort()[1].slice(0, 4)
  return { first: states.size > 0 ? first : [start, `${year}-01-01`].sort()[1], last: [end, `${year}-12-31`].sort()[0] }
}

function paint(color) {
  const { content } = document.querySelector("[data-blank-day]")
  for (const part of [goal, document.querySelector("[data-day-sheet]"), content.firstElementChild]) part.classList.replace("neon-0", `neon-${color}`)
}

function fillHead({ name, start, end, isArchived }, days, now) {
  document.title = `${name} ${document.title}`
  goal.querySelector("h1").textContent = name
  goal.querySelector(".goal-archived").hidden = !isArchived
  const year = [start, end].some(day => day.slice(0, 4) !== now.slice(0, 4)) ? "numeric" : undefined
  const { wordsOver } = goal.querySelector("[data-figures]").dataset
  goal.querySelector("[data-dates]").textContent = range(new Date(start), new Date(end), year) + (end < now ? ` · ${wordsOver}` : "")
}

/** Of the days before those that are drawn, their sum is known. */
function fillFigures({ start, end, done, streak, following }, days, shown, now) {
  const { dataset } = goal.querySelector("[data-figures]")
  Object.assign(dataset, { days, done, streak, soFar: daysBetween(start, shown.first), over: end < now ? "yes" : "", ...following })
  dataset.wordsOfDays = wordsOf(days, dataset.wordsOfDays).replace("{number}", number.format(days))
  dataset.wordsSum = dataset.wordsSum.replace("{days}", number.format(days))
  drawFigures()
}
