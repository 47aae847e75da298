// Opens settings as a sheet over the counters, and shows a chosen look at once.
// The sheet is the settings page's own content, fetched; its forms are ordinary ones.
import { openSheet } from "./sheets.js"
import { tellRefusal } from "./status.js"

const sheet = document.querySelector("[data-settings-sheet]")
const root = document.documentElement
const parse = text => new DOMParser().parseFromString(text, "text/html")
const unreachable = () => tellRefusal(document.body.dataset.wordsUnreachable)

/** Opens the sheet, or goes to the page where it cannot be had. @param {HTMLAnchorElement} link */
export async function open(link) {
  const response = await fetch(link.href, { headers: { Accept: "text/html" } }).catch(() => null)
  if (!response) return unreachable()
  if (!response.ok) return location.assign(link.href)
  const content = document.importNode(parse(await response.text()).querySelector("main"), true)
  sheet.querySelector("[data-sheet-page]").replaceChildren(...content.childNodes)
  openSheet(sheet)
}

let wanted
let isTelling = false
let isInOtherWords = false

document.addEventListener("change", event => {
  const form = event.target.closest("[data-appearance]")
  if (!form) return
  const { theme, scheme } = form.elements
  if (theme.value === "system") delete root.dataset.theme
  else root.dataset.theme = theme.value
  root.dataset.scheme = scheme.value
  root.toggleAttribute("data-still", form.elements.buzzes.value === "no")
  isInOtherWords ||= event.target.name === "language"
  wanted = new URLSearchParams(new FormData(form))
  if (!isTelling) tell(form.action)
})

/** Saves the last choice, and those made meanwhile after it. */
async function tell(action) {
  isTelling = true
  while (wanted) {
    const body = wanted
    wanted = undefined
    const response = await fetch(action, { method: "POST", keepalive: true, headers: { Accept: "text/html" }, body }).catch(() => null)
    if (response?.ok) showBrowserColors(parse(await response.text()))
    else unreachable()
  }
  isTelling = false
  // A page is drawn in one language.
  if (isInOtherWords) location.reload()
}

/** The browser's own bars take the colours of the page that is answered. */
function showBrowserColors(page) {
  const metas = 'meta[name="theme-color"], meta[name="color-scheme"]'
  for (const meta of document.querySelectorAll(metas)) meta.remove()
  document.head.append(...Array.from(page.querySelectorAll(metas), meta => document.importNode(meta)))
}
