// Notes an entry in the history itself, where the page for that cannot be had. The note waits, and is drawn.
import { momentOfChange } from "../sync/change.js"
import { wait } from "../sync/later.js"
import { newIdentifier } from "../sync/stamp.js"

/** @param {HTMLAnchorElement} link to the page of the note @param {{counter: string | number, entry: number}} subject */
export function open(link, subject) {
  document.querySelector("[data-noting]")?.remove()
  const entry = link.closest(".entry"), form = document.importNode(document.querySelector("[data-blank-note]").content.firstElementChild, true)
  const { note, seen } = form.elements
  form.action = link.href
  note.defaultValue = seen.value = entry.querySelector(".entry-note")?.textContent ?? ""
  entry.append(form)
  note.focus()
  function close() {
    form.remove()
    link.focus()
  }
  form.querySelector("[data-cancel]").addEventListener("click", close)
  form.addEventListener("submit", event => {
    event.preventDefault()
    if (note.value !== seen.value) wait({ id: newIdentifier(), kind: "annotate", change: { ...subject, note: note.value, seen: seen.value }, ...momentOfChange() })
    form.dispatchEvent(new Event("fivebar-saved", { bubbles: true }))
    close()
  })
}
