// Touch and mouse on the grid of dots: a long press marks today or a past day, a tap opens the day. A press opens no
// menu and selects nothing; a touch between dots goes to the nearest one.
import { isElsewhere } from "../shell/sheets.js"
import { dayOf, dotAt, dotOf, field } from "./dots.js"
import { press as pressDot } from "./marking.js"

const longEnough = 500
const farEnough = 10
/** The presses of now, by pointer: each finger has its own. @type {Map<number, {dot: Element, x: number, y: number, at: number, timer: number}>} */
const held = new Map()
/** Whether the latest press has already marked a day. */
let isDone = false

field.addEventListener("pointerdown", event => {
  const { pointerId, clientX: x, clientY: y } = event
  letGo(event)
  isDone = false
  if (event.button !== 0) return
  const dot = dotAt(event)
  if (!dot) return
  const hold = { dot, x, y, at: event.timeStamp }
  // On a busy page, the release may be waiting in line behind this timer.
  hold.timer = setTimeout(() => requestAnimationFrame(() => { if (held.get(pointerId) === hold) act(event) }), longEnough)
  held.set(pointerId, hold)
})

function letGo({ pointerId }) {
  clearTimeout(held.get(pointerId)?.timer)
  held.delete(pointerId)
}

function act(event) {
  const { dot } = held.get(event.pointerId)
  letGo(event)
  isDone = true
  pressDot(dot)
}

/** A press that was long enough when it was released marks its day, even if its timer has not run yet. */
function release(event) {
  const hold = held.get(event.pointerId)
  if (hold && event.timeStamp - hold.at >= longEnough) act(event)
  else letGo(event)
}

document.addEventListener("pointerup", release)
document.addEventListener("pointercancel", letGo)
// Another window may swallow the end of a press.
addEventListener("blur", () => { for (const pointerId of Array.from(held.keys())) letGo({ pointerId }) })
document.addEventListener("pointermove", event => {
  const hold = held.get(event.pointerId)
  if (hold && Math.hypot(event.clientX - hold.x, event.clientY - hold.y) > farEnough) letGo(event)
})

field.addEventListener("contextmenu", event => {
  // A right click still opens its menu, for example to open a link in a new tab.
  if (held.size > 0 || isDone || event.pointerType === "touch") event.preventDefault()
})
for (const name of ["selectstart", "dragstart"]) field.addEventListener(name, event => event.preventDefault())

field.addEventListener("click", event => {
  const wasLong = isDone && event.detail > 0
  isDone = false
  if (wasLong) return event.preventDefault()
  const dot = dotAt(event)
  if (!dot || isElsewhere(event)) return
  event.preventDefault()
  import("./day.js").then(({ open }) => open(dotOf(dayOf(dot)) ?? dot), () => location.assign(dot.href))
})
