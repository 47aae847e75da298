// Swiping a card left reveals its buttons: one less, the next colour, and delete. For touch only; the card's options
// menu offers the same.
import { addStylesheet } from "../../shell/style/stylesheet.js"
import { nameOf } from "../../sync/stamp.js"
import { tell, tellProblem } from "./gesture.js"
import { slack } from "../press.js"
import { remove } from "./remove.js"
import { rest } from "../../shell/rest.js"

addStylesheet("counters/gestures")

const colors = 8
/** A flick faster than this, in pixels per millisecond, opens a card, however short. */
const flick = 0.4
let drawn
let open
let isClosing = false

/** @param {PointerEvent} event a touch that may become a swipe */
export function begin(event) {
  if (drawn?.isOurs) return
  // While a card is open, the first tap elsewhere only closes it.
  const isBeside = Boolean(open) && !event.target.closest?.(".card-behind")
  // The notice for an action just done here must work at once.
  isClosing = isBeside && !event.target.closest?.(".notice")
  if (isClosing) event.preventDefault()
  if (isBeside) close(open)
  const card = event.pointerType === "touch" && event.isPrimary ? event.target.closest?.("[data-counters] > [data-counter]") : undefined
  drawn = card && !event.target.closest("[data-options-menu], .card-behind, input") ? { card, pointer: event.pointerId, x: event.clientX, y: event.clientY, time: event.timeStamp, isOurs: false } : undefined
}

const toLeft = (card, x) => getComputedStyle(card).direction === "rtl" ? -x : x

document.addEventListener("pointerdown", begin, true)
document.addEventListener("pointermove", event => {
  if (drawn?.pointer !== event.pointerId) return
  const { card } = drawn
  const x = toLeft(card, event.clientX - drawn.x), y = event.clientY - drawn.y
  if (!drawn.isOurs) {
    if (Math.abs(y) > slack) drawn = undefined
    if (!drawn || Math.abs(x) < slack) return
    drawn.isOurs = true
    drawn.from = card === open ? -behind(card).offsetWidth : 0
    behind(card)
  }
  const width = behind(card).offsetWidth
  slide(card, Math.max(-width - 12, Math.min(0, drawn.from + x)))
  const at = drawn.from + x
  drawn.speed = (at - (drawn.at ?? drawn.from)) / Math.max(1, event.timeStamp - drawn.time)
  drawn.at = at
  drawn.time = event.timeStamp
})
document.addEventListener("click", event => {
  if (isClosing && event.detail > 0) event.preventDefault()
  isClosing = false
}, true)

for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, event => {
  if (drawn?.pointer !== event.pointerId) return
  const over = drawn
  drawn = undefined
  if (!over?.isOurs) return
  const width = behind(over.card).offsetWidth
  if (event.timeStamp - over.time > 100) over.speed = 0
  if (over.speed < -flick || over.at < -width / 3 && over.speed <= flick) {
    slide(over.card, -width)
    open = over.card
    open.querySelector(".card-behind button").focus({ preventScroll: true })
  } else close(over.card)
})

/** The name stays where it is: the field is drawn aside below it, and of a collapsed card's bar the end makes room. */
function slide(card, x) {
  const bar = card.querySelector(":scope > .card-bar"), field = card.querySelector(":scope > .card-field")
  const free = Math.max(0, -x), [right, left] = toLeft(card, 1) > 0 ? [free, 0] : [0, free]
  field.style.translate = x ? `${toLeft(card, x)}px` : ""
  bar.style.clipPath = free > 0 && isCollapsed(card) ? `inset(0 ${right}px 0 ${left}px)` : ""
}

const isCollapsed = card => card.matches(".card--collapsed")

function close(card) {
  slide(card, 0)
  const behind = card.querySelector(".card-behind")
  if (behind?.contains(document.activeElement)) card.querySelector("[data-options]").focus({ preventScroll: true })
  behind?.remove()
  delete card.dataset.drawn
  if (open === card) open = undefined
  document.dispatchEvent(new CustomEvent("fivebar-free"))
}

/** The buttons behind a card, created when they are first shown. */
function behind(card) {
  const there = card.querySelector(".card-behind")
  if (there) return there
  card.dataset.drawn = ""
  const menu = document.querySelector("[data-options-menu]")
  const address = card.querySelector("[data-collapse]").getAttribute("formaction").replace(/\/collapse$/, "")
  const make = (kind, label, path) => {
    const button = Object.assign(document.createElement("button"), { className: `behind behind--${kind}`, textContent: label })
    button.setAttribute("formaction", `${address}/${path}`)
    return button
  }
  const minus = make("minus", "−", "erasures"), color = make("color", menu.dataset.wordsColor, "color")
  minus.dataset.minus = ""
  minus.setAttribute("aria-label", card.querySelector(".minus").getAttribute("aria-label"))
  color.name = "color"
  color.dataset.recolor = ""
  const deletion = make("delete", menu.querySelector("[data-delete]").textContent, "deletion")
  deletion.dataset.delete = ""
  const place = document.createElement("div")
  place.className = "card-behind"
  if (!isCollapsed(card)) place.style.insetBlockStart = `${card.querySelector(":scope > .card-bar").offsetHeight}px`
  place.append(minus, color, deletion)
  card.prepend(place)
  return place
}

function removeCard(event, button) {
  event.preventDefault()
  const card = button.closest("[data-counter]")
  rest(button)
  remove(card, button.formAction)
  close(card)
}

document.addEventListener("fivebar-unreachable", event => {
  const { submitter } = event.detail
  if (submitter?.matches(".card-behind [data-delete]")) removeCard(event, submitter)
})
document.addEventListener("submit", event => {
  const button = event.submitter
  // Without counters the list is another page, which comes once the server can be reached.
  if (button?.matches(".card-behind [data-delete]") && document.querySelectorAll("[data-counters] > [data-counter]").length > 1) removeCard(event, button)
  if (!button?.matches("[data-recolor]")) return
  event.preventDefault()
  const card = button.closest("[data-counter]")
  const before = Number(card.className.match(/\bcolor-(\d)/)[1]), color = (before + 1) % colors
  const paint = (from, to) => card.classList.replace(`color-${from}`, `color-${to}`)
  paint(before, color)
  tell(button.getAttribute("formaction"), { color }, { kind: "recolor", change: { counter: nameOf(card.dataset.counter), color } }).then(response => {
    if (response?.ok) return
    paint(color, before)
    tellProblem(response)
  })
})
document.addEventListener("keydown", event => { if (event.key === "Escape" && open) close(open) })
