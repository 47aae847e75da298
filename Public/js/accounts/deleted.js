// Removes a deleted account's unsent and refused operations, unsaved settings and drafts, and kept pages from this browser.
import { forgetPages } from "../sync/pages/forget.js"
import { named } from "../sync/stamp.js"

const { account } = document.querySelector("[data-deleted]").dataset
const kept = ["refused", "settings", "last-counted", "heard"].map(name => named(`${name}-${account}`)).concat(named("heard-")), operation = named("operation-")
const begins = [`draft-${account}/`, `posted-${account}-`, `press-${account}-`, `kept-revision-${account}-`].map(named)
function accountOf(key) {
  try {
    return JSON.parse(localStorage.getItem(key))?.account
  } catch {
    return undefined
  }
}
/** Entries that name no account, because they are old or damaged, count as this account's: they could belong to either. */
const isItsOwn = key => begins.some(begin => key.startsWith(begin)) || kept.includes(key) || key.startsWith(operation) && [account, undefined].includes(accountOf(key))
try {
  // Pages that are still open in other tabs leave nothing more.
  localStorage.setItem(named(`deleted-${account}`), Date.now())
  for (const key of Object.keys(localStorage)) if (isItsOwn(key)) localStorage.removeItem(key)
} catch {
  // Without storage there was nothing to send.
}
import("../sync/storage/database.js").then(({ removeAllOf }) => removeAllOf(account)).catch(() => {})
forgetPages().catch(() => {})
