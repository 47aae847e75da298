// Offers to undo what waits without a network. The words are on the page that is shown in place of one that is not kept.
import { insteadPage } from "../../sync/pages/instead.js"
import { named } from "../../sync/stamp.js"
import { counted } from "../counting.js"
import { undoLater } from "./undoLater.js"

const place = document.querySelector("[data-undo-at]")
/** Where the list is edited there are no cards, from which it draws. */
const undoing = place ? import("../undo.js") : undefined

/** @param {string} kind of the change @param {string} name of its counter
    @returns {Promise<string | undefined>} a notice as HTML; nothing for a kind that is not offered, or without a service worker */
export async function noticeOf(kind, name) {
  const offer = (await insteadPage("offline"))?.querySelector("[data-offer]")
  const words = offer?.dataset[`words${kind[0].toUpperCase()}${kind.slice(1)}`]
  if (!words) return undefined
  const notice = offer.content.firstElementChild
  notice.querySelector("p").textContent = words.replace("%@", () => name)
  return notice.outerHTML
}

/** Offers to undo a deletion that waits, which was made on a page that was left with it. */
export async function offerLater(id, name) {
  sessionStorage.removeItem(named("deleted"))
  const notice = await noticeOf("deleteCounter", name)
  // Something else was done meanwhile.
  if (!notice || counted.length > 0) return
  counted.push({ id, told: Promise.resolve(new Response("{}", { status: 202 })) });
  (await import("../../shell/notice.js")).offer(notice)
}

document.addEventListener("click", async event => {
  if (!event.target.closest("[data-undo-last]")) return
  // It leaves as with any other action.
  document.dispatchEvent(new CustomEvent("fivebar-gesture"))
  if (!undoing) return undoLater(counted.pop().id)
  const { undoLast } = await undoing
  undoLast(place.dataset.undoAt, document.querySelector("[data-counters]") ? "home" : "counter")
})
