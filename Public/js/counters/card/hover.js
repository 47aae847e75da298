// A pointer over a field sees what a tap would add, as a ghost, and the keys that count, where they would count it.
import { addStylesheet } from "../../shell/style/stylesheet.js"
import { next } from "../../marks/next.js"

const styled = addStylesheet("counters/hover")

/** The field that is pointed at, and the count that its ghost follows. */
let field, count

/** @param {PointerEvent} event of a pointer that came to something */
export async function enter(event) {
  leave()
  const over = event.pointerType !== "touch" && event.buttons === 0 ? event.target.closest?.("[data-tap]") : null
  if (!over) return
  field = over
  const card = field.closest("[data-counter]"), marks = card.querySelector("[data-marks]"), { dataset } = card
  count = dataset.count
  nameKeys()
  const [drawing] = await Promise.all([
    next(dataset.style, BigInt(count), BigInt(dataset.step ?? 1), marks.dataset.frames?.split(" ") ?? ["wide"]),
    styled,
  ])
  if (field !== over || dataset.count !== count || marks.parentElement.querySelector(".ghost")) return
  // A page that is drawn anew leaves it where it is.
  marks.insertAdjacentHTML("afterend", `<span class="ghost" aria-hidden="true" data-added>${drawing}</span>`)
}

/** Names + and − if they would count here: what has the focus goes first. */
function nameKeys() {
  if (!field) return
  const counterOf = element => element.closest("[data-counter]")?.dataset.counter
  const focused = counterOf(document.activeElement), isOurs = [undefined, counterOf(field)].includes(focused)
  if (isOurs && document.documentElement.dataset.keys !== "off") field.dataset.keys = ""
  else delete field.dataset.keys
}

function leave() {
  field?.parentElement.querySelector(".ghost")?.remove()
  delete field?.dataset.keys
  field = undefined
}

document.addEventListener("pointerover", enter)
document.addEventListener("pointerout", event => { if (!event.relatedTarget) leave() })
document.addEventListener("pointerdown", leave)
document.addEventListener("focusin", nameKeys)
// The count may change by other means, too.
for (const name of ["fivebar-gesture", "fivebar-answer", "fivebar-refreshed", "fivebar-redrawn", "fivebar-free"]) {
  document.addEventListener(name, () => queueMicrotask(() => { if (field?.closest("[data-counter]").dataset.count !== count) leave() }))
}
