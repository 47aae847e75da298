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

// Not on plain HTTP.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(`${base}sw.js`, { scope: base, updateViaCache: "none" }).catch(() => {})
}
