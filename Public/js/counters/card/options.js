// A counter's options menu: one menu for all cards, moved to the card that opens it. Closes on a tap outside, on
// Escape, or when it loses focus. Without this script the button leads to the counter's page.
import { addStylesheet } from "../../shell/style/stylesheet.js"
import { isElsewhere } from "../../shell/sheets.js"
import { rest } from "../../shell/rest.js"
import { cardOf } from "../cards.js"
// With the menu: what is chosen would be lost if the page were left before they are there.
import { remove } from "./remove.js"
import { restyle } from "./restyle.js"

const menu = document.querySelector("[data-options-menu]")
/** With room for a counter beside the list. */
const wide = matchMedia("(min-width: 75rem)")
let opener
let isDismissing = false
/** Loaded with the menu: a phone shows its keyboard only for a field that gets the focus within the tap. */
let rename
const renameModule = import("./rename.js")
renameModule.then(module => { rename = module.rename }, () => {})

await Promise.all(["shell/segments", "counters/options", "marks/choices"].map(addStylesheet))

/** Opens the menu in the card of the button. */
function open(button) {
  const address = button.getAttribute("formaction")
  menu.querySelector("[data-more]").href = address
  menu.querySelector("[data-rename]").href = `${address}/title`
  menu.querySelector("[data-reset]").href = `${address}/reset`
  menu.querySelector("[data-delete]").formAction = `${address}/deletion`
  const { style } = button.closest("[data-counter]").dataset
  for (const choice of menu.querySelectorAll("[data-restyle]")) {
    choice.formAction = `${address}/style`
    choice.setAttribute("aria-pressed", String(choice.value === style))
  }
  button.after(menu)
  button.closest("[data-counter]").dataset.menu = ""
  button.setAttribute("aria-expanded", "true")
  menu.hidden = false
  stand(button)
  opener = button
}

/** What lies over the page, at its head and at its foot. */
const over = ".shell-head, .tabs, .sync, .add, .notice"

/** Below the button, or above it where only there is room for all of it; where there is none, it is scrolled by itself. */
function stand(button) {
  menu.style.maxBlockSize = ""
  let [top, bottom] = [0, innerHeight]
  for (const bar of document.querySelectorAll(over)) {
    const box = bar.getBoundingClientRect(), isOver = box.height > 0 && ["fixed", "sticky"].includes(getComputedStyle(bar).position)
    if (isOver && box.top + box.bottom < innerHeight) top = Math.max(top, box.bottom)
    else if (isOver) bottom = Math.min(bottom, box.top)
  }
  const box = button.getBoundingClientRect(), height = menu.offsetHeight, below = bottom - box.bottom, above = box.top - top
  const isBelow = height <= below || height > above && below >= above
  if (height > Math.max(below, above)) menu.style.maxBlockSize = `${Math.max(below, above)}px`
  // Beside a name of several lines the button stands in their middle.
  menu.style.insetBlockStart = `${button.offsetTop + (isBelow ? button.offsetHeight : -menu.offsetHeight)}px`
}

function close() {
  opener?.setAttribute("aria-expanded", "false")
  delete opener?.closest("[data-counter]")?.dataset.menu
  menu.hidden = true
  document.dispatchEvent(new CustomEvent("fivebar-free"))
  opener = undefined
}

/** Opens the menu at the button, or closes it there. */
export function toggle(button) {
  const wasOpen = opener === button
  close()
  if (!wasOpen) open(button)
}

document.addEventListener("pointerdown", event => {
  isDismissing = Boolean(opener) && !menu.contains(event.target) && !opener.contains(event.target)
  if (!isDismissing) return
  close()
  // The tap that closes a menu must not count as well.
  event.preventDefault()
}, true)
document.addEventListener("click", event => {
  if (isDismissing && event.detail > 0 && event.target.closest("[data-collapse]")) event.preventDefault()
  isDismissing = false
}, true)

document.addEventListener("keydown", event => {
  if (event.key !== "Escape" || !opener) return
  const button = opener
  close()
  button.focus()
})

document.addEventListener("focusout", event => {
  const next = event.relatedTarget
  if (opener && next && next !== opener && (event.target === opener || menu.contains(event.target)) && !menu.contains(next)) close()
})

// The script of what leads elsewhere, or asks first, is loaded on first use; if that fails, the link or form works normally.
menu.addEventListener("click", event => {
  const link = event.target.closest("[data-more], [data-rename], [data-reset]"), { href } = link ?? {}
  if (!link) return
  if (link.matches("[data-reset]") && !isElsewhere(event)) {
    event.preventDefault()
    import("./reset.js").then(({ ask }) => ask(link), () => location.assign(href))
  } else if (link.matches("[data-rename]") && !isElsewhere(event)) {
    event.preventDefault()
    const { counter } = link.closest("[data-counter]").dataset
    const begin = () => {
      // A newer card may have taken its place meanwhile, or none.
      const card = cardOf(counter)
      if (card) rename(card)
    }
    close()
    if (rename) begin()
    else renameModule.then(begin, () => location.assign(href))
    return
  } else if (link.matches("[data-more]") && wide.matches && !isElsewhere(event)) {
    event.preventDefault()
    import("../list/beside.js").then(({ open }) => open(href), () => location.assign(href))
  }
  close()
})

document.addEventListener("submit", event => {
  const button = event.submitter
  if (!button?.matches("[data-restyle], [data-options-menu] [data-delete]")) return
  // Without counters the list is another page, which comes once the server can be reached.
  if (button.matches("[data-delete]") && document.querySelectorAll("[data-counters] > [data-counter]").length === 1) return
  choose(event, button)
})
document.addEventListener("fivebar-unreachable", event => {
  const { submitter } = event.detail
  if (submitter?.matches("[data-options-menu] [data-delete]")) choose(event, submitter)
})

function choose(event, button) {
  event.preventDefault()
  if (button.matches("[data-restyle]")) restyle(button)
  else {
    // The name of another card comes to be there.
    rest(button)
    remove(button.closest("[data-counter]"), button.formAction)
    close()
  }
}

// Replacing a card must not remove the menu.
document.addEventListener("fivebar-refreshed", () => { if (!menu.isConnected) document.getElementById("content").append(menu) })

addEventListener("pageshow", close)
