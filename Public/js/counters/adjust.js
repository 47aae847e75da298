// What is set on a counter's page is saved at once, and its reader stays where they are; the server's page is the one
// place that knows how it then looks.
import { redrawSoon } from "./alone.js"
import { tell } from "./card/gesture.js"
import { tellRefusal } from "../sync/status.js"

/** Forms that go the plain way: the server's page says at the field what is wrong. */
const plain = new WeakSet()

document.addEventListener("submit", event => {
  const form = event.target
  if (!form.matches("[data-adjust]") || plain.has(form) || !isOwnPage(form)) return
  event.preventDefault()
  adjust(form, event.submitter)
})

/** A form that was refused stands at its own address, where there is no page to be drawn anew. */
const isOwnPage = form => new URL(".", form.action).pathname === `${location.pathname}/`

async function adjust(form, button) {
  const fields = new FormData(form), before = form.querySelector("[aria-pressed=true]")
  if (button?.name) fields.set(button.name, button.value)
  if (button?.ariaPressed) press(form, button)
  const isInTurn = !form.matches("[data-after-taps]") || await isAfterTaps()
  const response = isInTurn ? await tell(form.action, Object.fromEntries(fields)) : null
  const answer = await response?.json().catch(() => null)
  if (response?.ok && answer) return redrawSoon()
  if (response?.status === 422 && !answer) {
    plain.add(form)
    return form.requestSubmit(button)
  }
  if (button?.ariaPressed) press(form, before)
  tellRefusal(answer?.problem ?? document.body.dataset.wordsUnreachable)
}

function press(form, button) {
  for (const choice of form.querySelectorAll("[aria-pressed]")) choice.setAttribute("aria-pressed", String(choice === button))
}

async function isAfterTaps() {
  const { whenSettled } = await import("./card/settled.js")
  return whenSettled(document.querySelector("form[data-counter]").dataset.counter)
}
