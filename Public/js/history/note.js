// The page of an entry's note and time: where the server cannot be reached, or has no room, both wait, and the history shows
// them. What waits already is what this page shows.
import { letWait } from "../sync/pages/letWait.js"
import { nameOf } from "../sync/stamp.js"
import { pending } from "../sync/waiting/pending.js"
import { changesIn, madeAt, shownOf } from "./typed.js"

const form = document.querySelector("[data-note-form]")
const [, counter, entry] = /\/counters\/([^/]+)\/entries\/(\d+)\/note$/.exec(new URL(form.action).pathname)
const draws = {
  annotate({ note, seen }, change) { note.defaultValue = seen.value = change.note.trim() },
  retime({ time, seenTime }, { at, offset }) {
    time.dataset.made = madeAt(time.dataset.made, at, offset)
    time.defaultValue = seenTime.value = shownOf(time.dataset.made)
  },
}
// What was refused stands there as it was typed.
for (const { kind, change } of form.querySelector("[aria-invalid]") ? [] : pending()) {
  if (String(change?.counter) === counter && String(change.entry) === entry) draws[kind]?.(form.elements, change)
}

letWait(form, form.action.replace(/[/]entries[/].+/, "/history"), event => {
  const changes = changesIn(form, { counter: nameOf(counter), entry: Number(entry) })
  if (!changes) event.preventDefault()
  return changes
})
