// Updates a page in place: fetches it again and applies the differences. Elements in both stay the same, so focus,
// input, an open dialog and the scroll position are kept. Knows no pages. Listeners with something pending cancel
// "fivebar-redraw", and are asked again soon; as they are who cancel "fivebar-foreign", before a page that is another
// account's or in another language by now is loaded anew.
import { fetchPage } from "../sync/pages/fetch.js"
import { isForeign } from "../sync/stamp.js"
import { load } from "./load.js"
import { expectMoves, whenReleased } from "./rest.js"

/** How long to wait while something is pending, the first time and at most, in milliseconds. */
const busyFor = 1_000, busyAtMost = 30_000
/** What may end that. */
const ends = ["fivebar-answer", "fivebar-refusal", "fivebar-free"]
/** Attributes that scripts or users change, but never the server. */
const kept = new Set(["open", "style", "tabindex", "aria-expanded"])
const pressable = "a, button, input, label, summary"

/** What is drawn anew: what stands beside a list, at its own address, or all of the page. */
const place = () => document.querySelector("[data-beside]") ?? document.getElementById("content")
/** What a page is about: one that is about something else is not drawn here, such as that at the address of a refused form. */
const subject = (content, page) => content.querySelector("[data-subject]")?.dataset.subject ?? counterOf(content.querySelector("form[data-counter]")) ?? page.title
/** One that was made without a network may have got its number since. */
const counterOf = card => card?.dataset.numbered ?? card?.dataset.counter

export async function redraw({ isReturn = false } = {}, pause = busyFor) {
  // A page view, though not by navigation.
  const response = await fetchPage(location.pathname + location.search, isReturn ? { "Fivebar-Shown": "again" } : {})
  // What was deleted elsewhere has a page that says so. Beside a list, that tells it.
  const isGone = response?.status === 404 && !document.querySelector("[data-beside]")
  if (!response?.ok && !isGone) return
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const shown = place(), fresh = page.getElementById("content")
  await whenReleased(shown)
  // A page about a problem is nobody's. Only a form on its way is waited for then: its answer is about to be shown.
  const isForeignNow = isForeign(page)
  if (!isForeignNow && !isGone && (!fresh || subject(fresh, page) !== subject(shown, document))) return
  if (!document.dispatchEvent(new CustomEvent(isForeignNow ? "fivebar-foreign" : "fivebar-redraw", { cancelable: true, detail: { page } }))) {
    await untilFree(pause)
    return redraw({ isReturn }, Math.min(busyAtMost, 2 * pause))
  }
  if (isForeignNow || isGone) return location.reload()
  const focused = document.activeElement
  expectMoves(shown, pressable)
  takeOverChildren(shown, fresh)
  // What belongs to the page and stands elsewhere, such as in its head.
  for (const part of document.querySelectorAll("[data-along]")) {
    const along = page.getElementById(part.id)
    if (along) takeOverChildren(part, along)
  }
  document.title = page.title
  load("./style/look.js", import.meta.url).then(({ heedLook }) => heedLook(page), () => {})
  const { revision } = page.body.dataset
  // The list has its own revision, and learns by it of the same change.
  if (revision && shown.id) document.body.dataset.revision = revision
  // Moving an element loses the focus.
  if (document.activeElement !== focused && focused?.isConnected) focused.focus({ preventScroll: true })
  document.dispatchEvent(new CustomEvent("fivebar-redrawn"))
}

let current, next
/** What is wished of the next one, by whoever calls meanwhile. */
let isReturnNext = false
/** Until something that was pending is over, or for so long; a page that is counted on is not asked for with each tap. */
async function untilFree(pause) {
  const after = milliseconds => new Promise(done => setTimeout(done, milliseconds)), heard = new AbortController()
  const change = new Promise(done => { for (const name of ends) document.addEventListener(name, done, { signal: heard.signal }) })
  await Promise.all([after(busyFor), Promise.race([after(pause), change])])
  heard.abort()
}

/** The same, coalesced: calls made while one is running share the next. */
export function redrawSoon({ isReturn = false } = {}) {
  if (!current) return current = redraw({ isReturn }).catch(() => {}).finally(() => { current = undefined })
  isReturnNext ||= isReturn
  return next ??= current.then(() => {
    const wishes = { isReturn: isReturnNext }
    next = undefined
    isReturnNext = false
    return redrawSoon(wishes)
  })
}

function takeOver(shown, fresh) {
  if (shown.isEqualNode(fresh)) return
  if (shown.nodeType !== Node.ELEMENT_NODE) {
    shown.nodeValue = fresh.nodeValue
    return
  }
  // A dialog's content was loaded separately.
  if (shown.matches("dialog")) return
  for (const { name } of Array.from(shown.attributes)) if (!kept.has(name) && !fresh.hasAttribute(name)) shown.removeAttribute(name)
  for (const { name, value } of fresh.attributes) if (!kept.has(name) && shown.getAttribute(name) !== value) shown.setAttribute(name, value)
  takeOverChildren(shown, fresh)
}

function takeOverChildren(shown, fresh) {
  const known = new Map(Array.from(shown.children, child => [nameOf(child), child]))
  let place = fromServer(shown.firstChild)
  for (const wanted of fresh.childNodes) {
    const name = nameOf(wanted), same = name ? known.get(name) : place
    if (!same || !isAlike(same, wanted)) {
      shown.insertBefore(document.importNode(wanted, true), place)
      continue
    }
    known.delete(name)
    if (same === place) place = fromServer(place.nextSibling)
    else shown.insertBefore(same, place)
    takeOver(same, wanted)
  }
  while (place) {
    const next = fromServer(place.nextSibling)
    place.remove()
    place = next
  }
}

/** The node, or the next one, that was not added by a script: what was is not part of the server's page. */
function fromServer(node) {
  while (node?.dataset && "added" in node.dataset) node = node.nextSibling
  return node
}

/** What identifies an element among its siblings, wherever it is; undefined if only its position does. */
function nameOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return ""
  const own = node.id || node.dataset.place
  // Does not look into dialogs.
  return own || (node.matches("dialog") ? node.className : node.querySelector("[id]")?.id) || ""
}

const isAlike = (one, other) => one.nodeName === other.nodeName && nameOf(one) === nameOf(other)
