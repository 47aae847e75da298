// The page of a counter's name: where the server cannot be reached, or has no room, the name waits, and the page that one came
// from shows it.
import { complain } from "../../shell/complain.js"
import { letWait } from "../../sync/pages/letWait.js"
import { nameOf } from "../../sync/stamp.js"

const form = document.querySelector("[data-title-form]"), { title } = form.elements
const [, counter] = /\/counters\/([^/]+)\/title$/.exec(new URL(form.action).pathname)

letWait(form, form.querySelector("[data-back]").href, event => {
  const typed = title.value.trim()
  if (typed) return { kind: "rename", change: { counter: nameOf(counter), title: typed } }
  event.preventDefault()
  complain(title, title.dataset.empty)
})
