// Fetches pages for scripts. Only the server's own pages count: others answer everything, too, such as a hotel's network.
import { isFromUs } from "../post.js"

/** How long a page may take: one that never comes must not hold up the next. */
const longest = 20_000

/** @param {Record<string, string>} [headers] @returns {Promise<Response?>} null without a page of ours */
export async function fetchPage(address, headers, signal = AbortSignal.timeout?.(longest)) {
  const response = await fetch(address, { headers: { Accept: "text/html", ...headers }, signal }).catch(() => null)
  return isFromUs(response) ? response : null
}
