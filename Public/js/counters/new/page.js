// The page of a new counter: where the server cannot be reached, or has no room, the counter waits, and the list shows it.
import { letWait } from "../../sync/pages/letWait.js"
import { at } from "../../sync/stamp.js"

const form = document.querySelector("[data-new-counter]")

letWait(form, at(""), () => {
  const { operation, suggestion, title } = form.elements
  const change = { title: title.value.trim() || suggestion.value, style: document.documentElement.dataset.newStyle ?? "fractal" }
  return { id: operation.value, kind: "createCounter", change }
})
