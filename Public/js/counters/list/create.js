// The + opens a dialog for the title within the tap itself, because only then does a phone show its keyboard. The link
// underneath leads to a page with the same form.
import { moment, newIdentifier } from "../../sync/stamp.js"
import { isElsewhere, openSheet } from "../../shell/sheets.js"

const sheet = document.getElementById("create")
const form = sheet.querySelector("[data-create-form]")

document.addEventListener("click", event => {
  if (!event.target.closest("[data-create]") || isElsewhere(event)) return
  event.preventDefault()
  form.elements.operation.value = newIdentifier()
  form.elements.title.value = ""
  openSheet(sheet, form.elements.title)
})

// Without a network the counter is made here, like the one above it.
form.addEventListener("submit", event => {
  const last = document.querySelector("[data-counters]").lastElementChild
  if (navigator.onLine !== false || !last) return
  event.preventDefault()
  const { operation, title, suggestion } = form.elements, when = moment()
  import("../../sync/later.js").then(({ wait }) => {
    wait({ id: operation.value, kind: "createCounter", change: { title: title.value.trim() || suggestion.value, style: last.dataset.style }, ...when })
    sheet.close()
    form.dispatchEvent(new Event("fivebar-saved", { bubbles: true }))
  }, () => {})
})
