// Wakes a goal's page: presses, keys and marks on its field of dots, with today in view. A page that comes back, or on
// which a new day has begun, is brought up to date once nothing of ours is under way.
import { dayOf, dotOf, field, goal } from "./dots.js"
import { isSettled } from "./marking.js"
import "./pressing.js"
import { begin } from "./walking.js"

const how = performance.getEntriesByType("navigation")[0]?.type
if (!location.hash && how === "navigate") field.querySelector("[aria-current]")?.scrollIntoView({ block: "center" })

const hiddenLongEnough = 1_000
let hiddenSince = 0
let current

async function fetchPage(isReturn) {
  const headers = { Accept: "text/html" }
  // The screen somebody is at, though nobody asked for it.
  if (isReturn) headers["Fivebar-Shown"] = "again"
  const response = await fetch(location.pathname, { headers })
  if (!response.ok || !isSettled()) return
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const fresh = page.querySelector("[data-goal]")
  if (!fresh || !isSettled()) return
  if (fresh.dataset.today === goal.dataset.today && Number(fresh.dataset.revision) === Number(goal.dataset.revision)) return
  Object.assign(goal.dataset, fresh.dataset)
  goal.className = fresh.className
  const focused = field.contains(document.activeElement) ? dayOf(document.activeElement) : undefined
  for (const part of ["h1", ".goal-stats"]) goal.querySelector(part).replaceChildren(...document.importNode(fresh.querySelector(part), true).childNodes)
  field.replaceChildren(...document.importNode(fresh.querySelector("[data-dots]"), true).childNodes)
  const dot = focused && dotOf(focused)
  begin(dot || undefined)
  dot?.focus({ preventScroll: true })
}

/** Two calls at once are one. Without a network the page stays as it is. */
function refresh({ isReturn = false } = {}) {
  if (!isSettled() || document.querySelector("dialog[open]")) return
  current ??= fetchPage(isReturn).catch(() => {}).finally(() => { current = undefined })
}

addEventListener("pageshow", event => { if (event.persisted) refresh({ isReturn: true }) })
// Going back may also show the page as it lay in the browser's cache.
if (how === "back_forward") refresh({ isReturn: true })
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenSince = Date.now()
  else if (Date.now() - hiddenSince > hiddenLongEnough) refresh()
})

document.addEventListener("fivebar-redraw", event => { if (!isSettled()) event.preventDefault() })
document.addEventListener("fivebar-redrawn", () => begin(field.contains(document.activeElement) ? document.activeElement : undefined))

// A day may begin with any hour.
const hour = () => new Date().getHours()
let asked = hour()
setInterval(() => {
  if (document.hidden || hour() === asked || document.querySelector("dialog[open]")) return
  asked = hour()
  refresh()
}, 20_000)

document.body.dataset.awake = ""
