// The second of two quick taps, of a thumb that was not sure, is meant for what was there at the first: where that has gone, or
// has made room for something else, it presses nothing.

/** How far apart the two are at most, in milliseconds. */
const lasts = 350
/** How far from what was pressed the second may be, in pixels. */
const around = 16
/** What was pressed last, and until when its place is at rest. */
let box, until = 0
/** Whether the touch that began last is let go by. */
let isPassing = false

/** @param {Element} [pressed] while it is on the page */
export function rest(pressed) {
  box = pressed?.getBoundingClientRect()
  until = performance.now() + lasts
}

const isAtRest = ({ pointerType, clientX: x, clientY: y }) => Boolean(box) && pointerType === "touch" && performance.now() < until
  && x > box.left - around && x < box.right + around && y > box.top - around && y < box.bottom + around

// Before everybody else hears of it. Keys, and what speaks for them, press at no place.
for (const name of ["pointerdown", "click"]) addEventListener(name, event => {
  if (name === "click" && event.detail === 0) return
  if (name === "pointerdown") isPassing = isAtRest(event)
  if (!isPassing) return
  event.preventDefault()
  event.stopImmediatePropagation()
}, true)
