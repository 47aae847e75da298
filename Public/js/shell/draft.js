// Keeps what is typed into a field until it is saved: a tab that is killed, or a form that meets an error, takes no word
// along. Knows neither what is typed nor how it is saved.
import { account } from "../sync/now.js"

const prefix = "fivebar-draft-"
const sent = "fivebar-draft-sent"
/** What nobody has come back to for so long is let go, in milliseconds. */
const keptFor = 7 * 86_400_000

const nameOf = field => `${prefix}${account ?? ""}${new URL(field.form.action).pathname}`

function read(name) {
  try { return JSON.parse(localStorage.getItem(name)) } catch { return null }
}

/** What was typed into the field and not saved; undefined where there is none. A text that was changed elsewhere since stands before it. */
export function draftOf(field) {
  const kept = read(nameOf(field)), now = field.defaultValue
  if (!kept || Date.now() - kept.at > keptFor || kept.text === now) {
    drop(field)
    return undefined
  }
  return !now || kept.shown === now ? kept.text : `${now}${field.matches("textarea") ? "\n" : " "}${kept.text}`
}

/** Keeps what is typed from now on. */
export function keep(field) {
  field.addEventListener("input", () => {
    try {
      localStorage.setItem(nameOf(field), JSON.stringify({ text: field.value, shown: field.defaultValue, at: Date.now() }))
    } catch {
      // Without storage it lives as long as the page does.
    }
  })
}

/** Lets go of what is saved by now, or given up. */
export function drop(field) {
  try { localStorage.removeItem(nameOf(field)) } catch { /* nothing was kept */ }
}

/** Gives a page's own form back what was typed into it, and keeps what is typed until the server has led on from it. */
export function keepUntilSaved(field) {
  const draft = draftOf(field)
  if (draft !== undefined && !field.matches("[aria-invalid]")) field.value = draft
  keep(field)
  field.form.addEventListener("submit", () => {
    try { sessionStorage.setItem(sent, nameOf(field)) } catch { /* it is dropped when it is seen to be saved */ }
  })
}

/** On the page after a form was sent: whoever was led here by the server has saved. */
export function arrive() {
  const name = sessionStorage.getItem(sent)
  sessionStorage.removeItem(sent)
  if (performance.getEntriesByType("navigation")[0]?.redirectCount > 0) localStorage.removeItem(name)
}
