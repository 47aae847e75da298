// Resetting asks first, by name, on a sheet; the answer is an ordinary form.
// Tells the server which count was seen, so that marks made elsewhere meanwhile stay.
import { newIdentifier } from "../../sync/identifier.js"
import { openSheet } from "../../shell/sheets.js"

const sheet = document.getElementById("confirm-reset")
const form = sheet.querySelector("[data-reset-form]")
const heading = sheet.querySelector("[data-question]")

/** @param {HTMLAnchorElement} link to the same question on a page of its own */
export function ask(link, card = link.closest("[data-counter]")) {
  const title = card.querySelector("[data-name]").textContent
  heading.textContent = heading.dataset.question.replace("{title}", () => title)
  form.action = link.href
  form.elements.operation.value = newIdentifier()
  form.elements.seen.value = card.dataset.count

  // Closing the sheet gives the focus back to where it was: to the menu's button, since the menu is gone.
  card.querySelector("[data-options]").focus()
  openSheet(sheet)
}
