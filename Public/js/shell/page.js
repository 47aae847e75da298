// On every page: adds the device's time and zone to each posted form, also for scripts, tells the site the device's
// zone, detects a clock that is far off, and has drafts kept and brought back.
import { load } from "./load.js"
import { account, clock, moment } from "../sync/stamp.js"

let submitter
document.addEventListener("submit", event => {
  submitter = event.submitter
  // Reset at once: a script or another button may submit the form next.
  setTimeout(() => { submitter = undefined })
}, true)

document.addEventListener("formdata", ({ target: form, formData }) => {
  const method = submitter?.form === form && submitter.getAttribute("formmethod") || form.method
  if (method.toLowerCase() !== "post") return
  for (const [name, value] of Object.entries(moment())) formData.set(name, value)
  if (account) formData.set("account", account)
})

/** A device may travel with an open page. After a clock jump the date differs, and it is checked again. */
function look() {
  // Visitors of a shared counter are anonymous: nothing is stored for them.
  if (document.hidden || document.querySelector("[data-shared]")) return
  load("../sync/begin.js", import.meta.url).catch(() => {})
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!document.cookie.split("; ").includes(`fivebar-zone=${timeZone}`)) load("./time/zone.js", import.meta.url).then(({ learn }) => learn(), () => {})
  if (document.querySelector("p[data-zone]")) load("./time/names.js", import.meta.url).then(({ nameZones }) => nameZones(document), () => {})
  // Pages without saving send nothing.
  const isTold = clock().day === new Date().toDateString() || !document.querySelector("[data-sync]")
  if (!isTold) load("./time/clock.js", import.meta.url).then(({ check }) => check(), () => {})
}

let keeping
const drafts = () => keeping ??= import("../drafts/drafts.js")
for (const kind of ["focusin", "input", "submit"]) document.addEventListener(kind, event => {
  if (event.target.closest?.("[data-draft]")) drafts().then(({ hear }) => hear(event), () => {})
})
try {
  const left = Object.keys(sessionStorage).concat(Object.keys(localStorage))
  if (left.some(key => key.includes("draft"))) drafts().catch(() => {})
} catch {
  // Nothing was left.
}

document.addEventListener("visibilitychange", look)
// To name its zone takes a browser long, so the page's own scripts come first. Safari is never idle.
if (window.requestIdleCallback) requestIdleCallback(look, { timeout: 2_000 })
else setTimeout(look)
