// Posts a change, or has it wait where the server cannot be reached, to be drawn until then. Knows no kind of change.
import { send } from "./outbox.js"
import { isAnswer, post } from "./post.js"
import { isWaiting, keys } from "./queue.js"
import { forget, note } from "./sending/posted.js"
import { noted } from "./storage/moved.js"

/** How long the server may take, before a change that can wait does, in milliseconds. */
export const patience = 4_000
/** How long what was sent just before may take until it is answered, and how often that is looked for, in milliseconds. */
const settles = 1_000, lookEvery = 50
/** What is posted just now. @type {Map<string, import("./queue.js").Operation>} */
const underway = new Map()
/** Whether the last one was answered: after one that was not, the others do not wait to be. */
let isReached = true

/** Posts a change, or has it wait where the server cannot be reached.
    @param {import("./queue.js").Operation} operation the same change */
export async function postOrWait(action, fields, operation) {
  const { id, at, offset } = operation
  keepIfLeft(operation)
  const wishes = { signal: AbortSignal.timeout?.(patience) }
  const response = await isNext() ? await post(action, { ...fields, at, offset, operation: id }, wishes) : null
  const isHere = letGo(id)
  isReached = isAnswer(response)
  if (isReached) return response
  return isHere ? wait(operation) : accepted()
}

/** What is about to be posted waits if the page is left before, or ends. @param {import("./queue.js").Operation} operation */
export function keepIfLeft(operation) {
  // The page may have been hidden since it was to be kept.
  if (isWaiting(operation.id)) return
  underway.set(operation.id, operation)
  note(operation)
}

/** It was answered, or is given up. @returns {boolean} false if it waits already, because the page was left */
export function letGo(id) {
  forget(id)
  return underway.delete(id)
}

/** Has what is being posted wait, because the next change must come after it.
    @param {(operation: import("./queue.js").Operation) => boolean} isMeant */
export function waitInTurn(isMeant) {
  for (const operation of Array.from(underway.values()).filter(isMeant)) {
    letGo(operation.id)
    wait(operation)
  }
}

/** Whether nothing waits of which the server has to hear first, such as that there is this counter. */
export async function isNext() {
  for (let waited = 0; keys().length > 0 && isReached && navigator.onLine !== false && waited < settles; waited += lookEvery) {
    await new Promise(done => setTimeout(done, lookEvery))
  }
  return keys().length === 0 && await isNothingStored()
}

/** Almost nobody ever had so much that some of it moved. */
async function isNothingStored() {
  if (noted() !== "1") return true
  const stored = await import("./storage/storage.js").catch(() => undefined)
  await stored?.look()
  return !stored?.numberStored()
}

function leave() {
  for (const operation of underway.values()) {
    send(operation)
    forget(operation.id)
  }
  underway.clear()
}
addEventListener("pagehide", leave)
// A phone may end a hidden page without another word.
document.addEventListener("visibilitychange", () => { if (document.hidden) leave() })

/** Has a change wait for the network, after what was done before it. @param {import("./queue.js").Operation} operation */
export function wait(operation) {
  send(operation)
  document.dispatchEvent(new CustomEvent("fivebar-waiting", { detail: { operations: [operation] } }))
  return accepted()
}

const accepted = () => new Response("{}", { status: 202 })
