// Notices that the account moved on elsewhere, by the server's events or by a gap in our own answers,
// and has the page refreshed once nothing of ours is under way. Where the server has no events it asks now and then.
// Knows revisions only.
import { isSettled } from "./cards.js"
import { refresh } from "./refresh.js"

const address = document.body.dataset.events
const askEvery = 20_000
/** Revisions that our own answers account for. */
const ours = new Set()
let highest = 0
let events

/** The revision up to which the page is whole. */
function whole() {
  let revision = Number(document.body.dataset.revision)
  for (const own of ours) if (own <= revision) ours.delete(own)
  while (ours.delete(revision + 1)) revision += 1
  document.body.dataset.revision = revision
  return revision
}

function hear(revision) {
  highest = Math.max(highest, revision)
  if (highest > whole() && isSettled()) refresh()
}

function open() {
  if (!address || events || document.hidden) return
  events = new EventSource(address)
  events.addEventListener("revision", event => hear(Number(event.data)))
}

function close() {
  events?.close()
  events = undefined
}

document.addEventListener("fivebar-answer", ({ detail: { answer } }) => {
  ours.add(answer.revision)
  // Once the card has heard it too.
  queueMicrotask(() => hear(answer.revision))
})
document.addEventListener("fivebar-refusal", () => queueMicrotask(() => hear(0)))

// A page nobody sees asks for nothing: over plain HTTP a browser has six connections for all its tabs.
addEventListener("pagehide", close)
addEventListener("pageshow", open)
document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else open() })
if (address) open()
else setInterval(() => { if (!document.hidden && isSettled()) refresh() }, askEvery)
