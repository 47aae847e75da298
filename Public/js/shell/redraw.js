// Draws a page anew where it stands: fetches it again and takes over what is different there. What is in both stays the
// same element, so the focus, what was typed, an open dialog and the place on the page are kept.
// Knows no page. Whoever has something under way turns "fivebar-redraw" down, and is asked again soon.
import { isOfAnotherAccount } from "../sync/now.js"

const busyFor = 1_000
/** What a script or a reader has changed, and the server never does. */
const kept = new Set(["open", "style", "tabindex", "aria-expanded"])

export async function redraw({ isReturn = false } = {}) {
  const headers = { Accept: "text/html" }
  // The screen somebody is at, though nobody asked for it.
  if (isReturn) headers["Fivebar-Shown"] = "again"
  const response = await fetch(location.pathname + location.search, { headers }).catch(() => null)
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const shown = document.getElementById("content"), fresh = page.getElementById("content")
  if (isOfAnotherAccount(page)) return location.reload()
  // A form that was refused stands at an address where there is another page.
  if (!fresh || page.title !== document.title) return
  if (!document.dispatchEvent(new CustomEvent("fivebar-redraw", { cancelable: true }))) {
    await new Promise(done => setTimeout(done, busyFor))
    return redraw({ isReturn })
  }
  const focused = document.activeElement
  takeOver(shown, fresh)
  const { revision } = page.body.dataset
  if (revision) document.body.dataset.revision = revision
  // What was moved has lost it.
  if (document.activeElement !== focused && focused?.isConnected) focused.focus({ preventScroll: true })
  document.dispatchEvent(new CustomEvent("fivebar-redrawn"))
}

let current, next
/** The same, where many may ask at once: all who call while one is on its way share the next. */
export function redrawSoon(wishes) {
  if (!current) return current = redraw(wishes).finally(() => { current = undefined })
  return next ??= current.then(() => { next = undefined; return redrawSoon(wishes) })
}

function takeOver(shown, fresh) {
  if (shown.isEqualNode(fresh)) return
  if (shown.nodeType !== Node.ELEMENT_NODE) {
    shown.nodeValue = fresh.nodeValue
    return
  }
  // What a dialog holds was asked for by itself.
  if (shown.matches("dialog")) return
  for (const { name } of Array.from(shown.attributes)) if (!kept.has(name) && !fresh.hasAttribute(name)) shown.removeAttribute(name)
  for (const { name, value } of fresh.attributes) if (!kept.has(name) && shown.getAttribute(name) !== value) shown.setAttribute(name, value)
  takeOverChildren(shown, fresh)
}

function takeOverChildren(shown, fresh) {
  const known = new Map(Array.from(shown.children, child => [nameOf(child), child]))
  let place = shown.firstChild
  for (const wanted of fresh.childNodes) {
    const name = nameOf(wanted), same = name ? known.get(name) : place
    if (!same || !isAlike(same, wanted)) {
      shown.insertBefore(document.importNode(wanted, true), place)
      continue
    }
    known.delete(name)
    if (same === place) place = place.nextSibling
    else shown.insertBefore(same, place)
    takeOver(same, wanted)
  }
  while (place) {
    const next = place.nextSibling
    // What a script has added is no part of what the server draws.
    if (!("added" in (place.dataset ?? {}))) place.remove()
    place = next
  }
}

/** What tells an element from those beside it, wherever it stands; nothing where only its place does. */
function nameOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return ""
  const own = node.id || node.dataset.place
  // What a dialog holds is no part of it.
  return own || (node.matches("dialog") ? node.className : node.querySelector("[id]")?.id) || ""
}

const isAlike = (one, other) => one.nodeName === other.nodeName && nameOf(one) === nameOf(other)
