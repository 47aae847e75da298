// Keeps a shared counter up to date: requests the page periodically while visible, and when it becomes visible again.
// The browser sends the page's ETag, so that an unchanged response is short. Knows no numbers and no account; a revoked
// link leads to the page that says so.
import { fetchPage } from "../sync/pages/fetch.js"

const askEvery = 15_000
let current

async function catchUp() {
  const response = await fetchPage(location.pathname)
  if (response?.status === 404) return location.reload()
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const shown = document.querySelector("[data-shared]"), fresh = page.querySelector("[data-shared]")
  if (!fresh || fresh.outerHTML === shown.outerHTML) return
  shown.replaceWith(document.importNode(fresh, true))
  document.title = page.title
}

/** Concurrent calls are merged. Without a network the page stays as it is. */
function ask() {
  if (!document.hidden) current ??= catchUp().catch(() => {}).finally(() => { current = undefined })
}

setInterval(ask, askEvery)
document.addEventListener("visibilitychange", ask)
addEventListener("online", ask)
addEventListener("pageshow", event => { if (event.persisted) ask() })
// Going back may also show the page from the browser's cache.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") ask()
document.body.dataset.awake = ""
