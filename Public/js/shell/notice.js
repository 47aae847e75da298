// The notice with an undo button: starts the one on the page, or shows one after a gesture. It takes neither focus nor
// space, and leaves with the next action, when dismissed, or by itself: what it offers is on the page of changes, too.
// Its text and form are the server's own HTML. What it undoes is drawn by what keeps the page live, or the page is drawn anew.
import { addStylesheet } from "./style/stylesheet.js"
import { keepIfLeft, letGo } from "../sync/later.js"
import { load } from "./load.js"
import { isHeld, rest } from "./rest.js"
import { moment, newIdentifier } from "../sync/stamp.js"
import { isAnswer, isFromUs, post } from "../sync/post.js"
import { tellIfSlow, tellRefusal } from "../sync/status.js"

const place = document.getElementById("content")
const current = () => document.querySelector(".notice:not([data-clock])")
/** The operation id of each undo, so that a retry is applied once. @type {Map<string, string>} */
const names = new Map()
let isUnderway = false
/** What had the focus before the notice. */
let left

const styled = addStylesheet("shell/notice")

/** Counts what was shown or dismissed. */
let turns = 0
/** The operation that is undone by what a script has offered. @type {string | undefined} */
let offered

/** Replaces the notice, unless something else is done before it can be shown. @param {string} html from the server
    @param {boolean} [isHigh] whether the one that it follows stood there @param {boolean} [isSaid] whether something else says it */
export async function offer(html, isHigh, isSaid) {
  dismiss()
  const turn = turns
  await styled
  if (turn !== turns) return
  const notice = document.importNode(new DOMParser().parseFromString(html, "text/html").querySelector(".notice"), true)
  offered = notice.querySelector("[name=undo]")?.value
  const parts = Array.from(notice.childNodes)
  // A page that is drawn anew leaves it where it is.
  notice.dataset.added = ""
  if (isSaid) notice.removeAttribute("role")
  notice.replaceChildren()
  place.prepend(notice)
  // Text added to an existing live region is read out.
  setTimeout(() => { notice.append(...parts); stand(notice, isHigh); watchRoom(notice) }, 50)
  leaveSoon(notice)
}

/** Where it covers nothing that was just pressed; at the foot if it does so anywhere. */
function stand(notice, isHigh = isOverPressed(notice)) {
  notice.toggleAttribute("data-high", isHigh)
  if (isHigh && isOverPressed(notice)) notice.removeAttribute("data-high")
}

/** Whether it lies over what was just pressed, which may be pressed again. What was touched last is taken to be hovered. */
function isOverPressed(notice) {
  const { top, bottom, left, right } = notice.getBoundingClientRect()
  return Array.from(place.querySelectorAll(":is(button, a, label, summary, .text-field):is(:hover, :focus)"), one => one.getBoundingClientRect())
    .some(one => one.top < bottom && one.bottom > top && one.left < right && one.right > left)
}

const staysFor = 8_000
// After a touch, what was touched last is taken to be hovered.
const hovers = matchMedia("(hover: hover)")

/** Touches go through a sentence, unless it is scrolled by itself. */
const room = new ResizeObserver(([{ target }]) => { target.toggleAttribute("data-scrolls", target.scrollHeight > target.clientHeight) })

function watchRoom(notice) {
  room.disconnect()
  room.observe(notice.querySelector("p"))
}

/** Removes the notice after a while, but not while it is pressed, is hovered or has the focus. */
function leaveSoon(notice) {
  setTimeout(() => {
    if (notice !== current()) return
    if (isUnderway || isHeld(notice) || notice.matches(":focus-within") || hovers.matches && notice.matches(":hover")) leaveSoon(notice)
    else dismiss()
  }, staysFor)
}

function dismiss() {
  turns += 1
  offered = undefined
  const notice = current()
  if (!notice) return
  const hadFocus = notice.contains(document.activeElement)
  notice.remove()
  if (hadFocus) (left?.isConnected ? left : place).focus({ preventScroll: true })
  forgetAddress()
}

/** Loads the page anew, with what it offers. Whoever undoes something just now has it drawn anew themselves. */
export function reload() {
  if (isUnderway) return
  if (!offered) return location.reload()
  const page = new URL(location.href)
  page.searchParams.set("undo", offered)
  location.replace(page)
}

/** A reload must not show a dismissed or used notice again. */
function forgetAddress() {
  const page = new URL(location.href)
  if (!page.searchParams.has("undo") && !page.searchParams.has("deleted")) return
  page.searchParams.delete("undo")
  page.searchParams.delete("deleted")
  history.replaceState(history.state, "", page)
}

/** Undoes or redoes something without leaving the page. @param {Record<string, string>} fields */
export async function takeBack(action, fields, isRedo = false) {
  if (isUnderway) return
  isUnderway = true
  const key = fields.undo ?? action
  if (!names.has(key)) names.set(key, newIdentifier())
  const id = names.get(key), when = moment()
  // Whoever leaves meanwhile has pressed it all the same.
  if (fields.undo) keepIfLeft({ id, kind: "undo", change: { operation: fields.undo }, ...when })
  const response = await tellIfSlow(post(action, { ...fields, ...when, operation: id }))
  letGo(id)
  const answer = await response?.json().catch(() => null)
  isUnderway = false
  // Nothing of it is drawn: what came meanwhile may be.
  if (!response?.ok) setTimeout(() => document.dispatchEvent(new CustomEvent("fivebar-free")))
  // The notice stays for another try: what others answer decides nothing.
  if (!isAnswer(response)) return tellRefusal(isFromUs(response) && answer?.problem || document.body.dataset.wordsUnreachable)
  const isHigh = current()?.hasAttribute("data-high")
  dismiss()
  if (!response.ok) return tellRefusal(answer?.problem)
  const isDrawn = !document.dispatchEvent(new CustomEvent("fivebar-undone", { cancelable: true, detail: { undone: fields.undo, by: id, isRedo } }))
  // The list draws itself anew once it is live.
  if (!isDrawn && !document.querySelector("[data-counters]")) load("./redraw.js", import.meta.url).then(({ redrawSoon }) => redrawSoon(), () => {})
  if (answer?.notice) offer(answer.notice, isHigh)
}

// Captures the event first: any other action dismisses the notice.
document.addEventListener("submit", event => {
  const form = event.target
  if (!form.closest(".notice")) return dismiss()
  // A button with a value of its own changes what is there, and is no undo.
  if (event.submitter?.name) return
  event.preventDefault()
  // What it offers next has a button at the same place.
  rest(event.submitter)
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

// The page's initial notice is read out again, unless it has the focus and so is read anyway.
const found = current()
if (found && !found.contains(document.activeElement)) {
  const sentence = found.querySelector("p")
  setTimeout(() => { sentence.replaceWith(sentence.cloneNode(true)); watchRoom(found) }, 100)
}
if (found) {
  watchRoom(found)
  leaveSoon(found)
}
