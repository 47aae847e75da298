// Notes the changes that are posted by themselves rather than kept in the queue, in case their page ends before they are
// answered, as a tab that crashes does: a later page adds them to the queue.
import { add, idOf, isWaiting, read } from "../queue.js"
import { account, named } from "../stamp.js"

const noted = account => named(`posted-${account ?? ""}-`)
/** What this page has noted, by id. @type {Map<string, import("../queue.js").Operation>} */
const notedHere = new Map()
export const posted = () => Array.from(notedHere.values())

/** Notes what is posted instead, until that is answered: its page may end before, without another word. */
export function note(operation) {
  notedHere.set(operation.id, operation)
  try { localStorage.setItem(noted(account) + operation.id, JSON.stringify(operation)) } catch { /* it lasts as long as the page */ }
}

export function forget(id) {
  notedHere.delete(id)
  try { localStorage.removeItem(noted(account) + id) } catch { /* nothing was noted */ }
}

/** Adds what other pages have noted and not posted before they ended. What one still posts is sent twice, and done once. */
export function addNoted() {
  try {
    const isNoted = key => (key.startsWith(noted(account)) || key.startsWith(noted())) && !notedHere.has(idOf(key))
    for (const key of Object.keys(localStorage).filter(isNoted).sort()) {
      const operation = read(key)
      localStorage.removeItem(key)
      if (operation?.kind && !isWaiting(operation.id)) add(operation)
    }
  } catch {
    // Without storage nothing was noted.
  }
}
