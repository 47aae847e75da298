// On every page, once the browser has time: sends what an earlier page left, says if there is no network, and has the
// service worker keep what is needed without one.
import { keys } from "./queue.js"

/** The site's base path: this file is at assets/<build>/js/sync below it. */
const base = new URL("../../../..", import.meta.url).pathname

// A form with a line of its own says there what waits.
if (!document.querySelector("[data-feedback]")) {
  const begin = () => import("./sender.js").catch(() => {})
  if (keys().length > 0 || navigator.onLine === false) begin()
  addEventListener("offline", begin, { once: true })
}

// What is typed stays where it is.
addEventListener("submit", event => {
  const isPost = (event.submitter?.getAttribute("formmethod") ?? event.target.method).toLowerCase() === "post"
  if (navigator.onLine !== false || event.defaultPrevented || !isPost) return
  event.preventDefault()
  import("./status.js").then(({ tellRefusal }) => tellRefusal(document.body.dataset.wordsUnreachable), () => {})
})

/** What the page itself needs comes first, in milliseconds after it. */
const later = 2_000

// Not on plain HTTP.
if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") setTimeout(register, later)
  else addEventListener("load", () => setTimeout(register, later))
}

async function register() {
  try {
    const isFirst = !navigator.serviceWorker.controller
    await navigator.serviceWorker.register(`${base}sw.js`, { scope: base, updateViaCache: "none" })
    const { active } = await navigator.serviceWorker.ready
    const waiting = new URL(`${base}waiting`, location).href, wanted = new Set(isFirst ? [location.href, new URL(base, location).href] : [])
    // It is needed without a network, and nobody opens it before.
    if (!await caches.match(waiting, { ignoreVary: true })) wanted.add(waiting)
    if (wanted.size > 0) active.postMessage({ keep: Array.from(wanted) })
  } catch {
    // Storage is refused, as in some private windows: then it needs a network.
  }
}
