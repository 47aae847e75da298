// What every page does: each form that is posted, also by a script, says when and where that was by the device, and the
// site learns the device's zone.
import { moment } from "../sync/now.js"

let submitter
document.addEventListener("submit", event => {
  submitter = event.submitter
  // Only this once: a script or another button may send the form next.
  setTimeout(() => { submitter = undefined })
}, true)

document.addEventListener("formdata", ({ target: form, formData }) => {
  const method = submitter?.form === form && submitter.getAttribute("formmethod") || form.method
  if (method.toLowerCase() !== "post") return
  for (const [name, value] of Object.entries(moment())) formData.set(name, value)
})

const isZoneTold = () => document.cookie.split("; ").includes(`fivebar-zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
const learnZone = () => import("./zone.js").then(({ learn }) => learn(), () => {})

if (!isZoneTold()) learnZone()
// Who travels takes an open page along.
document.addEventListener("visibilitychange", () => { if (!document.hidden && !isZoneTold()) learnZone() })
addEventListener("pageshow", event => { if (event.persisted) learnZone() })
