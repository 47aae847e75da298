// Sends what waits to the server, in order and in lists, each at least once; its id makes it count only once. One window
// of a browser sends for all of them. Dispatches on the document "fivebar-answer" and "fivebar-refusal", and
// "fivebar-waiting" once something could not be sent, so that it is drawn: who does prevents the event's default.
import { load } from "../shell/load.js"
import { add, idOf, isKept, isKey, isWaiting, keys, read, remove } from "./queue.js"
import { isAnswer } from "./post.js"
import { tell, tellRefusal } from "./status.js"
import { keepRefused } from "./waiting/refused.js"
import { mayBeThere, noteTried, removeOnceAnswered, takeBack } from "./waiting/tried.js"

/** This file is at assets/<build>/js/sync below the site's base path. */
const address = new URL("../../../../operations", import.meta.url).href
const name = `fivebar-sender ${address}`
/** The server takes 500. Requests that outlive their page may have 64 KB together. */
const mostInList = 500, largestList = 60_000
const quickEnough = 1_000, patience = 4_000, givenUpAfter = 20_000, longestPause = 600_000
/** The server's reasons if the account is no longer open in this browser, or there is none. */
const closed = new Set(["otherAccount", "unknownDevice", "signUpIsClosed"])
/** What may be taken another time: then the account is open here again, or the server, put back to an earlier version, is
    a newer one. */
const isToBeHeld = ({ account }, reason) => account && closed.has(reason) || reason === "kindIsUnknown"

/** After which pause there is room for what was too much, by the server's reason: a day has only so many, and the next
    one as many again. */
const later = { tooManyOperations: 1_000, tooManyOperationsToday: 60_000 }

const channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : undefined
/** What this page has made or drawn, by id. @type {Map<string, import("./queue.js").Operation>} */
const ours = new Map()
/** The clock may be set back meanwhile, but this one goes on. */
const heardSince = performance.now()
/** What waits for another time. @type {Set<string>} */
const held = new Set()
let isWanted = false, isRunning = false
/** The keys of what is being sent. @type {Set<string>} */
let underway = new Set()
/** How many are sent one by one, because the list with them was refused as a whole. */
let alone = 0
let failures = 0, failedAt = 0, notBefore = 0, timer, said

/** Sends what waits. @param {import("./queue.js").Operation} [operation] made by this page just now
    @param {DOMHighResTimeStamp} [madeAt] */
export function wake(operation, madeAt) {
  if (operation) {
    ours.set(operation.id, operation)
    if (!isKept()) addEventListener("beforeunload", stay)
    // Another window has sent it before this one could hear of the answer: that is asked for again.
    if (madeAt <= heardSince && !isWaiting(operation.id)) add(operation)
    // Somebody who goes on counting does not wait for the end of a long pause, unless the server asked for it.
    if (timer && performance.now() > Math.max(failedAt + 1_000, notBefore)) endPause()
    else if (timer) saySoon()
  }
  isWanted = true
  run()
}

async function run() {
  if (isRunning || timer) return
  isRunning = true
  while (isWanted && !timer) {
    isWanted = false
    await inTurn(sendAll)
  }
  isRunning = false
}

/** Does the work while no other window does, but does not wait for one that was suspended: ids make that safe. */
async function inTurn(work) {
  if (!navigator.locks) return work()
  let isBegun = false
  const begin = () => { isBegun = true; return work() }
  await navigator.locks.request(name, { signal: AbortSignal.timeout?.(givenUpAfter) }, begin).catch(() => isBegun || work())
}

async function sendAll() {
  while (!timer) {
    const list = next()
    if (list.length === 0) break
    const underWay = setTimeout(() => say("syncing"), quickEnough), slow = setTimeout(() => { say("trying"); drawWhatWaits() }, patience)
    underway = new Set(list.map(([key]) => key))
    noteTried(Array.from(underway))
    const reply = await deliver(list)
    underway = new Set()
    clearTimeout(underWay)
    clearTimeout(slow)
    if (reply.pause !== undefined) pause(reply.pause)
    else {
      failures = 0
      // One without an answer must not be sent again at once.
      if (reply.answers) for (const [key, operation] of list) settle(key, operation, reply.answers.get(operation.id) ?? { later: 60_000 })
    }
  }
  if (!timer) say()
}

