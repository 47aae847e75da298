// Draws a counter's marks in another style immediately, then tells the server, one change at a time. If that fails, the
// marks revert, and the page says so.
import { nameOf } from "../../sync/stamp.js"
import { reckoningOf } from "../cards.js"
import { tell, tellProblem } from "./gesture.js"
import { drawAnew } from "../../marks/marks.js"

/** Unsent changes of a card, and its previous style. @type {WeakMap<Element, {wanted: string, told: string}>} */
const choices = new WeakMap()

/** @param {HTMLButtonElement} button whose form requests the same change */
export function restyle(button) {
  const card = button.closest("[data-counter]"), before = card.dataset.style
  show(card, button.value)
  if (choices.has(card)) choices.get(card).wanted = button.value
  else save(card, button.getAttribute("formaction"), { wanted: button.value, told: before })
}

function show(card, style) {
  card.dataset.style = style
  // If the style cannot be loaded, the list draws it once it is saved.
  drawAnew(card.querySelector("[data-marks]"), style, reckoningOf(card).shown)?.catch(() => {})
  for (const choice of card.querySelectorAll("[data-restyle]")) choice.setAttribute("aria-pressed", String(choice.value === style))
}

async function save(card, action, choice) {
  choices.set(card, choice)
  card.dataset.restyling = ""
  while (choice.told !== choice.wanted) {
    const style = choice.wanted
    const response = await tell(action, { style }, { kind: "restyle", change: { counter: nameOf(card.dataset.counter), style } })
    if (!response?.ok) {
      show(card, choice.told)
      await tellProblem(response)
      break
    }
    choice.told = style
  }
  choices.delete(card)
  delete card.dataset.restyling
  document.dispatchEvent(new CustomEvent("fivebar-free"))
}
