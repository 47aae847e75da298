// Sends what waits to the server, in order and in lists, each at least once; its id makes it count only once. One window
// of a browser sends for all of them. Dispatches on the document "fivebar-answer" and "fivebar-refusal", and
// "fivebar-waiting" once something could not be sent, so that it is drawn: who does prevents the event's default; and
// "fivebar-unsent" whenever a try has failed, or may not be made yet.
import { load } from "../shell/load.js"
import { add, idOf, isKey, isWaiting, keys, read, remove } from "./queue.js"
import { closed, deliver, listOf, mostInList } from "./sending/deliver.js"
import { lock as name } from "./sending/newcomer.js"
import { addNoted } from "./sending/posted.js"
import { inTurn } from "./sending/turn.js"
import { drawWhatWaits as drawLeft, ours, turnOfOthers } from "./waiting/draw.js"
import { begin, first, isKept, isMuch, look, move, numberStored, removeOnceAnswered, takeHere, takeStored, walk } from "./storage/storage.js"
import { noteCounts } from "./storage/latestCounts.js"
import { tell, tellRefusal } from "./status.js"
import { isSoAlready, keepRefused } from "./waiting/refused.js"
import { mayBeThere, noteTried, removeOnceAnswered as removeHereOnceAnswered, takeBack } from "./waiting/tried.js"

const quickEnough = 1_000, patience = 4_000
/** So many answers are drawn at once: more would be felt under a finger. */
const portion = 100
/** What may be taken another time: then the account is open here again, or the server, put back to an earlier version, is
    a newer one. */
const isToBeHeld = ({ account }, reason) => account && closed.has(reason) || reason === "kindIsUnknown"

const channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : undefined
/** The clock may be set back meanwhile, but this one goes on. */
const heardSince = performance.now()
/** What waits for another time, by key. @type {Set<string>} */
const held = new Set()
let isWanted = false, isRunning = false
/** The keys of what is being sent. @type {Set<string>} */
let underway = new Set()
/** How many are sent one by one, because the list with them was refused as a whole. */
let oneByOne = 0
let announced = Promise.resolve()
let failures = 0, failedAt = 0, notBefore = 0, timer, said

/** Sends what waits. @param {import("./queue.js").Operation} [operation] made by this page just now
    @param {DOMHighResTimeStamp} [madeAt] */
