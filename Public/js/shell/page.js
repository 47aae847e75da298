// What every page does: a form that is posted, also by a script, says when and where that was by the device; the site
// learns the device's zone, and a clock that is far off is noticed.
import { account, clock, moment } from "../sync/now.js"

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
  if (account) formData.set("account", account)
})

/** Who travels takes an open page along. A clock that jumps tells another date, and is looked at again. */
function look() {
  // Whoever holds a link to one counter is a stranger, of whom nothing is kept.
  if (document.hidden || document.querySelector("[data-shared]")) return
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!document.cookie.split("; ").includes(`fivebar-zone=${timeZone}`)) import("./zone.js").then(({ learn }) => learn(), () => {})
  // Where nothing is said of saving, nothing is sent.
  const isTold = clock().day === new Date().toDateString() || !document.querySelector("[data-sync]")
  if (!isTold) import("./clock.js").then(({ check }) => check(), () => {})
}
try {
  if (sessionStorage.getItem("fivebar-draft-sent")) import("./draft.js").then(({ arrive }) => arrive(), () => {})
} catch {
  // Without storage no draft is kept.
}

document.addEventListener("visibilitychange", look)
look()
