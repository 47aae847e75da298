// A second tap right after what was pressed has gone, or has made room for something else, was meant for that: it presses
// nothing there.

/** As long as the two taps of a slow thumb are apart, in milliseconds. */
const lasts = 600
/** How far from what was pressed the second tap may be, in pixels. */
const around = 16
/** @type {{left: number, right: number, top: number, bottom: number, until: number}[]} */
let places = []
/** Whether the press that began last is let go by, whenever it ends. */
let isPassing = false

/** @param {DOMRect} [box] of what was pressed, before it has gone; none if it had no place */
export function rest(box) {
  if (box?.width) places.push({ left: box.left, right: box.right, top: box.top, bottom: box.bottom, until: performance.now() + lasts })
}

function isAtRest({ clientX, clientY }) {
  places = places.filter(({ until }) => until > performance.now())
  return places.some(({ left, right, top, bottom }) => clientX > left - around && clientX < right + around && clientY > top - around && clientY < bottom + around)
}

// Before everybody else hears of it. The keyboard and what speaks for it press at no place.
for (const name of ["pointerdown", "click"]) addEventListener(name, event => {
  if (name === "click" && event.detail === 0) return
  if (name === "pointerdown") {
    isPassing = isAtRest(event)
    // Who presses elsewhere knows what is there now.
    if (!isPassing) places = []
  }
  if (!isPassing) return
  event.preventDefault()
  event.stopImmediatePropagation()
}, true)
