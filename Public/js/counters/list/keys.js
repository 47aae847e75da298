// Keyboard shortcuts: arrows or j and k move between counters, + and - count, u undoes the last action, n creates a
// counter, e changes the order, / searches, ? shows this list. Settings can leave only the arrows.
import { undoLast } from "../undo.js"

const list = document.querySelector("[data-counters]")
const taps = () => Array.from(list.querySelectorAll("[data-counter]"), card => card.querySelector(card.matches(".card--collapsed") ? "[data-collapse]" : "[data-tap]"))
const current = () => document.activeElement?.closest("[data-counter]")
/** Where nothing has the focus, the card that is pointed at counts. */
const aim = () => current() ?? document.querySelector("[data-counter]:hover")

function walk(by) {
  const all = taps(), place = all.findIndex(button => button.closest("[data-counter]") === current())
  const next = all[place < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, place + by))]
  next?.focus()
  next?.closest("[data-counter]").scrollIntoView({ block: "nearest" })
}

const walks = new Set(["j", "k", "ArrowDown", "ArrowUp"])
/** These lead to another page. What is typed until it comes is meant for that page, and no command on this one. */
const leads = new Set(["e", "/", "?"])
/** How long that page may take, in milliseconds. After that nobody waits for it any more. */
const longest = 20_000
let leavingUntil = 0
// It is shown again as it was left.
addEventListener("pageshow", () => { leavingUntil = 0 })
const deeds = {
  j: () => walk(1), ArrowDown: () => walk(1), k: () => walk(-1), ArrowUp: () => walk(-1),
  "+": () => aim()?.querySelector("[data-tap]").click(), "=": () => deeds["+"](),
  "-": () => aim()?.querySelector("[data-minus]").click(),
  u: () => undoLast(list.dataset.undoAt, "home"),
  n: () => document.querySelector("[data-create]").click(),
  e: () => location.assign(list.dataset.arrangeAt),
  "/": () => document.querySelector("[data-search]")?.click(),
  "?": () => location.assign(list.dataset.keysAt),
}

/** The settings show their switch to whoever has used one, also without a mouse. */
function remember() {
  try {
    localStorage.setItem("fivebar-keys", "used")
  } catch {
    // Storage is refused: the list of keys leads to the switch.
  }
}

/** @param {KeyboardEvent} event */
export function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  // It stops what is being loaded.
  if (event.key === "Escape") leavingUntil = 0
  if (event.key.length === 1 && document.documentElement.dataset.keys === "off") return
  if (event.target.closest("input, textarea, select, dialog, [data-options-menu]:not([hidden])") || !Object.hasOwn(deeds, event.key)) return
  // Beside the list the page scrolls.
  if (walks.has(event.key) && event.target.closest("[data-beside]")) return
  event.preventDefault()
  if (performance.now() < leavingUntil) return
  remember()
  // A held key keeps moving, but counts only once.
  if (event.repeat && !walks.has(event.key)) return
  leavingUntil = leads.has(event.key) ? performance.now() + longest : 0
  deeds[event.key]()
}
