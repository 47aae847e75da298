// Shows which day a dot is, beside it, while it is pointed at, focused or held: its date with the weekday, and else the
// words that its link says aloud.
import { dates } from "../shell/time/dates.js"
import { dayOf, dotAt, field, goal } from "./dots.js"

const label = Object.assign(document.createElement("p"), { className: "dot-label", ariaHidden: "true", hidden: true })
label.dataset.added = ""
field.after(label)
const gap = 6, gapAboveFinger = 20, edge = 8, heldFor = 150

const { wordsSeparator, ...told } = document.querySelector("[data-told]").dataset
const states = Object.values(told)
const format = options => dates({ weekday: "short", day: "numeric", month: "short", ...options })
const thisYear = format(), otherYear = format({ year: "numeric" })

function wordsOf(dot) {
  const day = dayOf(dot), parts = dot.firstChild.textContent.split(wordsSeparator)
  const date = (day.slice(0, 4) === goal.dataset.today.slice(0, 4) ? thisYear : otherYear).format(new Date(day))
  // In some languages a date has the sign that parts the words.
  const rest = parts.findIndex(part => states.includes(part) || part.includes("%"))
  return [date, ...rest < 0 ? [] : parts.slice(rest)].join(wordsSeparator)
}

/** @param {HTMLAnchorElement} [dot] none hides the label */
function show(dot, above = gap) {
  label.hidden = !dot
  if (!dot) return
  label.textContent = wordsOf(dot)
  const box = dot.getBoundingClientRect(), frame = label.offsetParent.getBoundingClientRect()
  const middle = box.left + box.width / 2, half = label.offsetWidth / 2
  const left = Math.min(Math.max(middle - half, edge, frame.left), document.documentElement.clientWidth - edge - 2 * half)
  label.style.left = `${left - frame.left}px`
  // Below the dot where the goal's header would cover it.
  const over = box.top - label.offsetHeight - above, isCovered = over < document.querySelector(".goal-head").getBoundingClientRect().bottom
  label.style.top = `${(isCovered ? box.bottom + above : over) - frame.top}px`
}

field.addEventListener("pointerover", event => { if (event.pointerType !== "touch") show(dotAt(event)) })
field.addEventListener("pointerleave", () => show())
// A finger that taps or scrolls sees none.
let held
field.addEventListener("pointerdown", event => {
  clearTimeout(held)
  if (event.pointerType === "touch") held = setTimeout(() => show(dotAt(event), gapAboveFinger), heldFor)
})
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, event => {
  clearTimeout(held)
  if (event.pointerType === "touch") show()
})
field.addEventListener("focusin", event => { if (event.target.matches(":focus-visible")) show(event.target) })
field.addEventListener("focusout", () => show())
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") show() })
// A day that is marked says something else.
document.addEventListener("fivebar-day", () => show())
