// Has a list that can be put in order draw what waits. Once all of it is answered, the server's own rows take its place: some
// of it may have been counted already, or refused. Knows no kind of change.
import { redrawSoon } from "../../shell/redraw.js"

/** What is drawn and not answered. @type {Set<string>} */
const waiting = new Set()

/** @param {(operation: import("../queue.js").Operation) => void} draw @param {() => void} done follows the last one */
export function drawWaiting(draw, done) {
  document.addEventListener("fivebar-waiting", event => {
    event.preventDefault()
    for (const operation of event.detail.operations) {
      waiting.add(operation.id)
      draw(operation)
    }
    done()
  })
}

for (const name of ["fivebar-answer", "fivebar-refusal"]) document.addEventListener(name, ({ detail: { operation } }) => {
  if (waiting.delete(operation.id) && waiting.size === 0) redrawSoon()
})
// A page fetched now would not have it, and would take a row from under a finger.
document.addEventListener("fivebar-redraw", event => { if (waiting.size > 0 || document.querySelector(".place--held")) event.preventDefault() })
