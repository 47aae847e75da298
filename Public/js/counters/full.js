// The full screen counter: one large button. Keeps the screen on where possible; keys count wherever the focus is.
import { isElsewhere } from "../shell/sheets.js"
import "./counter.js"

const tap = document.querySelector("[data-tap]"), minus = document.querySelector("[data-minus]")
let lock

/** Keeps the screen on; hidden pages lose the lock, so it is requested again each time the page is shown. */
async function stayLit() {
  if (document.visibilityState !== "visible" || lock && !lock.released) return
  lock = await navigator.wakeLock?.request("screen").catch(() => undefined)
}
document.addEventListener("visibilitychange", stayLit)
document.addEventListener("pointerdown", stayLit)
stayLit()

// A shortcut of the installed app counts once each time it is opened; a prerendered page does not count.
if (document.querySelector("[data-quick]")) {
  const count = () => {
    history.replaceState(null, "", location.pathname)
    tap.click()
  }
  if (document.prerendering) document.addEventListener("prerenderingchange", count, { once: true })
  else count()
}

// Back must not lead here again: one goes back to where one came from, or the counter's page takes this place.
document.addEventListener("click", event => {
  const link = event.target.closest("[data-leave]")
  if (!link || isElsewhere(event)) return
  event.preventDefault()
  if (history.length > 1 && document.referrer.split(/[?#]/)[0] === link.href) history.back()
  else location.replace(link.href)
})

const characters = new Set(["+", "=", "-"])
const adds = new Set(["+", "=", "ArrowUp", "ArrowRight", "PageDown", "AudioVolumeUp"])
const subtracts = new Set(["-", "ArrowDown", "ArrowLeft", "PageUp", "Backspace", "AudioVolumeDown"])

addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
  if (characters.has(event.key) && document.documentElement.dataset.keys === "off") return
  if (event.key === "Escape") document.querySelector("[data-leave]").click()
  // Space and Enter activate a focused control; elsewhere they count, too.
  const isAnywhere = [" ", "Enter"].includes(event.key) && !event.target.closest("button, a")
  const button = adds.has(event.key) || isAnywhere ? tap : subtracts.has(event.key) ? minus : undefined
  if (!button) return
  event.preventDefault()
  button.click()
})
