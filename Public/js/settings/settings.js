// Opens settings in a dialog over the counters. The dialog shows the settings page's own content.
import { prepare } from "./choices.js"
import { addStylesheet } from "../shell/style/stylesheet.js"
import { openSheet } from "../shell/sheets.js"
import { fetchOrLastSeen } from "../sync/pages/fetch.js"
import { tellRefusal } from "../sync/status.js"

const sheet = document.querySelector("[data-settings-sheet]")
const styled = Promise.all(["marks/choices", "settings/settings"].map(addStylesheet))

/** How long the page may take, in milliseconds. */
const longest = 5_000

/** Opens the dialog, or goes to the page if that fails. @param {HTMLAnchorElement} link */
export async function open(link) {
  // Counts as a page view.
  const response = await fetchOrLastSeen(link.href, { "Fivebar-Shown": "yes" }, AbortSignal.timeout?.(longest))
  if (!response) return tellRefusal(document.body.dataset.wordsUnreachable)
  if (!response.ok) return location.assign(link.href)
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const content = document.importNode(page.querySelector("main"), true)
  // The page has it in the line at the top.
  const heading = page.querySelector("header h1")
  if (heading) content.prepend(Object.assign(document.createElement("h1"), { textContent: heading.textContent }))
  prepare(content)
  await styled
  sheet.querySelector("[data-sheet-page]").replaceChildren(...content.childNodes)
  openSheet(sheet)
}
