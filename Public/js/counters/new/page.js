// The page of a new counter: where the server cannot be reached, or has no room, the counter waits, and the list shows it.
import { complain } from "../../shell/complain.js"
import { isLonger } from "../../shell/numbers/letters.js"
import { letWait } from "../../sync/pages/letWait.js"
import { at } from "../../sync/stamp.js"

const form = document.querySelector("[data-new-counter]")

letWait(form, at(""), event => {
  const { operation, suggestion, title } = form.elements
  if (isLonger(title.value, Number(title.dataset.most))) {
    event.preventDefault()
    return complain(title, title.dataset.tooLong)
  }
  const change = { title: title.value.trim() || suggestion.value, style: document.documentElement.dataset.newStyle ?? "fractal" }
  return { id: operation.value, kind: "createCounter", change }
})
