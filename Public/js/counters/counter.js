// Wakes a counter's own page: a tap counts at once, and what is done elsewhere is seen here.
import "./tap.js"
import { forget, isSettled } from "./cards.js"
import { keepLive, redrawPage } from "../shell/live.js"

document.addEventListener("fivebar-redraw", event => { if (!isSettled()) event.preventDefault() })
document.addEventListener("fivebar-redrawn", () => forget(document.querySelector("[data-counter]").dataset.counter))
keepLive({ refresh: redrawPage, isSettled })
document.body.dataset.awake = ""
