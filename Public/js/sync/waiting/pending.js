// What waits to be sent and still holds, for pages that show more than what they hear of as it is made. Knows no page.
import { keys, read } from "../queue.js"

/** What waits, without what was taken back or undone meanwhile, first made first. @returns {import("../queue.js").Operation[]} */
export function pending() {
  const waiting = keys().map(read).filter(operation => operation && !operation.isRemoved)
  const undone = new Set(waiting.filter(({ kind }) => kind === "undo").map(({ change }) => change.operation))
  return waiting.filter(({ id }) => !undone.has(id))
}
