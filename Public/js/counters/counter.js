// Starts a counter's own page: taps count immediately, and changes made elsewhere appear.
import "./tap.js"
import "./undo.js"
import { forget, isSettled } from "./cards.js"
import { keepLive } from "../shell/live.js"
import { redrawSoon } from "../shell/redraw.js"

document.addEventListener("fivebar-redraw", event => { if (!isSettled()) event.preventDefault() })
document.addEventListener("fivebar-redrawn", () => forget(document.querySelector("[data-counter]").dataset.counter))
keepLive({ refresh: redrawSoon, isSettled })
document.body.dataset.awake = ""
