// Opens settings as a sheet over the counters, saves what is chosen as it is chosen, and shows a look at once.
// The sheet is the settings page's own content, fetched; its forms are ordinary ones.
import { offer } from "./badge-choice.js"
import { openSheet } from "../shell/sheets.js"
import { post } from "../sync/post.js"
import { tellRefusal } from "../sync/status.js"

const sheet = document.querySelector("[data-settings-sheet]")
const root = document.documentElement
const parse = text => new DOMParser().parseFromString(text, "text/html")
const unreachable = () => tellRefusal(document.body.dataset.wordsUnreachable)

/** Opens the sheet, or goes to the page where it cannot be had. @param {HTMLAnchorElement} link */
export async function open(link) {
  // Fetched to be looked at, and so counted as a page is.
  const headers = { Accept: "text/html", "Fivebar-Shown": "yes" }
  const response = await fetch(link.href, { headers }).catch(() => null)
  if (!response) return unreachable()
  if (!response.ok) return location.assign(link.href)
  const content = document.importNode(parse(await response.text()).querySelector("main"), true)
  offer(content)
  sheet.querySelector("[data-sheet-page]").replaceChildren(...content.childNodes)
  openSheet(sheet)
}

/** What is not saved yet, by the address that saves it. @type {Map<string, URLSearchParams>} */
const wanted = new Map()
let isTelling = false
let isInOtherWords = false

document.addEventListener("change", event => {
  const form = event.target.closest("[data-appearance], [data-calendar]")
  if (!form) return
  if (form.matches("[data-appearance]")) dress(form)
  isInOtherWords ||= event.target.name === "language"
  wanted.set(form.action, chosen(form, event.target))
  if (!isTelling) tell()
})

/** Gives the page the look that is chosen. */
function dress(form) {
  const { theme, scheme, buzzes, keys, badge } = form.elements
  if (theme.value === "system") delete root.dataset.theme
  else root.dataset.theme = theme.value
  root.dataset.scheme = scheme.value
  root.toggleAttribute("data-still", buzzes.value === "no")
  if (keys.checked) delete root.dataset.keys
  else root.dataset.keys = "off"
  if (badge.checked) delete root.dataset.appBadge
  else root.dataset.appBadge = "off"
  document.dispatchEvent(new CustomEvent("fivebar-look"))
}

/** A look is this browser's own and saved as a whole. The calendar is that of all devices: only what was changed here. */
function chosen(form, field) {
  if (form.matches("[data-appearance]")) return new URLSearchParams(new FormData(form))
  const choices = wanted.get(form.action) ?? new URLSearchParams()
  choices.set(field.name, field.value)
  return choices
}

/** Saves the last choices, and those made meanwhile after them. */
async function tell() {
  isTelling = true
  while (wanted.size > 0) {
    const [[action, body]] = wanted
    wanted.delete(action)
    const response = await post(action, body, { headers: { Accept: "text/html" } })
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
