// A day as the server's page of it would be, made from the template on the page of its goal: for times without a network.
import { keys, read } from "../../sync/queue.js"
import { dayOf, dotOf, isOurs } from "../dots.js"

const language = document.documentElement.lang
const names = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })
const oneDay = 86_400_000

/** @param {HTMLAnchorElement} dot @param {string} [state] of its day; none for a future one @returns {Element} */
export function blankDay(dot, state) {
  const section = document.importNode(document.querySelector("[data-blank-day]").content.firstElementChild, true), day = dayOf(dot)
  const name = names.format(new Date(day)), [first] = name
  section.dataset.day = day
  section.dataset.state = state ?? "future"
  section.querySelector("h1").textContent = first.toLocaleUpperCase(language) + name.slice(first.length)
  for (const [way, days] of [["previous", -1], ["next", 1]]) {
    const link = section.querySelector(`[data-neighbour=${way}]`)
    const other = dotOf(new Date(Date.parse(day) + days * oneDay).toISOString().slice(0, 10))
    if (other) link.href = other.href
    else link.remove()
  }
  section.querySelector(state ? "[data-ahead]" : "[data-mark-form]").remove()
  for (const form of section.querySelectorAll("form")) form.action = `${dot.href}/${form.matches("[data-mark-form]") ? "mark" : "note"}`
  return section
}

/** The note that waits for a day; undefined for none. */
export function waitingNote(day) {
  const notes = keys().map(read).filter(operation => operation?.kind === "noteDay" && !operation.isRemoved && isOurs(operation.goal) && operation.day === day)
  return notes.at(-1)?.change.note
}
