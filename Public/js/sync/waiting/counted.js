// What was counted in this browser and waits, for the pages that tell what was counted: how many taps and other changes of a
// count, and how much they come to. Knows no page.
import { drawWaiting } from "./list.js"
import { throttled } from "./throttled.js"

const language = document.documentElement.lang
const number = new Intl.NumberFormat(language), change = new Intl.NumberFormat(language, { signDisplay: "exceptZero" })

/** "+5", "−5", "0", as the server writes it. @param {bigint} delta */
export const signed = delta => change.format(delta).replace("-", "−")

/** "3 waiting." */
export const howMany = length => document.body.dataset.wordsWaiting.replace("{number}", () => number.format(length))

/** Draws again whenever there is more of it: all that waits, first made first.
    @param {string} counter all counters if empty @param {(operations: import("../queue.js").Operation[]) => void} draw */
export function drawCounted(counter, draw) {
  const counted = new Map()
  const isCounted = operation => operation.delta && (!counter || operation.counter === counter)
  const drawAll = throttled(() => { if (counted.size > 0) draw(Array.from(counted.values())) }, 0)
  drawWaiting(operation => { if (isCounted(operation)) counted.set(operation.id, operation) }, drawAll)
  document.addEventListener("fivebar-redrawn", () => counted.clear())
}
