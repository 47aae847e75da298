// Before another account is opened in this browser: sends what waits for the present one, if its counters come along, and
// forgets its kept pages. Otherwise what waits stays until its account is opened here again.
import { keys } from "../sync/queue.js"

/** How long a second press is ignored, in milliseconds: it would cancel the first one, whose code is used by then. */
const sentAgainAfter = 10_000
let isUnderway = false, isReady = false, isRefused = false

async function prepare(event) {
  // Without a network, what is typed stays, and the page says why.
  if (isReady || navigator.onLine === false) return
  event.preventDefault()
  if (isUnderway) return
  isUnderway = true
  const { target, submitter } = event
  if (target.elements.along?.checked) await allSent()
  await forgetPages()
  isReady = true
  target.requestSubmit(submitter)
  isReady = false
  // What did not arrive may be sent again.
  setTimeout(() => { isUnderway = false }, sentAgainAfter)
}

/** Or refused, as from a device that was signed out: that waits for its account. */
function allSent() {
  if (isRefused || keys().length === 0) return
  return new Promise(done => {
    document.addEventListener("fivebar-answer", () => { if (keys().length === 0) done() })
    document.addEventListener("fivebar-refusal", () => { isRefused = true; done() })
    import("../sync/sender.js").catch(done)
  })
}

async function forgetPages() {
  if (!("caches" in window)) return
  for (const name of await caches.keys()) if (name.startsWith("fivebar-pages ")) await caches.delete(name)
}

for (const form of document.querySelectorAll("[data-joining]")) form.addEventListener("submit", prepare)
