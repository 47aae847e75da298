// Has the pages about a counter kept that was counted on lately: its own, its history and its figures. What is missing is
// kept once nobody taps, and what has changed once the page is left, so that counting fetches nothing for each tap.
import { isControlled } from "./fetch.js"

/** In milliseconds, after the last answer. */
const rests = 2_000
/** Of how many counters at once, those of latest. */
const mostCounters = 4

/** @param {(paths: string[]) => void} keep @param {string} base the site's base path */
export function keepLately(keep, base) {
  /** By number, latest last. @type {Set<number>} */
  const changed = new Set()
  const pages = () => [`${base}statistics`, ...Array.from(changed).slice(-mostCounters).flatMap(counter => ["", "/history", "/statistics"].map(page => `${base}counters/${counter}${page}`))]
  let quiet

  async function keepMissing() {
    const isKept = await Promise.all(pages().map(path => caches.match(path, { ignoreVary: true })))
    const missing = pages().filter((_, place) => !isKept[place])
    if (navigator.onLine !== false && missing.length > 0) keep(missing)
  }

  document.addEventListener("fivebar-answer", ({ detail: { answer } }) => {
    if (!answer.counter) return
    changed.delete(answer.counter)
    changed.add(answer.counter)
    clearTimeout(quiet)
    quiet = setTimeout(() => keepMissing().catch(() => {}), rests)
  })
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden || changed.size === 0 || navigator.onLine === false || !isControlled()) return
    keep(pages())
    changed.clear()
  })
}
