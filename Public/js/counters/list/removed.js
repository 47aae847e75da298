// Cards that were removed here, although the server may not know of it yet, or refuse it: then they come back.
import { forget, reckoningOf, show } from "../cards.js"

/** What was counted on them and not answered, by counter and operation. @type {Map<string, Map<string, {delta: bigint}>>} */
const removed = new Map()
for (const name of ["fivebar-answer", "fivebar-refusal"]) {
  document.addEventListener(name, ({ detail: { operation } }) => { for (const steps of removed.values()) steps.delete(operation.id) })
}

/** @param {Element} card */
export function remove(card) {
  const { counter } = card.dataset
  removed.set(counter, new Map(reckoningOf(card).unanswered))
  forget(counter)
  card.remove()
}

/** Draws on a card that came back what was counted on it and waits. @param {Element} card */
export function bringBack(card) {
  const steps = removed.get(card.dataset.counter) ?? new Map()
  removed.delete(card.dataset.counter)
  for (const [operation, { delta }] of steps) reckoningOf(card).take(operation, delta)
  if (steps.size > 0) show(card)
}
