// The goal form: the last day follows the first day and the length, and a last day of one's own chooses that length.
// Shows how long the name is while it is typed, and how long the goal is in words. What waits of it is shown in the form.
import { newIdentifier } from "../sync/stamp.js"
import { fillIn } from "./waiting/fields.js"
import { offerWaiting } from "./waiting/counters.js"
// With the form, because whoever stands between may answer when it is sent.
import { archive, save } from "./waiting/saving.js"
import { range } from "../shell/time/dates.js"
import { today, whenDayTurns } from "../shell/time/days.js"

const form = document.querySelector("[data-goal-form]")
const [name, start, length, end, shown] = ["name", "start", "length", "end", "shown"].map(field => form.elements.namedItem(field))
const span = form.querySelector("[data-span]"), language = document.documentElement.lang
const nameLength = form.querySelector("[data-name-length]")
const day = 86_400_000

function follow() {
  const days = Number(length.value), first = start.valueAsNumber
  // The server knows by the shown end that the length is meant.
  if (days > 0 && !Number.isNaN(first)) end.value = shown.value = new Date(first + (days - 1) * day).toISOString().slice(0, 10)
  sum()
}

/** What the server says of the goal as it was, of what stands in the fields now. */
let said = span.textContent && `${start.value} ${end.value}`
function sum() {
  const first = start.valueAsNumber, last = end.valueAsNumber, days = Math.round((last - first) / day) + 1
  if (said === (said = `${start.value} ${end.value}`)) return
  if (!(days > 0)) return span.textContent = ""
  const year = [start, end].some(field => field.value.slice(0, 4) !== String(new Date().getFullYear())) ? "numeric" : undefined
  const known = Array.from(length).find(choice => Number(choice.value) === days)?.getAttribute("aria-label")
  const words = known ?? new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(days)
  span.textContent = range(new Date(first), new Date(last), year) + span.dataset.separator + words
}

function count() {
  const typed = name.value.trim(), most = Number(nameLength.dataset.most)
  const characters = "Segmenter" in Intl ? Array.from(new Intl.Segmenter().segment(typed)).length : Array.from(typed).length
  nameLength.textContent = characters > 0 ? `${characters} / ${most}` : ""
  nameLength.toggleAttribute("data-too-long", characters > most)
}

end.addEventListener("input", () => {
  length.value = "date"
  sum()
})
start.addEventListener("input", follow)
for (const choice of length) choice.addEventListener("change", follow)
name.addEventListener("input", count)
form.addEventListener("fivebar-filled", () => {
  follow()
  count()
  const counter = form.elements.namedItem("counter")
  if (counter?.value) counter.closest("details").open = true
})

// A page that was kept for a while has no id for a goal of today.
const { operation } = form.elements
/** Not before the day on which the page was made, as a clock may stand that is years behind. */
const latestDay = () => [today(Number(form.dataset.dayStart)), start.defaultValue].sort().at(-1)
if (!operation.value) {
  operation.value = newIdentifier()
  if (!form.elements.draft && start.value === start.defaultValue) {
    start.value = latestDay()
    follow()
  }
}
/** The first day of a new goal that nobody has chosen: today, also where the form stays open until tomorrow. */
let begins = form.elements.draft ? undefined : latestDay()
whenDayTurns(() => {
  const day = latestDay()
  if (start.value !== begins || day <= begins) return
  start.value = begins = day
  follow()
})
offerWaiting(form.elements.namedItem("counter"))
fillIn(form)

let isPlain = false
for (const sent of document.querySelectorAll("[data-goal-form], [data-archive]")) sent.addEventListener("submit", event => {
  if (isPlain) return
  event.preventDefault()
  const goPlainly = () => {
    isPlain = true
    sent.requestSubmit(event.submitter)
  }
  if (sent === form) save(form, goPlainly)
  else archive(sent, goPlainly)
})

sum()
count()
document.body.dataset.awake = ""
