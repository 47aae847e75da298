// Wakes the behaviours of the home page. Each is fetched on its own: where one fails to arrive,
// the others work, and the plain form or link underneath works in its place.
// Knows only their names; says data-awake when all that came are awake.
import { isElsewhere } from "./sheets.js"

Promise.allSettled([
  import("./tap.js"),
  import("./collapse.js"),
  import("./create.js"),
  import("./refresh.js"),
  import("./live.js"),
]).then(() => { document.body.dataset.awake = "" })

// Rarely wanted, so fetched when first asked for; where one cannot be had, the link or form goes its plain way.
document.addEventListener("click", event => {
  const link = event.target.closest("[data-settings]"), button = event.target.closest("[data-options]")
  if (!link && !button || isElsewhere(event)) return
  event.preventDefault()
  if (link) import("./settings.js").then(({ open }) => open(link), () => location.assign(link.href))
  else import("./options.js").then(({ toggle }) => toggle(button), () => location.assign(button.formAction))
})
