// A tap on the title collapses or expands a card immediately, and then tells the server. Where it cannot be reached, that
// waits; if it refuses, the form is submitted normally.
import { momentOfChange } from "../../sync/change.js"
import { nameOf, newIdentifier } from "../../sync/stamp.js"
import { keepIfLeft, postOrWait } from "../../sync/later.js"

const queues = new WeakMap()

/** Collapses or expands the button's card. @param {(button: HTMLButtonElement) => void} goPlainly submits its form */
export function collapse(button, goPlainly) {
  const card = button.closest("[data-counter]")
  const asked = button.value
  const isCollapsed = asked === "yes"
  card.classList.toggle("card--collapsed", isCollapsed)
  const gliding = glide(card, isCollapsed), when = momentOfChange(), change = { counter: nameOf(card.dataset.counter), collapsed: isCollapsed }
  const operation = { id: newIdentifier(when.at), kind: "collapse", change, ...when }
  button.setAttribute("aria-expanded", String(!isCollapsed))
  button.value = isCollapsed ? "no" : "yes"

  // One at a time: two quick taps must reach the server in order. Whoever leaves meanwhile takes both along.
  keepIfLeft(operation)
  const turn = (queues.get(button) ?? Promise.resolve()).then(() => tell(button, operation))
  queues.set(button, turn)
  card.dataset.folding = ""
  // A card that came meanwhile would not glide.
  Promise.all([turn, gliding]).then(([isTold]) => {
    if (queues.get(button) !== turn) return
    delete card.dataset.folding
    document.dispatchEvent(new CustomEvent("fivebar-free"))
    if (isTold) return
    button.value = asked
    goPlainly(button)
  })
}

/** Animates the card between its full size and its title bar. */
function glide(card, isCollapsed) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return Promise.resolve()
  const field = card.querySelector(".card-field")
  card.classList.add("card--gliding")
  const open = { blockSize: `${field.offsetHeight}px`, opacity: 1 }, shut = { blockSize: 0, minBlockSize: 0, paddingBlock: 0, opacity: 0 }
  const motion = field.animate(isCollapsed ? [open, shut] : [shut, open], { duration: 220, easing: "ease-out" })
  return motion.finished.then(() => card.classList.remove("card--gliding"), () => {})
}

async function tell(button, operation) {
  const { collapsed } = operation.change
  const response = await postOrWait(button.getAttribute("formaction"), { collapsed: collapsed ? "yes" : "no" }, operation)
  return !response || response.ok
}
