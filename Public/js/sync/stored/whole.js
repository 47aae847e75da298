// All that waits for this page's account, first made first, in both places: localStorage, which keeps a tap within the tap,
// and IndexedDB, to which the oldest taps move once there are thousands. So nothing that looks through localStorage ever
// looks through more, and the room there does not end. The newest stay, and with them the sign that something waits.
import { keys, read, remove, unstored } from "../queue.js"
import * as database from "./database.js"

/** At so many the taps move, until so many are left. */
const most = 2_000, fewest = 1_000
/** So many are moved, or looked at, at once: more would be felt under a finger. */
const portion = 200, together = 1_000

/** @typedef {import("./database.js").Entry} Entry */

/** How many are in IndexedDB, as far as is known. */
let stored = 0
/** Up to which key nothing there is wanted any more. */
let passed
/** What is no tap and found no room in localStorage is in IndexedDB, and stays here for the page to look at. */
const lasting = new Set()

/** Whether all of it outlasts the page. */
export const isKept = () => unstored.size === lasting.size

/** How many are in IndexedDB and not here. */
export const numberStored = () => stored - lasting.size

/** Looks how many are in IndexedDB: another window may have moved some there, or sent them. */
export async function look() {
  stored = await database.count().catch(() => stored)
}

/** Looks for the first time. A page that ended while it moved some left them in both places. */
export async function begin() {
  await look()
  const here = keys()
  if (stored === 0 || here.length === 0) return
  for (const key of await database.keysBetween(here[0], here.at(-1)).catch(() => [])) remove(key)
}

/** What only its page looks at, as what it adds to a count. */
const isTap = ({ kind, delta }) => Boolean(delta) && ["increment", "decrement", "undo"].includes(kind)
/** An earlier version's has no number in its key, and stays. */
const isNumbered = key => /^\D+\d{12}-/.test(key)

let moving
/** Whether there is more in localStorage than should be. */
export const isMuch = () => !isKept() || keys().length > most

/** Moves what is too much, first what would go with the page. @returns {Promise<boolean>} whether anything moved */
export function move() {
  passed = undefined
  const before = stored
  return moving ??= moveAll().catch(() => {}).then(async () => {
    moving = undefined
    await look()
    return stored > before
  })
}

async function moveAll() {
  // The map goes on changing: fingers do not wait.
  const without = Array.from(unstored).filter(([key]) => !lasting.has(key))
  await put(without.filter(([, operation]) => isTap(operation)))
  const here = keys().filter(key => isNumbered(key) && !unstored.has(key))
  for (let start = 0, left = here.length - fewest; here.length > most && left > 0 && start < here.length; start += portion) {
    const taps = here.slice(start, start + portion).map(key => [key, read(key)]).filter(([, operation]) => operation?.kind && isTap(operation))
    left -= taps.length
    await put(taps)
  }
  for (const entry of without.filter(([, operation]) => !isTap(operation))) if (!keepHere(entry)) {
    await database.put([entry])
    if (unstored.has(entry[0])) lasting.add(entry[0])
  }
}

async function put(entries) {
  for (let start = 0; start < entries.length; start += portion) {
    const some = entries.slice(start, start + portion)
    await database.put(some)
    // Whoever sends meanwhile has to know: what moved was made before what is left.
    stored += some.length
    for (const [key] of some) remove(key)
  }
}

/** There may be room by now. */
function keepHere([key, operation]) {
  try {
    if (unstored.has(key)) localStorage.setItem(key, JSON.stringify(operation))
    unstored.delete(key)
    return true
  } catch {
    return false
  }
}

/** The first ones from both places. @param {number} number @param {(key: string) => boolean} isLeft whether it is wanted
    @returns {Promise<Entry[]>} */
export async function first(number, isLeft) {
  const found = new Map()
  // Another window may move some.
  if (stored === 0 && keys().length >= number) await look()
  let end = passed
  if (stored > 0) for (let page = [], isPassed = true; found.size < number; end = page.at(-1)[0]) {
    page = await database.page(number, end).catch(() => [])
    for (const [key, operation] of page) if (isLeft(key)) found.set(key, operation)
    if (page.length < number) { end = undefined; break }
    isPassed &&= found.size === 0
    if (isPassed) passed = page.at(-1)[0]
  }
  else end = undefined
  // Up to where the other place was looked through.
  for (const key of keys().filter(isLeft)) if (!found.has(key) && (end === undefined || key < end)) found.set(key, undefined)
  return Array.from(found.keys()).sort().slice(0, number).map(key => [key, found.get(key) ?? read(key)])
}

/** Goes through IndexedDB, after a key; in between others have their turn.
    @param {(entries: Entry[]) => boolean} take some, first made first; false if it needs no more */
export async function walk(take, after) {
  if (stored === 0) return
  for (let page, end = after; !page || page.length === together; end = page.at(-1)?.[0]) {
    page = await database.page(together, end).catch(() => [])
    if (page.length > 0 && !take(page)) return
  }
}

/** Forgets them in both places, and says what they were: they may have been marked since they were read.
    @param {string[]} keys @returns {Promise<Map<string, import("../queue.js").Operation>>} by key */
export async function take(keys) {
  const here = new Map(keys.map(key => [key, read(key)]).filter(([, operation]) => operation))
  for (const key of keys) {
    remove(key)
    lasting.delete(key)
  }
  if (stored === 0 || keys.length === 0) return here
  const there = await database.take(keys).catch(() => new Map())
  stored -= there.size
  return new Map([...there, ...here])
}

/** @param {string[]} keys those in IndexedDB @returns {Promise<boolean>} false if there is no room to note that */
export const removeOnceAnswered = keys => database.removeOnceAnswered(keys).then(() => true, () => false)
