// Has what is said by a form of a page of its own wait where the server cannot be reached, or has no room for it, and goes on to
// the page that draws what waits. Knows no kind of change.
import { momentOfChange } from "../change.js"
import { patience, wait } from "../later.js"
import { newIdentifier } from "../stamp.js"
import { untilThere } from "./fetch.js"
// It asks whether the server can be reached, also for whoever is quicker than the rest of the page.
import "./plain.js"

/** @typedef {{id?: string, kind: string, change: object}} Said */

/** @param {HTMLFormElement} form @param {string} next the address of that page
    @param {(event: CustomEvent) => Said | Said[] | undefined} read what the form says, in one change or in several, or in
    none if it is what was there; nothing if that cannot wait, and the event's default prevented if that is said at a field */
export function letWait(form, next, read) {
  form.dataset.waits = patience
  form.addEventListener("fivebar-unreachable", async event => {
    const said = read(event)
    if (!said) return
    event.preventDefault()
    for (const operation of [said].flat()) wait({ ...operation, id: operation.id || newIdentifier(), ...momentOfChange() })
    form.dispatchEvent(new Event("fivebar-saved", { bubbles: true }))
    // It is not sent by this form any more.
    form.inert = true
    await untilThere(next)
    location.replace(next)
  })
}
