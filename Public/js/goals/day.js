// Opens a day in a dialog: the content of the day's own page, with placeholders until it is loaded. A swipe, a tap
// outside, Escape or its buttons close it, and closing saves the note.
import { send } from "../sync/outbox.js"
import { complain } from "../shell/complain.js"
import { bringBack, drop } from "../drafts/drafts.js"
import { isLonger } from "../shell/numbers/letters.js"
import { isElsewhere, openSheet } from "../shell/sheets.js"
import { fetchOrLastSeen } from "../sync/pages/fetch.js"
import { isWaiting as isToBeMade } from "../sync/queue.js"
import { isOfAnotherAccount, nameOf } from "../sync/stamp.js"
import { dayOf, dotOf, goal, isOurs, setState, stateOf } from "./dots.js"
import { drawFigures } from "./figures.js"
import { isWaiting, newest, stamp, toggle, undone } from "./marking.js"
import { blankDay, waitingNote } from "./waiting/blank.js"

const sheet = document.querySelector("[data-day-sheet]")
const place = sheet.querySelector("[data-sheet-page]")
const waiting = sheet.querySelector("[data-waiting]")
/** Unanswered notes by day. @type {Map<string, {id: string, text: string}>} */
const notes = new Map()
let shown
/** How long a day may take, in milliseconds: then it is shown as far as it is known here. */
const longest = 5_000

/** @param {HTMLAnchorElement} dot @param {string} [typed] a note that could not be saved
    @param {"previous" | "next"} [way] how one came from the day shown before, which stays until this one is loaded */
export async function open(dot, typed, way) {
  const day = dayOf(dot)
  shown = { dot, day }
  if (way) place.inert = true
  else place.replaceChildren(waiting)
  place.setAttribute("aria-busy", "true")
  if (!sheet.open) openSheet(sheet)
  // The server does not know yet what waits to be made. Counts as a page view.
  const response = isToBeMade(goal.dataset.goal) ? null : await fetchOrLastSeen(dot.href, { "Fivebar-Shown": "yes" }, AbortSignal.timeout?.(longest))
  // Closed meanwhile, or opened for another day.
  if (shown?.day !== day || !sheet.open) return
  if (response && !response.ok) return typed === undefined ? location.assign(dot.href) : giveBack(typed)
  // One that is cut short, or takes too long on its way, is none.
  const html = await response?.text().catch(() => "")
  const page = html && new DOMParser().parseFromString(html, "text/html")
  if (shown?.day !== day || !sheet.open) return
  if (page && isOfAnotherAccount(page)) return typed === undefined ? location.reload() : giveBack(typed)
  // Of a day that the browser does not know, what is written is put under what may stand there.
  const section = page ? document.importNode(page.querySelector("[data-day]"), true) : blankDay(dot, stateOf(dot))
  place.replaceChildren(section)
  place.removeAttribute("aria-busy")
  place.inert = false
  const field = note(), { seen } = field.form.elements
  field.form.querySelector("button").textContent = sheet.dataset.wordsClose
  grow(field)
  const unsaved = notes.get(day)?.text ?? waitingNote(day)
  if (unsaved !== undefined) field.defaultValue = seen.value = unsaved
  shown.before = typed ?? field.value
  if (typed === undefined) bringBack(field.form)
  else field.value = typed
  sheet.classList.toggle("day-sheet--long", sheet.scrollHeight > sheet.clientHeight)
  // A page that was kept may be older than the dot.
  const isOlder = page && Number(section.dataset.revision) < Math.max(newest, Number(goal.dataset.revision))
  if (isWaiting(day) || !page || isOlder) updateButton()
  else follow(section.querySelector("[data-mark]"))
  if (dot.classList.contains("today") && document.querySelector("[data-figures][data-follows]")) import("./waiting/page.js").then(({ countIn }) => countIn(section), () => {})
  if (typed === undefined) (section.querySelector(`[data-neighbour="${way}"]`) ?? section.querySelector("[data-mark]") ?? section.querySelector("[data-neighbour]"))?.focus({ preventScroll: true })
  else complain(field, field.dataset.tooLong)
}

/** Makes a field as high as its text, where the browser does not. */
function grow(field) {
  if (CSS.supports("field-sizing", "content")) return
  field.style.blockSize = "auto"
  field.style.blockSize = `${field.scrollHeight + 2}px`
}
for (const kind of ["input", "fivebar-filled"]) place.addEventListener(kind, () => { if (note()?.form) grow(note()) })

// The days around it open in its place.
place.addEventListener("click", event => {
  const link = event.target.closest("[data-neighbour]"), dot = link && dotOf(link.getAttribute("href").slice(-10))
  if (!dot || isElsewhere(event)) return
  event.preventDefault()
  if (leave()) open(dot, undefined, link.dataset.neighbour)
})

const note = () => place.querySelector("[data-note]")

