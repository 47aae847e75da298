// The page of a counter's name: where the server cannot be reached, or has no room, the name waits, and the page that one came
// from shows it. What waits already is what this page shows.
import { complain } from "../../shell/complain.js"
import { isLonger } from "../../shell/numbers/letters.js"
import { letWait } from "../../sync/pages/letWait.js"
import { nameOf } from "../../sync/stamp.js"
import { pending } from "../../sync/waiting/pending.js"

const form = document.querySelector("[data-title-form]"), { title, seen } = form.elements
const [, counter] = /\/counters\/([^/]+)\/title$/.exec(new URL(form.action).pathname)

// What was refused stands there as it was typed.
for (const { kind, change } of title.matches("[aria-invalid]") ? [] : pending()) {
  if (kind === "rename" && String(change.counter) === counter) title.defaultValue = seen.value = change.title
}

letWait(form, form.querySelector("[data-back]").href, event => {
  const typed = title.value.trim(), { empty, most, tooLong } = title.dataset
  const problem = !typed ? empty : isLonger(typed, Number(most)) ? tooLong : undefined
  if (problem === undefined) return typed === seen?.value ? [] : { kind: "rename", change: { counter: nameOf(counter), title: typed } }
  event.preventDefault()
  complain(title, problem)
})
