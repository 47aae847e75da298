// Updates the list without leaving the page: fetches the cards that changed since, and replaces those that are newer on
// the server. Skips cards with an unanswered step, an open menu or a running collapse.
import { isDrawn, provideFor } from "../../marks/marks.js"
import { load } from "../../shell/load.js"
import { fetchPage } from "../../sync/pages/fetch.js"
import { isWaiting, keys, read } from "../../sync/queue.js"
import { isForeign } from "../../sync/stamp.js"
import { noteCounts } from "../../sync/storage/latestCounts.js"
import { confirmedRevision, forget, isSettled } from "../cards.js"
import { isHeld } from "../press.js"
import { bringBack } from "./removed.js"
import "./touchable.js"

const list = document.querySelector("[data-counters]")
let current, next
/** What is wished of the next refresh, by whoever calls meanwhile. */
let wished = {}
/** Whether a card was skipped that is newer on the server. */
let isBehind = false
/** The revision of the newest response to something other than a tap, such as a deletion: a card has no memory of that. */
let answered = 0
/** Whether a form or link is navigating away, which must not be cancelled. */
let isLeaving = false
/** For how long after a press the next one may follow, on the card where it was, in milliseconds. */
const pressesFollow = 700
/** Runs for that time. */
let counting

for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, ({ target }) => {
    // After its tap has counted.
    setTimeout(lookAgain)
    if (!list.contains(target) || !target.closest("[data-tap], [data-minus]")) return
    clearTimeout(counting)
    counting = setTimeout(() => {
      counting = undefined
      lookAgain()
    }, pressesFollow)
  }, { capture: true, passive: true })
}

/** Whether what is drawn was changed here alone, which who did it expects. */
let isOurs = false
/** Whether somebody is counting, between two presses, too: no card moves then because of others. */
const isInUse = () => isHeld(list) || counting !== undefined && !isOurs

/** A counter that is open beside the list has the address. */
const isShared = () => document.querySelector("[data-beside]")
const home = () => document.querySelector(".shell-name").href
const address = () => isShared() ? home() : location.pathname + location.search

/** Whether the address asks for a card to be unfolded, which only the whole page heeds. */
const isShowing = () => !isShared() && new URLSearchParams(location.search).has("show")

/** Resolves when the page shows what the server knew at the time of the call, or later. */
export function refresh({ isReturn = false, isWhole = isReturn } = {}) {
  if (!current) return current = update(isReturn, isWhole).catch(() => {}).finally(() => { current = undefined })
  // A pending response may predate the reason for this call; all calls made meanwhile share the next request.
  wished = { isReturn: wished.isReturn || isReturn, isWhole: wished.isWhole || isWhole }
  return next ??= current.then(() => {
    const wishes = wished
    next = undefined
    wished = {}
    return refresh(wishes)
  })
}

/** @param {boolean} isWhole whether all cards are wanted, and not only those changed since the page was made */
async function update(isReturn, isWhole) {
  const from = isWhole || isShowing() ? address() : `${home()}?since=${document.body.dataset.revision}`
  // A page view, though not by navigation.
  const response = await fetchPage(from, isReturn ? { "Fivebar-Shown": "again" } : {})
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const fresh = page.querySelector("[data-counters]")
  if (!fresh) return
  // A signed-out device is handled below.
  if (page.body.dataset.events && isForeign(page)) return location.reload()
  const cards = Array.from(fresh.children), gone = deleted()
  const order = (fresh.dataset.order?.split(" ").filter(Boolean) ?? cards.map(card => card.dataset.counter)).filter(counter => !gone.has(counter))
  if (isBlank(page) !== isBlank(document)) {
    isBehind = true
    if (!isSettled() || isLeaving || isInUse() || document.querySelector("dialog[open]")) return
    const { events } = document.body.dataset
    // A signed-out device gets the message on a counter's page.
    if (events && !page.body.dataset.events) location.replace(list.querySelector("[data-options]").formAction)
    // An empty list is a different page, with an introduction.
    else if (isShared()) location.replace(address())
    else import("../../shell/notice.js").then(({ reload }) => reload())
    return
  }
  load("../../shell/style/look.js", import.meta.url).then(({ heedLook }) => heedLook(page), () => {})
  isOurs = Number(page.body.dataset.revision) <= answered
  const isInOrder = Array.from(list.children, card => card.dataset.counter).join() === order.join()
  const moves = isInOrder || isOurs ? undefined : await import("../../shell/rest.js").catch(() => {})
  // Made before what was answered meanwhile: a counter that was deleted would come back.
  if (Number(page.body.dataset.revision) < answered) return askAgain()
  if (isReturn) replaceNotice(page.querySelector(".notice"))
  isBehind = false
  noteCounts(cards.map(stateOf))
  provideFor(page)
  moves?.expectMoves(list.parentElement, "[data-counter], [data-create]", card => card.dataset.counter ?? card)
  // Such as a card that was removed here, and is not deleted after all.
  if (!replaceCards(cards, order) && !isWhole) return update(isReturn, true)
  if (!isBehind) document.body.dataset.revision = page.body.dataset.revision
  document.dispatchEvent(new CustomEvent("fivebar-refreshed"))
}

/** What another device has counted is shown without a network, too. */
const stateOf = card => ({
  counter: card.dataset.counter, count: card.dataset.count, revision: Number(card.dataset.revision),
  formattedCount: card.querySelector("[data-count-text]").textContent, label: card.querySelector("[data-marks]").getAttribute("aria-label"),
})

