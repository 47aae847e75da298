// All that waits for this page's account, first made first, in both places: localStorage, which keeps a tap within the tap,
// and IndexedDB, to which the oldest taps move once there are thousands. So nothing that looks through localStorage ever
// looks through more, and the room there does not end. The newest stay, and with them the sign that something waits.
import { keys, partsOf, read, remove, unstored } from "../queue.js"
import { note, noted } from "./moved.js"
import * as database from "./database.js"

/** At so many the taps move, until so many are left. */
const most = 2_000, fewest = 1_000
/** So many are moved, or looked at, at once: more would be felt under a finger. */
const portion = 200, together = 1_000
/** So often what is sent waits for IndexedDB while that fails. Then this page does without: a later one sends what is there. */
const mostTries = 4

/** @typedef {import("./database.js").Entry} Entry */

/** How many are in IndexedDB, as far as is known. */
let stored = 0
/** Up to which key nothing there is wanted any more. */
let passed
/** What is no tap and found no room in localStorage is in IndexedDB, and stays here for the page to look at. */
const lasting = new Set()
/** What was answered, and cannot be removed from IndexedDB: a later page asks again. */
const answered = new Set()
let isFailing = false, tries = 0

/** Whether all of it outlasts the page. */
export const isKept = () => Array.from(unstored.keys()).every(key => lasting.has(key))

/** Whether something may be in IndexedDB that could not be read, and may be another time. */
export const isUnread = () => isFailing && !database.isRefused

/** How many are in IndexedDB and not here. */
export const numberStored = () => Math.max(0, stored - lasting.size - answered.size)

async function attempt(work, otherwise) {
  try {
    const result = await work()
    isFailing = false
    return result
  } catch {
    isFailing = true
    return otherwise
  }
}

/** Whether to wait because there is something in IndexedDB that cannot be read for the moment. */
function isToBeAwaited() {
  if (!isFailing) tries = 0
  else if (noted() === "1") tries += 1
  return tries > 0 && tries <= mostTries
}

/** Looks how many are in IndexedDB: another window may have moved some there, or sent them. */
export async function look() {
  const before = stored
  // Almost nobody has so many that some moved.
  stored = await attempt(() => noted() === "0" ? 0 : database.count(), stored)
  if (stored > before) passed = undefined
}

/** Looks for the first time. A page that ended while it moved some left them in both places. */
export async function begin() {
  await look()
  if (noted() === null && await database.countAll().catch(() => 1) === 0) note("0")
  const here = keys()
  if (stored === 0 || here.length === 0) return
  for (const key of await database.keysBetween(here[0], here.at(-1)).catch(() => [])) remove(key)
}

/** What only its page looks at, as what it adds to a count. */
const isTap = ({ kind, delta }) => Boolean(delta) && ["increment", "decrement", "undo"].includes(kind)
/** An earlier version's has no number in its key, and stays. */
const isNumbered = key => partsOf(key) !== undefined

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
  // Another window may send some of them meanwhile.
  for (let start = 0; here.length > most && start < here.length && keys().length > fewest; start += portion) {
    await put(here.slice(start, start + portion).map(key => [key, read(key)]).filter(([, operation]) => operation?.kind && isTap(operation)))
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

/** The first ones from both places. @param {number} number @param {(key: string) => boolean} isWanted
    @returns {Promise<Entry[] | undefined>} nothing as long as the older ones cannot be read: the newer must not be first */
export async function first(number, isWanted) {
  const found = new Map(), isLeft = key => isWanted(key) && !answered.has(key)
  // Before IndexedDB is looked into: what another window moves in between is not overlooked.
  const here = keys().filter(isLeft)
  await look()
  if (isToBeAwaited()) return undefined
  let end = passed
  if (stored > 0) for (let page = [], isPassed = true; found.size < number; end = page.at(-1)[0]) {
    page = await attempt(() => database.page(number, end), [])
    if (isToBeAwaited()) return undefined
    for (const [key, operation] of page) if (isLeft(key)) found.set(key, operation)
    if (page.length < number) { end = undefined; break }
    isPassed &&= found.size === 0
    if (isPassed) passed = page.at(-1)[0]
  }
  else end = undefined
  // Up to where the other place was looked through.
  for (const key of here) if (!found.has(key) && (end === undefined || key < end)) found.set(key, undefined)
  const entries = Array.from(found.keys()).sort().slice(0, number).map(key => [key, found.get(key) ?? read(key)])
  // What is gone was moved, or sent by another window.
  const still = new Set(keys())
  return entries.every(([key, operation]) => operation || still.has(key)) ? entries : first(number, isWanted)
}

/** Goes through IndexedDB, after a key, as far as it can be read; in between others have their turn.
    @param {(entries: Entry[]) => boolean} take some, first made first; false if it needs no more */
export async function walk(take, after) {
  if (isUnread()) await look()
  if (stored === 0) return
  for (let page, end = after; !page || page.length === together; end = page.at(-1)?.[0]) {
    page = await attempt(() => database.page(together, end), [])
    if (page.length > 0 && !take(page)) return
  }
}

/** Forgets those that are here, and says what they were: they may have been marked since they were read.
    @param {string[]} taken @returns {Map<string, import("../queue.js").Operation>} by key */
export function takeHere(taken) {
  const here = new Map(taken.map(key => [key, read(key)]).filter(([, operation]) => operation))
  for (const key of taken) {
    remove(key)
    lasting.delete(key)
  }
  return here
}

/** The same in IndexedDB. @param {string[]} taken @returns {Promise<Map<string, import("../queue.js").Operation>>} */
export async function takeStored(taken) {
  if (stored === 0 || taken.length === 0) return new Map()
  const there = await database.take(taken).catch(() => undefined)
  if (!there) for (const key of taken) answered.add(key)
  stored -= there?.size ?? 0
  return there ?? new Map()
}

/** Has those that are in IndexedDB noted as to be taken back. @param {string[]} noted
    @returns {Promise<boolean>} false if that cannot be noted there */
export const removeOnceAnswered = noted =>
  stored === 0 ? Promise.resolve(false) : database.removeOnceAnswered(noted).then(() => true, () => false)
