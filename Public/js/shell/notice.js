// The offer to take back what was done last: wakes the one that a page came with, and shows one where a gesture was
// answered without leaving the page. It takes neither the focus nor room, and stays until the next action or until it is
// dismissed. Its words and its form are the server's own HTML; on other pages than the list the form goes its plain way.
import { newIdentifier } from "../sync/identifier.js"
import { post } from "../sync/post.js"
import { tellRefusal } from "../sync/status.js"

const place = document.getElementById("content")
const current = () => document.querySelector(".notice:not([data-clock])")
/** The name of each undo, so that one which is tried again is done once. @type {Map<string, string>} */
const names = new Map()
let isUnderway = false
/** What had the focus before the notice got it. */
let left

const address = new URL("../../css/notice.css", import.meta.url).href
const dressed = document.querySelector(`link[href$="/css/notice.css"]`) ? Promise.resolve() : new Promise(resolve => {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: address, onload: resolve, onerror: resolve }))
})

/** Shows an offer in place of the one before. @param {string} html as the server drew it */
export async function offer(html) {
  await dressed
  dismiss()
  const notice = document.importNode(new DOMParser().parseFromString(html, "text/html").querySelector(".notice"), true)
  const parts = Array.from(notice.childNodes)
  // A page that is drawn anew leaves it where it is.
  notice.dataset.added = ""
  notice.replaceChildren()
  place.prepend(notice)
  // What comes into a status that is there already is read out.
  setTimeout(() => notice.append(...parts), 50)
}

function dismiss() {
  const notice = current()
  if (!notice) return
  const hadFocus = notice.contains(document.activeElement)
  notice.remove()
  if (hadFocus) (left?.isConnected ? left : place).focus({ preventScroll: true })
  forgetAddress()
}

/** A reload must not offer again what was turned down, or is done. */
function forgetAddress() {
  const page = new URL(location.href)
  if (!page.searchParams.has("undo") && !page.searchParams.has("deleted")) return
  page.searchParams.delete("undo")
  page.searchParams.delete("deleted")
  history.replaceState(history.state, "", page)
}

/** Takes something back, or does it again, without leaving the list. @param {Record<string, string>} fields */
export async function takeBack(action, fields, isRedo = false) {
  if (isUnderway) return
  isUnderway = true
  const key = fields.undo ?? action
  if (!names.has(key)) names.set(key, newIdentifier())
  const id = names.get(key)
  const response = await post(action, { ...fields, operation: id })
  const answer = await response?.json().catch(() => null)
  isUnderway = false
  // The offer stays: it may be taken up again.
  if (!answer || response.status >= 500) return tellRefusal(answer?.problem ?? document.body.dataset.wordsUnreachable)
  dismiss()
  if (!response.ok) return tellRefusal(answer.problem)
  document.dispatchEvent(new CustomEvent("fivebar-undone", { detail: { undone: fields.undo, by: id, isRedo } }))
  if (answer.notice) offer(answer.notice)
}

// Before anybody else hears of it: whatever is done next ends the offer.
document.addEventListener("submit", event => {
  const form = event.target
  if (!form.closest(".notice")) return dismiss()
  if (!document.querySelector("[data-counters], [data-adjust]")) return
  event.preventDefault()
  takeBack(form.action, Object.fromEntries(new FormData(form)), !form.querySelector("[data-undo]"))
}, true)
document.addEventListener("fivebar-gesture", dismiss)

document.addEventListener("click", event => {
  if (!event.target.closest("[data-dismiss]")) return
  event.preventDefault()
  dismiss()
})

document.addEventListener("focusin", ({ target, relatedTarget }) => {
  if (target.closest(".notice") && !relatedTarget?.closest(".notice")) left = relatedTarget
})

// The one that the page came with is read out once more, unless it has the focus and so is read anyway.
const found = current()
if (found && !found.contains(document.activeElement)) {
  const sentence = found.querySelector("p")
  setTimeout(() => sentence.replaceWith(sentence.cloneNode(true)), 100)
}
