// The + opens a dialog for the title within the tap itself, because only then does a phone show its keyboard. The link
// underneath leads to a page with the same form.
import { newIdentifier } from "../../sync/stamp.js"
import { isElsewhere, openSheet } from "../../shell/sheets.js"

const sheet = document.getElementById("create")
const form = sheet.querySelector("[data-create-form]")
const isFirst = () => !document.querySelector("[data-counters] > *")

document.addEventListener("click", event => {
  if (!event.target.closest("[data-create]") || isElsewhere(event)) return
  event.preventDefault()
  // Also in a list whose page was made with counters.
  if (isFirst()) import("./first.js").catch(() => {})
  const { operation, title } = form.elements
  // The one before is still being sent.
  if (title.readOnly) form.dispatchEvent(new Event("fivebar-saved", { bubbles: true }))
  title.readOnly = false
  operation.value = newIdentifier()
  title.value = ""
  openSheet(sheet, title)
})

let isPlain = false
form.addEventListener("submit", event => {
  // The first counter makes another page of an empty list, or waits, which first.js has learned.
  if (isPlain || isFirst() && "waits" in form.dataset) return
  event.preventDefault()
  const goPlainly = () => {
    // Offline there is nowhere to go, and what was typed stays.
    if (navigator.onLine === false) return
    isPlain = true
    form.requestSubmit()
  }
  if (isFirst()) import("./first.js").then(() => form.requestSubmit(), goPlainly)
  else import("./make.js").then(({ make }) => make(form), goPlainly)
})
