// Has the pages kept that are about what is listed, though nobody has opened them here: of each counter its own, its history
// and its figures, of each goal its days, and of all of it what was changed last. What is missing or old is kept once nobody taps, one page after the other; what
// was changed here once the page is left, so that counting fetches nothing for each tap.
import { isControlled } from "./fetch.js"

/** After the last answer, and between two pages, in milliseconds: web servers count how many one device asks for. */
const rests = 2_000, pause = 250
/** Of how many counters, and of how many goals: those at the top. */
const most = 30
/** Of how many things the pages are kept when the page is left, all at once. */
const mostAtOnce = 4
/** So much later follow those that another device changes meanwhile, and those that were changed here, in milliseconds. */
const restsLong = 30_000
/** The pages about a counter, the likeliest first. */
const parts = ["", "/history", "/statistics"]

/** @param {(paths: string[]) => void} keep @param {string} base the site's base path */
export function keepListed(keep, base) {
  /** The account's revision at which a counter or a goal has changed here, by its path. @type {Map<string, number>} */
  const changed = new Map()
  /** The revision of which a page is kept, by its path; -1 without it. Of those that were looked up. @type {Map<string, number>} */
  const kept = new Map()

  const lastChanges = `${base}undo`

  /** The counters and goals that are listed or have changed here: by path, at which revision each last changed. */
  function listed() {
    const all = new Map(changed), add = (path, revision) => all.set(path, Math.max(revision, all.get(path) ?? 0))
    const top = selector => Array.from(document.querySelectorAll(selector)).slice(0, most)
    // Nobody wants to pay for what may never be opened.
    if (navigator.connection?.saveData) return all
    // One that was made without a network has none yet that could be kept.
    for (const { dataset } of top("[data-counter][data-revision]")) if (/^\d+$/.test(dataset.counter)) add(`${base}counters/${dataset.counter}`, Number(dataset.revision))
    for (const card of top(".goal-card[data-revision]")) add(card.querySelector(".goal-link").pathname, Number(card.dataset.revision))
    return all
  }

  /** The pages about them that are not kept as they should be. */
  async function missing() {
    const all = Array.from(listed(), ([path, revision]) => ({ path, revision, isChanged: changed.has(path) }))
    const counters = all.filter(({ path }) => path.startsWith(`${base}counters/`)), goals = all.filter(thing => !counters.includes(thing))
    const pages = parts.flatMap(part => counters.map(counter => ({ ...counter, path: counter.path + part }))).concat(goals)
    if (counters.length > 0) pages.unshift({ path: `${base}statistics`, revision: Math.max(...counters.map(({ revision }) => revision)), isChanged: changed.size > 0 })
    const revision = Number(document.body.dataset.revision)
    // A newcomer has changed nothing.
    if (revision && !navigator.connection?.saveData) pages.unshift({ path: lastChanges, revision, isChanged: changed.size > 0 })
    await Promise.all(pages.filter(({ path }) => !kept.has(path)).map(async ({ path }) => kept.set(path, await keptRevision(path))))
    return pages.filter(({ path, revision }) => kept.get(path) < revision)
  }

  function keepNow(pages) {
    for (const { path, revision } of pages) kept.set(path, revision)
    if (pages.length > 0) keep(pages.map(({ path }) => path))
  }

  let quiet, quietLong, isKeeping = false
  async function keepInTurn() {
    if (isKeeping) return waitForRest()
    isKeeping = true
    try {
      for (const page of await missing()) {
        if (document.hidden || navigator.onLine === false) break
        if (page.isChanged && kept.get(page.path) >= 0) continue
        keepNow([page])
        await new Promise(done => setTimeout(done, pause))
      }
    } catch {
      // Storage was taken away: the next page looks again.
    } finally { isKeeping = false }
  }
  function waitForRest(pause = rests) {
    clearTimeout(quiet)
    quiet = setTimeout(keepInTurn, pause)
  }

  async function keepLatest() {
    if (navigator.onLine === false || !isControlled()) return
    const latest = Array.from(changed.keys()).slice(-mostAtOnce)
    keepNow((await missing()).filter(({ path, isChanged }) => isChanged && ([`${base}statistics`, lastChanges].includes(path) || latest.some(thing => path === thing || path.startsWith(`${thing}/`)))))
  }

  function note(path, revision) {
    changed.delete(path)
    changed.set(path, revision)
  }

  document.addEventListener("fivebar-answer", ({ detail: { operation, answer } }) => {
    if (!answer?.revision) return
    if (answer.counter) note(`${base}counters/${answer.counter}`, answer.revision)
    if (operation.goal) note(`${base}goals/${operation.goal}`, answer.revision)
    waitForRest()
    clearTimeout(quietLong)
    quietLong = setTimeout(() => keepLatest().catch(() => {}), restsLong)
  })
  document.addEventListener("fivebar-refreshed", () => waitForRest(restsLong))
  document.addEventListener("visibilitychange", () => document.hidden ? keepLatest().catch(() => {}) : waitForRest())
  addEventListener("online", () => waitForRest())
  waitForRest()
}

async function keptRevision(path) {
  const page = await (await caches.match(path, { ignoreVary: true }))?.text()
  return page === undefined ? -1 : Number(/<body[^>]* data-revision="(\d+)"/.exec(page)?.[1] ?? 0)
}