/** Whether a page was made without counters, whatever is drawn on it since. */
const isBlank = page => Boolean(page.querySelector("[data-blank-card]"))

/** Not at once for ever: a database that was restored may be older than what this page knows. */
function askAgain() {
  answered = 0
  return update(false, true)
}

/** The counters whose deletion waits: the server has them still. */
function deleted() {
  const operations = keys().map(read).filter(Boolean), undone = new Set(operations.map(({ change }) => change?.operation))
  return new Set(operations.filter(({ id, kind, isRemoved }) => kind === "deleteCounter" && !isRemoved && !undone.has(id)).map(({ change }) => String(change.counter)))
}

/** Returns whether the page then has all cards of the list.
    @param {Element[]} fresh @param {string[]} order the list's counters */
function replaceCards(fresh, order) {
  const cards = new Map(Array.from(list.children, card => [card.dataset.counter, card]))
  const changed = new Map(fresh.map(card => [card.dataset.counter, card]))
  if (!order.every(counter => cards.has(counter) || changed.has(counter))) return false
  const isAnyUnnumbered = Array.from(list.children).some(isUnnumbered), listed = new Set(order)
  // Those that stay under the name of their operation a while longer: nobody should see a counter twice.
  const twice = new Set(Array.from(list.children).filter(card => !isFree(card)).map(card => card.dataset.numbered))
  // Where the next card belongs. Cards that are about to go, and one that could not move, are passed over: then no other has to
  // move for them.
  let place = list.firstElementChild
  for (const counter of order) {
    const card = changed.get(counter)
    let shown = cards.get(counter)
    const isBack = !shown
    cards.delete(counter)
    // It may be one that is drawn here without a number.
    if (!shown && (isAnyUnnumbered || twice.has(counter))) { isBehind = true; continue }
    // Unchanged cards stay: a card must not be replaced under a finger for nothing.
    if (card && shown && looks(card) === looks(shown)) {
      shown.dataset.revision = card.dataset.revision
    } else if (card && (!shown || isNewer(card, shown))) {
      if (shown && isBusy(card, shown)) isBehind = true
      else {
        const isPlace = shown && shown === place
        shown = replace(shown, document.importNode(card, true))
        if (isPlace) place = shown
      }
    }
    while (place && place !== shown && !(listed.has(place.dataset.counter) && cards.has(place.dataset.counter))) place = place.nextElementSibling
    if (place === shown) place = shown.nextElementSibling
    else move(shown, place)
    if (isBack) bringBack(shown)
  }
  for (const [counter, card] of cards) {
    if (isFree(card)) { remove(card); forget(counter) }
    else isBehind = true
  }
  return true
}

const isFree = card => isSettled(card.dataset.counter) && !isInUse() && !isOpen(card) && !isUnnumbered(card)

/** Whether a card waits for the server to number its counter, and has the name of the operation that made it. */
const isUnnumbered = ({ dataset: { counter } }) => !/^\d+$/.test(counter) && isWaiting(counter)

/** One that had the name of its operation until it got a number leaves the focus to the card with the number. */
function remove(card) {
  const { counter, numbered } = card.dataset
  const focused = numbered && card.contains(document.activeElement) ? document.activeElement.id.replace(counter, numbered) : ""
  card.remove()
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
}

/** Moves a card before another one, or to the end; not while somebody is counting, because a tap would be lost or be another
    card's, nor while something is open on the card, which would lose the focus. @param {Element?} place */
function move(card, place) {
  if (isInUse() || isOpen(card)) {
    isBehind = true
    return
  }
  const focused = document.activeElement
  list.insertBefore(card, place)
  if (document.activeElement !== focused) focused.focus({ preventScroll: true })
}

const looks = card => [
  card.className, card.dataset.style, card.dataset.step, card.dataset.count, card.querySelector("[data-name]").textContent,
  isDrawn(card.querySelector("[data-marks]")),
].join("\n")

const isNewer = (card, shown) => Number(card.dataset.revision) > Number(shown.dataset.revision)

/** Whether a card is in use, or has a response that the fetched one does not include yet. */
const isBusy = (card, shown) =>
  !isSettled(shown.dataset.counter) ||
  Number(card.dataset.revision) < confirmedRevision(shown.dataset.counter) ||
  isHeld(shown) || "restyling" in shown.dataset || isOpen(shown)

/** Whether a card's name is being typed, it folds, is drawn aside, or its menu is open. */
const isOpen = card => "folding" in card.dataset || "drawn" in card.dataset || Boolean(card.querySelector("[data-options-menu]:not([hidden])"))

/** Cards that were skipped are checked again as soon as they are no longer in use. */
function lookAgain() {
  if (isBehind && isSettled()) refresh()
}
for (const name of ["fivebar-answer", "fivebar-free"]) document.addEventListener(name, () => queueMicrotask(lookAgain))

document.addEventListener("fivebar-answer", ({ detail: { operation, answer } }) => {
  if (!operation.delta) answered = Math.max(answered, Number(answer.revision) || 0)
})

addEventListener("submit", event => { isLeaving = !event.defaultPrevented })

function replace(old, card) {
  if (!old) return card
  const focused = old.contains(document.activeElement) ? document.activeElement.id : ""
  old.replaceWith(card)
  forget(card.dataset.counter)
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
  return card
}

/** A page restored from the browser's cache may offer an undo that is already done. */
function replaceNotice(notice) {
  document.querySelector(".notice:not([data-clock])")?.remove()
  if (notice) document.querySelector("main").prepend(document.importNode(notice, true))
}

addEventListener("pageshow", () => { isLeaving = false })
