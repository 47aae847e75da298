// The badge on the installed app's icon: the count of the counter last used in this browser. Listens to responses and
// reads cards; sends nothing. Loaded where the app is installed, even without badge support.
import { cardOf, reckoningOf } from "./cards.js"
import { counted } from "./counting.js"
import { account, named } from "../sync/stamp.js"

/** Other accounts' counters have the same numbers. */
const key = named(`last-counted-${account ?? ""}`)
const most = BigInt(Number.MAX_SAFE_INTEGER)
/** The id of the counter. */
let last = remembered()
/** The current badge; unknown at first. */
let carried

function remembered() {
  try { return localStorage.getItem(key) } catch { return null }
}

function remember(counter) {
  if (counter === last) return
  last = counter
  try { localStorage.setItem(key, counter) } catch { /* remembered until the page is closed */ }
}

/** Shows the count that the server has confirmed. */
function show() {
  const card = last && cardOf(last)
  if (document.documentElement.dataset.appBadge === "off") carry(0n)
  else if (card) carry(reckoningOf(card).confirmed.count)
  // If the list does not contain the counter, it is gone.
  else if (document.querySelector("[data-counters]")) carry(0n)
}

/** 0 removes the badge (W3C Badging API). */
function carry(count) {
  if (count === carried) return
  carried = count
  navigator.setAppBadge?.(Number(count < most ? count : most)).catch(() => {})
}

document.addEventListener("fivebar-answer", ({ detail: { operation, answer } }) => {
  // A goal's operation from an earlier page has no counter.
  if (operation.counter === undefined) return
  remember(counted.at(-1)?.counter ?? operation.counter)
  // An operation from an earlier page may concern a counter that is not on this one.
  const isElsewhere = operation.counter === last && !cardOf(last)
  if (isElsewhere && document.documentElement.dataset.appBadge !== "off") carry(BigInt(answer.count))
  else show()
})
for (const name of ["fivebar-refusal", "fivebar-refreshed", "fivebar-look"]) document.addEventListener(name, show)

// Responses that arrived while this module was loading.
if (counted.length > 0) remember(counted.at(-1).counter)
show()
