// Waits for a counter's taps. Independent of what is done after them.
import { isSettled } from "../cards.js"

/**
 * Resolves once every step on a counter is answered, because what sets its count anew must come after them.
 * @returns {Promise<boolean>} false if that took too long
 */
export const whenSettled = (counter, patience = 5_000) => new Promise(resolve => {
  const names = ["fivebar-answer", "fivebar-refusal"]
  const end = isDone => {
    clearTimeout(timer)
    for (const name of names) document.removeEventListener(name, look)
    resolve(isDone)
  }
  // After the card itself has heard of it.
  const look = () => queueMicrotask(() => { if (isSettled(counter)) end(true) })
  const timer = setTimeout(end, patience, false)
  for (const name of names) document.addEventListener(name, look)
  look()
})
