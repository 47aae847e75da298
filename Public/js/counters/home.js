// Starts the scripts of the home page. Each is loaded separately: if one fails, the others work, and so does the plain
// form or link underneath. Sets data-awake when all that loaded have started.
import { load } from "../shell/load.js"
import { isElsewhere } from "../shell/sheets.js"

Promise.allSettled([
  import("./tap.js"),
  import("./new/create.js"),
]).then(() => {
  document.body.dataset.awake = ""
  // Live updates start a moment later, because touch input comes first.
  setTimeout(() => live().then(() => { document.body.dataset.live = "" }, () => {}), 1_000)
})
const live = () => load("./list/live.js", import.meta.url)
// An operation may be refused because the page is outdated, and the list may not be live yet.
document.addEventListener("fivebar-refusal", () => live().then(({ ask }) => ask(), () => {}), { once: true })

// Scripts for touch or the keyboard load on the first touch or key, and then receive that event.
document.addEventListener("pointerdown", event => {
  let isOver = false
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { isOver = true }, { once: true })
  for (const module of [load("./list/refresh.js", import.meta.url), import("./card/collapse.js")]) module.catch(() => {})
  for (const module of [import("./card/hold.js"), import("./card/swipe.js")]) module.then(({ begin }) => { if (!isOver) begin(event) }, () => {})
}, { once: true })
let press
const early = []
document.addEventListener("keydown", event => {
  if (press) return press(event)
  early.push(event)
  if (early.length === 1) import("./list/keys.js").then(keys => early.forEach(press = keys.press), () => {})
})

const plain = new WeakSet()
function goPlainly(button) {
  plain.add(button)
  button.form?.requestSubmit(button)
}
document.addEventListener("submit", event => {
  const button = event.submitter
  if (!button?.matches("[data-collapse]") || plain.has(button)) return
  event.preventDefault()
  import("./card/collapse.js").then(({ collapse }) => collapse(button, goPlainly), () => goPlainly(button))
})

// What there is only room or a pointer for at a desk.
if (matchMedia("(min-width: 75rem), (hover: hover)").matches) import("./list/desk.js").catch(() => {})

// Loaded on first use; if that fails, the link or form works normally.
document.addEventListener("click", event => {
  const link = event.target.closest("[data-settings]"), button = event.target.closest("[data-options]")
  if (!link && !button || isElsewhere(event)) return
  event.preventDefault()
  if (link) import("../settings/settings.js").then(({ open }) => open(link), () => location.assign(link.href))
  else import("./card/options.js").then(({ toggle }) => toggle(button), () => location.assign(button.formAction))
})
