// Undoes a tap of this page in the same frame. The server is told once it has answered the tap itself.
import { cardOf, reckoningOf, show } from "./cards.js"
import { counted } from "./counting.js"
import { newIdentifier } from "../sync/identifier.js"
import { moment } from "../sync/now.js"
import { send } from "../sync/outbox.js"

/** @param {{id: string, counter: string, delta: number}} tap one of `counted`, taken off it @param {string} action where an undo is posted */
export function undoTap(tap, action) {
  const when = moment(), id = newIdentifier(when.at), card = cardOf(tap.counter)
  if (card) {
    reckoningOf(card).take(id, -tap.delta)
    show(card)
    import("../shell/aloud.js").then(({ say }) => say(() => card.querySelector("[data-count-text]").textContent), () => {})
  }
  send({
    id,
    counter: tap.counter,
    after: tap.id,
    action,
    body: new URLSearchParams({ operation: id, undo: tap.id, ...when }).toString(),
  })
}

/** The button of a counter's own page; it appears with the first tap and takes no room from anything. */
const button = () => document.querySelector("[data-undo-tap]")

function update() {
  if (!button()) return
  if (counted.length === 0 && document.activeElement === button()) document.querySelector("[data-tap]").focus({ preventScroll: true })
  button().hidden = counted.length === 0
}

document.addEventListener("click", event => {
  if (!event.target.closest("[data-undo-tap]")) return
  const tap = counted.pop()
  if (tap) undoTap(tap, button().dataset.undoTap)
  update()
})
for (const name of ["fivebar-gesture", "fivebar-redrawn", "fivebar-refusal"]) document.addEventListener(name, update)
