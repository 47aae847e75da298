// Shows the look that the server's page has: another tab, or another device's settings, may have chosen one since this page
// came. What this browser has chosen and not saved yet stands.
import { account, named } from "../../sync/stamp.js"

/** What the server says of a look at the root of each page. */
const looks = ["data-theme", "data-scheme", "data-new-style", "data-still", "data-keys", "data-app-badge"]
const root = document.documentElement

/** Whether something is chosen that the server does not know yet. */
function isChosen() {
  try { return localStorage.getItem(named(`settings-${account ?? ""}`)) !== null } catch { return false }
}

/** @param {Document} page as fetched; without a network it is as old as the copy that was kept */
export function heedLook(page) {
  if (navigator.onLine !== false && !isChosen()) showLook(page)
}

/** @param {Document} page the server's, as it is now */
export function showLook({ documentElement: fresh, head }) {
  if (looks.every(name => root.getAttribute(name) === fresh.getAttribute(name))) return
  for (const name of looks) {
    if (fresh.hasAttribute(name)) root.setAttribute(name, fresh.getAttribute(name))
    else root.removeAttribute(name)
  }
  showBrowserColors(head)
  document.dispatchEvent(new CustomEvent("fivebar-look"))
}

/** The browser's own bars take the colours from the server's page. @param {HTMLHeadElement} head of it */
export function showBrowserColors(head) {
  const metas = 'meta[name="theme-color"], meta[name="color-scheme"]'
  for (const meta of document.querySelectorAll(metas)) meta.remove()
  document.head.append(...Array.from(head.querySelectorAll(metas), meta => document.importNode(meta)))
}
