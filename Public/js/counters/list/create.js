// The + asks for a title on a sheet, inside the tap itself, because only then a phone opens its keyboard.
// The link underneath leads to the same question on a page of its own.
import { newIdentifier } from "../../sync/identifier.js"
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
