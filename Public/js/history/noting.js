// Notes an entry in the history itself, and puts its time right, where the page for that cannot be had. Both wait, and are drawn.
import { momentOfChange } from "../sync/change.js"
import { wait } from "../sync/later.js"
import { newIdentifier } from "../sync/stamp.js"
import { changesIn, shownOf } from "./typed.js"

/** @param {HTMLAnchorElement} link to the page of the note @param {{counter: string | number, entry: number}} subject */
export function open(link, subject) {
  document.querySelector("[data-noting]")?.remove()
  const entry = link.closest(".entry"), form = document.importNode(document.querySelector("[data-blank-note]").content.firstElementChild, true)
  const { note, seen, time } = form.elements, { made } = entry.dataset
  form.action = link.href
  note.defaultValue = seen.value = entry.querySelector(".entry-note")?.textContent ?? ""
  if (made) {
    time.dataset.made = made
    time.defaultValue = shownOf(made)
  } else for (const part of [...time.labels, time]) part.remove()
  entry.append(form)
  note.focus()
  function close() {
    form.remove()
    link.focus()
  }
  form.querySelector("[data-cancel]").addEventListener("click", close)
  form.addEventListener("submit", event => {
    event.preventDefault()
    const changes = changesIn(form, subject)
    if (!changes) return
    for (const change of changes) wait({ id: newIdentifier(), ...change, ...momentOfChange() })
    form.dispatchEvent(new Event("fivebar-saved", { bubbles: true }))
    close()
  })
}
