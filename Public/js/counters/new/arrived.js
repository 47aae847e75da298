// The first counter comes with a page of its own, whose address leads to its field.
import { unframe } from "./unframed.js"

const field = document.querySelector("[data-tap]:target:focus")
if (field) unframe(field)
