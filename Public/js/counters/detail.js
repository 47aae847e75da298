// A counter by itself, on its own page, on the full screen or beside the list: renames and resets it in place, and tells
// what was counted today.
import { confirmedRevision, forget, isSettled, reckoningOf } from "./cards.js"
import { counted } from "./counting.js"
import { drawAnew } from "../marks/marks.js"
import { load } from "../shell/load.js"
import { isElsewhere } from "../shell/sheets.js"
import { at } from "../sync/stamp.js"

/** Its card, which is no item of a list. */
export const detailCard = () => document.querySelector("form[data-counter]")

/** Draws its page anew. What does so is loaded with the first change. */
export const redrawSoon = wishes => load("../shell/redraw.js", import.meta.url).then(module => module.redrawSoon(wishes), () => {})

document.addEventListener("fivebar-redraw", event => {
  // One that was fetched before a tap was answered does not include it.
  const isOlder = Number(event.detail.page.body.dataset.revision) < confirmedRevision(detailCard()?.dataset.counter)
  if (isOlder || !isSettled() || document.querySelector("[data-folding]")) event.preventDefault()
})
document.addEventListener("fivebar-redrawn", () => {
  const card = detailCard(), { counter, style, count } = card.dataset
  // What was counted here can be undone here.
  for (const tap of counter === numbered?.counter ? counted : []) if (tap.counter === numbered.id) tap.counter = counter
  if (isSettled(counter)) forget(counter)
  noteShown(card)
  // The end of a stroke would draw the count of before.
  drawAnew(card.querySelector("[data-marks]"), style, BigInt(count))
})

/** What another device has counted is shown without a network, too. */
function noteShown(card) {
  const said = reckoningOf(card).confirmed
  import("../sync/storage/latestCounts.js").then(({ noteCounts }) => noteCounts([{ ...said, counter: card.dataset.counter }]), () => {})
}

/** One that was made without a network: the operation that made it, and its number, which it has got here. */
let numbered
document.addEventListener("fivebar-answer", ({ detail: { operation: { id, kind }, answer } }) => {
  const card = detailCard()
  if (kind !== "createCounter" || card?.dataset.counter !== id) return
  numbered = { id, counter: String(answer.counter) }
  card.dataset.numbered = answer.counter
  history.replaceState(history.state, "", location.href.replace(id, numbered.counter))
  redrawSoon()
})

// What was refused has no page, but is listed with the reason. Beside the list, that says it.
document.addEventListener("fivebar-refusal", ({ detail: { operation: { id, kind } } }) => {
  if (kind === "createCounter" && detailCard()?.dataset.counter === id && !document.querySelector("[data-beside]")) location.replace(at("waiting"))
})

// Loaded on first use; if that fails, the link leads to a page for it.
document.addEventListener("click", event => {
  const link = event.target.closest("[data-rename], [data-reset]"), card = detailCard()
  if (!link || !card || link.closest("[data-options-menu]") || isElsewhere(event)) return
  event.preventDefault()
  const opened = link.matches("[data-reset]")
    ? import("./card/reset.js").then(({ ask }) => ask(link, card))
    : import("./card/rename.js").then(({ rename }) => rename(card))
  opened.catch(() => location.assign(link.href))
})

// What was counted today and this week is told by the server, once a finger rests.
let quiet
document.addEventListener("fivebar-answer", ({ detail: { operation } }) => {
  if (operation.counter !== detailCard()?.dataset.counter) return
  clearTimeout(quiet)
  quiet = setTimeout(() => { if (isSettled() && document.querySelector(".lately")) redrawSoon() }, 1_000)
})
