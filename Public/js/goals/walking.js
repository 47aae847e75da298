// The keyboard on the grid of dots: arrows move within it, Home and End go to its ends, Space marks the day and Enter
// opens it, like any link. Only one dot is in the tab order, the one that last had the focus.
import { dots, field } from "./dots.js"
import { press } from "./marking.js"

let current

/** Makes a dot the one in the tab order. */
function stand(dot) {
  if (current) current.tabIndex = -1
  current = dot
  if (dot) dot.tabIndex = 0
}

/** Starts with the day that had the focus before, or else with today or the first day. */
export function begin(dot) {
  for (const other of dots) other.tabIndex = -1
  current = undefined
  stand(dot ?? field.querySelector("[aria-current]") ?? dots[0])
}

/** The current number of dots per row. */
function columns() {
  const items = field.children, top = items[0].offsetTop
  let count = 1
  while (count < items.length && items[count].offsetTop === top) count += 1
  return count
}

const ways = {
  ArrowLeft: place => place - 1,
  ArrowRight: place => place + 1,
  ArrowUp: place => place - columns(),
  ArrowDown: place => place + columns(),
  Home: () => 0,
  End: () => dots.length - 1,
}

field.addEventListener("focusin", event => {
  const dot = event.target.closest("a")
  if (dot) stand(dot)
})

field.addEventListener("keydown", event => {
  const dot = event.target.closest("a")
  if (!dot || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (event.key === " ") {
    event.preventDefault()
    if (!event.repeat) press(dot)
    return
  }
  if (!Object.hasOwn(ways, event.key)) return
  event.preventDefault()
  dots[ways[event.key](Array.prototype.indexOf.call(dots, dot))]?.focus()
})

begin()
