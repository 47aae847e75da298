// Keeps an open page up to date, whoever changes the account: learns of a newer revision from server-sent events or by
// polling, and has the page refreshed once nothing local is pending. Knows only revisions.
import { load } from "./load.js"

const askEvery = 20_000
const zoneNow = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const hiddenLongEnough = 1_000
/** Revisions of this page's own operations. */
const ours = new Set()
/** The page that is kept live, and how to tell it of a revision or to refresh it. */
let page, kept

/**
 * A page that becomes another one, such as a list, is from then on kept live as that.
 * @param {{ refresh: (wishes?: { isReturn?: boolean }) => void, isSettled: () => boolean, isOutdated?: () => boolean,
 * isAtOnce?: boolean }} being how it is refreshed, whether all its operations are answered, whether by the device's clock it is
 * of a day that is over, and whether users usually stay on it
 * @returns {() => void} refreshes it now, if nothing is pending
 */
export function keepLive(being) {
  page = being
  // It may have missed a revision meanwhile.
  if (kept) kept.hear(0)
  else kept = begin(being)
  return kept.ask
}

const isSettled = () => page.isSettled()
const refresh = wishes => page.refresh(wishes)

function begin({ isAtOnce = false }) {
  let highest = 0, hiddenSince = 0

  /** The revision that the page fully includes; a newcomer's has none yet. */
  function whole() {
    let revision = Number(document.body.dataset.revision ?? 0)
    for (const own of ours) if (own <= revision) ours.delete(own)
    while (ours.delete(revision + 1)) revision += 1
    document.body.dataset.revision = revision
    return revision
  }

  function hear(revision) {
    highest = Math.max(highest, revision)
    if (highest > whole() && isSettled()) refresh()
  }

  document.addEventListener("fivebar-answer", ({ defaultPrevented, detail: { answer } }) => {
    // Unless the page does not show what was changed.
    if (defaultPrevented) ours.add(answer.revision)
    // After the page has handled it, too.
    queueMicrotask(() => hear(answer.revision))
  })
  document.addEventListener("fivebar-undone", event => {
    event.preventDefault()
    refresh()
  })

  const ask = () => { if (isSettled()) refresh() }
  // An operation may be refused because the page is outdated.
  document.addEventListener("fivebar-refusal", () => queueMicrotask(ask))
  const { events, revision } = document.body.dataset
  // No stream for short visits: a device may have few, and those of left pages end late.
  const listen = () => load("../sync/stream.js", import.meta.url).then(({ follow }) => follow(events, Number(revision), { hear, ask }), () => {})
  if (events && isAtOnce) listen()
  else if (events) setTimeout(listen, 2_000)
  else if (revision) setInterval(() => { if (!document.hidden) ask() }, askEvery)

  // Where an hour begins, a day may. Not the hour alone: a computer may sleep for days.
  const thisHour = () => new Date().setMinutes(0, 0, 0)
  let hour = thisHour(), isAgain = false, zone = zoneNow(), looksWhileOutdated = 0
  setInterval(() => {
    if (document.hidden) return
    if (zoneNow() !== zone) {
      zone = zoneNow()
      return load("./time/zone.js", import.meta.url).then(({ learn }) => learn()).then(refresh, () => {})
    }
    // The server's clock may be behind; a device's that is ahead for good is asked about ever more seldom.
    looksWhileOutdated = page.isOutdated?.() ? looksWhileOutdated + 1 : 0
    const isDue = looksWhileOutdated > 0 && Number.isInteger(Math.log2(looksWhileOutdated)), isNewHour = thisHour() !== hour
    if (!isNewHour && !isDue) return
    // Twice: what has just woken may have no network yet.
    if (isNewHour && isAgain) hour = thisHour()
    isAgain = isNewHour && !isAgain
    refresh()
  }, askEvery)

  addEventListener("pageshow", event => { if (event.persisted) refresh({ isReturn: true }) })
  // Going back may also show the page from the browser's cache.
  if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") refresh({ isReturn: true })
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenSince = Date.now()
    else if (Date.now() - hiddenSince > hiddenLongEnough) refresh()
  })
  return { hear, ask }
}
