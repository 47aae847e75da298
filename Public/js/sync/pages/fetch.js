// Fetches pages for scripts. Only the server's own pages count: others answer everything, too, such as a hotel's network.
import { isDecided, isFromUs } from "../post.js"
import { noteTime } from "../stamp.js"

/** How long a page may take: one that never comes must not hold up the next. */
const longest = 20_000

/** @param {Record<string, string>} [headers] @returns {Promise<Response?>} null without a page of ours */
export async function fetchPage(address, headers, signal = AbortSignal.timeout?.(longest)) {
  const response = await fetch(address, { headers: { Accept: "text/html", ...headers }, signal }).catch(() => null)
  if (!isFromUs(response)) return null
  noteTime(response)
  return response
}

/** How long a page may take before its last copy is shown instead, as the service worker waits for one that is opened. */
const patience = 4_000
const after = milliseconds => new Promise(done => setTimeout(done, milliseconds, null))

/** The page as it is now, or, where the server cannot be reached in time, as it was last seen.
    @param {Record<string, string>} [headers] @param {AbortSignal} [signal] @returns {Promise<Response?>} */
export async function fetchOrLastSeen(address, headers, signal) {
  const fresh = fetchPage(address, headers, signal)
  const response = await Promise.race([fresh, after(patience)])
  if (response?.status < 500) return response
  // Without a copy there is nothing to do but wait.
  return await lastSeen(address) ?? response ?? Promise.race([fresh, after(longest - patience)])
}

/** Loads the page again. */
export async function reloadOnceThere() {
  await untilThere(location.href)
  location.reload()
}

/** Until a page can be gone to: at once where a service worker has it, and otherwise as soon as the server answers, also that
    there is no such page any more. */
export async function untilThere(address) {
  for (; !isControlled(); await after(patience)) if (isDecided(await fetchPage(address))) break
}

/** Whether a service worker has the page, so that it opens without a network. */
export const isControlled = () => Boolean(navigator.serviceWorker?.controller)

async function lastSeen(address) {
  // There is no such thing on plain HTTP.
  try { return await caches.match(address.split(/[?#]/)[0], { ignoreVary: true }) } catch { return undefined }
}
