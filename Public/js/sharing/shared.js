// Keeps a counter that somebody shared as it is: asks for the page again now and then while it is seen, and when it is
// shown again. The browser asks with the tag it has, so that an answer which says nothing new is short.
// Knows no number and no account; a link that works no more leads to the page that says so.
const askEvery = 15_000
let current

async function catchUp() {
  const signal = AbortSignal.timeout?.(20_000)
  const response = await fetch(location.pathname, { headers: { Accept: "text/html" }, signal })
  if (response.status === 404) return location.reload()
  if (!response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const shown = document.querySelector("[data-shared]"), fresh = page.querySelector("[data-shared]")
  if (!fresh || fresh.outerHTML === shown.outerHTML) return
  shown.replaceWith(document.importNode(fresh, true))
  document.title = page.title
}

/** Two calls at once are one. Without a network the page stays as it is. */
function ask() {
  if (!document.hidden) current ??= catchUp().catch(() => {}).finally(() => { current = undefined })
}

setInterval(ask, askEvery)
document.addEventListener("visibilitychange", ask)
addEventListener("online", ask)
addEventListener("pageshow", event => { if (event.persisted) ask() })
// Going back may also show the page as it lay in the browser's cache.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") ask()
document.body.dataset.awake = ""
