// Takes the operations that a page makes: each is kept until the server has answered it. What sends them is loaded once
// the browser has time, or with the first one.
import { add } from "./queue.js"

const sender = () => import("./sender.js")

/** Stores an operation, and sends it after those made before it. @param {import("./queue.js").Operation} operation */
export function send(operation) {
  tell(add(operation))
}

/** What sends may not have been loaded, as on a bad network. */
const tell = kept => sender().then(({ wake }) => wake(kept), () => setTimeout(tell, 5_000, kept))

const begin = () => sender().catch(() => {})
if (window.requestIdleCallback) requestIdleCallback(begin, { timeout: 2_000 })
else setTimeout(begin)
