// Wakes the behaviours of the home page. Each is fetched on its own: where one fails to arrive,
// the others work, and the plain form or link underneath works in its place.
// Knows only their names; says data-awake when all that came are awake.
import { isElsewhere } from "./sheets.js"

Promise.allSettled([
  import("./tap.js"),
  import("./collapse.js"),
  import("./options.js"),
  import("./create.js"),
  import("./refresh.js"),
  import("./live.js"),
]).then(() => { document.body.dataset.awake = "" })

// Rarely wanted, so fetched when first asked for; the click that asked is then taken up.
document.addEventListener("click", async event => {
  const link = event.target.closest("[data-settings]")
  if (!link || isElsewhere(event)) return
  event.preventDefault()
  await import("./settings.js").then(({ open }) => open(link), () => location.assign(link.href))
})
