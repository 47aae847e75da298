// Says at a field what is wrong with it. Contains no texts.
const idOf = field => `${field.id}-problem`
/** What describes it besides, such as a hint. */
const others = field => (field.getAttribute("aria-describedby") ?? "").split(" ").filter(id => id && id !== idOf(field))

/** Shows a sentence after the field, and after what is shown beside it. The field gets the focus. @param {HTMLInputElement} field */
export function complain(field, sentence) {
  mark(field, sentence)
  field.focus()
}

/** The same, and the focus stays where it is. @param {Element} [place] what the sentence stands after instead */
export function mark(field, sentence, place) {
  const id = idOf(field)
  const problem = document.getElementById(id) ?? Object.assign(document.createElement("p"), { id, className: "field-problem" })
  problem.textContent = sentence
  const beside = field.parentElement.querySelector(`output[for="${field.id}"]`)
  if (!problem.isConnected) (place ?? beside ?? field).after(problem)
  field.setAttribute("aria-invalid", "true")
  field.setAttribute("aria-describedby", [...others(field), id].join(" "))
}

/** Takes the sentence away. @param {HTMLInputElement} field */
export function clear(field) {
  document.getElementById(idOf(field))?.remove()
  field.removeAttribute("aria-invalid")
  if (others(field).length > 0) field.setAttribute("aria-describedby", others(field).join(" "))
  else field.removeAttribute("aria-describedby")
}
