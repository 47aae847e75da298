// Offers to undo what waits without a network. The words are on the page that the service worker shows in place of one that it
// does not have: it has that from the beginning, so that no other page has to bring them.
import { at, site } from "../../sync/stamp.js"
import { undoLast } from "../undo.js"

/** @param {string} kind of the change @param {string} name of its counter
    @returns {Promise<string | undefined>} a notice as HTML; nothing for a kind that is not offered, or without a service worker */
export async function noticeOf(kind, name) {
  // The caches of each version are in the order in which they were made.
  const cacheName = (await caches.keys()).filter(name => name.startsWith(`fivebar-files ${site.pathname} `)).at(-1)
  const page = await caches.match(at("offline"), { cacheName, ignoreVary: true })
  const offer = page && new DOMParser().parseFromString(await page.text(), "text/html").querySelector("[data-offer]")
  const words = offer?.dataset[`words${kind[0].toUpperCase()}${kind.slice(1)}`]
  if (!words) return undefined
  const notice = offer.content.firstElementChild
  notice.querySelector("p").textContent = words.replace("%@", () => name)
  return notice.outerHTML
}

document.addEventListener("click", event => {
  if (!event.target.closest("[data-undo-last]")) return
  const { undoAt } = document.querySelector("[data-undo-at]").dataset
  // It leaves as with any other action.
  document.dispatchEvent(new CustomEvent("fivebar-gesture"))
  undoLast(undoAt, document.querySelector("[data-counters]") ? "home" : "counter")
})
