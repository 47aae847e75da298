// What the server refused for good, so that it can be read after its sentence is gone: the last fifty of each account,
// latest first, the same ones together. Knows no page but for the name on it.
import { account, named } from "../stamp.js"

const mostKept = 50
const keyOf = of => named(`refused-${of ?? ""}`)

/** @typedef {{operation: import("../queue.js").Operation, name?: string, problem?: string, number: number, first: number, last: number}} Refused
    an operation, how often it was refused, and the times of the first and the last one, in milliseconds since 1970 */

/** @returns {Refused[]} */
export function refused(of = account) {
  try { return JSON.parse(localStorage.getItem(keyOf(of))) ?? [] } catch { return [] }
}

function store(of, list) {
  try {
    if (list.length > 0) localStorage.setItem(keyOf(of), JSON.stringify(list.slice(0, mostKept)))
    else localStorage.removeItem(keyOf(of))
  } catch {
    // Without storage it is said when it happens, and not again.
  }
}

const whatOf = ({ operation: { kind, change }, problem }) => JSON.stringify([kind, change, problem])

/** Whether all is as it was wanted: somebody else was first. */
export const isSoAlready = ({ kind }, answer) => kind === "deleteCounter" && answer?.reason === "counterIsDeleted"

/** @param {import("../queue.js").Operation} operation @param {{problem?: string}} [answer] the server's */
export function keepRefused(operation, answer) {
  const { kind, change, at, counter = change?.counter, goal = change?.goal } = operation
  // A goal that was to be made is on no page; the counter in it is the one that it follows.
  const place = kind === "createGoal" ? undefined : goal ? `[data-goal="${CSS.escape(String(goal))}"] h1, #goal-${CSS.escape(String(goal))}` : `[data-counter="${CSS.escape(String(counter))}"] [data-name]`
  const name = place && document.querySelector(place)?.textContent
  const list = refused(operation.account)
  // What is done to a thing that was refused fails with it, for the same reason.
  const whole = list.find(({ operation: { id, kind } }) => ["createCounter", "createGoal"].includes(kind) && id === String(goal ?? counter))
  const entry = { operation, name, problem: whole?.problem ?? answer?.problem, number: 1, first: at, last: at }
  const same = list.findIndex(other => whatOf(other) === whatOf(entry))
  if (same >= 0) {
    const [before] = list.splice(same, 1)
    Object.assign(entry, { name: name ?? before.name, number: before.number + 1, first: Math.min(before.first, at), last: Math.max(before.last, at) })
  }
  store(operation.account, [entry, ...list])
}

/** @param {Refused} entry */
export function discard(entry) {
  store(account, refused().filter(other => whatOf(other) !== whatOf(entry)))
}
