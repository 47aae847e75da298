// Before another account is opened in this browser: sends what waits for the present one, if its counters come along, and
// forgets its kept pages. Otherwise what waits stays until its account is opened here again.
import { load } from "../shell/load.js"
import { isReachable } from "../sync/pages/plain.js"
import { forgetPages } from "../sync/pages/forget.js"
import { idOf, keys } from "../sync/queue.js"
import { named } from "../sync/stamp.js"

/** How long a second press is ignored, in milliseconds: it would cancel the first one, whose code is used by then. */
const sentAgainAfter = 10_000
/** How long other tabs of this browser have to save what is typed in them, and how often they are told, in milliseconds. */
const savedWithin = 500, toldEvery = 2_000
/** How long what waits may take to be sent, in milliseconds. */
const patience = 20_000
let isUnderway = false, isReady = false
/** The ids of what was refused as from a device that was signed out: that waits for its account. @type {Set<string>} */
const held = new Set()

// Once this page has heard of it, it is not sent again. What an older server does not know waits, too, but it is the present
// account's, which is gone afterwards.
document.addEventListener("fivebar-refusal", ({ detail: { operation, answer, isHeld } }) => {
  if (isHeld && answer?.reason !== "kindIsUnknown") held.add(operation.id)
})

async function prepare(event) {
  if (isReady) return
  event.preventDefault()
  if (isUnderway) return
  isUnderway = true
  const { target, submitter } = event
  if (!await isReachable()) {
    isUnderway = false
    return
  }
  const resumeOthers = target.elements.along?.checked ? await pauseOtherTabs() : () => {}
  if (target.elements.along?.checked && !await allSent()) {
    resumeOthers()
    isUnderway = false
    const { tellRefusal } = await load("../sync/status.js", import.meta.url)
    return tellRefusal(document.body.dataset.wordsUnreachable)
  }
  // Where storage is refused, none were kept.
  await forgetPages().catch(() => {})
  isReady = true
  target.requestSubmit(submitter)
  isReady = false
  // What did not arrive may be sent again.
  setTimeout(() => { isUnderway = false; resumeOthers() }, sentAgainAfter)
}

/** What is done in other tabs while the account changes would be the old one's, which nobody can open any more.
    @returns {Promise<() => void>} resumes them, if it does not change */
async function pauseOtherTabs() {
  if (!("BroadcastChannel" in window)) return () => {}
  const channel = new BroadcastChannel(named("joining")), tell = () => channel.postMessage({})
  const telling = setInterval(tell, toldEvery)
  tell()
  await new Promise(done => setTimeout(done, savedWithin))
  return () => {
    clearInterval(telling)
    channel.postMessage({ isOver: true })
  }
}

/** All that will be. Resolves to false if it took too long. */
async function allSent() {
  const stored = await import("../sync/storage/storage.js").catch(() => undefined)
  const isSent = async () => {
    const here = keys().map(idOf)
    if (here.some(id => !held.has(id))) return false
    await stored?.look()
    return !stored || stored.numberStored() <= held.size - here.length
  }
  if (await isSent()) return true
  return new Promise(done => {
    const look = async () => { if (await isSent()) done(true) }
    document.addEventListener("fivebar-answer", look)
    // Another window may send it, and this one hears only of its own.
    addEventListener("storage", look)
    document.addEventListener("fivebar-refusal", look)
    load("../sync/sender.js", import.meta.url)
    setTimeout(done, patience, false)
    look()
  })
}

/** The server refuses to lose what nobody could open again; asked here, no passphrase has to be typed twice. */
function ask({ elements: { along, forGood } }) {
  if (forGood) forGood.required = !along.checked
}

for (const form of document.querySelectorAll("[data-joining]")) {
  form.addEventListener("submit", prepare)
  form.addEventListener("change", () => ask(form))
  // A browser may put boxes back as they were left.
  addEventListener("pageshow", () => ask(form))
}
