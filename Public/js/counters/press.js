// Detects taps per pointer, so that fingers may overlap: short, close together from down to up, and not claimed by a
// gesture, which prevents the default of its pointerdown. The browser's click after a press (of one finger at a time)
// is ignored; keyboards, switches and screen readers click without a press, and those clicks count.

/** A longer press is not a tap, in milliseconds. */
export const longPress = 500
/** How far a tap may move, in CSS pixels; a [data-slack] around it can override this. */
export const slack = 14

/** The current presses. @type {Map<number, {button: HTMLButtonElement, x: number, y: number, at: number, isClaimed: boolean}>} */
const presses = new Map()
/** When each pointer's last press ended; for browsers whose clicks have no pointer id, the latest one counts. A click
    follows at once: those of before are forgotten, because touches have ever new ids. */
const ends = new Map(), clickFollows = 1_000

/** The element under each finger. @type {Map<number, Element>} */
const fingers = new Map()
// A menu that another button opens may swallow its end, and so may another window.
addEventListener("pointerdown", ({ button, pointerId, target }) => { if (button === 0) fingers.set(pointerId, target) }, { capture: true, passive: true })
addEventListener("blur", () => { fingers.clear() })
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, ({ pointerId }) => { fingers.delete(pointerId) }, { capture: true, passive: true })
}

/** Whether a finger is down on the element or in it, wherever it has moved since. @param {Element} place */
export const isHeld = place => Array.from(fingers.values()).some(target => place.contains(target))

/**
 * Calls `tapped` in the frame in which a pointer taps a button.
 * @param {string} selector of the buttons
 * @param {(button: HTMLButtonElement) => void} tapped
 */
export function onTap(selector, tapped) {
  document.addEventListener("pointerdown", event => {
    const button = event.target.closest?.(selector)
    if (!button || event.button !== 0) return
    presses.set(event.pointerId, { button, x: event.clientX, y: event.clientY, at: event.timeStamp, isClaimed: event.defaultPrevented })
  })
  document.addEventListener("pointermove", follow)
  document.addEventListener("pointerup", event => {
    const press = follow(event)
    end(event)
    if (press && isTap(press, event)) tapped(press.button)
  })
  document.addEventListener("pointercancel", end)
  document.addEventListener("click", event => {
    const ended = ends.get(event.pointerId)
    // While another button is down, the press goes on.
    if (event.detail > 0 && (presses.size || event.timeStamp - ended < clickFollows) && event.target.closest(selector)) event.preventDefault()
  }, true)
}

/** A stroke that comes back to where it began is no tap. */
function follow({ pointerId, clientX, clientY }) {
  const press = presses.get(pointerId)
  if (press) press.isClaimed ||= Math.hypot(clientX - press.x, clientY - press.y) > (press.button.closest("[data-slack]")?.dataset.slack ?? slack)
  return press
}

function end({ pointerId, timeStamp }) {
  if (!presses.delete(pointerId)) return
  for (const [pointer, ended] of ends) if (timeStamp - ended >= clickFollows) ends.delete(pointer)
  ends.set(pointerId, timeStamp)
  ends.set(undefined, timeStamp)
}

function isTap({ button, at, isClaimed }, { timeStamp, pointerType }) {
  // A long mouse press on the field is a tap; on the minus it asks whether to reset.
  const isLong = timeStamp - at >= longPress && (pointerType !== "mouse" || button.matches("[data-minus]"))
  return !isClaimed && !isLong && button.isConnected
}
