// Starts a counter's own page: taps count immediately, and changes made elsewhere appear.
import "./tap.js"
import "./undo.js"
import { forget, isSettled } from "./cards.js"
import { keepLive } from "../shell/live.js"
import { redrawSoon } from "../shell/redraw.js"

document.addEventListener("fivebar-redraw", event => { if (!isSettled()) event.preventDefault() })
document.addEventListener("fivebar-redrawn", () => forget(document.querySelector("[data-counter]").dataset.counter))
keepLive({ refresh: redrawSoon, isSettled })
// What was counted today and this week is told by the server, once a finger rests.
let quiet
if (document.querySelector(".lately")) document.addEventListener("fivebar-answer", () => {
  clearTimeout(quiet)
  quiet = setTimeout(() => { if (isSettled()) redrawSoon() }, 1_000)
})
document.body.dataset.awake = ""
