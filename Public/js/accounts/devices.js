// The page of devices shows which ones there are now: above all the one that has just used the code.
import { say } from "../shell/announce.js"
import { redrawSoon } from "../shell/redraw.js"
import { nameZones } from "../shell/time/names.js"

/** How often it asks, in milliseconds, while somebody waits for a device to join, and otherwise. */
const often = 3_000, seldom = 20_000

const devices = () => Array.from(document.querySelectorAll(".devices > li"))
let known = new Set(devices().map(({ id }) => id))

// The server shows a recovery link for a few minutes; here it stays for as long as somebody may be copying it.
document.addEventListener("fivebar-redraw", ({ detail: { page } }) => {
  if (document.getElementById("recovery-link")) page.getElementById("recovery")?.replaceWith(document.getElementById("recovery").cloneNode(true))
})

document.addEventListener("fivebar-redrawn", () => {
  const now = devices(), before = known
  known = new Set(now.map(({ id }) => id))
  const told = document.querySelector("[data-joined]")
  if (told && !known.has(told.dataset.joined)) told.remove()
  const joined = now.find(({ id }) => !before.has(id))
  // The first one of all is this one.
  if (!joined || before.size === 0) return
  // Where the code was.
  const words = document.querySelector(".devices").dataset.wordsJoined, name = joined.querySelector("h2").textContent
  told?.remove()
  const sentence = Object.assign(document.createElement("p"), { className: "joined", textContent: words.replace("%@", () => name) })
  Object.assign(sentence.dataset, { added: "", joined: joined.id })
  const place = document.querySelector("#join form") ?? document.querySelector(".devices")
  place.before(sentence)
  say(() => sentence.textContent)
})

nameZones(document)

let timer
function ask() {
  if (!document.hidden) redrawSoon()
  begin()
}
function begin() {
  clearTimeout(timer)
  timer = setTimeout(ask, document.querySelector("[data-join-code]") ? often : seldom)
}
document.addEventListener("visibilitychange", () => { if (!document.hidden) ask() })
begin()
