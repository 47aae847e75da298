// Draws a counter's marks in another style immediately, then tells the server, one change at a time. If that fails, the
// marks revert, and the page says so.
import { keepIfLeft } from "../../sync/later.js"
import { momentOfChange } from "../../sync/change.js"
import { nameOf, newIdentifier } from "../../sync/stamp.js"
import { reckoningOf } from "../cards.js"
import { tell, tellProblem } from "./gesture.js"
import { drawAnew } from "../../marks/marks.js"

/** Which style each card has for the server, once all changes are answered. @type {WeakMap<Element, Promise<string>>} */
const turns = new WeakMap()

/** @param {HTMLButtonElement} button whose form requests the same change */
export function restyle(button) {
  const card = button.closest("[data-counter]"), before = card.dataset.style, style = button.value, when = momentOfChange()
  const action = button.getAttribute("formaction"), change = { counter: nameOf(card.dataset.counter), style }
  const operation = { id: newIdentifier(when.at), kind: "restyle", change, ...when }
  show(card, style)
  card.dataset.restyling = ""
  // Whoever leaves while an earlier one is not answered yet takes this one along.
  keepIfLeft(operation)
  const turn = (turns.get(card) ?? Promise.resolve(before)).then(told => save(action, operation, told))
  turns.set(card, turn)
  turn.then(told => {
    if (turns.get(card) !== turn) return
    turns.delete(card)
    if (card.dataset.style !== told) show(card, told)
    delete card.dataset.restyling
    document.dispatchEvent(new CustomEvent("fivebar-free"))
  })
}

function show(card, style) {
  card.dataset.style = style
  drawAnew(card.querySelector("[data-marks]"), style, reckoningOf(card).shown)
  for (const choice of card.querySelectorAll("[data-restyle]")) choice.setAttribute("aria-pressed", String(choice.value === style))
}

/** @returns {Promise<string>} the style that the server knows afterwards */
async function save(action, operation, told) {
  const { style } = operation.change, response = await tell(action, { style }, operation)
  if (response?.ok) return style
  await tellProblem(response)
  return told
}
