// Which of what waits the server may have already, although no answer has come: somebody who removes that takes it back once
// the server says that it has it. Knows neither the network nor the page.
import { add, partsOf, read } from "../queue.js"
import { moment, named, newIdentifier } from "../stamp.js"

/** Up to which number all that waits was sent once. */
const tried = named("tried")
let highest = 0

const numberOf = key => partsOf(key)?.number ?? 0

/** Without a network nothing is sent. @param {string[]} keys of what is about to be sent */
export function noteTried(keys) {
  const last = navigator.onLine === false ? 0 : numberOf(keys.at(-1))
  if (last <= highest) return
  highest = last
  try {
    if (last > Number(localStorage.getItem(tried))) localStorage.setItem(tried, last)
  } catch {
    // Then only this page knows.
  }
}

export function mayBeThere(key) {
  try { highest = Math.max(highest, Number(localStorage.getItem(tried))) } catch { /* only this page knows */ }
  return numberOf(key) <= highest
}

/** Has what waits be taken back once it is answered. @returns {boolean} false if there is no room to note that */
export function removeOnceAnswered(key) {
  const operation = read(key)
  if (!operation) return false
  operation.isRemoved = true
  try {
    if (localStorage.getItem(key) !== null) localStorage.setItem(key, JSON.stringify(operation))
    return true
  } catch {
    return false
  }
}

/** @param {import("../queue.js").Operation} operation the server has it */
export function takeBack({ id, counter, delta }) {
  const when = moment()
  add({ id: newIdentifier(when.at), kind: "undo", change: { operation: id }, ...when, ...delta && { counter, delta: String(-BigInt(delta)) } })
}
