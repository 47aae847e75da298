// Wakes the behaviours of the home page. Each is fetched on its own: where one fails to arrive, the others work,
// and so does the plain form or link underneath. Says data-awake when all that came are awake.
import { isElsewhere } from "../shell/sheets.js"

Promise.allSettled([
  import("./tap.js"),
  import("./list/create.js"),
]).then(() => {
  document.body.dataset.awake = ""
  // What others do may be seen a moment later: first comes what a finger needs.
  setTimeout(() => live().then(() => { document.body.dataset.live = "" }, () => {}), 1_000)
})
const live = () => import("./list/live.js")
// Refused is what an old page asks, which need not be live yet.
document.addEventListener("fivebar-refusal", () => live().then(({ ask }) => ask(), () => {}), { once: true })

// What only a finger or only a keyboard needs comes with its first touch or key, which it is given.
document.addEventListener("pointerdown", event => {
  let isOver = false
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { isOver = true }, { once: true })
  for (const module of [import("./list/refresh.js"), import("./card/collapse.js")]) module.catch(() => {})
  for (const module of [import("./card/hold.js"), import("./card/swipe.js")]) module.then(({ begin }) => { if (!isOver) begin(event) }, () => {})
}, { once: true })
let press
const early = []
document.addEventListener("keydown", event => {
  if (press) return press(event)
  early.push(event)
  if (early.length === 1) import("./list/keys.js").then(keys => { press = keys.press; early.forEach(press) }, () => {})
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

// Fetched when first asked for; where one cannot be had, the link or form goes its plain way.
document.addEventListener("click", event => {
  const link = event.target.closest("[data-settings]"), button = event.target.closest("[data-options]")
  if (!link && !button || isElsewhere(event)) return
  event.preventDefault()
  if (link) import("../settings/settings.js").then(({ open }) => open(link), () => location.assign(link.href))
  else import("./card/options.js").then(({ toggle }) => toggle(button), () => location.assign(button.formAction))
})
