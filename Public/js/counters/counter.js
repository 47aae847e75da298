// Starts a counter's own page: taps count immediately, and changes made elsewhere appear.
import "./tap.js"
import "./undo.js"
import { forget, isSettled } from "./cards.js"
import { keepLive } from "../shell/live.js"
import { redrawSoon } from "../shell/redraw.js"
import { isElsewhere } from "../shell/sheets.js"

document.addEventListener("fivebar-redraw", event => { if (!isSettled() || document.querySelector("[data-folding]")) event.preventDefault() })
document.addEventListener("fivebar-redrawn", () => forget(document.querySelector("[data-counter]").dataset.counter))

// Loaded on first use; if that fails, the link leads to a page for it.
document.addEventListener("click", event => {
  const link = event.target.closest("[data-rename], [data-reset]"), card = document.querySelector("[data-counter]")
  if (!link || isElsewhere(event)) return
  event.preventDefault()
  const opened = link.matches("[data-reset]")
    ? import("./card/reset.js").then(({ ask }) => ask(link, card))
    : import("./card/rename.js").then(({ rename }) => rename(card))
  opened.catch(() => location.assign(link.href))
})

keepLive({ refresh: redrawSoon, isSettled })
// What was counted today and this week is told by the server, once a finger rests.
let quiet
if (document.querySelector(".lately")) document.addEventListener("fivebar-answer", () => {
  clearTimeout(quiet)
  quiet = setTimeout(() => { if (isSettled()) redrawSoon() }, 1_000)
})
document.body.dataset.awake = ""
