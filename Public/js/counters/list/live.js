// Notices that the account moved on elsewhere, by the server's events or by a gap in our own answers, or because the page
// is shown again, and has it refreshed once nothing of ours is under way. Knows revisions only.
import { isSettled } from "../cards.js"
import { follow } from "../../sync/stream.js"

const refresh = wishes => import("./refresh.js").then(module => module.refresh(wishes), () => {})
const hiddenLongEnough = 1_000
let hiddenSince = 0
const askEvery = 20_000
/** Revisions that our own answers account for. */
const ours = new Set()
let highest = 0

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

document.addEventListener("fivebar-answer", ({ detail: { answer } }) => {
  ours.add(answer.revision)
  // Once the card has heard it too.
  queueMicrotask(() => hear(answer.revision))
})
document.addEventListener("fivebar-undone", () => refresh())

const ask = () => { if (isSettled()) refresh() }
// Refused is what an old page asks.
document.addEventListener("fivebar-refusal", () => queueMicrotask(ask))
const { events, revision } = document.body.dataset
if (events) follow(events, Number(revision), { hear, ask })
else setInterval(() => { if (!document.hidden) ask() }, askEvery)

addEventListener("pageshow", event => { if (event.persisted) refresh({ isReturn: true }) })

// Going back may also show the page as it lay in the browser's cache.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") refresh({ isReturn: true })

document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenSince = Date.now()
  else if (Date.now() - hiddenSince > hiddenLongEnough) refresh()
})

// Another tab of this browser got an answer.
addEventListener("storage", event => {
  if (event.key?.startsWith("fivebar-operation-") && event.newValue === null) refresh()
})
