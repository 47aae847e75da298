// A counter opens beside the list, at its own address, and works there as on its page. Back and Forward lead through
// what was open. In a window that became too narrow for both, the style sheet leaves only the counter.
import "../adjust.js"
import "../undo.js"
import { detailCard } from "../detail.js"
import { show } from "../cards.js"
import { remove } from "../card/remove.js"
import { provideFor } from "../../marks/marks.js"
import { load } from "../../shell/load.js"
import { redrawSoon } from "../../shell/redraw.js"
import { addStylesheet } from "../../shell/style/stylesheet.js"
import { isElsewhere } from "../../shell/sheets.js"
import { fetchOrLastSeen } from "../../sync/pages/fetch.js"
import { insteadPage } from "../../sync/pages/instead.js"
import { isWaiting } from "../../sync/queue.js"
import { tellIfSlow, tellRefusal } from "../../sync/status.js"
import { isForeign } from "../../sync/stamp.js"

/** Resolves when the pane has its style. */
export const styled = Promise.all(["shell/rows", "shell/segments", "marks/choices", "counters/options", "counters/counter", "counters/beside"].map(addStylesheet))

load("../waiting/lately.js", import.meta.url).catch(() => {})

/** After which a page that does not come, and was not kept, is filled in here, in milliseconds. */
const patience = 5_000
const list = document.querySelector(".shell-name").href
/** The title of the list's own page. */
let title = document.title
/** The page that was asked for last. What comes of an earlier wish comes too late. */
let wish
/** @type {HTMLElement | null} */
let pane = null
/** The item of the open counter in the list. */
let marked

/** The counter that is open, in its two places. */
const large = () => pane && detailCard()
const item = () => pane && document.querySelector(selectorOf(large().dataset))
/** One that was made without a network may have got its number in one of the two places first. */
const selectorOf = ({ counter, numbered = counter }) => [counter, numbered].map(name => CSS.escape(name))
  .map(name => `[data-counters] > :is([data-counter="${name}"], [data-numbered="${name}"])`).join()
const wide = matchMedia("(min-width: 75rem)")

const counterAt = address => new URL(address).pathname.match(/\/counters\/(\d+|[\da-f-]{36})$/)?.[1]

/** A name that is being typed in the pane is saved once it loses the focus. */
const isFocused = () => Boolean(pane?.contains(document.activeElement))

/** Opens a counter from the list. @param {string} address of its page */
export async function open(address) {
  // How many steps Back leads to the list; no number where the list was brought to a counter's page.
  const steps = pane ? history.state?.beside : 0
  if (counterAt(address) === large()?.dataset.counter) {
    wish?.abort()
    return pane.querySelector("h1").focus()
  }
  if (await draw(address)) history.pushState({ beside: steps + 1 }, "", address)
  tend()
}

/** Shows what is at the address after Back or Forward. */
export async function follow() {
  const counter = counterAt(location)
  if (!counter) return close()
  if (counter === large()?.dataset.counter) return wish?.abort()
  // Unless the network fails, in which case what is shown has its address again.
  if (await draw(location.href) === undefined) history.replaceState(null, "", item()?.querySelector("[data-options]").formAction ?? list)
}

/** @returns {Promise<boolean | undefined>} whether the counter is shown; undefined if the server cannot be reached */
async function draw(address) {
  wish?.abort()
  const { signal } = wish = new AbortController()
  const page = await tellIfSlow(pageAt(address, signal))
  await styled
  if (signal.aborted) return false
  if (!page) return void tellRefusal(document.body.dataset.wordsUnreachable)
  if (isForeign(page) || !page.querySelector("form[data-counter]")) {
    location.assign(address)
    return false
  }
  reduce(page)
  const isFocusFree = document.activeElement === document.body || isFocused()
  if (isFocused()) document.activeElement.blur()
  place(page.getElementById("content").childNodes)
  document.title = page.title
  document.dispatchEvent(new CustomEvent("fivebar-redrawn"))
  if (isFocusFree) pane.querySelector("h1").focus({ preventScroll: true })
  reveal()
  return true
}

/** The page as it is now, or was last seen, or else one that is filled in here. @returns {Promise<Document | undefined>} */
async function pageAt(address, signal) {
  const counter = counterAt(address)
  // The server does not know yet what waits to be made. Counts as a page view.
  const shown = isWaiting(counter) ? null : fetchOrLastSeen(address, { "Fivebar-Shown": "yes" }, signal).then(pageOf)
  return await Promise.race([shown, new Promise(done => setTimeout(done, patience))]) ?? await filledPage(counter) ?? shown
}

