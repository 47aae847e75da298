// Removes a deleted account's unsent and refused operations, unsaved settings and drafts, and kept pages from this browser.
const { account } = document.querySelector("[data-deleted]").dataset
const draft = `fivebar-draft-${account}/`, kept = ["refused", "settings"].map(name => `fivebar-${name}-${account}`), operation = "fivebar-operation-"
function accountOf(key) {
  try {
    return JSON.parse(localStorage.getItem(key))?.account
  } catch {
    return undefined
  }
}
/** Entries that name no account, because they are old or damaged, count as this account's: they could belong to either. */
const isItsOwn = key => key.startsWith(draft) || kept.includes(key) || key.startsWith(operation) && [account, undefined].includes(accountOf(key))
try {
  for (const key of Object.keys(localStorage)) if (isItsOwn(key)) localStorage.removeItem(key)
} catch {
  // Without storage there was nothing to send.
}
import("../sync/storage/database.js").then(({ removeAllOf }) => removeAllOf(account)).catch(() => {})
if ("caches" in window) {
  for (const name of await caches.keys()) if (name.startsWith("fivebar-pages ")) await caches.delete(name)
}
