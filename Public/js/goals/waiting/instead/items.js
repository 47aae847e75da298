// The dots of a goal's days as the server would draw them (Sources/Figures/Dots): list items with a link each.
import { dates } from "../../../shell/time/dates.js"
import { dayAfter } from "../../../shell/time/days.js"

const { wordsDone, wordsUndone, wordsToday, wordsOpen, wordsFuture, wordsPart, wordsSeparator } = document.querySelector("[data-told]").dataset
const thisYear = dates({ day: "numeric", month: "long" }), otherYear = dates({ day: "numeric", month: "long", year: "numeric" })
const month = dates({ month: "short" })

/** @param {import("./known.js").Known} known @param {{ first: string, last: string }} shown @param {string} now today
    @param {string} address of the goal @returns {HTMLLIElement[]} */
export function itemsOf({ states }, { first, last }, now, address) {
  const items = []
  for (let day = first; day <= last; day = dayAfter(day, 1)) {
    const item = itemOf(day, stateOf(day, states.get(day), now), states.get(day), now, address)
    if (day === first || day.endsWith("-01")) item.dataset.month = day !== first && day.slice(5, 7) === "01" ? day.slice(0, 4) : month.format(new Date(day)).replace(".", "")
    items.push(item)
  }
  return items
}

/** As the list had it, but days may have begun since. */
function stateOf(day, said, now) {
  if (said === "done" || said === "miss") return said
  if (said > 0) return "part"
  return day < now ? "miss" : day === now ? "open" : ""
}

/** @param {string} [percent] of a day that is done in part */
function itemOf(day, state, percent, now, address) {
  const item = document.createElement("li"), link = item.appendChild(document.createElement("a"))
  const words = { done: wordsDone, miss: wordsUndone, open: wordsOpen, part: wordsPart.replace("%%", "%").replace("%@", percent) }
  const date = (day.slice(0, 4) === now.slice(0, 4) ? thisYear : otherYear).format(new Date(day)), isToday = day === now
  link.href = `${address}/${day}`
  link.className = state
  link.textContent = [date, ...isToday ? [wordsToday] : [], words[state] ?? wordsFuture].join(wordsSeparator)
  link.insertAdjacentHTML("beforeend", `<svg><circle/>${state === "part" ? `<circle pathLength="100" stroke-dasharray="${percent} 100"/>` : ""}</svg>`)
  if (isToday) {
    item.id = "today"
    link.classList.add("today")
    link.setAttribute("aria-current", "date")
  }
  return item
}
