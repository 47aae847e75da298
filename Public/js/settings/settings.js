// Opens settings in a dialog over the counters, saves choices immediately, and applies a look at once. The dialog shows
// the settings page's own content; its forms are normal ones.
import { offer } from "./badge-choice.js"
import { openSheet } from "../shell/sheets.js"
import { post } from "../sync/post.js"
import { tellRefusal } from "../sync/status.js"

const sheet = document.querySelector("[data-settings-sheet]")
const root = document.documentElement
const parse = text => new DOMParser().parseFromString(text, "text/html")
const unreachable = () => tellRefusal(document.body.dataset.wordsUnreachable)

/** Opens the dialog, or goes to the page if that fails. @param {HTMLAnchorElement} link */
export async function open(link) {
  // Counts as a page view.
  const headers = { Accept: "text/html", "Fivebar-Shown": "yes" }
  const response = await fetch(link.href, { headers }).catch(() => null)
  if (!response) return unreachable()
  if (!response.ok) return location.assign(link.href)
  const content = document.importNode(parse(await response.text()).querySelector("main"), true)
  offer(content)
  sheet.querySelector("[data-sheet-page]").replaceChildren(...content.childNodes)
  openSheet(sheet)
}

/** Unsaved changes, by the address that saves them. @type {Map<string, URLSearchParams>} */
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

/** Applies the chosen look to the page. */
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

/** A look belongs to this browser and is saved as a whole. The calendar is shared by all devices: only changes are sent. */
function chosen(form, field) {
  if (form.matches("[data-appearance]")) return new URLSearchParams(new FormData(form))
  const choices = wanted.get(form.action) ?? new URLSearchParams()
  choices.set(field.name, field.value)
  return choices
}

/** Saves the latest choices, then those made meanwhile. */
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
  // A page has a single language.
  if (isInOtherWords) location.reload()
}

/** The browser's own bars take the colours from the response. */
function showBrowserColors(page) {
  const metas = 'meta[name="theme-color"], meta[name="color-scheme"]'
  for (const meta of document.querySelectorAll(metas)) meta.remove()
  document.head.append(...Array.from(page.querySelectorAll(metas), meta => document.importNode(meta)))
}
