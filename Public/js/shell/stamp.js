// Adds the device's time and zone to every form that is posted, also by a script; not to one that asks for a page.
import { moment } from "../sync/now.js"

let submitter
document.addEventListener("submit", event => {
  submitter = event.submitter
  // It is only this once: the form may be sent by a script or another button next.
  setTimeout(() => { submitter = undefined })
}, true)

document.addEventListener("formdata", ({ target: form, formData }) => {
  const method = submitter?.form === form && submitter.getAttribute("formmethod") || form.method
  if (method.toLowerCase() !== "post") return
  for (const [name, value] of Object.entries(moment())) formData.set(name, value)
})