/** Drops what waits, or has it taken back where the server may have it. @returns {boolean} false if it was answered */
export function cancel(id) {
  const key = keys().find(key => idOf(key) === id)
  if (!key) return false
  const isKnown = underway.has(key) || mayBeThere(key) && !held.has(key)
  if (!isKnown) remove(key)
  else if (!removeOnceAnswered(key)) return false
  ours.delete(id)
  channel?.postMessage({ cancelled: id })
  return true
}

const left = () => keys().filter(key => !held.has(key))

/** The first of what waits, as many as one request takes. @returns {[key: string, operation: object][]} */
function next() {
  const list = []
  let size = 2
  for (const key of left()) {
    const operation = read(key)
    if (!operation?.kind) {
      if (operation) bringUpToDate(key, operation)
      else remove(key)
      continue
    }
    size += bytes(line(operation)) + 1
    if (list.length === (alone > 0 ? 1 : mostInList) || list.length > 0 && size > largestList) break
    list.push([key, operation])
  }
  return list
}

/** Another version wrote it in another form. One import for all keeps their order. */
function bringUpToDate(key, operation) {
  if (held.has(key)) return
  held.add(key)
  load("./older.js", import.meta.url).then(({ renew }) => { renew(key, operation); wake() }, () => held.delete(key))
}

const line = ({ id, kind, change, at, offset, account }) =>
  JSON.stringify({ id, kind, change, at, offset, account: account && Number(account) })

const encoder = new TextEncoder()
const bytes = text => encoder.encode(text).length

/** A single attempt. Returns a pause if the outcome is unknown: no network, a server error, or a response that is not
    Fivebar's, such as a captive portal's or a proxy's. */
async function deliver(list) {
  const body = `[${list.map(([, operation]) => line(operation)).join(",")}]`
  const response = await fetch(address, {
    method: "POST", body, keepalive: bytes(body) <= largestList + 2, signal: AbortSignal.timeout?.(givenUpAfter),
    headers: { Accept: "application/json", "Content-Type": "application/json" },
  }).catch(() => null)
  const answer = isAnswer(response) ? await response.json().catch(() => null) : undefined
  // This server sends Retry-After in seconds.
  if (answer === undefined || response.ok && !answer) return { pause: Math.min(longestPause, response?.headers.get("retry-after") * 1_000 || 0) }
  if (response.ok) return { answers: answersOf(answer) }
  // Such as behind a proxy that changes where a request comes from: that is no fault of theirs.
  if (!answer?.reason && [403, 404, 405].includes(response.status)) return { pause: 0 }
  // One of them may be to blame.
  if (list.length > 1 && !closed.has(answer?.reason)) return { alone: alone = list.length }
  return { answers: new Map(list.map(([, { id }]) => [id, { isRefused: true, answer }])) }
}

/** What each operation came to, together with the state of what it changed. */
function answersOf({ receipts, counters, days }) {
  const stateOf = ({ counter, goal }, { day }) =>
    day ? days.find(state => state.goal === goal && state.day === day) : counters.find(state => state.counter === counter)
  return new Map(receipts.map(receipt => [receipt.id, {
    isRefused: receipt.status !== "applied",
    later: later[receipt.reason],
    answer: receipt,
    // The number and its words are those after the list.
    state: operation => ({ ...receipt, ...stateOf(receipt, operation), revision: receipt.revision }),
  }]))
}

function settle(key, operation, { isRefused, later, answer, state }) {
  if (later) return timer || pause(later)
  alone = Math.max(0, alone - 1)
  const isRemoved = Boolean(read(key)?.isRemoved)
  if (isRefused && isToBeHeld(operation, answer?.reason)) held.add(key)
  else remove(key)
  if (isRemoved && !isRefused) takeBack(operation)
  if (isRefused && !isRemoved && !held.has(key)) keepRefused(operation, answer)
  const message = { operation, isRefused, isRemoved, answer: isRefused ? answer : state(operation) }
  channel?.postMessage(message)
  announce(message)
}

