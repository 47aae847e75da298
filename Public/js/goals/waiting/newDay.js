// Draws on a goal's page that days have begun since it was kept: for times without a network, when only the device can tell.
// The server's page of the new day takes its place.
import { dayOf, dots, dotOf, field, goal, setState, stateOf } from "../dots.js"
import { drawFigures } from "../figures.js"
import { begin } from "../walking.js"
import { today } from "../../shell/time/days.js"

const { wordsToday, wordsOpen, wordsUndone, wordsFuture, wordsSeparator } = document.querySelector("[data-told]").dataset

export function drawNewDay() {
  const before = goal.dataset.today, day = today(Number(goal.dataset.dayStart))
  if (day <= before) return
  goal.dataset.today = day
  // The server's page of the day is another one, whatever else is the same.
  goal.dataset.revision = "-1"
  document.body.dataset.revision = "0"
  leave(dotOf(before))
  for (const dot of dots) if (dayOf(dot) > before && dayOf(dot) <= day) {
    const isPast = dayOf(dot) < day
    // A mark may wait.
    if (!stateOf(dot)) setState(dot, isPast ? "miss" : "open")
    rename(dot, wordsFuture, isPast ? wordsUndone : wordsOpen)
    // Says so of a mark that waits.
    if (stateOf(dot) === "done") setState(dot, "done")
  }
  arrive(dotOf(day))
  endAfter(day)
  drawFigures()
  begin(field.contains(document.activeElement) ? document.activeElement : undefined)
  document.dispatchEvent(new CustomEvent("fivebar-day", { detail: { day } }))
}

/** A goal whose last day has passed has its percentage of all its days. */
function endAfter(day) {
  const { dataset } = document.querySelector("[data-figures]"), isLastYear = Number(dataset.soFar) + dots.length >= Number(dataset.days)
  if (isLastYear && day > dayOf(dots[dots.length - 1])) dataset.over = "yes"
}

/** The day that was today. */
function leave(dot) {
  if (!dot) return
  dot.classList.remove("today")
  dot.removeAttribute("aria-current")
  rename(dot, wordsToday + wordsSeparator, "")
  if (stateOf(dot) !== "open") return
  setState(dot, "miss")
  rename(dot, wordsOpen, wordsUndone)
}

function arrive(dot) {
  if (!dot) return
  dot.classList.add("today")
  dot.setAttribute("aria-current", "date")
  rename(dot, wordsOpen, wordsToday + wordsSeparator + wordsOpen)
  // A mark was removed before the day was drawn as today.
  if (stateOf(dot) === "miss") setState(dot, "open")
}

/** What the dot says aloud: the day, then whether it is today, its state and whether it has a note. */
function rename({ firstChild: name }, from, to) { name.textContent = name.textContent.replace(from, () => to) }
