// Says on a page of figures what was counted and waits, which is not in them: how many taps, and how much they come to. A reset
// and a count that was typed make no marks.
import { drawCounted, howMany, signed } from "../sync/waiting/counted.js"

const place = document.querySelector("[data-waiting-of]")

drawCounted(place.dataset.waitingOf, operations => {
  const marks = operations.filter(({ kind }) => !["reset", "setCount"].includes(kind))
  place.textContent = `${howMany(marks.length)} ${signed(marks.reduce((sum, { delta }) => sum + BigInt(delta), 0n))}`
  place.hidden = marks.length === 0
})
