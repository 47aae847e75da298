// Keeps an open page as its account is, whoever changes it: hears of a newer revision, by the server's events or by
// asking now and then, and has the page brought up to date once nothing of ours is under way. Knows revisions only.
import { follow } from "../sync/stream.js"

const askEvery = 20_000
const hiddenLongEnough = 1_000
/** Revisions that our own answers account for. */
const ours = new Set()

/**
 * @param {{ refresh: (wishes?: { isReturn?: boolean }) => void, isSettled: () => boolean, isAtOnce?: boolean }} page
 *   how it is brought up to date, whether all that was done on it is answered, and whether most stay on it
 * @returns {() => void} brings it up to date now, where it is settled
 */
export function keepLive({ refresh, isSettled, isAtOnce = false }) {
  let highest = 0, hiddenSince = 0

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
    // Once the page has heard it too.
    queueMicrotask(() => hear(answer.revision))
  })
  document.addEventListener("fivebar-undone", () => refresh())

  const ask = () => { if (isSettled()) refresh() }
  // Refused is what an old page asks.
  document.addEventListener("fivebar-refusal", () => queueMicrotask(ask))
  const { events, revision } = document.body.dataset
  // Whoever only passes through opens no stream: a device may have few, and those of pages that were left end late.
  const begin = () => follow(events, Number(revision), { hear, ask })
  if (events && isAtOnce) begin()
  else if (events) setTimeout(begin, 2_000)
  else if (revision) setInterval(() => { if (!document.hidden) ask() }, askEvery)

  addEventListener("pageshow", event => { if (event.persisted) refresh({ isReturn: true }) })
  // Going back may also show the page as it lay in the browser's cache.
  if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") refresh({ isReturn: true })
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenSince = Date.now()
    else if (Date.now() - hiddenSince > hiddenLongEnough) refresh()
  })
  return ask
}
