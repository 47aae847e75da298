// Fingers and the mouse on the field of dots: a long press marks today or a past day, a tap opens the day.
// A press raises no menu and selects nothing; the nearest dot takes a touch that falls between dots.
import { isElsewhere } from "../shell/sheets.js"
import { dotAt, field } from "./dots.js"
import { toggle } from "./marking.js"

const longEnough = 500
const farEnough = 10
let held
/** Whether the press that is not over yet has marked a day already. */
let isDone = false

field.addEventListener("pointerdown", event => {
  letGo()
  isDone = false
  if (event.button !== 0 || !event.isPrimary) return
  const dot = dotAt(event)
  if (dot) held = { dot, x: event.clientX, y: event.clientY, timer: setTimeout(act, longEnough) }
})

function letGo() {
  clearTimeout(held?.timer)
  held = undefined
}

function act() {
  const { dot } = held
  letGo()
  isDone = true
  toggle(dot)
}

for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, letGo)
document.addEventListener("pointermove", event => {
  if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > farEnough) letGo()
})

field.addEventListener("contextmenu", event => {
  // The other button of a mouse still has its menu: a link may be opened elsewhere.
  if (held || isDone || event.pointerType === "touch") event.preventDefault()
})
for (const name of ["selectstart", "dragstart"]) field.addEventListener(name, event => event.preventDefault())

field.addEventListener("click", event => {
  const wasLong = isDone && event.detail > 0
  isDone = false
  if (wasLong) return event.preventDefault()
  const dot = dotAt(event)
  if (!dot || isElsewhere(event)) return
  event.preventDefault()
  import("./day.js").then(({ open }) => open(dot), () => location.assign(dot.href))
})