function announce({ operation, isRefused, isRemoved, answer }) {
  ours.delete(operation.id)
  if (isRefused && !isRemoved) tellRefusal(answer?.problem, true)
  document.dispatchEvent(new CustomEvent(isRefused ? "fivebar-refusal" : "fivebar-answer", { cancelable: true, detail: { operation, answer } }))
}

function pause(atLeast) {
  failures += 1
  failedAt = performance.now()
  notBefore = failedAt + atLeast
  const usual = Math.min(30_000, 500 * 2 ** Math.min(failures, 6)) * (0.75 + Math.random() / 2)
  timer = setTimeout(() => { endPause(); wake() }, Math.max(usual, atLeast))
  say()
  drawWhatWaits()
}

/** Does not wait for the end of a pause, unless the server asked for it. */
export function tryNow() {
  if (performance.now() >= notBefore) endPause()
  wake()
}

function endPause() {
  clearTimeout(timer)
  timer = undefined
}

/** Once for many: to count ten thousand takes a while. */
function saySoon() {
  said ??= setTimeout(() => { said = undefined; say() }, 300)
}

/** @param {"" | "syncing" | "trying"} [how] what is said while nothing has failed */
function say(how = "") {
  const { length } = left(), isOffline = navigator.onLine === false
  if (isOffline && isKept()) tell("offline", length)
  else tell(length === 0 ? "" : isOffline || failures > 0 ? "trying" : how, length)
}

/** What an earlier page left, and this one has not drawn: the server may have counted it already. What was undone while
    it waited is not drawn, nor its undo.
    @param {boolean} isAnew whether what this page has drawn was replaced by what the server knows */
function drawWhatWaits(isAnew) {
  const all = left().filter(key => isAnew || !ours.has(idOf(key))).map(read).filter(operation => operation && !operation.isRemoved)
  const ids = new Set(all.map(({ id }) => id)), undone = new Set(all.map(undoneBy).filter(id => ids.has(id)))
  const operations = all.filter(operation => !undone.has(operation.id) && !undone.has(undoneBy(operation)))
  if (operations.length === 0) return
  // As long as nobody listens, such as on a page that is still starting, it is drawn with the next try.
  const isDrawn = !document.dispatchEvent(new CustomEvent("fivebar-waiting", { cancelable: true, detail: { operations } }))
  if (isDrawn) for (const operation of operations) ours.set(operation.id, operation)
}

const undoneBy = ({ kind, change }) => kind === "undo" ? change.operation : undefined

/** The page may be the last one. What is under way may be repeated. Not where the network fails anyway: the next page
    would draw on top of what was counted without an answer. */
addEventListener("pagehide", () => {
  const list = isKept() && (timer || navigator.onLine === false) ? [] : next()
  if (list.length > underway.size) deliver(list)
})

/** What this page has drawn is not so any more. */
function reload() {
  load("./pages/fetch.js", import.meta.url).then(({ reloadOnceThere }) => reloadOnceThere(), () => {})
}

/** Has the browser ask, because what could not be stored goes with the page. */
function stay(event) {
  if (!isKept()) event.preventDefault()
}
addEventListener("pageshow", event => {
  if (!event.persisted) return
  // Meanwhile another page may have sent what this one still draws as waiting.
  const waiting = new Set(keys().map(idOf))
  if (Array.from(ours.keys()).every(id => waiting.has(id))) wake()
  else reload()
})
document.addEventListener("fivebar-refreshed", () => drawWhatWaits(true))
addEventListener("online", () => {
  endPause()
  // The first request often fails still, which must not be followed by a pause as long as those without a network.
  failures = Math.min(failures, 1)
  say()
  wake()
})
addEventListener("offline", () => { say(); drawWhatWaits() })
addEventListener("storage", ({ key, newValue }) => { if (key && isKey(key) && (newValue === null || navigator.onLine === false)) say() })
// Another window has sent, or dropped, what this one has made or drawn.
if (channel) channel.onmessage = ({ data }) => {
  if (ours.has(data.cancelled)) reload()
  else if (ours.has(data.operation?.id)) announce(data)
}

if (navigator.onLine === false) { say(); drawWhatWaits() }
wake()
