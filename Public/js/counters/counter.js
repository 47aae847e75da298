// Wakes a counter's own page: a tap counts at once, and what is done elsewhere is seen here.
import "./tap.js"
import { forget, isSettled } from "./cards.js"
import { keepLive } from "../shell/live.js"
import { redrawSoon } from "../shell/redraw.js"

document.addEventListener("fivebar-redraw", event => { if (!isSettled()) event.preventDefault() })
document.addEventListener("fivebar-redrawn", () => forget(document.querySelector("[data-counter]").dataset.counter))
keepLive({ refresh: redrawSoon, isSettled })
document.body.dataset.awake = ""
