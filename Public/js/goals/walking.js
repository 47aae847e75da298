// The keyboard on the field of dots: arrows walk it as it lies there, Home and End go to its ends, Space marks the day
// and Enter opens it, as it does any link. One dot is in the order of the Tab key, the one that had the focus last.
import { dots, field } from "./dots.js"
import { toggle } from "./marking.js"

let current

/** Makes a dot the one that Tab comes to. */
function stand(dot) {
  if (current) current.tabIndex = -1
  current = dot
  if (dot) dot.tabIndex = 0
}

/** Begins anew, with today or the first day, or with the day that had the focus before. */
export function begin(dot) {
  for (const other of dots) other.tabIndex = -1
  current = undefined
  stand(dot ?? field.querySelector("[aria-current]") ?? dots[0])
}

/** How many dots stand in a row just now. */
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
    if (!event.repeat) toggle(dot)
    return
  }
  if (!Object.hasOwn(ways, event.key)) return
  event.preventDefault()
  dots[ways[event.key](Array.prototype.indexOf.call(dots, dot))]?.focus()
})

begin()
