// The larger place for what waits in this browser: IndexedDB, which has room for what localStorage has not. What is moved
// there keeps its key, so what is moved twice is there once. It is made only for the first that is moved. Every
// function fails where the browser refuses it. Knows neither the network nor the page.
import { partsOf } from "../queue.js"
import { account, named } from "../stamp.js"
import { note } from "./moved.js"

/** At the root "fivebar", as it was before sites at other paths had their own. */
const name = named("").replace(/-$/, ""), table = "operations"
/** A browser that does not answer for so long is treated as having none, in milliseconds; and a read or a removal that does not end. */
const patience = 2_000, longestRead = 5_000, longestRemoval = 20_000

/** @typedef {[key: string, operation: import("../queue.js").Operation]} Entry */

/** What names no account was made before there was one, and is its first one's. */
const accounts = account === undefined ? [""] : ["", account]
const accountOf = key => partsOf(key)?.account ?? ""
const placeOf = key => [accountOf(key), key]
/** Whoever it is for comes first: what waits for others is in nobody's way. An empty list comes after every text. */
const rangeOf = (account, after = "") => IDBKeyRange.bound([account, after], [account, []], true)

/** @type {IDBDatabase | undefined} */
let open
/** Whether the browser has no such place. */
export let isRefused = false
let isSlow = false
/** What is being opened, by whether it is made. @type {Map<boolean, Promise<IDBDatabase?>>} */
const opening = new Map()

/** @param {boolean} isMade whether it is made if it is missing @returns {Promise<IDBDatabase?>} */
function database(isMade) {
  if (open) return Promise.resolve(open)
  if (isRefused) return Promise.reject(new Error("This browser refuses IndexedDB: what waits stays where it is."))
  // It is waited for once.
  if (isSlow) return Promise.reject(tooSlow())
  if (!opening.has(isMade)) opening.set(isMade, begin(isMade).finally(() => { opening.delete(isMade); isSlow = false }))
  return within(patience, opening.get(isMade), () => { isSlow = true })
}

const tooSlow = () => new Error("IndexedDB does not answer: what waits stays where it is.")

/** @returns {Promise<IDBDatabase?>} */
const begin = isMade => new Promise((done, failed) => {
  // Not to be had at all, as in some private windows.
  if (!window.indexedDB) isRefused = true
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    if (isMade) request.result.createObjectStore(table, { keyPath: ["account", "key"] })
    else request.transaction.abort()
  }
  request.onsuccess = () => {
    // Another call was first.
    if (open) request.result.close()
    else open = request.result
    open.onclose = open.onversionchange = () => { open?.close(); open = undefined }
    done(open)
  }
  request.onerror = () => {
    if (request.error?.name === "AbortError" && !isMade) return done(null)
    // Others pass: an iPhone loses the connection while it sleeps.
    isRefused = ["SecurityError", "InvalidStateError"].includes(request.error?.name)
    failed(request.error)
  }
})

const within = (time, promise, onLate = () => {}) => new Promise((done, failed) => {
  const timer = setTimeout(() => { onLate(); failed(tooSlow()) }, time)
  promise.then(done, failed).finally(() => clearTimeout(timer))
})

/** Resolves, once it is on the disk, to what its requests came to; without a database, to nothing.
    @param {(table: IDBObjectStore) => IDBRequest[] | void} begin */
async function work(mode, begin, isMade = false, durability = "strict", longest = mode === "readonly" ? longestRead : undefined) {
  const place = await database(isMade)
  if (!place) return []
  let transaction
  const answer = new Promise((done, failed) => {
    transaction = beginIn(place, mode, durability)
    const requests = begin(transaction.objectStore(table))
    transaction.oncomplete = () => done(requests?.map(({ result }) => result) ?? [])
    transaction.onabort = () => failed(transaction.error ?? new Error("IndexedDB has no room: what waits stays where it is."))
  })
  // What is written may come to be there all the same, so that is waited for; what is given up is not done later either.
  return longest ? within(longest, answer, () => { try { transaction.abort() } catch { /* it has ended */ } }) : answer
}

function beginIn(place, mode, durability) {
  try {
    return place.transaction(table, mode, { durability })
  } catch (error) {
    // It was closed meanwhile: the next call opens it again.
    open = undefined
    throw error
  }
}

/** @param {Entry[]} entries */
export const put = entries => work("readwrite", table => {
  note("1")
  for (const [key, operation] of entries) table.put({ account: accountOf(key), key, operation })
}, true)

/** The next ones of this page's account, in their order. @returns {Promise<Entry[]>} */
export async function page(most, after) {
  const found = await work("readonly", table => accounts.map(account => table.getAll(rangeOf(account, after), most)))
  const entries = found.flat().map(({ key, operation }) => [key, operation])
  return entries.sort(([one], [other]) => one < other ? -1 : 1).slice(0, most)
}

/** The keys from one to another one that are there. @returns {Promise<string[]>} */
export const keysBetween = async (first, last) =>
  (await work("readonly", table => accounts.map(account => table.getAllKeys(IDBKeyRange.bound([account, first], [account, last]))))).flat().map(([, key]) => key)

const sum = numbers => numbers.reduce((sum, number) => sum + number, 0)

export const count = async () => sum(await work("readonly", table => accounts.map(account => table.count(rangeOf(account)))))

/** Removes them, and says what they were: they may have been marked since they were read. All of a range go at once where
    there is nothing else in it, which is many times as quick.
    @param {string[]} keys @returns {Promise<Map<string, import("../queue.js").Operation>>} by key */
export async function take(keys) {
  const parts = Array.from(new Set(keys.map(accountOf)), account => keys.filter(key => accountOf(key) === account).sort())
  const found = await work("readwrite", table => parts.map(part => {
    const range = IDBKeyRange.bound(placeOf(part[0]), placeOf(part.at(-1))), wanted = new Set(part), request = table.getAll(range)
    request.onsuccess = () => {
      const there = request.result.filter(({ key }) => wanted.has(key))
      if (there.length === request.result.length) table.delete(range)
      else for (const { key } of there) table.delete(placeOf(key))
    }
    return request
  }), false, "relaxed", longestRemoval)
  const wanted = new Set(keys)
  return new Map(found.flat().filter(({ key }) => wanted.has(key)).map(({ key, operation }) => [key, operation]))
}

/** Has those that are there noted as to be taken back. @param {string[]} keys */
export const removeOnceAnswered = keys => work("readwrite", table => {
  for (const key of keys) {
    const found = table.get(placeOf(key))
    found.onsuccess = () => { if (found.result) table.put({ ...found.result, operation: { ...found.result.operation, isRemoved: true } }) }
  }
})

/** Where the others are: between those of no account and those of this page's, and behind them. */
const others = () => account === undefined
  ? [IDBKeyRange.lowerBound(["", []])]
  : [IDBKeyRange.bound(["", []], [account]), IDBKeyRange.lowerBound([account, []])]

/** How many wait for whomever. */
export const countAll = async () => sum(await work("readonly", table => [table.count()]))

/** What waits for other accounts. */
export const countOthers = async () => sum(await work("readonly", table => others().map(range => table.count(range))))
/** @returns {Promise<Entry[]>} */
export const pageOfOthers = async () => (await work("readonly", table => others().map(range => table.getAll(range)))).flat().map(({ key, operation }) => [key, operation])

/** All that waits for an account, or for none. */
export const removeAllOf = account => work("readwrite", table => { for (const of of ["", account]) table.delete(rangeOf(of)) })
