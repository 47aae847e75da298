// A tap on the field adds one, the minus subtracts one: drawn in the same frame, then sent. Each finger counts separately.
import { cardOf, reckoningOf, show } from "./cards.js"
import { counted } from "./counting.js"
import { onTap } from "./press.js"
import { load } from "../shell/load.js"
import { moment, nameOf, newIdentifier } from "../sync/stamp.js"
import { send } from "../sync/outbox.js"

const fields = "[data-tap], [data-minus]"
onTap(fields, count)
document.addEventListener("submit", event => {
  if (!event.submitter?.matches(fields)) return
  event.preventDefault()
  count(event.submitter)
})

/** @param {HTMLButtonElement} button a field, or a minus */
function count(button) {
  const direction = button.matches("[data-tap]") ? 1 : -1
  const card = button.closest("[data-counter]"), { counter } = card.dataset
  const by = Number(card.dataset.step ?? 1), delta = direction * by
  const when = moment(), id = newIdentifier(when.at)
  const reckoning = reckoningOf(card), { shown } = reckoning
  reckoning.take(id, delta)
  // A minus at 0 takes nothing, and its undo gives nothing back; nor does one more than the most.
  counted.push({ id, counter, delta: Number(reckoning.shown - shown) })
  document.dispatchEvent(new CustomEvent("fivebar-gesture"))
  show(card)
  tell(card)
  if (!("still" in document.documentElement.dataset)) navigator.vibrate?.(delta > 0 ? 8 : 16)
  if (delta > 0) celebrate(card, reckoning.shown, shown)
  send({ id, kind: delta > 0 ? "increment" : "decrement", change: { counter: nameOf(counter), by }, ...when, counter, delta })
}

/** Announces the number, even if the minus had nothing to subtract. */
function tell(card) {
  load("../shell/announce.js", import.meta.url).then(({ say }) => say(() => card.querySelector("[data-count-text]").textContent), () => {})
}

let flourish
function celebrate(...reached) {
  flourish ??= import("./flourish.js")
  flourish.then(module => module.celebrate(...reached), () => {})
}

/** What was answered or refused while it was about to be drawn, by id. @type {Set<string>} */
const decided = new Set()

document.addEventListener("fivebar-answer", event => {
  const { operation, answer } = event.detail
  decided.add(operation.id)
  hear(event, operation, reckoning => reckoning.answer(operation.id, { ...answer, count: BigInt(answer.count) }))
})

document.addEventListener("fivebar-refusal", event => {
  decided.add(event.detail.operation.id)
  hear(event, event.detail.operation, reckoning => reckoning.refuse(event.detail.operation.id))
})

/** Draws what is no tap. What comes meanwhile may be about a card that it draws. */
let others
// What an earlier page could not send.
document.addEventListener("fivebar-waiting", async event => {
  event.preventDefault()
  const { operations } = event.detail
  if (!operations.every(({ delta }) => delta)) others ??= import("./list/drawn.js").catch(() => others = undefined)
  const drawn = await others
  const changed = new Set()
  for (const operation of operations) {
    if (decided.has(operation.id)) continue
    const card = operation.delta && cardOf(operation.counter)
    if (!operation.delta) drawn?.draw(operation)
    else if (card) {
      reckoningOf(card).take(operation.id, operation.delta)
      changed.add(card)
    }
  }
  // Ten thousand of them are drawn as one.
  for (const card of changed) if (card.isConnected) show(card)
})

/** Prevents the event's default where the page shows it: then it need not be fetched. */
function hear(event, operation, change) {
  const card = operation.counter && cardOf(operation.counter)
  if (!card) return
  event.preventDefault()
  change(reckoningOf(card))
  show(card)
}

// A held key is one press.
document.addEventListener("keydown", event => {
  if (event.repeat && event.target.closest(fields)) event.preventDefault()
})

// Safari applies :active only on pages with a touch listener.
document.addEventListener("touchstart", () => {}, { passive: true })

if (matchMedia("(display-mode: standalone)").matches) import("./badge.js").catch(() => {})
if ("kept" in document.body.dataset) import("./waiting/showLatest.js").catch(() => {})
