// The pages that are shown in place of those that are not kept. The service worker has them from the beginning, so that no
// other page has to bring what is on them.
import { at, site } from "../stamp.js"

/** The cache with the files of the newest version, which may wait still. Those of each are in the order in which they were made. */
export const newestFiles = async () => (await caches.keys()).filter(name => name.startsWith(`fivebar-files ${site.pathname} `)).at(-1)

/** @param {string} path without a slash at its beginning @returns {Promise<Document | undefined>} nothing without a service worker */
export async function insteadPage(path) {
  if (!("caches" in window)) return undefined
  const page = await caches.match(at(path), { cacheName: await newestFiles(), ignoreVary: true })
  return page && new DOMParser().parseFromString(await page.text(), "text/html")
}
