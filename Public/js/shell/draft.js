// Keeps a field's text until it is saved, so that a killed tab or a failed form loses nothing. Knows neither the text
// nor how it is saved.
import { account } from "../sync/stamp.js"

const prefix = "fivebar-draft-"
const sent = "fivebar-draft-sent"
/** Drafts unused for longer than this are deleted, in milliseconds. */
const keptFor = 7 * 86_400_000

const nameOf = field => `${prefix}${account ?? ""}${new URL(field.form.action).pathname}`

function read(name) {
  try { return JSON.parse(localStorage.getItem(name)) } catch { return null }
}

/** The field's unsaved text; undefined without one. A text changed elsewhere since is put before it. */
export function draftOf(field) {
  const kept = read(nameOf(field)), now = field.defaultValue
  if (!kept || Date.now() - kept.at > keptFor || kept.text === now) {
    drop(field)
    return undefined
  }
  return !now || kept.shown === now ? kept.text : `${now}${field.matches("textarea") ? "\n" : " "}${kept.text}`
}

/** Keeps the text from now on. */
export function keep(field) {
  field.addEventListener("input", () => {
    try {
      localStorage.setItem(nameOf(field), JSON.stringify({ text: field.value, shown: field.defaultValue, at: Date.now() }))
    } catch {
      // Without storage it lasts as long as the page.
    }
  })
}

/** Deletes a draft that is saved or discarded. */
export function drop(field) {
  try { localStorage.removeItem(nameOf(field)) } catch { /* nothing was kept */ }
}

/** Restores the text in a page's own form, and keeps it until the server redirects after saving. */
export function keepUntilSaved(field) {
  const draft = draftOf(field)
  if (draft !== undefined && !field.matches("[aria-invalid]")) field.value = draft
  keep(field)
  field.form.addEventListener("submit", () => {
    try { sessionStorage.setItem(sent, nameOf(field)) } catch { /* deleted once it is seen to be saved */ }
  })
}

/** On the page after a form: if the server redirected here, it has saved. */
export function arrive() {
  const name = sessionStorage.getItem(sent)
  sessionStorage.removeItem(sent)
  if (performance.getEntriesByType("navigation")[0]?.redirectCount > 0) localStorage.removeItem(name)
}
