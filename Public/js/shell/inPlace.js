// Forms that change something and leave their reader where they are: those with data-in-place. The server's page, which is
// the one place that knows how the change looks, is drawn anew. Without a script they lead to that page.
// Dispatches "fivebar-in-place" on a form, whose listener may name the operation as which it waits without a network.
import { postOrWait } from "../sync/later.js"
import { isAnswer, isFromUs, post } from "../sync/post.js"
import { momentOfChange } from "../sync/change.js"
import { newIdentifier } from "../sync/stamp.js"
import { tellIfSlow, tellRefusal } from "../sync/status.js"
import { redrawSoon } from "./redraw.js"
import { rest } from "./rest.js"

/** What a form is sent as until that is answered, so that it is done once, even if an answer is lost. @type {Map<string, string>} */
const names = new Map()
const underway = new Set()
// What is drawn anew may have been changed by others: the same once more is another change.
document.addEventListener("fivebar-redrawn", () => { for (const name of names.keys()) if (!underway.has(name)) names.delete(name) })
const forms = () => Array.from(document.querySelectorAll("[data-in-place]"))

document.addEventListener("submit", event => {
  const form = event.target
  if (!form.matches("[data-in-place]") || event.defaultPrevented) return
  event.preventDefault()
  send(form, event.submitter)
})

async function send(form, button) {
  const fields = Object.fromEntries(new FormData(form)), place = forms().indexOf(form)
  rest(button)
  if (button?.name) fields[button.name] = button.value
  const { at, offset, ...change } = fields, name = JSON.stringify([form.action, change])
  if (underway.has(name)) return
  underway.add(name)
  if (!names.has(name)) names.set(name, newIdentifier(Number(at)))
  const id = names.get(name), detail = {}
  form.dispatchEvent(new CustomEvent("fivebar-in-place", { bubbles: true, detail }))
  const response = await tellIfSlow(detail.operation
    ? postOrWait(form.action, fields, { id, ...detail.operation, ...momentOfChange() })
    : post(form.action, { ...fields, operation: id }))
  const answer = await response?.json().catch(() => null)
  underway.delete(name)
  if (response?.status === 202) return names.delete(name)
  if (!isAnswer(response)) return tellRefusal(isFromUs(response) && answer?.problem || document.body.dataset.wordsUnreachable)
  names.delete(name)
  if (!response.ok) tellRefusal(answer?.problem)
  const hadFocus = form.contains(document.activeElement), fold = form.closest("details[id]")?.id
  await redrawSoon()
  unfold(fold)
  if (hadFocus && document.activeElement === document.body) focusNear(place, fold)
  if (answer?.notice) (await import("./notice.js")).offer(answer.notice)
}

/** What was open stays open, wherever it is now. */
function unfold(id) {
  for (let part = document.getElementById(id); part; part = part.parentElement.closest("details")) part.open = true
}

/** Focuses the same form where it is now, or what has taken the place of one that is gone. */
function focusNear(place, fold) {
  const near = forms().find(form => fold && form.closest("details[id]")?.id === fold) ?? forms()[place] ?? forms().at(-1)
  const target = near?.querySelector("button") ?? document.getElementById("content")
  target.focus({ preventScroll: true })
}
