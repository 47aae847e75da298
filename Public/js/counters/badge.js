// The number on the installed app's icon: the count of the counter that was counted on last in this browser.
// Hears answers and looks at cards; counts and sends nothing. Fetched where the app is installed, also by browsers that number no icons.
import { cardOf, reckoningOf } from "./cards.js"
import { counted } from "./counting.js"

const key = "fivebar-last-counted"
const most = BigInt(Number.MAX_SAFE_INTEGER)
/** The counter's id. */
let last = remembered()
/** What the icon carries; nothing is known of it at first. */
let carried

function remembered() {
  try { return localStorage.getItem(key) } catch { return null }
}

function remember(counter) {
  if (counter === last) return
  last = counter
  try { localStorage.setItem(key, counter) } catch { /* it is known for as long as the page lives */ }
}

/** Carries what the server has confirmed. */
function show() {
  const card = last && cardOf(last)
  if (document.documentElement.dataset.appBadge === "off") carry(0n)
  else if (card) carry(reckoningOf(card).confirmed.count)
  // A list of all counters that lacks this one says that it is gone.
  else if (document.querySelector("[data-counters]")) carry(0n)
}

/** With 0 the icon carries nothing (W3C Badging API). */
function carry(count) {
  if (count === carried) return
  carried = count
  navigator.setAppBadge?.(Number(count < most ? count : most)).catch(() => {})
}

document.addEventListener("fivebar-answer", ({ detail: { operation, answer } }) => {
  // What was done to a goal on an earlier page is about no counter.
  if (operation.counter === undefined) return
  remember(counted.at(-1)?.counter ?? operation.counter)
  // What an earlier page left behind may be about a counter that this one does not show.
  const isElsewhere = operation.counter === last && !cardOf(last)
  if (isElsewhere && document.documentElement.dataset.appBadge !== "off") carry(BigInt(answer.count))
  else show()
})
for (const name of ["fivebar-refusal", "fivebar-refreshed", "fivebar-look"]) document.addEventListener(name, show)

// What was answered while this was on its way.
if (counted.length > 0) remember(counted.at(-1).counter)
show()
