// A long press on the title renames in place; one on the minus asks whether to reset. It does not count as a tap. The
// keyboard opens on release, as browsers require.
import { longPress, slack } from "../press.js"

let held
let isDone = false

/** @param {PointerEvent} event a press that may become a long one */
export function begin(event) {
  letGo()
  // Not by a second finger: the first one's release is still to come.
  if (event.isPrimary) isDone = false
  const button = event.target.closest?.("[data-collapse], [data-minus]")
  if (!button || event.button !== 0 || !event.isPrimary) return
  const passed = performance.now() - event.timeStamp
  const press = held = { button, x: event.clientX, y: event.clientY, at: event.timeStamp }
  // On a busy page, the release may be waiting in line behind this timer.
  press.timer = setTimeout(() => requestAnimationFrame(() => { if (held === press) act() }), longPress - passed)
}

function letGo() {
  clearTimeout(held?.timer)
  held = undefined
}

/** A press that was long enough when it was released asks, even if its timer has not run yet. */
function release({ isPrimary, timeStamp }) {
  if (held && isPrimary && timeStamp - held.at >= longPress) act()
  else letGo()
}

async function act() {
  const { button } = held
  letGo()
  isDone = true
  if (!("still" in document.documentElement.dataset)) navigator.vibrate?.(30)
  const card = button.closest("[data-counter]")
  if (button.matches("[data-collapse]")) {
    const { rename } = await import("./rename.js")
    rename(card)
  } else {
    const { ask } = await import("./reset.js")
    const address = button.getAttribute("formaction").replace(/erasures$/, "reset")
    ask(Object.assign(document.createElement("a"), { href: address }), card)
  }
}

document.addEventListener("pointerdown", begin)
document.addEventListener("pointerup", release)
document.addEventListener("pointercancel", letGo)
document.addEventListener("pointermove", event => {
  if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > slack) letGo()
})
document.addEventListener("click", event => {
  if (!isDone || event.detail === 0) return
  // The sheet has opened under the finger, whose release is no tap on its buttons, nor beside it.
  if (event.target.closest("dialog")) event.stopImmediatePropagation()
  else if (!event.target.closest("[data-collapse], [data-minus]")) return
  event.preventDefault()
  isDone = false
}, true)
document.addEventListener("contextmenu", event => {
  if (event.target.closest("[data-collapse], [data-minus], [data-tap]")) event.preventDefault()
})
