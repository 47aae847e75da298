// A press presses nothing where it is meant for what was there before: the second of two quick taps, of a thumb that was not
// sure, where the first has made what it pressed go, or make room for something else; and one on what has only just moved
// there, because another device has changed a list. And what is being pressed stays there until the press is heard.

/** How far apart the two taps are at most, and how long people need to see that something has moved, in milliseconds. */
const lasts = 350
/** How far from what was pressed the second may be, in pixels. */
const around = 16
/** What was pressed last, and until when its place is at rest. */
let box, until = 0
/** Where everything was that could be pressed, before the last change. */
let former
/** When a form was last submitted. What moves soon after that was expected to, in milliseconds. */
let submitted = -Infinity
const expected = 1_000
/** Whether the press that began last is let go by, and its pointer. */
let isPassing = false, pointerId

/** @param {Element} [pressed] while it is on the page */
export function rest(pressed) {
  box = pressed?.getBoundingClientRect()
  until = performance.now() + lasts
}

/**
 * Remembers what can be pressed, and where, because it is about to move or to make room for others.
 * @param {Element} area of the page
 * @param {string} selector of what can be pressed there
 * @param {(thing: Element) => unknown} [name] what it is the same by afterwards
 */
export function expectMoves(area, selector, name = thing => thing) {
  former = undefined
  if (performance.now() - submitted < expected) return
  const boxes = Array.from(area.querySelectorAll(selector), thing => ({ name: name(thing), box: thing.getBoundingClientRect() }))
  former = { area, selector, name, boxes, scrolled: scrolledIn(area), until: performance.now() + lasts }
}

/** A mouse is surer, but for the second half of a double click. */
const isAtRest = ({ pointerType, detail, clientX: x, clientY: y }) => Boolean(box) && (pointerType === "touch" || detail > 1) && performance.now() < until
  && x > box.left - around && x < box.right + around && y > box.top - around && y < box.bottom + around

const scrolledIn = area => ({ x: scrollX + area.scrollLeft, y: scrollY + area.scrollTop })

/** Whether something else was there: in the window, and also on the page, which somebody may have scrolled since. */
function isMeantForAnother({ target, clientX: x, clientY: y }) {
  if (!former || performance.now() > former.until || !former.area.contains(target)) return false
  const pressed = target.closest(former.selector), now = scrolledIn(former.area)
  if (!pressed) return false
  const isAt = (box, x, y) => x >= box.left && x < box.right && y >= box.top && y < box.bottom
  const wereThere = (x, y) => former.boxes.filter(({ box }) => isAt(box, x, y)).map(thing => thing.name)
  const were = [wereThere(x, y), wereThere(x + now.x - former.scrolled.x, y + now.y - former.scrolled.y)]
  return were.every(names => names.length > 0 && !names.includes(former.name(pressed)))
}

/** What each pointer presses. @type {Map<number, { target: Element }>} */
const held = new Map()
/** What goes on once something is released. @type {Set<() => void>} */
const waiting = new Set()
/** How long after its release the click of a touch may come, in milliseconds. */
const clickFollows = 100

/** Whether something in the area is being pressed. @param {Element} area */
export const isHeld = area => Array.from(held.values()).some(({ target }) => area.contains(target))

/** Resolves once nothing in the area is being pressed: what moves or goes meanwhile would lose its click. @param {Element} area */
export async function whenReleased(area) {
  while (isHeld(area)) await new Promise(done => { waiting.add(done) })
}

function release(pointers) {
  for (const pointer of pointers) held.delete(pointer)
  for (const goOn of waiting) goOn()
  waiting.clear()
}

addEventListener("pointerdown", ({ button, pointerId, target }) => {
  // A counter's field needs no click and stays what it is: a finger that rests on it keeps nothing from being drawn.
  if (button === 0 && !target.closest("[data-tap], [data-minus]")) held.set(pointerId, { target })
}, { capture: true, passive: true })
addEventListener("pointerup", ({ pointerId }) => {
  const press = held.get(pointerId)
  // It may press again by then.
  if (press) setTimeout(() => { if (held.get(pointerId) === press) release([pointerId]) }, clickFollows)
}, { capture: true, passive: true })
addEventListener("pointercancel", ({ pointerId }) => release([pointerId]), { capture: true, passive: true })
// Another window may swallow the end of a press.
addEventListener("blur", () => release(Array.from(held.keys())))

addEventListener("submit", () => { submitted = performance.now() }, true)

// Before everybody else hears of it. Keys, and what speaks for them, press at no place.
for (const name of ["pointerdown", "click"]) addEventListener(name, event => {
  if (name === "click" && event.detail === 0) return
  if (name === "pointerdown") {
    isPassing = isAtRest(event)
    pointerId = event.pointerId
  }
  isPassing ||= isMeantForAnother(event)
  // What moves from here on was pressed by somebody who has seen what there is.
  if (!isPassing && name === "click") former = undefined
  if (!isPassing) return
  event.preventDefault()
  event.stopImmediatePropagation()
}, true)
// Which press of a double click it is, only this says; whoever has heard of its beginning hears that it was none.
addEventListener("mousedown", event => {
  if (isPassing || !isAtRest(event)) return
  isPassing = true
  event.target.dispatchEvent(new PointerEvent("pointercancel", { bubbles: true, pointerId, pointerType: "mouse", isPrimary: true }))
}, true)
