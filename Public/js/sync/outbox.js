// Takes the operations that a page makes: each is kept until the server has answered it. What sends them is loaded once
// the browser has time, or with the first one.
import { load } from "../shell/load.js"
import { add } from "./queue.js"

const sender = () => load("./sender.js", import.meta.url)

/** In milliseconds. */
const patience = 3_000

/** Stores an operation, and sends it after those made before it. @param {import("./queue.js").Operation} operation */
export function send(operation) {
  const kept = add(operation), madeAt = performance.now()
  // What says so otherwise comes with the sender.
  const late = setTimeout(() => document.querySelector("[data-sync]")?.replaceChildren(document.body.dataset.wordsTrying), patience)
  sender().then(({ wake }) => {
    clearTimeout(late)
    wake(kept, madeAt)
  })
}

const begin = () => sender().catch(() => {})
if (window.requestIdleCallback) requestIdleCallback(begin, { timeout: 2_000 })
else setTimeout(begin)
