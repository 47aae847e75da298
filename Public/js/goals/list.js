// The list of goals beside one, on a wide window: a copy of the goals' page, made again when a goal has changed.
import { fetchOrLastSeen } from "../sync/pages/fetch.js"
import { isHeld, whenReleased } from "../shell/rest.js"
import { isForeign } from "../sync/stamp.js"
import { goal } from "./dots.js"

const room = matchMedia("(min-width: 75rem)")
const list = Object.assign(document.createElement("aside"), { className: "goal-list" })
list.dataset.added = ""
const back = () => document.querySelector(".goal-bar .goal-back").cloneNode(true)
// The way back is there even if the list cannot be loaded.
list.append(back())
document.querySelector("main").prepend(list)
let current
/** Draws on the list what the server has not heard of yet; nothing before the list is there. */
let drawing

/** Shows the list as it is now, where there is room; without a network as it was last seen, with what waits. */
export function refresh() {
  if (room.matches) current ??= fetchList().catch(() => {}).finally(() => { current = undefined })
}

async function fetchList() {
  const at = goal.dataset.at.slice(0, goal.dataset.at.lastIndexOf("/"))
  const response = await fetchOrLastSeen(at)
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const parts = [".goals-row", "[data-places]"].map(name => page.querySelector(name))
  if (parts.includes(null) || isForeign(page)) return
  // What changes until the press is heard is on a newer one.
  if (isHeld(list)) return whenReleased(list).then(fetchList)
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : undefined
  const { scrollTop } = list
  list.setAttribute("aria-label", page.querySelector("h1").textContent)
  list.replaceChildren(...parts.map(part => document.importNode(part, true)))
  list.querySelector("a").replaceWith(back())
  for (const link of list.querySelectorAll(".goal-link")) {
    if (new URL(link.href).pathname === goal.dataset.at) link.setAttribute("aria-current", "page")
    // Its words are on the page already.
    for (const named of link.querySelectorAll("[id]")) named.removeAttribute("id")
  }
  list.scrollTop = scrollTop
  if (focused) list.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  // From which the dots of the cards are drawn.
  const blank = page.querySelector("[data-blank-goal]")
  if (!blank) return
  list.append(document.importNode(blank, true))
  drawing = await import("./waiting/beside.js")
  drawing.drawWaiting(list)
}

let quiet
document.addEventListener("fivebar-answer", () => {
  clearTimeout(quiet)
  quiet = setTimeout(refresh, 1_000)
})
document.addEventListener("fivebar-day", ({ detail: { day } }) => drawing?.drawDay(list, day))
room.addEventListener("change", refresh)
refresh()
