// Which presses are taps. Each is its pointer's own, so that fingers may overlap: down and up near each other, short, and
// not claimed by a gesture, which prevents the default of its pointerdown. The click that a browser makes of a press (of
// one finger at a time) says nothing new; keys, switches and screen readers click without a press, and those clicks stay.

/** A finger that rests so long does not tap, in milliseconds. */
export const longPress = 500
/** How far a tap may slip, in CSS pixels; a [data-slack] around it says another number. */
export const slack = 14

/** The presses that are going on. @type {Map<number, {button: HTMLButtonElement, x: number, y: number, at: number, isClaimed: boolean}>} */
const presses = new Map()
/** When a pointer's last press was over, by pointer; browsers whose clicks name no pointer are told apart by the last. */
const ends = new Map()

/**
 * Calls `tapped` in the frame in which a pointer has tapped a button.
 * @param {string} selector of the buttons
 * @param {(button: HTMLButtonElement) => void} tapped
 */
export function onTap(selector, tapped) {
  document.addEventListener("pointerdown", event => {
    const button = event.target.closest?.(selector)
    if (!button || event.button !== 0) return
    presses.set(event.pointerId, { button, x: event.clientX, y: event.clientY, at: event.timeStamp, isClaimed: event.defaultPrevented })
  })
  document.addEventListener("pointerup", event => {
    const press = end(event)
    if (press && isTap(press, event)) tapped(press.button)
  })
  document.addEventListener("pointercancel", end)
  document.addEventListener("click", event => {
    const ended = ends.get(event.pointerId)
    if (event.detail > 0 && event.timeStamp - ended < 1000 && event.target.closest(selector)) event.preventDefault()
  }, true)
}

function end(event) {
  const press = presses.get(event.pointerId)
  if (!press) return undefined
  presses.delete(event.pointerId)
  ends.set(event.pointerId, event.timeStamp)
  ends.set(undefined, event.timeStamp)
  return press
}

function isTap({ button, x, y, at, isClaimed }, { clientX, clientY, timeStamp, pointerType }) {
  const near = Number(button.closest("[data-slack]")?.dataset.slack ?? slack)
  // A mouse that rests on a field taps; on a minus it asks whether to reset.
  const isLong = timeStamp - at >= longPress && (pointerType !== "mouse" || button.matches("[data-minus]"))
  return !isClaimed && !isLong && button.isConnected && Math.hypot(clientX - x, clientY - y) <= near
}
