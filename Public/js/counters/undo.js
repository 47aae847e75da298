// Undoes the last action of this page: a tap in the same frame, and anything else where its notice would undo it.
import { cardOf, reckoningOf, show } from "./cards.js"
import { counted } from "./counting.js"
import { load } from "../shell/load.js"
import { moment, newIdentifier } from "../sync/stamp.js"
import { send } from "../sync/outbox.js"
import { isWaiting } from "../sync/queue.js"
import { undoLater } from "./waiting/undoLater.js"

/** @param {string} action where an undo is posted @param {string} from the page, as the server names it */
export function undoLast(action, from) {
  // A notice only stays until the next action, so it is about the last one.
  const offer = document.querySelector("[data-undo]")
  if (offer) return offer.click()
  const last = counted.pop()
  if (last?.told) undoTold(last, action, from)
  else if (last) undoTap(last)
}

/** The server is told once it has answered the tap itself. */
function undoTap(tap) {
  const when = moment(), id = newIdentifier(when.at), card = cardOf(tap.counter)
  // A typed number changes the count by more than a number of JavaScript's is exact for.
  const delta = tap.delta && String(-BigInt(tap.delta))
  if (card) {
    reckoningOf(card).take(id, delta)
    show(card)
    document.dispatchEvent(new CustomEvent("fivebar-gesture"))
    load("../shell/announce.js", import.meta.url).then(({ say }) => say(() => card.querySelector("[data-count-text]").textContent), () => {})
  }
  send({ id, kind: "undo", change: { operation: tap.id }, ...when, counter: tap.counter, delta })
}

/** Undoes what was told to the server by itself, and whose notice is gone. */
async function undoTold(last, action, from) {
  const { id, told, delta } = last, response = await told
  if (!response?.ok) return
  const hasWaited = response.status === 202
  // It was drawn as a tap is.
  if (hasWaited && isWaiting(id)) return delta === undefined ? undoLater(id) : undoTap(last)
  if (navigator.onLine === false) return undoLater(id)
  const notice = await import("../shell/notice.js")
  notice.takeBack(action, { undo: id, from })
}

/** The button of a counter's own page. It appears with the first action, and nothing makes room for it. */
const button = () => document.querySelector("[data-undo-at]:not([data-counters])")

function update() {
  if (!button()) return
  const card = button().closest("[data-counter]"), last = counted.at(-1)
  // Beside a list, the last action may be one on another counter.
  const isOurs = Boolean(last) && (last.counter ?? card.dataset.counter) === card.dataset.counter
  if (!isOurs && document.activeElement === button()) card.querySelector("[data-tap]").focus({ preventScroll: true })
  button().hidden = !isOurs
}

document.addEventListener("click", event => {
  if (!event.target.closest("[data-undo-at]:not([data-counters])")) return
  undoLast(button().dataset.undoAt, "counter")
  update()
})
for (const name of ["fivebar-gesture", "fivebar-redrawn", "fivebar-refusal", "fivebar-undone"]) {
  document.addEventListener(name, () => queueMicrotask(update))
}
