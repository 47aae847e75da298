// Starts a goal's page: presses, keys and marks on its grid of dots, scrolled to today. Changes made elsewhere and the
// start of a new day appear once nothing local is pending.
import { load } from "../shell/load.js"
import { fetchPage } from "../sync/pages/fetch.js"
import { isForeign } from "../sync/stamp.js"
import { dayOf, dotOf, field, goal, isOurs } from "./dots.js"
import "./label.js"
import { refresh as refreshList } from "./list.js"
import { isSettled, newest, startAgainFrom, toggle } from "./marking.js"
import "./pressing.js"
import { whenReleased } from "../shell/rest.js"
import { today } from "../shell/time/days.js"
import { begin } from "./walking.js"

if (!location.hash && performance.getEntriesByType("navigation")[0]?.type === "navigate") field.querySelector("[aria-current]")?.scrollIntoView({ block: "center" })

const sheet = document.querySelector("[data-day-sheet]")
let current
let isBehind = false

/** Whether a day has begun since the page was made, by the device's clock. That may be wrong, so the server's comes first. */
const isLater = () => today(Number(goal.dataset.dayStart)) > goal.dataset.today
const drawNewDay = () => load("./waiting/newDay.js", import.meta.url).then(({ drawNewDay }) => { drawNewDay(); countWaiting() }, () => {})
/** On a goal that follows a counter. */
function countWaiting() {
  if (goal.querySelector("[data-figures]").dataset.follows) import("./waiting/page.js").then(({ count }) => count(), () => {})
}
const pageIn = async response => new DOMParser().parseFromString(await response.text(), "text/html")

/** How long the server may take to say what day it is, in milliseconds. */
const patience = 4_000

/** Begins the day where the server says so, too, or cannot be asked. */
async function beginDay() {
  if (!isLater()) return
  const response = await fetchPage(location.pathname + location.search, {}, AbortSignal.timeout?.(patience))
  const page = response?.ok && await pageIn(response).catch(() => null)
  if (!page || page.querySelector("[data-goal]")?.dataset.today > goal.dataset.today) await drawNewDay()
}

/** The answer that the page before was older than. If that is still so, a database was put back, which begins with lower numbers. */
let olderThan

async function update(isReturn) {
  // A page view, though not by navigation.
  const response = await fetchPage(location.pathname + location.search, isReturn ? { "Fivebar-Shown": "again" } : {})
  if (!response && isLater()) drawNewDay()
  if (!response?.ok || !isSettled()) return
  const page = await pageIn(response)
  if (isForeign(page)) return location.reload()
  const fresh = page.querySelector("[data-goal]")
  await whenReleased(goal)
  // The dot of a day that was opened meanwhile must stay: closing it asks again.
  if (!fresh || !isSettled() || sheet.open) return
  // Fetched before a mark was answered, it does not include it.
  const revision = Number(page.body.dataset.revision), isOlder = revision < newest
  if (isOlder && olderThan !== newest) {
    olderThan = newest
    isBehind = true
    return
  }
  if (isOlder) startAgainFrom(revision)
  document.body.dataset.revision = page.body.dataset.revision
  refreshList()
  if (fresh.dataset.today === goal.dataset.today && Number(fresh.dataset.revision) === Number(goal.dataset.revision)) return
  Object.assign(goal.dataset, fresh.dataset)
  Object.assign(goal.querySelector(".goal-stats").dataset, fresh.querySelector(".goal-stats").dataset)
  goal.className = fresh.className
  document.title = page.title
  const focused = field.contains(document.activeElement) ? dayOf(document.activeElement) : undefined
  for (const part of ["h1", ".goal-stats"]) goal.querySelector(part).replaceChildren(...document.importNode(fresh.querySelector(part), true).childNodes)
  const years = goal.querySelectorAll("[data-years]")
  fresh.querySelectorAll("[data-years]").forEach((part, place) => years[place].replaceChildren(...document.importNode(part, true).childNodes))
  field.replaceChildren(...document.importNode(fresh.querySelector("[data-dots]"), true).childNodes)
  const dot = focused && dotOf(focused)
  begin(dot || undefined)
  dot?.focus({ preventScroll: true })
  document.dispatchEvent(new CustomEvent("fivebar-refreshed"))
}

/** Calls made while the page is loading share the next request. Without a network it stays as it is. */
function refresh({ isReturn = false } = {}) {
  if (sheet.open) return
  // What waits must not go from sight, but its page does not wait for a new day.
  if (!isSettled()) return beginDay()
  isBehind = Boolean(current)
  current ??= update(isReturn).catch(() => {}).finally(() => {
    current = undefined
    if (isBehind) refresh()
  })
}

let isAsking = false
// A page that was left open over night does not know yet that its day is over.
document.addEventListener("fivebar-press-today", async event => {
  if (!isLater()) return
  event.preventDefault()
  if (isAsking) return
  isAsking = true
  const day = goal.dataset.today
  await beginDay().catch(() => {})
  isAsking = false
  const dot = dotOf(goal.dataset.today)
  if (goal.dataset.today === day) return toggle(dot)
  // Whoever presses again means the new day.
  if (dot && field.contains(document.activeElement)) dot.focus({ preventScroll: true })
})

// Changes that arrived while a day was open are shown when it is closed.
sheet.addEventListener("close", () => refresh())

document.addEventListener("fivebar-waiting", ({ detail: { operations } }) => {
  const edits = operations.filter(({ kind, change }) => ["editGoal", "archiveGoal"].includes(kind) && isOurs(change.goal))
  if (edits.length > 0) import("./waiting/page.js").then(({ draw }) => edits.forEach(draw), () => {})
  const { follows } = goal.querySelector("[data-figures]").dataset
  if (follows && operations.some(({ counter }) => counter === follows)) countWaiting()
})

// A refusal changes nothing there, so the page looks like the one of before, which this one is not.
document.addEventListener("fivebar-refusal", ({ detail: { operation: { kind, change } } }) => {
  if (["editGoal", "archiveGoal"].includes(kind) && isOurs(change.goal)) goal.dataset.revision = "-1"
})

document.addEventListener("fivebar-redraw", event => { if (!isSettled()) event.preventDefault() })
document.addEventListener("fivebar-redrawn", () => begin(field.contains(document.activeElement) ? document.activeElement : undefined))

if (isLater()) refresh()
document.body.dataset.awake = ""
// Fingers come first.
load("../shell/live.js", import.meta.url).then(({ keepLive }) => keepLive({ refresh, isSettled, isOutdated: isLater }), () => {})
