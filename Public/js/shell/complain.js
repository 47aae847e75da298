// Says at a field what is wrong with it. Contains no texts.
const idOf = field => `${field.id}-problem`

/** Shows a sentence after the field, and after what is shown beside it. The field gets the focus. @param {HTMLInputElement} field */
export function complain(field, sentence) {
  const id = idOf(field)
  const problem = document.getElementById(id) ?? Object.assign(document.createElement("p"), { id, className: "field-problem" })
  problem.textContent = sentence
  const beside = field.parentElement.querySelector(`output[for="${field.id}"]`)
  if (!problem.isConnected) (beside ?? field).after(problem)
  field.setAttribute("aria-invalid", "true")
  field.setAttribute("aria-describedby", id)
  field.focus()
}

/** Takes the sentence away. @param {HTMLInputElement} field */
export function clear(field) {
  document.getElementById(idOf(field))?.remove()
  field.removeAttribute("aria-invalid")
  field.removeAttribute("aria-describedby")
}
