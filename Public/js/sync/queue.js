// The operations made in this browser that the server has not answered, in the order in which they were made. They are in
// localStorage, so that leaving the page loses nothing; of thousands, the older ones are in IndexedDB (storage/storage.js). So
// are those of an account that is no longer open in this browser, until it is opened again. Knows neither the network nor
// the page.
import { account, isDeleted, named } from "./stamp.js"

const prefix = named("operation-")
const numbered = named("operations")
/** What could not be stored lasts as long as the page. @type {Map<string, Operation>} */
export const unstored = new Map()
let last = 0

/** @typedef {{id: string, kind: string, change: object, at: number, offset: number, account?: string,
    counter?: string, delta?: number, goal?: string, day?: string, drawn?: object, isRemoved?: boolean}} Operation what is sent, what a
    page draws of it, and whether it is to be taken back */

export const isKey = key => key.startsWith(prefix)

/** Adds an operation at the end. The order does not depend on the clock, which may be set back. @param {Operation} operation */
export function add(operation) {
  const kept = { ...operation, account }
  if (isDeleted()) return kept
  let key
  try {
    last = Math.max(last, Number(localStorage.getItem(numbered)) || 0) + 1
    key = keyOf(kept)
    // There is room for it where the last one was, though for nothing else: later pages go on from here.
    localStorage.setItem(numbered, last)
    // Another window would send what is newer without what it depends on.
    for (const [older, left] of unstored) {
      localStorage.setItem(older, JSON.stringify(left))
      unstored.delete(older)
    }
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    unstored.set(key ?? keyOf(kept), kept)
  }
  return kept
}

const keyOf = ({ id }) => `${prefix}${String(last).padStart(12, "0")}-${account ?? ""}-${id}`

/** The keys of what waits for this page's account, first made first. */
export function keys() {
  const all = Array.from(unstored.keys())
  try {
    all.push(...Object.keys(localStorage).filter(key => isKey(key) && isOurs(key)))
  } catch {
    // Without storage there is only what this page knows.
  }
  return all.sort()
}

export const isWaiting = id => keys().some(key => idOf(key) === id)

export const idOf = key => key.slice(-36)

/** Whether all of it outlasts the page. */
export const isKept = () => unstored.size === 0

/** The number and the account of a key; nothing for an earlier version's, which had the account in its text.
    @returns {{number: number, account: string} | undefined} */
export function partsOf(key) {
  const parts = /^(\d{12})-(\d*)-/.exec(key.slice(prefix.length))
  return parts ? { number: Number(parts[1]), account: parts[2] } : undefined
}

function isOurs(key) {
  const parts = partsOf(key), other = parts ? parts.account : read(key)?.account
  return !other || other === account
}

/** Nothing for what is damaged, or was answered meanwhile. @returns {Operation?} */
export function read(key) {
  try { return unstored.get(key) ?? JSON.parse(localStorage.getItem(key)) } catch { return null }
}

export function remove(key) {
  unstored.delete(key)
  try { localStorage.removeItem(key) } catch { /* nothing was kept */ }
}
