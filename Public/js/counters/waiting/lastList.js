// The list of counters as it was last seen: for times without a network.
import { at, isOfAnotherAccount } from "../../sync/stamp.js"

/** @returns {Promise<Document | undefined>} */
export async function lastList() {
  const kept = await caches.match(at(""), { ignoreVary: true })
  const page = kept && new DOMParser().parseFromString(await kept.text(), "text/html")
  return page && !isOfAnotherAccount(page) ? page : undefined
}

/** The card of a counter. @param {Document} [page] with a list */
export const listed = (page, counter) => page?.querySelector(`[data-counters] > [data-counter="${CSS.escape(counter)}"]`)