async function pageOf(response) {
  const html = await response?.text().catch(() => undefined)
  return html === undefined ? undefined : new DOMParser().parseFromString(html, "text/html")
}

async function filledPage(counter) {
  const page = await insteadPage("offline/counter").catch(() => undefined)
  const isFilled = page && await import("../waiting/fill.js").then(({ fill }) => fill(page, counter)).catch(() => false)
  return isFilled ? page : undefined
}

/** Puts a counter into the pane. @param {Iterable<Node>} content of its page @param {string} [ofList] the title of the list's page */
export function place(content, ofList) {
  title = ofList ?? title
  if (!pane) {
    pane = document.createElement("section")
    pane.className = "shell-main beside"
    pane.dataset.beside = ""
    pane.setAttribute("aria-labelledby", "title")
    document.getElementById("content").after(pane)
    document.body.classList.add("paired")
  }
  pane.replaceChildren(...content)
  pane.scrollTop = 0
  pane.querySelector("h1").tabIndex = -1
}

/** The list gets narrower, and longer: the open counter's item stays in view. */
export function reveal() {
  const { top, bottom } = item()?.getBoundingClientRect() ?? {}
  if (top < 0 || bottom > innerHeight) item().scrollIntoView({ block: "nearest" })
}

/** Takes away what the page of the list has by itself. */
function reduce(page) {
  provideFor(page)
  for (const part of page.querySelectorAll("#shapes, dialog, .notice")) part.remove()
}

/** Goes back to the list. */
function leave() {
  if (history.state?.beside > 0) return history.go(-history.state.beside)
  history.pushState(null, "", list)
  close()
}

function close() {
  wish?.abort()
  if (!pane) return
  const isFocusFree = document.activeElement === document.body || isFocused()
  const opener = item()?.querySelector("[data-options]") ?? document.getElementById("content")
  if (isFocused()) document.activeElement.blur()
  pane.remove()
  pane = null
  document.body.classList.remove("paired")
  document.title = title
  tend()
  if (isFocusFree) opener.focus({ preventScroll: true })
}

/** Marks the open counter's item, and lets both places show the same count, wherever it was counted. */
function tend() {
  const current = item()
  if (current !== marked) marked?.removeAttribute("aria-current")
  marked = current
  if (!current) return
  current.setAttribute("aria-current", "true")
  // The newer one first: where a count is not known yet, it is read there.
  const places = [current, large()].sort((one, other) => other.dataset.revision - one.dataset.revision)
  places.forEach(show)
}
for (const name of ["fivebar-gesture", "fivebar-answer", "fivebar-refusal"]) document.addEventListener(name, () => queueMicrotask(tend))

const looks = card => [card.querySelector("[data-name]").textContent, card.className.match(/color-\d/)[0], card.dataset.style, card.dataset.step ?? "1"].join("\n")
const isAlike = () => !item() || looks(item()) === looks(large())

document.addEventListener("fivebar-redraw", ({ detail: { page } }) => { if (pane) reduce(page) })
document.addEventListener("fivebar-redrawn", () => {
  tend()
  if (!isAlike()) load("./refresh.js", import.meta.url).then(({ refresh }) => refresh())
})
document.addEventListener("fivebar-free", () => { if (!isAlike()) redrawSoon() })
function closeDeleted() {
  if (!pane || item()) return
  history.replaceState(null, "", list)
  close()
}
// Without a network, too.
document.addEventListener("fivebar-removed", closeDeleted)
document.addEventListener("fivebar-refreshed", () => {
  closeDeleted()
  if (!pane) return
  tend()
  if (Number(item().dataset.revision) > Number(large().dataset.revision)) redrawSoon()
})

document.addEventListener("click", event => {
  if (!pane || !event.target.closest("[data-to-list]") || isElsewhere(event)) return
  event.preventDefault()
  leave()
})

// Before others hear of it, because a menu or a dialog that it closes is open only now.
document.addEventListener("keydown", event => {
  if (event.key !== "Escape" || !pane || !wide.matches || event.isComposing) return
  if (!event.target.closest("input, textarea, dialog") && !document.querySelector("dialog[open], [data-options-menu]:not([hidden]), [data-drawn]")) leave()
}, true)

document.addEventListener("submit", event => {
  const form = event.target
  // Without counters the list is another page.
  if (!form.matches("[data-delete-open]") || !item() || item().parentElement.children.length === 1) return
  event.preventDefault()
  remove(item(), form.action)
})
