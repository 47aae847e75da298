// Deletes a counter from the list that is being edited, which stays where it is.
import { number } from "../../shell/arrange.js"
import { redrawSoon } from "../../shell/redraw.js"
import { nameOf } from "../../sync/stamp.js"
import { tellRefusal } from "../../sync/status.js"
import { tell } from "../card/gesture.js"
import { lastList, listed } from "../waiting/lastList.js"
import "./rows.js"

/** A second tap in this time was meant for the first row, which has made room for the next. */
const rest = 600
let deletedAt = -rest
document.addEventListener("fivebar-undone", () => { deletedAt = -rest })
/** @type {WeakSet<Element>} */
const leaving = new WeakSet()

document.addEventListener("click", event => {
  const form = event.target.closest("[data-delete-row]")
  if (form && (leaving.has(form) || performance.now() - deletedAt < rest)) event.preventDefault()
}, true)

/** What the trash draws of a counter whose deletion waits. A row does not show the style: the list that was last seen does. */
async function trashed(row) {
  const list = await lastList().catch(() => undefined), { newStyle = "fractal" } = document.documentElement.dataset
  const [title, count] = ["name", "count"].map(part => row.querySelector(`.place-${part}`).textContent)
  const [, color] = /\bcolor-(\d)/.exec(row.className), style = listed(list, row.dataset.place)?.dataset.style ?? newStyle
  return { title, count: count.replace(/\D/g, ""), style, color: Number(color) }
}

document.addEventListener("submit", async event => {
  const form = event.target.closest("[data-delete-row]")
  if (!form) return
  event.preventDefault()
  leaving.add(form)
  const row = form.closest("[data-place]"), next = row.nextElementSibling ?? row.previousElementSibling
  const isFocused = row.contains(document.activeElement)
  const change = { counter: nameOf(row.dataset.place) }
  const response = await tell(form.action, Object.fromEntries(new FormData(form)), { kind: "deleteCounter", change, drawn: await trashed(row) })
  if (!response?.ok) {
    leaving.delete(form)
    const answer = await response?.json().catch(() => null)
    return tellRefusal(answer?.problem ?? document.body.dataset.wordsUnreachable)
  }
  deletedAt = performance.now()
  // One that waits is not drawn any more.
  const hadFocus = row.isConnected ? row.contains(document.activeElement) : isFocused
  row.remove()
  number()
  if (hadFocus) next?.querySelector("[data-delete-row] button").focus({ preventScroll: true })
  await redrawSoon()
})
