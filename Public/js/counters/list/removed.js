// Cards that were removed here, although the server may not know of it yet, or refuse it: then they come back.
import { isWaiting } from "../../sync/queue.js"
import { forget, reckoningOf, show } from "../cards.js"

/** What was counted on them and not answered, by counter. @type {Map<string, [operation: string, step: {delta: bigint}][]>} */
const removed = new Map()

/** @param {Element} card */
export function remove(card) {
  const { counter } = card.dataset
  removed.set(counter, reckoningOf(card).unanswered)
  forget(counter)
  card.remove()
}

/** Draws on a card that came back what was counted on it and waits. @param {Element} card */
export function bringBack(card) {
  const steps = (removed.get(card.dataset.counter) ?? []).filter(([operation]) => isWaiting(operation))
  removed.delete(card.dataset.counter)
  for (const [operation, { delta }] of steps) reckoningOf(card).take(operation, delta)
  if (steps.length > 0) show(card)
}