/** The day no longer belongs to the goal, but the text must not be lost. */
function giveBack(text) {
  const field = Object.assign(document.createElement("textarea"), { className: "text-field day-note", id: "typed", value: text, dir: "auto", readOnly: true })
  const label = Object.assign(document.createElement("label"), { className: "field-label", htmlFor: "typed", textContent: sheet.dataset.wordsTyped })
  const part = document.createElement("div")
  part.append(label, field)
  place.replaceChildren(part)
  place.removeAttribute("aria-busy")
  place.inert = false
  if (!sheet.open) openSheet(sheet)
  field.select()
}

/** Updates the dot from the server: another device may have changed the day. */
function follow(button) {
  const isDone = button?.getAttribute("aria-pressed") === "true"
  if (!button || !stateOf(shown.dot) || isDone === (stateOf(shown.dot) === "done")) return
  setState(shown.dot, isDone ? "done" : undone(shown.dot))
  drawFigures()
}

/** Updates the button from the dot. */
function updateButton() {
  const button = place.querySelector("[data-mark]")
  if (!button || !stateOf(shown.dot)) return
  const isDone = stateOf(shown.dot) === "done"
  place.querySelector("[data-day]").dataset.state = stateOf(shown.dot)
  button.setAttribute("aria-pressed", String(isDone))
  button.value = isDone ? "no" : "yes"
}

document.addEventListener("fivebar-day", ({ detail: { day } }) => { if (sheet.open && shown?.day === day) updateButton() })

sheet.addEventListener("submit", event => {
  event.preventDefault()
  if (event.target.matches("[data-mark-form]")) {
    toggle(shown.dot)
    updateButton()
  } else sheet.close()
})

/** Saves the note. @returns {boolean} whether the day may be left */
function leave() {
  const field = place.inert ? null : note()
  if (shown && field && field.value !== shown.before && !keep(field)) return false
  // What is too long is not saved: it is brought back when the day is opened again.
  if (field?.form && !isTooLong(field)) drop(field.form)
  return true
}

sheet.addEventListener("close", () => {
  if (!leave()) return
  place.inert = false
  shown?.dot.focus({ preventScroll: true })
  shown = undefined
})

// Leaving the page does not close the dialog.
addEventListener("pagehide", () => {
  const field = sheet.open && shown && !place.inert && note()
  if (!field || field.value === shown.before || isTooLong(field)) return
  keep(field)
  drop(field.form)
  shown.before = field.value
})

const isTooLong = field => isLonger(field.value, Number(field.dataset.most))

/** Sends the note. One that is too long stays in its field; closing again leaves it a draft.
    @returns {boolean} whether the dialog may close */
function keep(field) {
  if (isTooLong(field)) {
    if (shown.refused === field.value) return true
    shown.refused = field.value
    if (!sheet.open) sheet.showModal()
    complain(field, field.dataset.tooLong)
    return false
  }
  const { day } = shown, when = stamp(), note = field.value, { seen } = field.form.elements
  notes.set(day, { id: when.id, text: note })
  // If another device, or another tab, has changed since what was shown here, the server keeps both.
  send({ ...when, kind: "noteDay", change: { goal: nameOf(goal.dataset.goal), day, note, seen: seen.value }, goal: goal.dataset.goal, day })
  seen.value = note
  return true
}

function forget({ id, goal: other, day }) {
  if (!isOurs(other)) return
  const text = notes.get(day)?.id === id ? notes.get(day).text : undefined
  if (text !== undefined) notes.delete(day)
  return text
}
document.addEventListener("fivebar-answer", ({ detail: { operation, answer } }) => {
  forget(operation)
  if (operation.kind !== "noteDay" || !isOurs(operation.goal) || !answer.notice) return
  // Another device had changed the note. Over the page a notice would not be seen, and it leaves by itself.
  if (sheet.open) sheet.addEventListener("close", () => tell(answer.notice), { once: true })
  else tell(answer.notice)
})
const tell = notice => import("../shell/notice.js").then(({ offer }) => offer(notice), () => {})
document.addEventListener("fivebar-refusal", ({ detail: { operation } }) => {
  const text = forget(operation), dot = dotOf(operation.day)
  // A note that could not be saved is shown again.
  if (!text || sheet.open) return
  if (dot) open(dot, text)
  else giveBack(text)
})

// Swiping sideways or down closes it.
const farEnough = 80
let drawn
sheet.addEventListener("pointerdown", event => {
  if (event.pointerType !== "touch" || !event.isPrimary || event.target.closest("textarea")) return
  drawn = { pointer: event.pointerId, x: event.clientX, y: event.clientY }
})
sheet.addEventListener("pointermove", event => {
  if (event.pointerId !== drawn?.pointer) return
  drawn.across = event.clientX - drawn.x
  drawn.down = Math.max(0, event.clientY - drawn.y)
  sheet.style.translate = `${drawn.across}px ${drawn.down}px`
})
for (const name of ["pointerup", "pointercancel"]) sheet.addEventListener(name, event => {
  if (event.pointerId !== drawn?.pointer) return
  const { across = 0, down = 0 } = drawn
  drawn = undefined
  sheet.style.translate = ""
  if (name === "pointerup" && Math.hypot(across, down) > farEnough) sheet.close()
})
