// Forgets the pages that this site has kept in the browser, once another account is to be opened, or theirs is deleted.
import { site } from "../stamp.js"

export async function forgetPages() {
  if (!("caches" in window)) return
  for (const name of await caches.keys()) if (name.startsWith(`fivebar-pages ${site.pathname} `)) await caches.delete(name)
}
