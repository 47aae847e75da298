// Deletes a counter from the list that is being edited, which stays where it is.
import { number } from "../../shell/arrange.js"
import { redrawSoon } from "../../shell/redraw.js"
import { rest } from "../../shell/rest.js"
import { nameOf } from "../../sync/stamp.js"
import { tellRefusal } from "../../sync/status.js"
import { tell } from "../card/gesture.js"
import "./rows.js"

/** @type {WeakSet<Element>} */
const leaving = new WeakSet()

document.addEventListener("click", event => {
  const form = event.target.closest("[data-delete-row]")
  if (form && leaving.has(form)) event.preventDefault()
}, true)

document.addEventListener("submit", async event => {
  const form = event.target.closest("[data-delete-row]")
  if (!form) return
  event.preventDefault()
  leaving.add(form)
  const row = form.closest("[data-place]"), next = row.nextElementSibling ?? row.previousElementSibling
  const isFocused = row.contains(document.activeElement), button = form.querySelector("button")
  const change = { counter: nameOf(row.dataset.place) }
  // The next row comes to where this one is, at once if its deletion waits.
  rest(button)
  const response = await tell(form.action, Object.fromEntries(new FormData(form)), { kind: "deleteCounter", change })
  if (!response?.ok) {
    leaving.delete(form)
    const answer = await response?.json().catch(() => null)
    return tellRefusal(answer?.problem ?? document.body.dataset.wordsUnreachable)
  }
  // One that waits is not drawn any more.
  const hadFocus = row.isConnected ? row.contains(document.activeElement) : isFocused
  if (row.isConnected) rest(button)
  row.remove()
  number()
  if (hadFocus) next?.querySelector("[data-delete-row] button").focus({ preventScroll: true })
  await redrawSoon()
})
