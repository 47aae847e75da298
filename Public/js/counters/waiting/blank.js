// Starts the page of a counter that is not kept: fills it in first, for the scripts of a counter's page read what it shows.
import { at } from "../../sync/stamp.js"

const [, counter] = /\/counters\/([^/]+)/.exec(location.pathname) ?? [], isFull = document.body.matches(".fills")

const fill = () => import("./fill.js").then(({ fill }) => fill(document, counter)).catch(() => false)

if (counter && await fill()) {
  const card = document.querySelector("form[data-counter]"), { drawAnew } = await import("../../marks/marks.js")
  drawAnew(card.querySelector("[data-marks]"), card.dataset.style, BigInt(card.dataset.count))
  document.body.classList.remove("blank")
  if (isFull) import("../full.js")
  else for (const part of [import("../counter.js"), import("../adjust.js")]) part.catch(() => {})
} else {
  const { isDeleted, sayDeleted } = await import("./deleted.js").catch(() => ({}))
  if (isDeleted?.(counter)) sayDeleted()
  else location.replace(at("offline"))
}
