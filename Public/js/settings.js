// Opens settings as a sheet over the counters, and shows a chosen look at once.
// The sheet is the settings page's own content, fetched; its forms are ordinary ones.
import { openSheet } from "./sheets.js"

const sheet = document.querySelector("[data-settings-sheet]")
const root = document.documentElement

/** Opens the sheet, or goes to the page where it cannot be had. @param {HTMLAnchorElement} link */
export async function open(link) {
  const response = await fetch(link.href, { headers: { Accept: "text/html" } }).catch(() => null)
  if (!response?.ok) {
    location.assign(link.href)
    return
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const content = document.importNode(page.querySelector("main"), true)
  sheet.querySelector("[data-sheet-page]").replaceChildren(...content.childNodes)
  openSheet(sheet)
}

document.addEventListener("change", event => {
  const form = event.target.closest("[data-appearance]")
  if (!form) return
  const { theme, scheme } = form.elements
  if (theme.value === "system") delete root.dataset.theme
  else root.dataset.theme = theme.value
  root.dataset.scheme = scheme.value
  fetch(form.action, { method: "POST", keepalive: true, redirect: "manual", body: new URLSearchParams(new FormData(form)) })
})
