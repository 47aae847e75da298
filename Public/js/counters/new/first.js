// The first counter of an empty list makes another page of it, and waits where the server cannot be reached at once.
import { load } from "../../shell/load.js"

// What such a page learns of first is a counter that waited, perhaps before it was drawn.
if (document.querySelector("[data-blank-card]")) {
  document.addEventListener("fivebar-answer", () => load("../list/live.js", import.meta.url).then(({ ask }) => ask(), () => {}), { once: true })
}

// What asks whether the server can be reached has to listen before the form says that it can wait, also for whoever is quicker
// than the rest of the page.
await import("../../sync/pages/plain.js")

const form = document.querySelector("[data-create-form]")
form?.setAttribute("data-waits", 1_000)
form?.addEventListener("fivebar-unreachable", event => {
  event.preventDefault()
  import("./make.js").then(({ make }) => make(form, false), () => {})
})
