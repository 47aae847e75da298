// Deletes a counter from the list that is being edited, which stays where it is.
import { number } from "../../shell/arrange.js"
import { tellRefusal } from "../../sync/status.js"
import { tell } from "../card/gesture.js"

document.addEventListener("submit", async event => {
  const form = event.target.closest("[data-delete-row]")
  if (!form) return
  event.preventDefault()
  const row = form.closest("[data-place]"), next = row.nextElementSibling ?? row.previousElementSibling
  const response = await tell(form.action, Object.fromEntries(new FormData(form)))
  if (!response?.ok) {
    const answer = await response?.json().catch(() => null)
    return tellRefusal(answer?.problem ?? document.body.dataset.wordsUnreachable)
  }
  const hadFocus = row.contains(document.activeElement)
  row.remove()
  number()
  if (hadFocus) next?.querySelector("[data-delete-row] button").focus({ preventScroll: true })
})
