// Confirms a reset in a dialog that names the counter; its form is a normal one. Sends the count that was seen, so that
// concurrent marks from elsewhere stay.
import { newIdentifier } from "../../sync/identifier.js"
import { openSheet } from "../../shell/sheets.js"

const sheet = document.getElementById("confirm-reset")
const form = sheet.querySelector("[data-reset-form]")
const heading = sheet.querySelector("[data-question]")

/** @param {HTMLAnchorElement} link to the confirmation page */
export function ask(link, card = link.closest("[data-counter]")) {
  const title = card.querySelector("[data-name]").textContent
  heading.textContent = heading.dataset.question.replace("{title}", () => title)
  form.action = link.href
  form.elements.operation.value = newIdentifier()
  form.elements.seen.value = card.dataset.count

  // Closing the dialog returns the focus to where it was: to the menu's button, because the menu is closed.
  card.querySelector("[data-options]").focus()
  openSheet(sheet)
}