export function wake(operation, madeAt) {
  if (operation) {
    ours.add(operation.id)
    if (!isKept()) {
      addEventListener("beforeunload", stay)
      moveOn()
    }
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
  try {
    while (isWanted && !timer) {
      isWanted = false
      await inTurn(name, sendAll, quickEnough, () => say("syncing"))
    }
  } finally {
    isRunning = false
  }
}

async function sendAll() {
  const begun = performance.now()
  await looked
  while (!timer) {
    const list = await next()
    // What is older cannot be read yet.
    if (!list) pause(0)
    if (!list?.length) break
    const underWay = setTimeout(() => say("syncing"), quickEnough), slow = setTimeout(() => { say("trying"); drawWhatWaits() }, patience)
    underway = new Set(list.map(([key]) => key))
    noteTried(Array.from(underway))
    const reply = await deliver(list)
    underway = new Set()
    clearTimeout(underWay)
    clearTimeout(slow)
    if (reply.isToBeParted) oneByOne = list.length
    if (reply.pause !== undefined) pause(reply.pause)
    else {
      failures = 0
      if (reply.answers) await settle(list, reply.answers)
      // Thousands take a while.
      if (!timer && performance.now() - begun > quickEnough) say("syncing")
    }
  }
  await announced
  if (!timer) say()
}

/** Drops what waits, or has it taken back where the server may have it; nothing of what was answered.
    @param {string[]} keys @returns {Promise<void>} */
export async function cancel(keys) {
  const isKnown = key => underway.has(key) || mayBeThere(key) && !held.has(key)
  const known = keys.filter(isKnown), unknown = keys.filter(key => !isKnown(key))
  const noted = known.filter(removeHereOnceAnswered)
  takeHere(unknown)
  await takeStored(unknown)
  for (const key of unknown) held.delete(key)
  const isNoted = await removeOnceAnswered(known)
  const ids = unknown.concat(noted, isNoted ? known.filter(key => !read(key)) : []).map(idOf)
  for (const id of ids) ours.delete(id)
  if (ids.length > 0) channel?.postMessage({ cancelled: ids })
}

const isLeft = key => !held.has(key)
const left = () => keys().filter(isLeft)
const drawWhatWaits = isAnew => drawLeft(isLeft, isAnew)

/** The first of what waits, as many as one request takes; nothing if that cannot be known yet.
    @returns {Promise<import("./storage/database.js").Entry[] | undefined>} */
async function next() {
  for (;;) {
    const entries = await first(mostInList, isLeft)
    if (!entries) return undefined
    const sound = entries.filter(isSound)
    if (sound.length > 0 || entries.length === 0) return listOf(sound, oneByOne > 0 ? 1 : mostInList)
  }
}

function isSound([key, operation]) {
  if (operation?.kind) return true
  if (operation) bringUpToDate(key, operation)
  else remove(key)
  held.add(key)
  return false
}

/** Another version wrote it in another form. One import for all keeps their order. */
function bringUpToDate(key, operation) {
  if (!held.has(key)) load("./sending/older.js", import.meta.url).then(({ renew }) => { renew(key, operation); wake() }, () => held.delete(key))
}

/** Forgets what is answered, and tells every window. @param {import("./storage/database.js").Entry[]} list */
async function settle(list, answers) {
  // One without an answer must not be sent again at once.
  const results = list.map(([key, operation]) => ({ key, operation, ...answers.get(operation.id) ?? { later: 60_000 } }))
  const late = results.find(({ later }) => later), decided = results.filter(({ later }) => !later), over = []
  oneByOne = Math.max(0, oneByOne - decided.length)
  for (const result of decided) {
    result.isHeld = result.isRefused && isToBeHeld(result.operation, result.answer?.reason)
    if (result.isHeld) held.add(result.key)
    else over.push(result.key)
  }
  // At once what is here: the page may end while IndexedDB works.
  const here = takeHere(over), isHere = ({ key, isHeld }) => isHeld || here.has(key)
  for (const result of decided.filter(isHere)) conclude(result, here.get(result.key) ?? read(result.key))
  const there = await takeStored(over)
  for (const result of decided.filter(result => !isHere(result))) conclude(result, there.get(result.key))
  if (late && !timer) pause(late.later)
  const told = decided.map(({ operation, isRefused, isRemoved, isHeld, answer, state }) =>
    ({ operation, isRefused, isRemoved, isHeld, answer: isRefused ? answer : state(operation) }))
  noteCounts(told.filter(({ isRefused }) => !isRefused).map(({ answer }) => answer))
  if (told.length > 0) channel?.postMessage({ told })
  document.body.dataset.changed = ""
  // The next list is on its way meanwhile.
  announced = announced.then(() => announceAll(told))
}

/** What was removed while it waited is taken back. @param {import("./queue.js").Operation} [was] as it waited */
function conclude(result, was) {
  const { operation, isRefused, isHeld, answer } = result
  result.isRemoved = Boolean(was?.isRemoved)
  if (result.isRemoved && !isRefused) takeBack(operation)
  if (isRefused && !result.isRemoved && !isHeld && !isSoAlready(operation, answer)) keepRefused(operation, answer)
}

async function announceAll(told) {
  for (let start = 0; start < told.length; start += portion) {
    if (start > 0) await turnOfOthers()
    for (const message of told.slice(start, start + portion)) announce(message)
  }
}

/** The ids of what was refused: what is about something that was not made says nothing new. */
const gone = new Set()

function announce({ operation, isRefused, isRemoved, isHeld, answer }) {
  ours.delete(operation.id)
  if (isRefused && !isRemoved && !isSoAlready(operation, answer)) {
    const { counter, goal } = operation.change ?? {}
    if (!gone.has(counter ?? goal)) tellRefusal(answer?.problem, "waiting")
    gone.add(operation.id)
  }
  document.dispatchEvent(new CustomEvent(isRefused ? "fivebar-refusal" : "fivebar-answer", { cancelable: true, detail: { operation, answer, isHeld } }))
}

function pause(atLeast) {
  failures += 1
  failedAt = performance.now()
  notBefore = failedAt + atLeast
  const usual = Math.min(30_000, 500 * 2 ** Math.min(failures, 6)) * (0.75 + Math.random() / 2)
  timer = setTimeout(() => { endPause(); wake() }, Math.max(usual, atLeast))
  say()
  tellUnsent()
  drawWhatWaits()
  saySoon()
}

const tellUnsent = () => document.dispatchEvent(new Event("fivebar-unsent"))

/** Does not wait for the end of a pause, unless the server asked for it. */
export function tryNow() {
  if (performance.now() >= notBefore) endPause()
  if (timer) tellUnsent()
  wake()
}

function endPause() {
  clearTimeout(timer)
  timer = undefined
}

/** Once for many. What is too much for localStorage moves meanwhile, but not what is sent just now. */
function saySoon() {
  said ??= setTimeout(async () => {
    said = undefined
    await look()
    say()
    if (isMuch() && (timer || navigator.onLine === false || !isKept())) moveOn()
  }, 300)
}

let drawing
const drawSoon = () => { drawing ??= setTimeout(() => { drawing = undefined; drawWhatWaits() }, 300) }

/** Every window looks how many are where. */
const moveOn = () => move().then(isAny => {
  if (!isAny) return
  channel?.postMessage({})
  saySoon()
})

/** @param {"" | "syncing" | "trying"} [how] what is said while nothing has failed */
function say(how = "") {
  const here = keys(), isHere = new Set(held.size > 0 ? here : []), heldThere = Array.from(held).filter(key => !isHere.has(key)).length
  const toSend = here.filter(isLeft).length, length = toSend + Math.max(0, numberStored() - heldThere), isOffline = navigator.onLine === false
  // No reason to try again, but not saved either.
  const notNow = document.body.dataset.held = here.length - toSend + Math.min(heldThere, numberStored())
  if (isOffline && isKept()) tell("offline", length)
  else tell(length === 0 ? "" : isOffline || failures > 0 ? "trying" : how, length || notNow)
}

/** The page may be the last one. What is under way may be repeated. Not where the network fails anyway: the next page
    would draw on top of what was counted without an answer. Nor before what is in IndexedDB, unless it goes with the page. */
addEventListener("pagehide", () => {
  if (isKept() && (!isLooked || timer || navigator.onLine === false || numberStored() > 0)) return
  const list = listOf(left().slice(0, mostInList).map(key => [key, read(key)]).filter(([, operation]) => operation?.kind), mostInList)
  if (list.length <= underway.size) return
  noteTried(list.map(([key]) => key))
  deliver(list)
})

/** What this page has drawn is not so any more. */
function reload() {
  load("./pages/fetch.js", import.meta.url).then(({ reloadOnceThere }) => reloadOnceThere(), () => {})
}

/** Has the browser ask, because what could not be stored goes with the page. */
function stay(event) {
  if (!isKept()) event.preventDefault()
}
addEventListener("pageshow", async event => {
  if (!event.persisted) return
  await look()
  // Meanwhile another page may have sent what this one still draws as waiting.
  const waiting = new Set(keys().map(idOf))
  await walk(entries => { for (const [key] of entries) waiting.add(idOf(key)); return true })
  if (Array.from(ours).every(id => waiting.has(id))) wake()
  else reload()
})
for (const name of ["fivebar-refreshed", "fivebar-redrawn"]) document.addEventListener(name, () => drawWhatWaits(true))
addEventListener("online", () => {
  endPause()
  // The first request often fails still, which must not be followed by a pause as long as those without a network.
  failures = Math.min(failures, 1)
  say()
  wake()
})
addEventListener("offline", () => { say(); drawWhatWaits() })
let waking
/** Sends what another window has left, if that one is closed; not beside one that sends. */
async function takeOver() {
  waking = undefined
  if (timer || keys().length === 0) return
  const isFree = !navigator.locks || await navigator.locks.request(name, { ifAvailable: true }, Boolean).catch(() => true)
  if (isFree) wake()
}
addEventListener("storage", ({ key, newValue }) => {
  if (!key || !isKey(key)) return
  const isKeptBack = timer || navigator.onLine === false
  if (newValue === null || isKeptBack) saySoon()
  // What another window adds is drawn here, too, as long as it cannot be sent.
  if (newValue !== null && isKeptBack) drawSoon()
  if (newValue !== null) waking ??= setTimeout(takeOver, 10_000 + 5_000 * Math.random())
})
// Another window has sent, or dropped, what this one has made or drawn. One of an earlier version tells of one at a time.
if (channel) channel.onmessage = ({ data }) => {
  const cancelled = [data.cancelled ?? []].flat(), told = data.told ?? (data.operation ? [data] : [])
  if (cancelled.some(id => ours.has(id))) reload()
  announceAll(told.filter(({ operation }) => ours.has(operation.id)))
  saySoon()
}

/** Once it is known how many are in IndexedDB. */
const looked = begin().catch(() => {})
let isLooked = false
looked.then(() => { isLooked = true })
if (navigator.onLine === false) looked.then(() => { say(); drawWhatWaits() })
// The server could not show its own in time.
else if ("kept" in document.body.dataset) looked.then(() => drawWhatWaits())
addNoted()
wake()
