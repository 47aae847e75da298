// Touch and mouse on the grid of dots: a long press marks today or a past day, a tap opens the day. A press opens no
// menu and selects nothing; a touch between dots goes to the nearest one.
import { isElsewhere } from "../shell/sheets.js"
import { dotAt, field } from "./dots.js"
import { toggle } from "./marking.js"

const longEnough = 500
const farEnough = 10
let held
/** Whether the current press has already marked a day. */
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
  // A right click still opens its menu, for example to open a link in a new tab.
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
