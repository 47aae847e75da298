// A tap on the field adds one, the minus subtracts one: drawn in the same frame, then sent. Each finger counts separately.
import { cardOf, reckoningOf, show } from "./cards.js"
import { counted } from "./counting.js"
import { onTap } from "./press.js"
import { moment, newIdentifier } from "../sync/stamp.js"
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
  const card = button.closest("[data-counter]"), step = card.dataset.step ?? 1, delta = direction * step
  const when = moment(), id = newIdentifier(when.at)
  counted.push({ id, counter: card.dataset.counter, delta })
  document.dispatchEvent(new CustomEvent("fivebar-gesture"))
  reckoningOf(card).take(id, delta)
  show(card)
  tell(card)
  if (!("still" in document.documentElement.dataset)) navigator.vibrate?.(delta > 0 ? 8 : 16)
  if (delta > 0) celebrate(card, reckoningOf(card).shown)
  send({
    id,
    counter: card.dataset.counter,
    action: button.getAttribute("formaction"),
    body: new URLSearchParams({ operation: id, ...when, step }).toString(),
  })
}

/** Announces the number, even if the minus had nothing to subtract. */
function tell(card) {
  aloud ??= import("../shell/aloud.js")
  aloud.then(({ say }) => say(() => card.querySelector("[data-count-text]").textContent), () => {})
}

let aloud
let flourish
function celebrate(card, count) {
  flourish ??= import("./flourish.js")
  flourish.then(module => module.celebrate(card, count), () => {})
}

document.addEventListener("fivebar-answer", ({ detail: { operation, answer } }) => {
  hear(operation, reckoning => reckoning.answer(operation.id, { ...answer, count: BigInt(answer.count) }))
})

document.addEventListener("fivebar-refusal", ({ detail: { operation } }) => {
  hear(operation, reckoning => reckoning.refuse(operation.id))
})

function hear(operation, change) {
  const card = cardOf(operation.counter)
  if (!card) return
  change(reckoningOf(card))
  show(card)
}

// A held key is one press.
document.addEventListener("keydown", event => {
  if (event.repeat && event.target.closest("[data-tap], [data-minus]")) event.preventDefault()
})

// Safari applies :active only on pages with a touch listener.
document.addEventListener("touchstart", () => {}, { passive: true })

if (matchMedia("(display-mode: standalone)").matches) import("./badge.js").catch(() => {})
