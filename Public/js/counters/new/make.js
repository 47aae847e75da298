// Makes a counter without leaving the list: sends the dialog's form, once however often Enter is pressed, and brings the
// new card into view. Where the server cannot be reached, the counter waits and is drawn.
import { clear, complain } from "../../shell/complain.js"
import { isLonger } from "../../shell/numbers/letters.js"
import { load } from "../../shell/load.js"
import { isWaiting } from "../../sync/queue.js"
import { tellRefusal } from "../../sync/status.js"
import { unframe } from "./unframed.js"
import { tell } from "../card/gesture.js"
import { cardOf } from "../cards.js"

/** What the server has numbered after it waited, by the operation that made it. @type {Map<string, number>} */
const numbers = new Map()
document.addEventListener("fivebar-answer", ({ detail: { operation: { id, kind }, answer } }) => {
  if (kind === "createCounter") numbers.set(id, answer.counter)
})

/** @param {HTMLFormElement} form @param {boolean} [isReachable] whether the server may be; if it is known not to be, the counter waits at once */
export async function make(form, isReachable = true) {
  const { operation, title, suggestion } = form.elements
  // What is being sent is not changed meanwhile, and not sent twice.
  if (title.readOnly) return
  clear(title)
  // What the server refuses would wait in vain without a network.
  if (isLonger(title.value, Number(title.dataset.most))) return complain(title, title.dataset.tooLong)
  title.readOnly = true
  const kind = "createCounter", id = operation.value
  // The same in both ways: one that comes late, after the other was taken, is no other counter.
  const change = { title: title.value.trim() || suggestion.value, style: document.documentElement.dataset.newStyle ?? "fractal" }
  const response = await tell(form.action, { ...Object.fromEntries(new FormData(form)), title: change.title }, { id, kind, change }, isReachable)
  const answer = await response?.json().catch(() => null)
  // The dialog may have been closed, and opened again for another one.
  const isItsForm = operation.value === id
  if (isItsForm) title.readOnly = false
  const problem = response?.ok ? undefined : answer?.problem ?? document.body.dataset.wordsUnreachable
  // Behind the dialog nobody would read it.
  if (problem) return isItsForm ? complain(title, problem) : tellRefusal(problem)
  if (isItsForm) {
    form.dispatchEvent(new Event("fivebar-saved", { bubbles: true }))
    form.closest("dialog").close()
  }
  const opener = document.activeElement
  const drawn = await import("../list/drawn.js").catch(() => null)
  if (isWaiting(id)) drawn?.draw({ id, kind, change })
  else await load("../list/refresh.js", import.meta.url).then(({ refresh }) => refresh())
  // One that waits has the name of its operation.
  const card = cardOf(String(answer?.counter ?? numbers.get(id) ?? id))
  // What has opened the dialog goes with the words of an empty list, and its focus with it.
  if (card) show(card, isItsForm && [opener, document.body].includes(document.activeElement))
}

function show(card, isFocusFree) {
  const field = card.querySelector("[data-tap]")
  card.scrollIntoView({ block: "nearest" })
  if (!isFocusFree) return
  unframe(field)
  field.focus({ preventScroll: true })
}
