// The + opens a dialog for the title within the tap itself, because only then does a phone show its keyboard. The link
// underneath leads to a page with the same form.
import { newIdentifier } from "../../sync/stamp.js"
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
