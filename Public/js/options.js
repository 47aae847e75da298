// Keeps at most one options menu open, and closes it by a tap beside it, by Escape, or when the focus leaves.
// Opening is the browser's own: a menu is a details element.
const openMenu = () => document.querySelector("[data-options][open]")
let isDismissing = false

document.addEventListener("toggle", event => {
  if (!event.target.matches("[data-options]") || !event.target.open) return
  for (const other of document.querySelectorAll("[data-options][open]")) if (other !== event.target) other.open = false
}, true)

document.addEventListener("pointerdown", event => {
  const menu = openMenu()
  isDismissing = Boolean(menu) && !menu.contains(event.target)
  if (isDismissing) menu.open = false
}, true)

// The tap that closes a menu must not count as well.
document.addEventListener("click", event => {
  if (isDismissing && event.detail > 0 && event.target.closest("[data-tap], [data-minus], [data-collapse]")) event.preventDefault()
  isDismissing = false
}, true)

document.addEventListener("keydown", event => {
  const menu = openMenu()
  if (event.key !== "Escape" || !menu) return
  menu.open = false
  menu.querySelector("summary").focus()
})

document.addEventListener("focusout", event => {
  const menu = event.target.closest("[data-options][open]")
  if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false
})

addEventListener("pageshow", () => { const menu = openMenu(); if (menu) menu.open = false })
