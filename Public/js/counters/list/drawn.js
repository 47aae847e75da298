// Draws what is not saved yet and is no tap: a counter that was created, renamed, deleted … without a network, before and
// after a reload. The server's own cards take their place once it has answered.
import { cardOf, reckoningOf } from "../cards.js"
import { counted } from "../counting.js"
import { drawAnew, format } from "../../marks/marks.js"
import { load } from "../../shell/load.js"
import { remove } from "./removed.js"
import { named } from "../../sync/stamp.js"
import "./touchable.js"

const colors = 8
const draws = {
  rename(card, { title }) {
    for (const name of card.querySelectorAll("[data-name]")) {
      // A counter's own page has its title.
      if (name.id === "title") document.title = document.title.replace(name.textContent, () => title)
      name.textContent = title
    }
  },
  restyle(card, { style }) {
    card.dataset.style = style
    drawAnew(card.querySelector("[data-marks]"), style, reckoningOf(card).shown)
  },
  recolor(card, { color }) { paint(card, color) },
  setStep(card, { step }) {
    card.dataset.step = step
    import("../waiting/step.js").then(({ drawStep }) => drawStep(card), () => {})
  },
  collapse(card, { collapsed }) {
    const button = card.querySelector("[data-collapse]")
    if (!button) return
    card.classList.toggle("card--collapsed", collapsed)
    button.setAttribute("aria-expanded", String(!collapsed))
    button.value = collapsed ? "no" : "yes"
  },
  moveCounter(card, { after }) {
    const list = card.closest("[data-counters]")
    const before = after === undefined ? null : list?.querySelector(`:scope > [data-counter="${CSS.escape(String(after))}"]`)
    // A card that is moved loses the finger on it, and the name that is being typed on it.
    if (!list || before === undefined || card.previousElementSibling === before || "folding" in card.dataset) return
    if (before) before.after(card)
    else list.prepend(card)
  },
  deleteCounter(card, change, id) {
    if (card.matches("[data-counters] > *")) {
      const name = card.querySelector("[data-name]").textContent
      removeFromList(card)
      if (wasDeletedBefore(id)) import("../waiting/offer.js").then(({ offerLater }) => offerLater(id, name), () => {})
    }
    // Whoever deletes it on its own page is led to the list. One beside the list is closed.
    else if (card.isConnected && !card.closest("[data-beside]") && !counted.some(gesture => gesture.id === id)) {
      import("../waiting/deleted.js").then(({ sayDeleted }) => sayDeleted(), () => {})
    }
    document.dispatchEvent(new CustomEvent("fivebar-removed"))
  },
}

/** Whether that was done on the page from which this one was opened. */
function wasDeletedBefore(id) {
  try { return sessionStorage.getItem(named("deleted")) === id } catch { return false }
}

function removeFromList(card) {
  // There is one menu for all cards.
  const menu = card.querySelector("[data-options-menu]")
  if (menu) document.getElementById("content").append(menu)
  model = card
  remove(card)
  introduce()
}

/** What a card is drawn from in an empty list: the last one that was in it, or the server's, of no counter. */
let model = document.querySelector("[data-blank-card]")?.content.firstElementChild

/** An empty list has an introduction. */
function introduce() {
  const introduction = document.querySelector("[data-introduction]")
  if (introduction) introduction.hidden = Boolean(document.querySelector("[data-counters]").firstElementChild)
}
document.addEventListener("fivebar-refreshed", introduce)

/** @param {import("../../sync/queue.js").Operation} operation */
export function draw({ id, kind, change, drawn }) {
  if (kind === "createCounter") return add(id, change)
  if (kind === "restoreCounter") return add(String(change.counter), drawn ?? {})
  for (const card of document.querySelectorAll(`[data-counter="${CSS.escape(String(change.counter))}"]`)) draws[kind]?.(card, change, id)
}

const paint = (card, color) => { card.className = card.className.replace(/\bcolor-\d\b/, `color-${color % colors}`) }

/** Adds a card like the last one. Until the server has numbered the counter, its name is that of the operation. */
function add(id, { title, style, color, count = "0" }) {
  const list = document.querySelector("[data-counters]"), last = list?.lastElementChild ?? model
  if (!list || !last || !style || cardOf(id)) return
  const card = last.cloneNode(true), { counter: old } = last.dataset
  for (const part of card.querySelectorAll(".card-behind, .card-rename, .brought-back, [data-options-menu]")) part.remove()
  for (const part of card.querySelectorAll("[id], [formaction]")) {
    for (const name of ["id", "formaction", "aria-labelledby"]) {
      const value = part.getAttribute(name)
      if (value) part.setAttribute(name, value.replace(new RegExp(`([-/])${old}(?=$|[ /])`, "g"), (_, before) => before + id))
    }
  }
  Object.assign(card.dataset, { counter: id, count, revision: "0", style })
  // What is under way on the other card is none of this one's.
  for (const name of ["step", "numbered", "folding", "restyling", "drawn"]) delete card.dataset[name]
  card.classList.remove("card--collapsed", "card--long", "card--gliding")
  for (const part of card.querySelectorAll("[data-name], [data-collapse]")) part.hidden = false
  paint(card, color ?? Number(last.className.match(/\bcolor-(\d)/)[1]) + 1)
  card.querySelector("[data-name]").textContent = title
  card.querySelector("[data-collapse]").value = "yes"
  for (const place of card.querySelectorAll("[data-count-text], [data-badge]")) place.textContent = format(BigInt(count))
  const marks = card.querySelector("[data-marks]")
  marks.setAttribute("aria-label", format(BigInt(count)))
  list.append(card)
  introduce()
  drawAnew(marks, style, BigInt(count))
}

const refresh = wishes => load("./refresh.js", import.meta.url).then(module => module.refresh(wishes))

// The server's own card, which has this number, takes its place. It may be there already.
document.addEventListener("fivebar-answer", ({ detail: { operation: { id, kind }, answer } }) => {
  const card = kind === "createCounter" ? cardOf(id) : null
  if (!card?.matches("[data-counters] > *")) return
  card.dataset.numbered = answer.counter
  refresh()
})

// What was refused is drawn as the server knows it.
document.addEventListener("fivebar-refusal", ({ detail: { operation: { id, kind, change } } }) => {
  if (kind !== "createCounter" && !draws[kind]) return
  const counter = kind === "createCounter" ? id : String(change.counter)
  for (const card of document.querySelectorAll(`[data-counter="${CSS.escape(counter)}"]`)) card.dataset.revision = "-1"
  if (document.querySelector("[data-counters]")) refresh({ isWhole: true })
})
