// The page of an entry's note: where the server cannot be reached, or has no room, the note waits, and the history shows it. A
// corrected time does not: only the server knows the zone it is in.
import { letWait } from "../sync/pages/letWait.js"
import { nameOf } from "../sync/stamp.js"

const form = document.querySelector("[data-note-form]"), { note, seen, time, seenTime } = form.elements
const [, counter, entry] = /\/counters\/([^/]+)\/entries\/(\d+)\/note$/.exec(new URL(form.action).pathname)

letWait(form, form.action.replace(/[/]entries[/].+/, "/history"), () => {
  const isToWait = note.value !== seen.value && time?.value === seenTime?.value
  return isToWait ? { kind: "annotate", change: { counter: nameOf(counter), entry: Number(entry), note: note.value, seen: seen.value } } : undefined
})
