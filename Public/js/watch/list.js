// The goals in the list of a watch: the day that they are of, which may be over, and the zone that decides.
import { nameZones } from "../shell/time/names.js"
import { refresh } from "./watch.js"

/** How long the server may take to say what day it is, in milliseconds. */
const patience = 4_000
/** The goals of today, as far as the page knows. */
const list = () => document.querySelector("[data-today]")
/** The civil day of a time in milliseconds, as shell/time/days.js has it, which needs more than there is room for. */
const dayOf = (milliseconds, dayStart) => new Date(milliseconds - (new Date(milliseconds).getTimezoneOffset() + dayStart * 60) * 60_000).toISOString().slice(0, 10)

/** Set while a press that was held back is submitted after all; and while the server is asked. */
let isAgain = false, isAsking = false

// Before watch.js hears of it: on a page left open over night a press means today.
document.addEventListener("submit", async event => {
  const { target, submitter } = event
  if (isAgain || submitter?.name !== "done" || !list()) return
  const { today, dayStart } = list().dataset, day = dayOf(Number(new FormData(target).get("at")), Number(dayStart))
  if (day <= today) return
  event.preventDefault()
  event.stopPropagation()
  if (isAsking) return
  isAsking = true
  const isReached = await Promise.race([refresh(), new Promise(done => setTimeout(done, patience))])
  isAsking = false
  if (!isReached) return showUnknownDay(day)
  // A clock that is ahead is no new day.
  if (list()?.dataset.today !== today || !submitter.isConnected) return
  isAgain = true
  target.requestSubmit(submitter)
  isAgain = false
}, true)

/** Shows a day that nothing is known of, as without a network. */
function showUnknownDay(day) {
  const { today } = list().dataset
  for (const form of list().querySelectorAll("form")) {
    const { done } = form.elements
    form.setAttribute("action", form.getAttribute("action").replace(today, day))
    done.setAttribute("aria-pressed", false)
    done.value = "yes"
  }
  // Nor has a counter reached anything yet.
  for (const hint of list().querySelectorAll(".hint")) hint.remove()
  for (const dot of list().querySelectorAll(".dot--done")) dot.replaceWith(Object.assign(document.createElement("i"), { className: "dot" }))
  // The date of the other day.
  list().previousElementSibling.querySelector("span")?.remove()
  list().dataset.today = day
}

// Each page that comes has it as the server knows it.
const nameZonesAgain = () => nameZones(document)
new MutationObserver(nameZonesAgain).observe(document.body, { childList: true, characterData: true, subtree: true })
nameZonesAgain()
