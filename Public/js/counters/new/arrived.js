// The first counter, and what was imported, come with a page of its own, whose address leads to a field.
import { unframe } from "./unframed.js"

// The browser goes there, and gives it the focus, only after the first scripts.
const field = document.getElementById(location.hash.slice(1))
if (field?.matches("[data-tap]")) {
  unframe(field)
  // Whoever uses keys sees it from the first one.
  document.addEventListener("keydown", () => { delete field.dataset.unframed }, { once: true })
}
