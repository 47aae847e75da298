// The two ways to reset a sample, holding the minus and the options, and the confirmation both lead to. Escape or a tap
// outside closes the menu and the confirmation.
import { openSheet } from "../shell/sheets.js"
import { sampleOf, show } from "./samples.js"

const sheet = document.querySelector("[data-question-sheet]")
const heading = sheet.querySelector("[data-question]")
const holdLasts = 500
let asked
let hold
let wasHeld = false

function ask(card) {
  const name = card.querySelector("[data-name]").textContent
  heading.textContent = heading.dataset.question.replace("{title}", () => name)
  asked = card
  closeMenus()
  // Where the focus returns to.
  card.querySelector("[data-options]").focus()
  if (!sheet.open) openSheet(sheet)
}

function setMenu(button, isOpen) {
  button.parentElement.querySelector("[data-menu]").hidden = !isOpen
  button.setAttribute("aria-expanded", String(isOpen))
}

function closeMenus() {
  for (const button of document.querySelectorAll("[data-options][aria-expanded=true]")) setMenu(button, false)
}

document.addEventListener("submit", event => {
  const button = event.submitter
  if (button?.matches("[data-options]")) {
    const wasOpen = button.getAttribute("aria-expanded") === "true"
    closeMenus()
    setMenu(button, !wasOpen)
  } else if (button?.matches("[data-reset]")) {
    ask(sampleOf(button))
  } else if (asked && event.target.matches("[data-question-form]")) {
    sheet.close()
    show(asked, 0n)
  } else {
    return
  }
  event.preventDefault()
})

// A confirmation rendered with the page has plain links.
sheet.addEventListener("click", event => {
  if (!asked || !event.target.closest("[data-cancel]")) return
  event.preventDefault()
  sheet.close()
})

document.addEventListener("pointerdown", event => {
  if (!event.target.closest("[data-menu], [data-options]")) closeMenus()
  wasHeld = false
  const button = event.target.closest("[data-minus]")
  if (!button || event.button !== 0) return
  hold = setTimeout(() => {
    wasHeld = true
    ask(sampleOf(button))
  }, holdLasts)
})
for (const name of ["pointerup", "pointercancel", "pointerout"]) document.addEventListener(name, () => clearTimeout(hold))

// The held press is not also a tap, and does not open the browser's menu.
document.addEventListener("click", event => {
  if (wasHeld && event.target.closest("[data-minus]")) event.preventDefault()
  wasHeld = false
}, true)
document.addEventListener("contextmenu", event => { if (event.target.closest("[data-minus]")) event.preventDefault() })

document.addEventListener("keydown", event => {
  const button = document.querySelector("[data-options][aria-expanded=true]")
  if (event.key !== "Escape" || !button) return
  closeMenus()
  button.focus()
})
