// What must hold of counters: on each page while people count, and on the server in the end.
import { Fault } from "../fault.mjs"
import { smaller } from "../server.mjs"

const isOfGoals = /(Goal|Day)$/

export const cardsOf = page => page.document.querySelectorAll("[data-counters] > [data-counter]")

/** The browser's operations came in the order in which they were made. Gestures are posted at once, and wait only if that fails. */
export function checkOrder({ made, server }, browser) {
  if (browser.wasFull) return
  const came = Array.from(server.arrivals.values()).filter(arrival => arrival.browser === browser && arrival.isList).map(({ id }) => id)
  const places = came.map(id => made.findIndex(operation => operation.id === id && !operation.isGesture)).filter(place => place >= 0), wrong = places.findIndex((place, number) => place < places[number - 1])
  if (wrong >= 0) throw new Fault(`${made[places[wrong]].id} of browser ${browser.name} came after what was done later`)
}

/** Each card shows a state that the server told this page, and what was done here on top, once. */
export function checkDrawn(schedule, browser, page) {
  const { server } = schedule
  if (!page.isAwake) return
  for (const { dataset } of cardsOf(page)) {
    const number = server.numberOf(dataset.counter), shown = BigInt(dataset.count)
    // One that was made here, and has no number yet, begins with nothing.
    const told = page.told.filter(({ counter }) => server.numberOf(counter) === number), isNew = dataset.counter.includes("-")
    if (isNew) told.push({ count: 0n, revision: 0 })
    const isSo = told.some(state => drawn(schedule, browser, page, number, state).has(shown))
    if (!isSo) throw new Fault(`browser ${browser.name} shows ${shown} for counter ${dataset.counter}, of which it was told ${told.map(({ count, revision }) => `${count} at ${revision}`).join(", ")}`)
  }
}

/** What may be drawn on top of a state. What another page has left is drawn once it could not be sent, and then last. */
function drawn({ made: all, server }, browser, page, number, state) {
  const made = all.filter(operation => operation.browser === browser && operation.delta !== 0n && server.numberOf(operation.counter) === number)
  const own = made.filter(operation => operation.page === page), others = made.filter(operation => operation.page !== page)
  return new Set([made, [...own, ...others]].flatMap(operations => Array.from(fold(server, operations, browser, page, state))))
}

function fold(server, operations, browser, page, { count, revision }) {
  let possible = new Set([count])
  for (const operation of operations) {
    const arrival = server.arrivals.get(operation.id), isIn = arrival?.revision <= revision
    const isSure = operation.page === page && !operation.isGesture && !isIn && arrival?.isApplied !== false
    const isWaiting = browser.waiting.some(key => key.endsWith(operation.id))
    // What was counted without an answer may be in the page already, and is drawn on top until it is answered.
    if (isIn && !isWaiting) continue
    const after = Array.from(possible, count => count - smaller(-operation.delta, count))
    possible = new Set(isSure ? after : [...possible, ...after])
  }
  return possible
}

/** Everything that was done is counted once, and what was undone while it waited is undone, also where the server had it
    already and only its answer was lost. */
export function checkServer({ browsers, made, server, titles }, counters) {
  const { arrivals, counters: expected } = server
  for (const operation of made) {
    const arrival = arrivals.get(operation.id)
    // What the storage did not take, or was just being posted, goes with the page.
    const isLost = operation.page.isOver && (operation.isGesture || !operation.isKept)
    if (!arrival && !isLost) throw new Fault(`${operation.kind} ${operation.id} of browser ${operation.browser.name} never came`)
    if (arrival?.isApplied === false && operation.delta !== 0n && operation.kind !== "undo") throw new Fault(`${operation.kind} ${operation.id} was refused: ${JSON.stringify(arrival.receipt)}`)
  }
  const own = new Set(made.map(({ id }) => id))
  // An undo from a notice makes its own.
  for (const { id, kind, browser } of arrivals.values()) if (browsers.includes(browser) && !own.has(id) && kind !== "undo" && !isOfGoals.test(kind)) throw new Fault(`${kind} ${id} was never made`)
  for (const { counter, count, title, deleted } of counters) {
    const wanted = expected.get(String(counter))
    if (wanted && wanted.count !== BigInt(count)) throw new Fault(`counter ${counter} is ${count} and should be ${wanted.count}`)
    if (!titles.has(title)) throw new Fault(`nobody has named a counter ${title}`)
    // What is in the trash is not renamed, nor named as before.
    if (!deleted && made.some(operation => operation.isUndone && operation.title === title)) throw new Fault(`counter ${counter} is named ${title}, which was undone`)
  }
}
