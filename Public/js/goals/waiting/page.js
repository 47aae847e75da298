// Draws on a goal's page what waits of its form, its name and colour and whether it is archived, and how much of today, and of
// days that ended since, the taps on the counter that it follows have done, also in the sheet of today. The server's own page takes its place once it has answered.
import { dotOf, goal, setState, stateOf } from "../dots.js"
import { drawFigures } from "../figures.js"
import { isWaiting } from "../marking.js"
import { countedBefore, countedToday } from "./following.js"
import { today as thisDay } from "../../shell/time/days.js"

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

const { wordsOpen, wordsPart, wordsCounted, wordsCountedMore, wordsSeparator } = document.querySelector("[data-told]").dataset
const followed = () => goal.querySelector("[data-figures]").dataset, dayStart = () => Number(goal.dataset.dayStart)
const percentOf = ({ counted }) => Math.min(99, Math.floor(counted * 100 / followed().target))
const following = () => {
  const counted = countedToday(followed(), dayStart())
  return counted && { ...counted, percent: percentOf(counted) }
}

/** Whether what waits has made today done. */
let isByTaps = false

export function count() {
  for (const [day, state] of countedBefore(followed(), dayStart())) countEarlier(day, state)
  const { today } = goal.dataset, dot = dotOf(today), now = following()
  // Until the new day is drawn, what is counted on it is none of the one before.
  if (today !== thisDay(dayStart())) return
  const isOpen = dot && (["open", "part"].includes(stateOf(dot)) || (now?.isShort || isByTaps) && !isWaiting(today))
  if (!now || !isOpen) return
  isByTaps = now.isReached
  if (now.isReached) setState(dot, "done")
  else setPart(dot, now.counted > 0 ? Math.max(1, now.percent) : 0)
  drawFigures()
  // The server's page is another one, even if it has refused the taps.
  goal.dataset.revision = "-1"
  document.dispatchEvent(new CustomEvent("fivebar-day", { detail: { day: today } }))
}

/** A day that is over, which may be drawn as today still. */
function countEarlier(day, { counted, isReached, isShort }) {
  const dot = dotOf(day)
  if (!dot || isWaiting(day) || stateOf(dot) === "done" && !isShort) return
  if (isReached) setState(dot, "done")
  else if (counted > 0) setPart(dot, Math.max(1, percentOf({ counted })))
  else if (isShort) setState(dot, "miss")
  else return
  drawFigures()
  goal.dataset.revision = "-1"
}

/** A day of which so many percent are counted. */
function setPart(dot, percent) {
  setState(dot, "open")
  const [name, drawing] = [dot.firstChild, dot.lastElementChild]
  if (percent > 0) {
    const said = wordsPart.replace("%%", "%").replace("%@", percent)
    dot.classList.replace("open", "part")
    name.textContent = name.textContent.split(wordsSeparator).map(part => part === wordsOpen ? said : part).join(wordsSeparator)
  }
  if (drawing.childElementCount < 2) drawing.insertAdjacentHTML("beforeend", "<circle pathLength=\"100\"/>")
  drawing.lastElementChild.setAttribute("stroke-dasharray", `${percent} 100`)
}

/** Says in the sheet of today how much is counted. @param {Element} section of the day */
export function countIn(section) {
  const now = following()
  if (!now) return
  const line = section.querySelector(".day-counted") ?? addedLine(section), { format } = new Intl.NumberFormat(document.documentElement.lang), { target } = goal.querySelector("[data-figures]").dataset
  line.firstChild.data = `${(now.counted > target ? wordsCountedMore : wordsCounted).replace("%1$@", format(now.counted)).replace("%2$@", format(target))} `
  const drawing = section.querySelector(".day-dot")
  // A day that was kept before has none.
  if (!drawing.querySelector(".slice")) drawing.firstElementChild.insertAdjacentHTML("afterend", "<circle class=\"slice\" cx=\"44\" cy=\"44\" r=\"18\" pathLength=\"100\"/>")
  drawing.querySelector(".slice").setAttribute("stroke-dasharray", `${Math.max(1, now.percent)} 100`)
}

/** A day that the browser does not know has none. */
function addedLine(section) {
  const line = Object.assign(document.createElement("p"), { className: "day-counted", textContent: " " })
  section.lastElementChild.before(line)
  return line
}
