// Posts a change, or has it wait where the server cannot be reached, to be drawn until then. Knows no kind of change.
import { send } from "./outbox.js"
import { isAnswer, post } from "./post.js"

/** How long the server may take, before a change that can wait does, in milliseconds. */
export const patience = 4_000
/** What is posted just now. @type {Map<string, import("./queue.js").Operation>} */
const underway = new Map()

/** Posts a change, or has it wait where the server cannot be reached.
    @param {import("./queue.js").Operation} operation the same change @param {RequestInit} [wishes] */
export async function postOrWait(action, fields, operation, wishes) {
  const { id, at, offset } = operation
  underway.set(id, operation)
  const response = await post(action, { ...fields, at, offset, operation: id }, { signal: AbortSignal.timeout?.(patience), ...wishes })
  // Otherwise it waits already, because the page was left.
  const isHere = underway.delete(id)
  return response?.type === "opaqueredirect" || isAnswer(response) || !isHere ? response : wait(operation)
}

addEventListener("pagehide", () => {
  for (const operation of underway.values()) send(operation)
  underway.clear()
})

/** Has a change wait for the network, after what was done before it. @param {import("./queue.js").Operation} operation */
export function wait(operation) {
  send(operation)
  document.dispatchEvent(new CustomEvent("fivebar-waiting", { detail: { operations: [operation] } }))
  return new Response("{}", { status: 202 })
}
