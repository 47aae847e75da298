// On every page, once the browser has time: sends what an earlier page left, says if there is no network, and has the
// service worker keep what is needed without one.
import { load } from "../shell/load.js"
import "./pages/plain.js"
import { keys } from "./queue.js"
import { account, isOfForms, named, site } from "./stamp.js"
import { noted } from "./storage/moved.js"

/** The site's base path. */
const base = site.pathname

// Where there is a line for it, and room at the end.
if (document.querySelector("[data-sync]") && !document.querySelector(".fills")) load("./waiting/rest.js", import.meta.url).catch(() => {})

/** How long after it was last told another account is opened, in milliseconds: then the page is loaded as that one's. */
const joinsWithin = 5_000
let joining
// What is typed here is saved, and nothing more is done for the account that is left.
if ("BroadcastChannel" in window && !document.querySelector("[data-joining]")) new BroadcastChannel(named("joining")).onmessage = ({ data }) => {
  if (data.isOver) return location.reload()
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close()
  document.body.inert = true
  clearTimeout(joining)
  joining = setTimeout(() => location.reload(), joinsWithin)
}

// A form with a line of its own says there what waits.
if (!document.querySelector("[data-feedback]")) {
  const begin = () => load("./sender.js", import.meta.url).catch(() => {})
  if (keys().length > 0 || noted() === "1" || navigator.onLine === false) begin()
  addEventListener("offline", begin, { once: true })
}

/** Sends what forms left that make no operations, and shows what was chosen. */
function resume() {
  const isLeft = Object.keys(localStorage).some(isOfForms)
  if (isLeft) load("./waiting/forms.js", import.meta.url).then(({ sendForms }) => sendForms(), () => {})
}
try {
  resume()
  addEventListener("online", resume)
} catch {
  // Without storage nothing was left.
}

// What another tab chooses is shown here at once, too.
addEventListener("storage", ({ key, newValue }) => {
  const chosen = key === named(`settings-${account ?? ""}`) && newValue && JSON.parse(newValue).browser
  if (chosen) import("../settings/unsaved.js").then(({ show }) => show(new URLSearchParams(chosen)), () => {})
})

// What waits should outlast a device that is short of room. Some browsers ask, so there has to be something to lose.
function persist() {
  if (keys().length === 0 && !matchMedia("(display-mode: standalone)").matches) return
  document.removeEventListener("fivebar-state", persist)
  navigator.storage?.persist?.().catch(() => {})
}
document.addEventListener("fivebar-state", persist)
persist()

/** What the page itself needs comes first, in milliseconds after it. */
const later = 2_000
/** What may be needed without a network before anybody has opened it. */
const needed = ["", "counters/arrange", "goals", "goals/arrange", "goals/new", "settings", "feedback", "trash", "waiting"].map(path => base + path)

// Not on plain HTTP.
if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") setTimeout(register, later)
  else addEventListener("load", () => setTimeout(register, later))
}

async function register() {
  try {
    const isFirst = !navigator.serviceWorker.controller
    const registration = await navigator.serviceWorker.register(`${base}sw.js`, { scope: base, updateViaCache: "none" })
    heedNewer(registration)
    const { active } = await navigator.serviceWorker.ready
    const keep = paths => active.postMessage({ keep: Array.from(new Set(paths), path => new URL(path, location).href) })
    const missing = isFirst ? [location.pathname] : []
    for (const path of needed) if (!await caches.match(path, { ignoreVary: true })) missing.push(path)
    const goal = document.querySelector("[data-goal]")?.dataset.at
    if (goal) missing.push(`${goal}/edit`)
    if (missing.length > 0) keep(missing)
    keepAsItBecomes(keep)
    load("./pages/listed.js", import.meta.url).then(({ keepListed }) => keepListed(keep, base), () => {})
  } catch {
    // Storage is refused, as in some private windows: then it needs a network.
  }
}

/** Says at the end of the page once a newer version waits for it to be closed. */
function heedNewer(registration) {
  const look = async () => {
    if (registration.waiting && !await isNewest().catch(() => false)) document.dispatchEvent(new CustomEvent("fivebar-newer"))
  }
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look))
  look()
}

/** The page itself may be the newer one's already. */
async function isNewest() {
  const [, build] = /\/assets\/([^/]+)\//.exec(import.meta.url), { newestFiles } = await import("./pages/instead.js")
  return (await newestFiles())?.endsWith(build)
}

const changes = ["fivebar-answer", "fivebar-refreshed", "fivebar-redrawn", "fivebar-undone"]
/** Whether the page has changed before there was anything that could keep it: what sends may have been loaded before this. */
let isChanged = "changed" in document.body.dataset
for (const name of changes) document.addEventListener(name, () => { isChanged = true }, { once: true })

/** Who goes on counting has no rest: then it is kept all the same, in milliseconds after the first change. */
const longest = 10_000

/** Has the page kept again once it rests after a change, with the list in which that shows and the one on which it is edited. */
function keepAsItBecomes(keep) {
  const { revision } = document.body.dataset
  const lists = document.querySelector("[data-counters]") ? [base, `${base}counters/arrange`, `${base}trash`]
    : document.querySelector("[data-places]") ? [`${base}goals`, `${base}goals/arrange`] : []
  const noted = named(`kept-revision-${account ?? ""}-${lists[0]}`)
  const listed = document.querySelector("form[data-counter]") ? [base, location.pathname.replace(/\/full$/, "")]
    : document.querySelector("[data-goal]") ? [`${base}goals`] : lists
  let rests, changedAt
  const again = () => {
    clearTimeout(rests)
    changedAt = undefined
    if (navigator.onLine !== false) keep([location.pathname, ...listed])
  }
  const note = () => {
    changedAt ??= performance.now()
    clearTimeout(rests)
    rests = setTimeout(again, Math.min(later, changedAt + longest - performance.now()))
  }
  for (const name of changes) document.addEventListener(name, note)
  if (isChanged) note()
  document.addEventListener("visibilitychange", () => { if (document.hidden && changedAt !== undefined) again() })
  // Such as by a form.
  if (lists.length === 0 || localStorage.getItem(noted) === revision) return
  // Without room for the note it is kept once more than needed.
  try { localStorage.setItem(noted, revision) } catch { /* the next page asks again */ }
  again()
}
