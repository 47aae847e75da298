// The page of an entry's note and time: where the server cannot be reached, or has no room, both wait, and the history shows them.
import { letWait } from "../sync/pages/letWait.js"
import { nameOf } from "../sync/stamp.js"
import { changesIn } from "./typed.js"

const form = document.querySelector("[data-note-form]")
const [, counter, entry] = /\/counters\/([^/]+)\/entries\/(\d+)\/note$/.exec(new URL(form.action).pathname)

letWait(form, form.action.replace(/[/]entries[/].+/, "/history"), event => {
  const changes = changesIn(form, { counter: nameOf(counter), entry: Number(entry) })
  if (!changes) event.preventDefault()
  return changes
})
